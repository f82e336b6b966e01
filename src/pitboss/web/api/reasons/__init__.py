"""Why something is as it is: a round that was played, a jackpot's figure."""
