"""What clients are shown: a table, a link, the floor, each a struct that is encoded as JSON."""
