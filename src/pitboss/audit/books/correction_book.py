"""Corrections of wrong entries: who may make them, and that nothing else slips in."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.audit.books.round_book import INVALID, PROGRESSIVE, RoundBook
from pitboss.audit.report import Misfit, fits
from pitboss.table import events as e
from pitboss.table.corrections.events import (
    CorrectionAsked,
    CorrectionDropped,
    Dropped,
    EntryTakenBack,
    MoneyDecided,
    RoundCorrected,
)

DEALER, PIT_SUPERVISOR, SHIFT_MANAGER = 1, 2, 4

REWINDS = (EntryTakenBack, RoundCorrected)
BESIDE = frozenset((*REWINDS, CorrectionAsked, CorrectionDropped, MoneyDecided))
"""Events that are not part of the round itself, and so not of its ``log``."""


class Begun(NamedTuple):
    """The start of a replayed round: what players and house had, and the events that stand."""

    chips: Mapping[str, int]
    house: int
    kept: Sequence[Any]


class CorrectionBook:
    """The events of the current round, and the chips before it.

    ``before`` is the round before the command's correction; ``follow`` is how many of its resulting
    events are still to come.
    """

    def __init__(self) -> None:
        self.follow = 0
        self.before: tuple[Any, ...] | None = None
        self._chips: dict[str, int] = {}
        self._house = 0
        self.log: list[Any] = []
        self._asked: CorrectionAsked | None = None
        self._may_come: Counter[Hashable] = Counter()
        self._dropped: Counter[Hashable] = Counter()
        self._new: dict[str, Any] | None = None
        self._mended = 0

    @property
    def last(self) -> Any:
        """The last event of the round, unless a correction has led to it."""
        return self.log[-1] if len(self.log) > self._mended else None

    def begin(self, chips: Mapping[str, int], house: int) -> None:
        """A round begins."""
        self._chips, self._house, self.log = dict(chips), house, []
        self._dropped = Counter()

    def note(self, event: Any) -> None:
        """Notes an event that is not part of the round."""
        if isinstance(event, CorrectionAsked):
            self._asked = event
        elif isinstance(event, CorrectionDropped):
            self._asked = None

    def check_follows(self, event: Any) -> None:
        """Checks that a correction is followed by the round's own entries again, and the corrected
        one.
        """
        if not self.follow or type(event) in BESIDE:
            return
        self.follow -= 1
        entered = _entered(event)
        if entered is None:
            return
        if self._new is not None and _is(self._new, event):
            self._new = None
        elif not self._may_come[entered]:
            raise Misfit(
                "a correction brings back what was entered, and one entry",
                "an entry of the round",
                f"{type(event).__struct_config__.tag} {entered}",
            )
        else:
            self._may_come[entered] -= 1

    def rewind(self, event: EntryTakenBack | RoundCorrected, was: RoundBook) -> Begun:
        """Checks who corrects what, and returns where the round begins again."""
        if not 1 <= event.kept <= len(self.log):
            raise Misfit("the events that stand", f"1 to {len(self.log)}", event.kept)
        gone = self.log[event.kept :]
        if isinstance(event, EntryTakenBack):
            self._check_taken_back(event, gone, was.secret is not None)
        else:
            self._check_corrected(event, gone)
            self.follow = event.follow
            self._may_come = self._dropped + Counter(
                entered for one in gone if (entered := _entered(one)) is not None
            )
            dropped = (*event.dropped_before, *event.dropped)
            self._dropped = Counter(told for one in dropped if (told := _told(one)) is not None)
            invented = self._dropped - self._may_come
            if invented.keys() - {"deal"}:
                raise Misfit("a correction drops what was entered", "an entry", [*invented])
            self._new = event.now
        self.before = stakes(was)
        self.log = self.log[: event.kept]
        self._mended = event.kept + self.follow
        self._asked = None
        return Begun(self._chips, self._house, tuple(self.log))

    def _check_taken_back(self, event: EntryTakenBack, gone: Sequence[Any], virtual: bool) -> None:
        if not gone or event.kept < self._mended:
            raise Misfit("the last entry is taken back", "an entry", event.entry)
        if event.by.post < DEALER:
            raise Misfit("who takes an entry back", "a dealer or above", event.by.post.name)
        fits("who takes an entry back made it", _maker(gone), event.by.name)
        if not _is(event.was, gone[0]):
            raise Misfit("what is taken back", type(gone[0]).__struct_config__.tag, event.was)
        seen = [one for one in gone if _shows_cards(one)]
        if virtual and seen:
            raise Misfit(
                "cards that were seen can't be taken back",
                "an entry that shows none",
                type(seen[0]).__struct_config__.tag,
            )

    def _check_corrected(self, event: RoundCorrected, gone: Sequence[Any]) -> None:
        if not event.reason.strip():
            raise Misfit("a correction has a reason", "a reason", "none")
        made_by = None
        if event.was is not None:
            if not gone or not _is(event.was, gone[0]):
                raise Misfit("what was corrected", event.was, "another entry")
            made_by = _maker(gone)
        second = event.approved_by
        if second is None:
            if event.asked_by.post < PIT_SUPERVISOR or event.asked_by.name == made_by:
                raise Misfit("a correction is no deed alone", "a second person", "none")
            return
        if second.post < PIT_SUPERVISOR or second.name in (event.asked_by.name, made_by):
            raise Misfit("who approves a correction", "another pit supervisor", second.name)

    def pay(self, event: MoneyDecided, chips: dict[str, int]) -> int:
        """Moves the money, also in the books of a round in progress. Returns what the house
        gets.
        """
        house = 0
        for name, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
            if name is None:
                house += amount
            else:
                chips[name] = chips.get(name, 0) + amount
                self._chips[name] = self._chips.get(name, 0) + amount
        self._house += house
        return house


def check_money(event: MoneyDecided, table: str, over: int) -> None:
    """Checks who moves money after a round, and how; ``over`` rounds have been concluded."""
    number = event.round.removeprefix(f"{table}-")
    right = number.isascii() and number.isdigit() and event.round == f"{table}-{int(number)}"
    if not right or not 1 <= int(number) <= over:
        raise Misfit("money is decided on account of a concluded round", over, event.round)
    if event.by.post < SHIFT_MANAGER:
        raise Misfit("who decides about money", "a shift manager", event.by.post.name)
    if event.amount <= 0 or event.payer == event.payee:
        raise Misfit("somebody pays somebody something", "an amount", event.amount)
    if not event.reason.strip() or not event.clauses:
        raise Misfit("a money decision has a reason and a clause", "both", event.reason)
    if event.approved_by is not None and event.approved_by.name == event.by.name:
        raise Misfit("who approves a money decision", "another person", event.by.name)


def stakes(round: RoundBook) -> tuple[Any, ...]:
    """What a round's claims depend on: if a correction leaves it unchanged, they stand."""
    coins = {
        number: box.bets.get(PROGRESSIVE, 0)
        for number, box in round.boxes.items()
        if box.hand != INVALID
    }
    registered = None if round.registered is None else round.registered.jackpot
    return round.claimed, coins, round.registered is not None, registered


