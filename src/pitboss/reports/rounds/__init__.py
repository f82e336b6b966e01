"""Searching the rounds that were played: in the journal, or in an index beside it."""
