require "net/http"

module Http
  def self.get(url)
    Net::HTTP.get(URI(url))
  end
end
