"""The games: what a round record says, and how it is settled.

Pure functions of a rulebook and a round record; may import rulebook and kernel. One package per
family (stud, hold'em, Bullseye), and what they share: the record, limits, jackpot awards,
settlement lines.
"""
