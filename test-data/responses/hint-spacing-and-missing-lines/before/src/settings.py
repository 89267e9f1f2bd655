class Settings:
    name = "app"
    debug = False
    level = "info"

    def load(self, path):
        with open(path) as file:
            return json.load(file)
