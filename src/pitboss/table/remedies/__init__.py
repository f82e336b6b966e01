"""How what went wrong is put right: single cards that go back to their intended order."""
