# kept for Python 2
import compat
