"""The jackpot that several tables share: how it grows, and in which order it pays.

Pure: may import games, rulebook and kernel.
"""
