from decimal import Decimal

from shop.utils import round_up


def test_round_up():
    assert round_up(Decimal("1.005")) == Decimal("1.01")
