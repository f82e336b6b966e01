"""The economics of a linked jackpot: hits, the figure between them, the reserve."""

from pitboss.extras import need

need("maths")
