"""A small shop."""

from shop.money import round_up

__all__ = ["round_up"]
