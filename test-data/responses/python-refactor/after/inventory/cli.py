import argparse
import sys

from inventory.load import load_items
from inventory.money import gross_price, total_value


def main(argv=None):
    parser = argparse.ArgumentParser(prog="inventory")
    parser.add_argument("file")
    parser.add_argument("--country", default="DE")
    parser.add_argument("--low", type=int, default=5)
    args = parser.parse_args(argv)

    items = load_items(args.file)
    for item in items:
        print(item.sku, item.name, gross_price(item, args.country), sep="\t")
    print("total", total_value(items), file=sys.stderr)
    for item in items:
        if item.stock < args.low:
            print("low", item.sku, item.stock, file=sys.stderr)


if __name__ == "__main__":
    main()
