"""Load over HTTP: robots that play as people do, and how long each answer took."""
