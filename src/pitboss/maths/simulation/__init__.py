"""Playing a rulebook at random and holding the result against the exact figures."""
