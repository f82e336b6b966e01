"""Stud: fold or bet twice the ante against a dealer who needs ace-king to qualify."""

from pitboss.games.stud.family import FAMILY

__all__ = ["FAMILY"]
