class Kit
  def run
    old = 1
    old + 1
  end

  def stop
    nil
  end
end
