def total(items):
    return sum(item.price for item in items)


def average(items):
    if not items:
        return 0
    return total(items) / len(items)
