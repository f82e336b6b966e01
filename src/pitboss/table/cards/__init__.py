"""The cards of a live table: where they come from, how they lie, how ordinary ones are shown."""
