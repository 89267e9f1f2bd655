"""Prices, taxes and totals."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from inventory.item import Item

VAT_RATES = {"DE": Decimal("0.19"), "FR": Decimal("0.20"), "LU": Decimal("0.17")}


def round_money(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def gross_price(item: Item, country: str) -> Decimal:
    return round_money(item.price * (1 + VAT_RATES.get(country, Decimal(0))))


def total_value(items: Iterable[Item]) -> Decimal:
    return round_money(sum((item.price * item.stock for item in items), Decimal(0)))