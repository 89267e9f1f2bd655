class Client:
  def fetch(self, url):
    if url in self.cache:
      return self.cache[url]
    response = self.session.get(url)
    response.raise_for_status()
    return response.json()
