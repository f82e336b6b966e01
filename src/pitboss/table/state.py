"""The state of one table: the result of its events. Nothing here changes; each event makes a new
state.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pitboss.games.deal_plan import DECIDE, Ask, Step
from pitboss.games.record import Jackpot
from pitboss.games.record_json import RoundRecord
from pitboss.games.settlement import WrittenSettlement
from pitboss.kernel.cards import Card, Lying
from pitboss.kernel.digest import digest_of
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.model import Rulebook
from pitboss.table.commands import OpenTable
from pitboss.table.corrections.events import CorrectionAsked, RoundCorrected
from pitboss.table.corrections.log import RoundLog, events_in
from pitboss.table.entries import TableEntry
from pitboss.table.events import AnyEvent, ClaimedHand
from pitboss.table.rulings import Ruling
from pitboss.table.shuffle.deck import CommittedSeed, ShuffleChain


class Phase(StrEnum):
    """Where a round is."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    DECIDING = "deciding"
    REVEALED = "revealed"
    SETTLED = "settled"
    VOID = "void"


# Names of their own, as for ``authority.PLAYER``.
_BETTING, _CLOSED, _DEALING, _DECIDING, _REVEALED, _SETTLED, _VOID = Phase


class Standing(StrEnum):
    """What has happened to a hand so far."""

    UNDECIDED = "undecided"
    IN = "in"
    FOLDED = "folded"
    LEFT = "left"
    DECLINED = "declined"
    INVALID = "invalid"


