"""Plays a rulebook at random and compares the result with the exact figures."""

from pitboss.extras import need

need("maths")
