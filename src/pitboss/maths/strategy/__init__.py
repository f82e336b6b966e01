"""The best play in one situation, and charts of it."""