class BoxState(msgspec.Struct, frozen=True):
    """A box in a round. ``others`` are chips of players beside the seated one, by wager and
    player. ``invalid_by`` are the clauses that took its hand out of the round.

    ``kept_back`` is a folded hand that its player does not show; ``shown`` one that lies open for
    all: turned over and told, of cards that nobody reads, or proved after it was kept back;
    ``gone`` one whose player walked away.
    """

    number: int
    player: str
    bets: Mapping[str, Cents]
    others: Mapping[str, Mapping[str, Cents]] = {}
    cards: Lying = ()
    dealt_ms: int | None = None
    examined: bool = False
    standing: Standing = Standing.UNDECIDED
    answered: tuple[Ask, ...] = ()
    three: tuple[Card, ...] | None = None
    established: tuple[str, ...] = ()
    invalid_by: tuple[str, ...] = ()
    shown: bool = False
    kept_back: bool = False
    gone: bool = False

    @property
    def laid(self) -> int:
        """All chips on the box."""
        return sum(self.bets.values())


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling and the report that it answers. While one waits for an authority the round is on
    hold.

    An old report says neither when it was made nor, in words, what happened.
    ``registered`` is the jackpot when it was reported that it had failed; ``player`` is named
    where it is not the one seated at the box.
    """

    ruling: Ruling
    facts: Mapping[str, bool | int | str]
    box: int | None
    boxes: tuple[int, ...]
    bet: str | None
    amount: Cents | None
    moves: tuple[tuple[int, int], ...]
    hands: Mapping[str, tuple[Card, ...]] = {}
    registered: Jackpot | None = None
    by: Actor | None = None
    at_ms: int | None = None
    description: str | None = None
    player: str | None = None


class Exposed(msgspec.Struct, frozen=True):
    """Cards incorrectly exposed during the deal, one report after another: the dealer's own, and
    others.
    """

    dealers: int = 0
    others: int = 0

    def and_more(self, facts: Mapping[str, bool | int | str]) -> "Exposed":
        """With those of a further report."""
        count = facts.get("count")
        if not isinstance(count, int):
            return self
        if facts.get("dealers_card") is True:
            return Exposed(self.dealers + count, self.others)
        return Exposed(self.dealers, self.others + count)


_form = msgspec.json.Encoder(order="deterministic").encode


class RoundState(msgspec.Struct, frozen=True, kw_only=True):
    """A round from "Place your bets" to its conclusion. ``dealer_open`` are positions of cards that
    lie face up. ``deal_ended``: the rest of the deal was not needed.

    ``choosers`` are those who have still to choose for a box that has options. ``looked``: a report
    has told that somebody has seen his cards.
    ``reported`` is the last report; ``offered_for`` the one that gave players the options they have
    now. A virtual shuffle with a ``chain`` is of version 2, and its seeds are those ``committed``;
    where the key to it is not at hand its ``secret`` is None.
    ``acted`` are members of staff who have dealt, bet or decided for somebody, established a hand
    or settled: not those who reported and ruled.
    """

    id: str
    commitment: str | None
    secret: bytes | None
    chain: ShuffleChain | None = None
    committed: tuple[CommittedSeed, ...] = ()
    closed_ms: int | None = None
    seeds: Mapping[str, str] = {}
    told: tuple[str, ...] = ()
    boxes: Mapping[int, BoxState] = {}
    closed: bool = False
    deck: tuple[Card, ...] | None = None
    drawn: int = 0
    burnt: tuple[Card | None, ...] = ()
    dealer: Lying = ()
    dealer_open: tuple[int, ...] = ()
    community: Lying = ()
    community_open: int = 0
    program: tuple[Step, ...] = ()
    cursor: int = 0
    revealed: bool = False
    deal_ended: bool = False
    exposed: Exposed = Exposed()
    looked: bool = False
    pending: Pending | None = None
    reported: Pending | None = None
    offered: Mapping[int, tuple[str, ...]] = {}
    choosers: Mapping[int, tuple[str, ...]] = {}
    offered_for: Pending | None = None
    offer_clauses: tuple[str, ...] = ()
    all_or_none: bool = False
    claimed: tuple[ClaimedHand, ...] = ()
    registered: Jackpot | None = None
    registered_by: tuple[str, ...] = ()
    jackpot_failed: bool = False
    progressive_returned: bool = False
    record: RoundRecord | None = None
    settlement: WrittenSettlement | None = None
    paid: Mapping[str, Cents] = {}
    played_under_minimum: tuple[str, ...] = ()
    void_clauses: tuple[str, ...] = ()
    void_because: str | None = None
    acted: frozenset[str] = frozenset()

    @property
    def digest(self) -> str | None:
        """Identifies the waiting ruling; whoever confirms it gives it back."""
        return None if self.pending is None else digest_of(_form((self.id, self.pending)))

    @property
    def step(self) -> Step | None:
        """The step that the dealer or the players are at."""
        return self.program[self.cursor] if self.cursor < len(self.program) else None

    @property
    def phase(self) -> Phase:
        if self.void_because is not None:
            return _VOID
        if self.settlement is not None:
            return _SETTLED
        if not self.closed:
            return _BETTING
        if self.revealed:
            return _REVEALED
        cursor, program = self.cursor, self.program
        if cursor < len(program) and program[cursor].do is DECIDE:
            return _DECIDING
        return _CLOSED if cursor == 0 else _DEALING


class Published(msgspec.Struct, frozen=True):
    """What anybody needs to check the shuffle of a concluded round; with a ``chain`` it is of
    version 2.
    """

    round: str
    commitment: str
    secret: bytes
    seeds: Mapping[str, str]
    deck: tuple[Card, ...]
    chain: ShuffleChain | None = None
    committed: tuple[CommittedSeed, ...] = ()


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """One table. ``chips`` is what each player is up or down; with the house's and the layout's it
    sums to zero. ``rules`` is the pinned name of the text it plays by; it has none where its house
    has none on record.

    ``under_minimum_settled`` are players who have had a wager under the minimum paid or collected:
    on the ``gaming_day``, where that matters.

    ``barred_players`` and ``closed_clauses`` hold the clauses by which players were barred and the
    table was closed. ``chains`` are the last that were published for virtual shuffles. While a
    round is on, ``start`` is the table as it was before it, ``log`` are the events that the round
    stands on, and ``entries`` what they go back to; up to ``mended`` events nothing can be taken
    back any more. ``asked`` is a correction that waits for a second person, and ``corrected`` the
    last one that was made in the round.
    """

    id: str
    settings: OpenTable
    book: Rulebook
    rules: str | None = None
    limits: Mapping[str, tuple[Cents | None, Cents | None]]
    open: bool = True
    closed_clauses: tuple[str, ...] = ()
    rounds: int = 0
    round: RoundState | None = None
    barred_boxes: frozenset[int] = frozenset()
    barred_players: Mapping[str, tuple[str, ...]] = {}
    one_position: frozenset[str] = frozenset()
    under_minimum_settled: frozenset[str] = frozenset()
    gaming_day: int = 0
    notice: str | None = None
    operation_awaited: bool = False
    chips: Mapping[str, int] = {}
    house: int = 0
    published: Published | None = None
    chains: tuple[ShuffleChain, ...] = ()
    start: "TableState | None" = None
    log: RoundLog = None
    entries: tuple[TableEntry, ...] = ()
    mended: int = 0
    asked: CorrectionAsked | None = None
    corrected: RoundCorrected | None = None

    @property
    def events(self) -> list[AnyEvent]:
        """The events that the round stands on."""
        return events_in(self.log)

    @property
    def last_entry(self) -> TableEntry | None:
        """The last entry, if it can be taken back. A table that was only replayed has none."""
        if not self.entries:
            return None
        last = self.entries[-1]
        return last if last.first and last.first >= self.mended else None

    @property
    def rulebook(self) -> str:
        """How records of its rounds name its rulebook."""
        return self.settings.rulebook if self.rules is None else self.book.id

    @property
    def asked_digest(self) -> str | None:
        """Identifies the waiting correction; whoever approves it gives it back."""
        return None if self.asked is None else digest_of(_form(("correction", self.asked)))

    @property
    def on_layout(self) -> int:
        """All chips on the layout."""
        return 0 if self.round is None else sum(box.laid for box in self.round.boxes.values())
