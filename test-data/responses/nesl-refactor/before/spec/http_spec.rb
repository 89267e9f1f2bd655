require_relative "../lib/http"

RSpec.describe Http do
  # it "follows redirects"
  it "gets" do
    expect(Http.get("http://localhost/")).to eq("ok")
  end
end
