"""One thing that we sell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Item:
    sku: str
    name: str
    price: Decimal
    stock: int = 0

    @classmethod
    def parse(cls, row: Mapping[str, object]) -> Item:
        return cls(
            sku=str(row["sku"]).strip().upper(),
            name=str(row["name"]).strip(),
            price=Decimal(str(row["price"])),
            stock=int(row.get("stock", 0)),
        )