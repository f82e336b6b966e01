"""What a client may get of a table: all that is for him, and nothing more."""
