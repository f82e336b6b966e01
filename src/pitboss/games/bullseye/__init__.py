"""Bullseye: five cards set as a 3 Card Hand of 10, 20 or 30 and a Point Hand of two."""

from pitboss.games.bullseye.family import FAMILY

__all__ = ["FAMILY"]
