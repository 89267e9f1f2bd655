// using System;

namespace Shop
{
    public sealed class Order
    {
        public decimal Total { get; }

        public Order(decimal total) => Total = total;

        // Nothing is left to pay.
        public bool IsPaid() => Total <= 0;
    }
}
// end
