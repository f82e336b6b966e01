"""Who did what in a round, as far as somebody else has to look at it."""

from typing import Any


class RoundDeeds:
    """The deeds in the round that is on at a table."""

    def __init__(self) -> None:
        self.acted: set[str] = set()
        self.players: set[str] = set()
        self.closed = False
        self.reporter: Any = None
        self.ruler: Any = None
        # Who reported what gave players a choice, and who ruled on it: of the last offer, and of
        # all of them.
        self.offered_by: list[Any] = []
        self.all_offered_by: list[Any] = []

    def has_part(self, person: str) -> bool:
        return person in self.acted or person in self.players
