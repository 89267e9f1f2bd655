require_relative "../lib/fetcher"

RSpec.describe Fetcher do
  it "follows redirects" do
    expect(Fetcher.get("http://localhost/moved")).to eq("ok")
  end

  it "gets" do
    expect(Fetcher.get("http://localhost/")).to eq("ok")
  end
end
