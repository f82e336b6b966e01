"""Money, cards, poker ranking and Bullseye point hands.

Nothing here knows a rule of any one game, and nothing here does I/O. The kernel imports only the
standard library.
"""
