from shop.money import round_up, with_tax


def line(item, rate):
    gross = with_tax(item.price, rate)
    return f"{item.name}: {round_up(item.price)} net, {gross} gross"
