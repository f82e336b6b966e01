"""Casino Hold'em: two cards each and a flop, then fold or call twice the ante; best five of seven
against a dealer who needs a pair of fours.
"""

from casino_holdem.family import FAMILY

__all__ = ["FAMILY"]
