from decimal import Decimal

from inventory.utils import gross_price, low_stock, parse_item, total_value

ROW = {"sku": " ab-1 ", "name": "Lamp", "price": "9.99", "stock": "3"}


def test_parse_item():
    assert parse_item(ROW)["sku"] == "AB-1"


def test_gross_price():
    assert gross_price(parse_item(ROW), "DE") == Decimal("11.89")
    assert gross_price(parse_item(ROW), "US") == Decimal("9.99")


def test_total_value():
    assert total_value([parse_item(ROW)] * 2) == Decimal("59.94")


def test_low_stock():
    assert len(low_stock([parse_item(ROW)])) == 1
