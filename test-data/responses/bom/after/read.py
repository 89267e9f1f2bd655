import csv

with open("kunden.csv", newline="", encoding="utf-8-sig") as f:
    for row in csv.DictReader(f, delimiter=";"):
        print(row["id"], row["name"])
