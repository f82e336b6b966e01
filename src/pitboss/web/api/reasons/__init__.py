"""Why something is as it is: a round that was played, the figure of a jackpot."""
