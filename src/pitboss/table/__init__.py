"""The table: irregularities and the rulings on them; later the round itself.

Pure: may import games, rulebook and kernel.
"""
