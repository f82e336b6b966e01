"""What clients are shown: a table, a link, the floor, each a struct that JSON is made of."""
