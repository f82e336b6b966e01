"""Correcting wrong entries: taken back, corrected, or compensated in money after the round."""
