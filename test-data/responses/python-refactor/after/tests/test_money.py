from decimal import Decimal

from inventory.item import Item
from inventory.money import gross_price, total_value

LAMP = Item.parse({"sku": " ab-1 ", "name": "Lamp", "price": "9.99", "stock": "3"})


def test_parse_trims():
    assert LAMP.sku == "AB-1"


def test_gross_price():
    assert gross_price(LAMP, "DE") == Decimal("11.89")
    assert gross_price(LAMP, "US") == Decimal("9.99")


def test_total_value():
    assert total_value([LAMP] * 2) == Decimal("59.94")