"""What has happened at a table. Events are facts: they are stored, and the state is their fold.

Each has a stable name with a version (``bet-placed/1``), which is what is stored; Python names may
change. ``by`` is who did it. Who deals and who settles was not always stored: then it is unset.
"""

import msgspec

from pitboss.games.awards import ClaimedHand as ClaimedHand  # noqa: PLC0414 - a part of these events
from pitboss.games.record import Jackpot
from pitboss.games.record_json import RoundRecord
from pitboss.games.settlement import WrittenSettlement
from pitboss.kernel.cards import Card, Lying
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.table.cards.events import HandEstablished as HandEstablished  # noqa: PLC0414 - of these
from pitboss.table.cards.events import HandShown as HandShown  # noqa: PLC0414
from pitboss.table.cards.events import ShowDeclined as ShowDeclined  # noqa: PLC0414
from pitboss.table.corrections import events as corrected
from pitboss.table.event_base import TableEvent as TableEvent  # noqa: PLC0414 - the base of these
from pitboss.table.opening import RulesTaken as RulesTaken  # noqa: PLC0414
from pitboss.table.opening import TableClosed as TableClosed  # noqa: PLC0414
from pitboss.table.opening import TableOpened as TableOpened  # noqa: PLC0414
from pitboss.table.remedies.events import CardsMoved as CardsMoved  # noqa: PLC0414 - one of them
from pitboss.table.rulings import Ruling
from pitboss.table.shuffle.deck import ShuffleChain
from pitboss.table.shuffle.events import Sealed as Sealed  # noqa: PLC0414 - as are these
from pitboss.table.shuffle.events import SeedCommitted as SeedCommitted  # noqa: PLC0414
from pitboss.table.shuffle.events import SeedOpened as SeedOpened  # noqa: PLC0414
from pitboss.table.shuffle.events import ShuffleChainPublished as ShuffleChainPublished  # noqa: PLC0414
from pitboss.table.shuffle.events import ShuffleFixed as ShuffleFixed  # noqa: PLC0414


class BettingOpened(TableEvent, frozen=True, tag="betting-opened/1"):
    """What is shown is ``commitment``. With a ``chain`` the shuffle is of version 2, and its
    ``secret`` is known in memory alone. Without one the secret is stored, for the journal alone.
    """

    round: str
    at_ms: int
    commitment: str | None = None
    secret: bytes | None = None
    by: Actor | msgspec.UnsetType = msgspec.UNSET
    chain: ShuffleChain | msgspec.UnsetType = msgspec.UNSET


class SeedGiven(TableEvent, frozen=True, tag="seed-given/1"):
    player: str
    seed: str


class BetPlaced(TableEvent, frozen=True, tag="bet-placed/1"):
    """``by`` is the player, or the member of staff who placed it at the player's request."""

    box: int
    bet: str
    amount: Cents
    player: str
    by: Actor


class OneHandTold(TableEvent, frozen=True, tag="one-hand-told/1"):
    """A player with several boxes has been told to examine one hand only."""

    player: str


class BetWithdrawn(TableEvent, frozen=True, tag="bet-withdrawn/1"):
    box: int
    bet: str
    amount: Cents
    player: str
    by: Actor


class BettingClosed(TableEvent, frozen=True, tag="betting-closed/1"):
    """``deck`` is the virtual shuffle, for the journal alone."""

    at_ms: int
    deck: tuple[Card, ...] | None = None
    by: Actor | msgspec.UnsetType = msgspec.UNSET


class CardBurnt(TableEvent, frozen=True, tag="card-burnt/1"):
    """Where cards are ``sealed`` they are known in memory alone: here, when dealt, when set."""

    card: Card | None = None
    by: Actor | msgspec.UnsetType = msgspec.UNSET
    sealed: Sealed | msgspec.UnsetType = msgspec.UNSET


class CardsDealt(TableEvent, frozen=True, tag="cards-dealt/1"):
    """A card of ``cards`` that nobody has read, as it lies face down, is null."""

    place: str
    cards: Lying
    face_up: int
    at_ms: int
    by: Actor | msgspec.UnsetType = msgspec.UNSET
    sealed: Sealed | msgspec.UnsetType = msgspec.UNSET


class TurnedOver(TableEvent, frozen=True, tag="turned-over/1"):
    """``cards`` are what lies open then, where nobody had read them before."""

    shows: str
    by: Actor | msgspec.UnsetType = msgspec.UNSET
    cards: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


