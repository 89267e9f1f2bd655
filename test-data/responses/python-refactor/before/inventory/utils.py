import csv
import json
import logging
import os
from decimal import Decimal, ROUND_HALF_UP

logger = logging.getLogger(__name__)

VAT_RATES = {"DE": Decimal("0.19"), "FR": Decimal("0.20"), "LU": Decimal("0.17")}


def load_items(path):
    ext = os.path.splitext(path)[1]
    if ext == ".csv":
        with open(path, newline="") as f:
            return [parse_item(row) for row in csv.DictReader(f)]
    elif ext == ".json":
        with open(path) as f:
            return [parse_item(row) for row in json.load(f)]
    else:
        raise ValueError("unknown file type: " + ext)


def parse_item(row):
    return {
        "sku": row["sku"].strip().upper(),
        "name": row["name"].strip(),
        "price": Decimal(str(row["price"])),
        "stock": int(row.get("stock", 0)),
    }


def round_money(value):
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def gross_price(item, country):
    rate = VAT_RATES.get(country, Decimal("0"))
    return round_money(item["price"] * (1 + rate))


def total_value(items):
    total = Decimal("0")
    for item in items:
        total = total + item["price"] * item["stock"]
    return round_money(total)


def low_stock(items, threshold=5):
    result = []
    for item in items:
        if item["stock"] < threshold:
            logger.info("low stock: %s", item["sku"])
            result.append(item)
    return result
