"""Putting right what was entered wrongly: taken back, corrected, or decided in money after the
round.
"""