class HandExamined(TableEvent, frozen=True, tag="hand-examined/1"):
    box: int
    player: str
    by: Actor | msgspec.UnsetType = msgspec.UNSET


class Folded(TableEvent, frozen=True, tag="folded/1"):
    box: int
    by: Actor


class Raised(TableEvent, frozen=True, tag="raised/1"):
    box: int
    bet: str
    amount: Cents
    by: Actor


class Checked(TableEvent, frozen=True, tag="checked/1"):
    box: int
    by: Actor


class HandSet(TableEvent, frozen=True, tag="hand-set/1"):
    box: int
    three: tuple[Card, ...] | None
    by: Actor
    sealed: Sealed | msgspec.UnsetType = msgspec.UNSET


class DecisionsEnded(TableEvent, frozen=True, tag="decisions-ended/1"):
    """Every player asked has answered; the deal goes on."""


class DealEnded(TableEvent, frozen=True, tag="deal-ended/1"):
    """Nobody has a wager left that more cards could decide, so none are dealt or turned over."""


class JackpotClaimed(TableEvent, frozen=True, tag="jackpot-claimed/1"):
    """Hands win a share of the link's jackpot. The round is settled when the link has paid or
    declined them.
    """

    hands: tuple[ClaimedHand, ...]
    by: Actor | msgspec.UnsetType = msgspec.UNSET


class RoundSettled(TableEvent, frozen=True, tag="round-settled/1"):
    """The round record, the settlement as the contract writes it, and what each player is to get by
    it.
    """

    record: RoundRecord
    settlement: WrittenSettlement
    paid: dict[str, Cents]
    under_minimum_settled: tuple[str, ...] = ()
    by: Actor | msgspec.UnsetType = msgspec.UNSET


class SettlementSetAside(TableEvent, frozen=True, tag="settlement-set-aside/1"):
    """Chips were found to lie otherwise while the round was paid: it is settled again."""

    by: Actor


class RoundVoided(TableEvent, frozen=True, tag="round-voided/1"):
    clauses: tuple[str, ...]
    because: str


class RoundConcluded(TableEvent, frozen=True, tag="round-concluded/1"):
    """Chips move as the settlement says, and the secret of a virtual shuffle is published: in
    version 2 it is stored here, and nowhere before. None where its key was lost.
    """

    at_ms: int
    by: Actor | msgspec.UnsetType = msgspec.UNSET
    secret: bytes | msgspec.UnsetType | None = msgspec.UNSET


class IncidentReported(TableEvent, frozen=True, tag="incident-reported/1", kw_only=True):
    """What was reported and how the rules decide it; ``waits`` for an authority where they leave it
    to one.

    ``boxes`` are those affected; ``hands`` is what places have once their cards are put right;
    ``registered`` is the jackpot before a failure on which an authority has to decide; ``player``
    is somebody with chips on the box at which another is seated. Reports stored before there were
    ``at_ms``, ``description`` and ``player`` have none of them, and keep their bytes.
    """

    ruling: Ruling
    facts: dict[str, bool | int | str]
    by: Actor
    waits: bool
    box: int | None = None
    boxes: tuple[int, ...] = ()
    bet: str | None = None
    amount: Cents | None = None
    moves: tuple[tuple[int, int], ...] = ()
    hands: dict[str, tuple[Card, ...]] | msgspec.UnsetType = msgspec.UNSET
    registered: Jackpot | msgspec.UnsetType = msgspec.UNSET
    at_ms: int | msgspec.UnsetType = msgspec.UNSET
    description: str | msgspec.UnsetType = msgspec.UNSET
    player: str | msgspec.UnsetType = msgspec.UNSET


class RulingConfirmed(TableEvent, frozen=True, tag="ruling-confirmed/1"):
    """``facts`` are those that the authority told besides, where there are any."""

    ruling: Ruling
    by: Actor
    decision: str | None = None
    facts: dict[str, bool | int | str] | msgspec.UnsetType = msgspec.UNSET


class BetCorrected(TableEvent, frozen=True, tag="bet-corrected/1"):
    """What lies on a spot is not what was entered: the amount found there."""

    box: int
    bet: str
    amount: Cents


class BetReturned(TableEvent, frozen=True, tag="bet-returned/1"):
    box: int
    bet: str


