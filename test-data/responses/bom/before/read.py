import csv

with open("kunden.csv", newline="") as f:
    for row in csv.DictReader(f, delimiter=";"):
        print(row["id"], row["name"])
