from shop import utils


class Cart:
    def __init__(self, rate):
        self.rate = rate
        self.items = []

    def total(self):
        net = sum(item.price for item in self.items)
        return utils.with_tax(net, self.rate)

    def shown(self):
        return f"{utils.round_up(self.total())} EUR"