def _maker(entry: Sequence[Any]) -> str | None:
    """Who made an entry, according to its first event or the one after."""
    names = (getattr(getattr(one, "by", None), "name", None) for one in entry[:2])
    return next(filter(None, names), None)


def _shows_cards(event: Any) -> bool:
    """Whether an event showed somebody a card."""
    if isinstance(event, e.CardsDealt):
        return event.face_up > 0
    return isinstance(event, e.TurnedOver | e.HandExamined)


_ENTERED: dict[type, str] = {
    e.BetPlaced: "place-bet",
    e.CardsDealt: "deal",
    e.HandExamined: "examine",
    e.Folded: "fold",
    e.Raised: "raise",
    e.Checked: "check",
    e.HandSet: "set-hand",
    e.HandShown: "show-hand",
    e.ShowDeclined: "decline-to-show",
    e.HandEstablished: "establish-hand",
    e.IncidentReported: "report",
    e.RulingConfirmed: "confirm",
}
"""Events that decide about money, which exist only if somebody entered them."""


def _entered(event: Any) -> Hashable | None:
    """What was entered in an event, as far as a correction must preserve it: a raise follows its
    ante, and virtual cards come wherever the deal is.
    """
    do = _ENTERED.get(type(event))
    if do is None:
        return None
    if do == "deal":
        return do
    if do == "show-hand":
        return do, event.place
    chips = (event.bet, event.amount, event.player) if do == "place-bet" else ()
    return do, getattr(event, "box", None), chips


def _told(dropped: Dropped) -> Hashable | None:
    """The same of an entry that was dropped, and that another correction may bring back."""
    what = dropped.what
    do: str = what["do"]
    box = what.get("box")
    if do not in _ENTERED.values():
        return None
    if do == "deal":
        return do
    if do == "show-hand":
        # Cards of the dealer are shown by turning them over: an entry of the deal.
        return "deal" if box is None else (do, str(box))
    player = what.get("player") or dropped.by.name
    chips = (what["bet"], what["amount"], player) if do == "place-bet" else ()
    return do, box, chips


def _is(command: Mapping[str, Any], event: Any) -> bool:
    """Whether an event is what a stored command asked for."""
    do = _ENTERED.get(type(event))
    if do is None:
        return True
    same = command.get("do") == do
    if do in ("place-bet", "raise"):
        same = same and command.get("amount") == event.amount
    if do == "place-bet":
        same = same and command.get("bet") == event.bet
    if do == "deal":
        # For ordinary cards, a command lists only those that somebody has read.
        read = [card for card in event.cards if card is not None]
        return same and list(command.get("cards") or read) == read
    if do == "show-hand":
        place = command.get("place") if command.get("box") is None else str(command["box"])
        return same and place == event.place and {*command["cards"]} <= {*event.cards}
    return same and command.get("box") == getattr(event, "box", None)
