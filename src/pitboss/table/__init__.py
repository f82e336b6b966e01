"""One live table: the round from the first bet to its conclusion, irregularities and the rulings on
them.

Pure: may import games, rulebook and kernel.
"""
