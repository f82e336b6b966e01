"""Exact analysis of each family: counts and fractions, no random number."""
