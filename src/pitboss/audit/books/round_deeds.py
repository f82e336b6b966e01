"""Who did what in a round, as far as somebody else has to look at it."""

from typing import Any

from pitboss.table import events as te

ACTS = frozenset(
    (
        te.BettingOpened,
        te.BetPlaced,
        te.BetWithdrawn,
        te.BettingClosed,
        te.CardBurnt,
        te.CardsDealt,
        te.TurnedOver,
        te.Folded,
        te.Raised,
        te.Checked,
        te.HandSet,
        te.HandShown,
        te.ShowDeclined,
        te.HandEstablished,
        te.OptionChosen,
        te.JackpotClaimed,
        te.RoundSettled,
    )
)
"""By these a member of staff has acted in a round."""


class RoundDeeds:
    """The deeds in the round that is on at a table. ``undo`` is the approval that it takes to take
    the last entry back, where it takes one.
    """

    undo: str | None = None

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
