"""How errors are put right: single cards that go back to their intended order."""
