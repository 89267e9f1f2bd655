using System;
using System.Collections.Generic;
using System.Linq;

namespace Billing
{
    public class Invoice
    {
        public string Number { get; set; }
        public List<Line> Lines { get; } = new List<Line>();

        public decimal Net()
        {
            return Lines.Sum(line => line.Price * line.Quantity);
        }

        public decimal Gross(decimal rate)
        {
            var gross = Net() * (1 + rate);
            return Math.Round(gross, 2, MidpointRounding.AwayFromZero);
        }

        public override string ToString()
        {
            return Number + ": " + Net();
        }
    }

    public class Line
    {
        public decimal Price { get; set; }
        public int Quantity { get; set; }
    }
}
