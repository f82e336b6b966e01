"""Rounds that were played, searched."""
