using System;

namespace Shop
{
    public class Order
    {
        public decimal Total { get; set; }

        public bool IsPaid()
        {
            return Total == 0;
        }
    }
}
