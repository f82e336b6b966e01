"""Double entry: accounts, entries that balance by construction, and balances.

Pure: may import games, rulebook and kernel. Amounts are in units, ten-thousandths of a cent, as the
jackpot's meters are.
"""
