"""Virtual shuffles: how a deck is made, by whom its seeds are given, and how anybody checks it."""
