"""Who did what in a round, as far as segregation of duties requires."""

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
"""Events by which a member of staff acts in a round."""


class RoundDeeds:
    """The deeds in a table's current round. ``undo`` is the approval needed to take the last entry
    back, if any.
    """

    undo: str | None = None

    def __init__(self) -> None:
        self.acted: set[str] = set()
        self.players: set[str] = set()
        self.closed = False
        self.reporter: Any = None
        self.ruler: Any = None
        # Who reported the incidents that gave players a choice, and who ruled on them: for the last
        # offer, and for all.
        self.offered_by: list[Any] = []
        self.all_offered_by: list[Any] = []

    def has_part(self, person: str) -> bool:
        return person in self.acted or person in self.players
