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
            decimal sum = 0;
            foreach (var line in Lines)
            {
                sum += line.Price * line.Quantity;
            }
            return sum;
        }

        public decimal Gross(decimal rate)
        {
            return Net() * (1 + rate);
        }
    }

    public class Line
    {
        public decimal Price { get; set; }
        public int Quantity { get; set; }
    }
}
