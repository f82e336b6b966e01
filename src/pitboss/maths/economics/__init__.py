"""The economics of a linked jackpot: hits, the figure between them, the reserve."""
