"""Virtual shuffles: how a deck is made, who contributes seeds, and how anybody can check it."""
