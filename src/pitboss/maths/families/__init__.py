"""The mathematics of each of our games, as one object."""
