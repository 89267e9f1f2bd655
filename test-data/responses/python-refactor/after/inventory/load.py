"""Reads items from files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from inventory.item import Item


def load_items(path: str | Path) -> list[Item]:
    path = Path(path)
    match path.suffix:
        case ".csv":
            with path.open(newline="") as f:
                return [Item.parse(row) for row in csv.DictReader(f)]
        case ".json":
            return [Item.parse(row) for row in json.loads(path.read_text())]
        case suffix:
            raise ValueError(f"unknown file type: {suffix!r}")