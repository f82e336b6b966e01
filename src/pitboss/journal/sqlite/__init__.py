"""The journal in a SQLite file."""
