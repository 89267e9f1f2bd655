"""A small shop."""

from shop.utils import round_up

__all__ = ["round_up"]
