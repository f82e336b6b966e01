"""What the terminal shows: tables, pages, stories, progress. Nothing is decided here."""
