"""Helpers."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def round_up(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def with_tax(amount, rate):
    return round_up(amount * (1 + rate))
