"""The jackpot that several tables share: how it grows, who claims it, in which order it pays, and
what it consists of.

Pure: may import games, rulebook and kernel. It knows tables only by name.
"""
