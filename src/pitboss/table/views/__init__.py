"""What a client may see of a table: everything meant for them, and nothing more."""
