"""Amounts of money: rounding and tax."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def round_up(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def with_tax(amount, rate):
    """The amount with a tax of `rate` (0.19 for 19 %) on it, rounded."""
    return round_up(amount * (1 + rate))
