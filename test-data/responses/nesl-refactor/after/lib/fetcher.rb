require "net/http"

module Fetcher
  def self.get(url, left = 5)
    response = Net::HTTP.get_response(URI(url))
    return response.body unless left.positive? && response["location"]

    get(response["location"], left - 1)
  end
end
