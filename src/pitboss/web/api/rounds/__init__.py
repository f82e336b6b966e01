"""Rounds that were played: searched, and why they came out as they did."""
