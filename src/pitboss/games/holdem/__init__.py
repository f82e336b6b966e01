"""Hold'em: two hole cards and five community cards against the dealer's, best five of seven."""

from pitboss.games.holdem.family import FAMILY

__all__ = ["FAMILY"]
