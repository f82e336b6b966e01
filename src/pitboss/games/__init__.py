"""The games: what a round record says, and what it comes to.

Pure functions of a rulebook and a round record; may import rulebook and kernel. One module a family
(stud, hold'em, Bullseye), and what they share: the record, limits, jackpot awards, settlement
lines.
"""
