"""Where the entries of a round begin and end among its events."""

from collections.abc import Sequence

import msgspec

from pitboss.rulebook.effects import Effect
from pitboss.table import events as e
from pitboss.table.queries import opening
from pitboss.table.state import TableState


class Span(msgspec.Struct, frozen=True):
    """The events of one entry: from ``first`` up to ``end`` in the round's log. The first entry,
    "Place your bets", has the number 1.
    """

    number: int
    first: int
    end: int


def spans(state: TableState) -> tuple[Span, ...]:
    """The entries of the round in progress, in order."""
    spans_read: list[Span] = []
    events = state.events
    reading = _Reading(events, opening(state))
    first = 0
    for at in range(1, len(events) + 1):
        if at == len(events) or reading.begins(first, at):
            spans_read.append(Span(len(spans_read) + 1, first, at))
            first = at
    return tuple(spans_read)


class _Chips:
    """Whose chips lie on a box, and who is seated there."""

    def __init__(self, seated: str) -> None:
        self.seated = seated
        self._laid: dict[str, dict[str, int]] = {}

    def on(self, bet: str) -> int:
        return sum(self._laid.get(bet, {}).values())

    def lay(self, event: e.BetPlaced) -> None:
        theirs = self._laid.setdefault(event.bet, {})
        theirs[event.player] = theirs.get(event.player, 0) + event.amount

    def is_found(self, event: e.BetCorrected) -> None:
        """The seated player's chips differ from what was entered."""
        theirs = self._laid.setdefault(event.bet, {})
        others = sum(amount for player, amount in theirs.items() if player != self.seated)
        theirs[self.seated] = event.amount - others

    def is_returned(self, event: e.BetReturned) -> None:
        self._laid.pop(event.bet, None)

    def take_off(self, event: e.BetWithdrawn) -> bool:
        """Whether anything is left. If the seated player has left, the first of the others is
        seated.
        """
        self._laid.get(event.bet, {}).pop(event.player, None)
        players = [player for bet in self._laid.values() for player in bet]
        if players and self.seated not in players:
            self.seated = players[0]
        return bool(players)


