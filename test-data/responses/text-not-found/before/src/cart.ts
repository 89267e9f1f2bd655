export interface Line {
  sku: string;
  price: number;
  quantity: number;
}

export class Cart {
  private lines: Line[] = [];

  add(line: Line): void {
    if (line.quantity <= 0) {
      throw new Error("quantity must be positive");
    }
    const found = this.lines.find((l) => l.sku === line.sku);
    if (found) {
      found.quantity += line.quantity;
    } else {
      this.lines.push({ ...line });
    }
  }

  remove(sku: string): void {
    this.lines = this.lines.filter((l) => l.sku !== sku);
  }

  total(): number {
    let total = 0;
    for (const line of this.lines) {
      total += line.price * line.quantity;
    }
    return total;
  }
}
