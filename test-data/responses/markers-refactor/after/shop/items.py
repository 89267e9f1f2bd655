class Item:
    def __init__(self, price):
        self.price = price