class _Reading:
    """Reads a log from its beginning and says which events begin an entry."""

    def __init__(self, log: Sequence[e.AnyEvent], opening_wager: str) -> None:
        self._log = log
        self._opening = opening_wager
        self._boxes: dict[int, _Chips] = {}
        self._closed = self._all_or_none = False
        self._reported: int | None = None
        self._ruled_out = False
        self._withdrawn_from: frozenset[int] = frozenset()
        self._leaver: str | None = None
        self._chooser: str | None = None
        self._barred = False
        self._note(log[0])

    def begins(self, first: int, at: int) -> bool:
        """Whether an event is the first of an entry; the entry before began at ``first``."""
        event = self._log[at]
        joins = (
            type(self._log[at - 1]) in LEADING
            or type(event) in FOLLOWING
            or self._joins(self._log[first], event)
        )
        if not joins:
            self._withdrawn_from, self._barred = frozenset(), False
            self._leaver = self._chooser = None
        self._note(event)
        return not joins

    def _joins(self, begun: e.AnyEvent, event: e.AnyEvent) -> bool:
        """Events that may begin an entry, or follow from the one that ``begun`` began."""
        match event:
            case e.OptionChosen():
                # All or none: one choice for all boxes of a player. Somebody else may be seated by
                # now at the box where it began.
                return (
                    isinstance(begun, e.OptionChosen)
                    and self._all_or_none
                    and self._chooser == self._who_chooses(event)
                )
            case e.PlayerBarred():
                barring = isinstance(begun, e.RulingConfirmed) and begun.decision == "bar-player"
                return barring and not self._barred
            case e.BetWithdrawn():
                return self._withdraws(begun, event)
            case _:
                return False

    def _withdraws(self, begun: e.AnyEvent, event: e.BetWithdrawn) -> bool:
        if self._closed:
            # Nobody can take back chips any more: a ruling or a choice returns them.
            return True
        match begun:
            case e.BetWithdrawn():
                # A player who takes off the opening wager takes off all of their chips; without one
                # nothing can stay on a box.
                left = self._boxes[event.box].on(self._opening)
                return (
                    begun.bet == self._opening
                    and event.box == begun.box
                    and event.by == begun.by
                    and (event.player == begun.player or not left)
                )
            case e.IncidentReported() | e.RulingConfirmed() | e.OptionChosen():
                if event.by != begun.by or not self._takes_hands_out(begun):
                    return False
                # A player who withdraws all or nothing also takes chips placed beside others.
                beside = isinstance(begun, e.OptionChosen) and event.player == self._leaver
                return beside or event.box in self._withdrawn_from
            case _:
                return False

    def _takes_hands_out(
        self, begun: e.IncidentReported | e.RulingConfirmed | e.OptionChosen
    ) -> bool:
        """Whether chips go back as part of the entry itself; after any other entry, taking chips
        off is an entry of its own.
        """
        match begun:
            case e.IncidentReported():
                return Effect.INVALIDATE_HAND in begun.ruling.effects
            case e.RulingConfirmed():
                return self._ruled_out or begun.decision in ("invalidate-hand", "bar-player")
            case _:
                return True

    def _who_chooses(self, event: e.OptionChosen) -> str | None:
        """Who has chosen: the seated player, unless the event names another."""
        if isinstance(event.player, str):
            return event.player
        box = self._boxes.get(event.box)
        return None if box is None else box.seated

    def _note_chips(
        self, event: e.BetPlaced | e.BetWithdrawn | e.BetCorrected | e.BetReturned
    ) -> None:
        match event:
            case e.BetPlaced():
                self._boxes.setdefault(event.box, _Chips(event.player)).lay(event)
            case e.BetWithdrawn():
                box = self._boxes[event.box]
                if self._leaver is None and event.player == box.seated:
                    self._leaver = event.player
                if not box.take_off(event):
                    del self._boxes[event.box]
            case e.BetCorrected():
                self._boxes[event.box].is_found(event)
            case _:
                self._boxes[event.box].is_returned(event)

    def _note(self, event: e.AnyEvent) -> None:
        """The state needed to read on."""
        match event:
            case e.BetPlaced() | e.BetWithdrawn() | e.BetCorrected() | e.BetReturned():
                self._note_chips(event)
            case e.BettingClosed():
                self._closed = True
            case e.OptionsOffered():
                self._all_or_none = event.all_or_none
            case e.IncidentReported():
                if event.waits:
                    self._reported = event.box
                    self._ruled_out = Effect.INVALIDATE_HAND in event.ruling.effects
                self._withdrawn_from = frozenset(() if event.box is None else (event.box,))
            case e.RulingConfirmed():
                self._withdrawn_from = frozenset(
                    () if self._reported is None else (self._reported,)
                )
            case e.OptionChosen():
                self._withdrawn_from |= {event.box}
                if self._chooser is None:
                    self._chooser = self._who_chooses(event)
            case e.PlayerBarred():
                self._barred = True
            case _:
                pass


FOLLOWING = frozenset(
    (
        e.OneHandTold,
        e.DecisionsEnded,
        e.RoundVoided,
        e.BetCorrected,
        e.BetReturned,
        e.HandInvalidated,
        e.PlayerLeft,
        e.OptionsOffered,
        e.HandsMoved,
        e.FaceUpChosen,
        e.JackpotRegistered,
        e.OperationAwaited,
        e.SettlementSetAside,
        e.CardsMoved,
    )
)
"""Events that nobody enters: they follow from others."""

LEADING = frozenset((e.ShuffleFixed, e.DealEnded))
"""What an entry causes before the event that says who made it: a shuffle is fixed by the step that
deals its first card, and a deal that nobody waits for ends when the round is settled.
"""