class HandInvalidated(TableEvent, frozen=True, tag="hand-invalidated/1"):
    """The hand leaves the round and its bets go back. Where no card has been dealt yet
    (``undealt``), none comes to its place.
    """

    box: int
    clauses: tuple[str, ...]
    undealt: bool | msgspec.UnsetType = msgspec.UNSET


class PlayerLeft(TableEvent, frozen=True, tag="player-left/1"):
    """The player of a box walked away with a decision open."""

    box: int


class OptionsOffered(TableEvent, frozen=True, tag="options-offered/1"):
    """``all_or_none``: what a player chooses for one of his boxes he chooses for all. ``beside``
    are players who have chips on a box without being seated there, and choose for themselves.
    """

    boxes: tuple[int, ...]
    options: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    all_or_none: bool = False
    beside: tuple[tuple[int, str], ...] | msgspec.UnsetType = msgspec.UNSET


class OptionChosen(TableEvent, frozen=True, tag="option-chosen/1"):
    """``player`` is who chose, where that is not the player seated at the box."""

    box: int
    option: str
    by: Actor
    player: str | msgspec.UnsetType = msgspec.UNSET


class OptionsClosed(TableEvent, frozen=True, tag="options-closed/1"):
    """All have chosen, or those who have not go on."""

    by: Actor | msgspec.UnsetType = msgspec.UNSET


class HandsMoved(TableEvent, frozen=True, tag="hands-moved/1"):
    """Whole hands are moved: what lay on the first box belongs to the second."""

    moves: tuple[tuple[int, int], ...]


class FaceUpChosen(TableEvent, frozen=True, tag="face-up-chosen/1"):
    """A dealer's card shown by accident becomes the face-up card; the others stay down."""

    nth: int


class JackpotRegistered(TableEvent, frozen=True, tag="jackpot-registered/1"):
    """The jackpot failed in the middle of a round, which is paid on the value recorded before, by
    which ``clauses``.
    """

    jackpot: Jackpot | None
    clauses: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class OperationAwaited(TableEvent, frozen=True, tag="operation-awaited/1"):
    """The house must say how later rounds are run."""


class OperationChosen(TableEvent, frozen=True, tag="operation-chosen/1"):
    operation: str
    by: Actor
    box: int | None = None
    notice: str | None = None


class ProgressiveRestored(TableEvent, frozen=True, tag="progressive-restored/1"):
    by: Actor


class PlayerBarred(TableEvent, frozen=True, tag="player-barred/1"):
    player: str
    by: Actor
    clauses: tuple[str, ...]


class PlayerHeldToOnePosition(TableEvent, frozen=True, tag="player-held-to-one-position/1"):
    player: str
    by: Actor


class OnePositionLifted(TableEvent, frozen=True, tag="one-position-lifted/1"):
    player: str
    by: Actor


class BarLifted(TableEvent, frozen=True, tag="bar-lifted/1"):
    """A player who was barred or stopped may bet again."""

    player: str
    by: Actor


AnyEvent = (
    TableOpened
    | TableClosed
    | RulesTaken
    | ShuffleChainPublished
    | BettingOpened
    | SeedGiven
    | SeedCommitted
    | SeedOpened
    | ShuffleFixed
    | BetPlaced
    | OneHandTold
    | BetWithdrawn
    | BettingClosed
    | CardBurnt
    | CardsDealt
    | TurnedOver
    | HandExamined
    | Folded
    | Raised
    | Checked
    | HandSet
    | DecisionsEnded
    | DealEnded
    | HandShown
    | ShowDeclined
    | HandEstablished
    | JackpotClaimed
    | RoundSettled
    | SettlementSetAside
    | RoundVoided
    | RoundConcluded
    | IncidentReported
    | RulingConfirmed
    | BetCorrected
    | BetReturned
    | HandInvalidated
    | PlayerLeft
    | OptionsOffered
    | OptionChosen
    | OptionsClosed
    | HandsMoved
    | CardsMoved
    | FaceUpChosen
    | JackpotRegistered
    | OperationAwaited
    | OperationChosen
    | ProgressiveRestored
    | PlayerBarred
    | PlayerHeldToOnePosition
    | OnePositionLifted
    | BarLifted
    | corrected.EntryTakenBack
    | corrected.CorrectionAsked
    | corrected.CorrectionDropped
    | corrected.RoundCorrected
    | corrected.MoneyDecided
)
