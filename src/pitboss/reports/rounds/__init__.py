"""Rounds that were played, searched: in the journal, or by an index of them beside it."""
