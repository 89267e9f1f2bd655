from shop.cart import Cart


def test_empty():
    assert Cart(0).total() == 0
