from shop.utils import *
