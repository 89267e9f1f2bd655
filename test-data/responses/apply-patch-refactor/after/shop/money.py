def money(cents):
    return f"{cents / 100:,.2f}"
