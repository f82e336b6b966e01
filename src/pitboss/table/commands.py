"""What can be asked of a table. The same commands serve scripts, consoles and the API.

A command says what is wanted. Who wants it (``Actor``) and what only the shell knows (``Given``:
the time, a fresh secret, the jackpot) are passed beside it. Amounts are whole cents here.
"""

from typing import Literal

import msgspec

from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.table.given import FromLink as FromLink  # noqa: PLC0414 - comes beside these
from pitboss.table.given import Given as Given  # noqa: PLC0414 - comes beside these


class TableCommand(
    msgspec.Struct,
    frozen=True,
    tag_field="do",
    rename="kebab",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of all commands; ``do`` names the kind."""


CardSource = Literal["entered", "virtual", "shown"]
"""Who knows a face-down card: a device that reads each card as it is dealt (``entered``), the
system that shuffled (``virtual``), or only its player (``shown``).
"""


class LimitSetting(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The minimum and the maximum of a wager."""

    min: Cents | None = None
    max: Cents | None = None


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


class OpenTable(TableCommand, frozen=True, tag="open-table", kw_only=True):
    """Opens a table under a rulebook. ``progressive_bet`` is the one amount that a progressive bet
    has here; ``link`` is the jackpot that the table shares with others.
    """

    rulebook: str
    layout: str
    boxes: int
    dealing: str
    cards: CardSource
    limits: dict[str, LimitSetting] = msgspec.field(default_factory=dict)
    progressive_bet: Cents | None = None
    link: str | None = None


class CloseTable(TableCommand, frozen=True, tag="close-table"):
    """Closes a table between rounds."""


class HoldToOnePosition(TableCommand, frozen=True, tag="hold-to-one-position"):
    """MBS: a pit manager restricts a player to one position."""

    player: str


class StopPlayer(TableCommand, frozen=True, tag="stop-player"):
    """MBS: a shift manager stops a player who tries to control several hands."""

    player: str


class LiftOnePosition(TableCommand, frozen=True, tag="lift-one-position"):
    """MBS: a pit manager lets a player bet on several positions again."""

    player: str


class LiftBar(TableCommand, frozen=True, tag="lift-bar"):
    """A shift manager lets a barred or stopped player bet again."""

    player: str


class RestoreProgressive(TableCommand, frozen=True, tag="restore-progressive"):
    """Takes progressive bets again from the next round, and reopens barred boxes."""


# ── betting ───────────────────────────────────────────────────────────────────────────────────────


class OpenBetting(TableCommand, frozen=True, tag="open-betting"):
    """ "Place your bets, please.\""""


class GiveSeed(TableCommand, frozen=True, tag="give-seed"):
    """Adds to the randomness of a version 1 virtual shuffle."""

    seed: str


class CommitSeed(TableCommand, frozen=True, tag="commit-seed"):
    """A player with a bet commits to a seed by its hash; the proof calls the player ``alias``."""

    commitment: str
    alias: str | msgspec.UnsetType = msgspec.UNSET


class OpenSeed(TableCommand, frozen=True, tag="open-seed"):
    """After the close, the player reveals the seed committed to."""

    seed: str


class PlaceBet(TableCommand, frozen=True, tag="place-bet"):
    """Puts chips on a spot, or adds to them; staff may do so at a player's request."""

    box: int
    bet: str
    amount: Cents
    player: str | None = None


class WithdrawBet(TableCommand, frozen=True, tag="withdraw-bet"):
    """Takes the player's chips off a spot."""

    box: int
    bet: str
    player: str | None = None


class CloseBetting(TableCommand, frozen=True, tag="close-betting"):
    """ "No more bets." With ``let_stand``, bets under the minimum stay and play."""

    let_stand: bool = False


# ── dealing, looking, deciding ────────────────────────────────────────────────────────────────────


class Deal(TableCommand, frozen=True, tag="deal"):
    """Deals the next step. Where cards are entered, ``cards`` are the ones dealt; where they are
    entered as shown, the ones lying face up, or all of them if a device has read them.

    With ``all`` the deal goes on until players decide or a card is turned up.
    """

    cards: tuple[Card, ...] | None = None
    to: str | None = None
    all: bool | msgspec.UnsetType = msgspec.UNSET


class Examine(TableCommand, frozen=True, tag="examine"):
    """A player looks at the hand of one box."""

    box: int
    player: str | None = None


class Fold(TableCommand, frozen=True, tag="fold"):
    """A player gives up the hand of one box."""

    box: int
    player: str | None = None


class Raise(TableCommand, frozen=True, tag="raise"):
    """Places the wager that keeps a hand in: BET in stud; Flop, Turn or River in hold'em."""

    box: int
    amount: Cents
    player: str | None = None


class Check(TableCommand, frozen=True, tag="check"):
    """A player stays in without raising: Turn or River in hold'em."""

    box: int
    player: str | None = None


class SetHand(TableCommand, frozen=True, tag="set-hand"):
    """Bullseye: sets three cards that make 10, 20 or 30, or the House Way if none are named."""

    box: int
    three: tuple[Card, ...] | None = None
    player: str | None = None


class ShowHand(TableCommand, frozen=True, tag="show-hand", kw_only=True):
    """Turns over cards that no device has read: the hand of a ``box``, or the cards at a ``place``
    (``dealer``, ``community``).

    Cards already face up there may be left out. ``three`` is how a Bullseye player has set the
    hand; without it the dealer sets it the House Way. If a card has turned up twice, enter the
    cards of either place again.
    """

    cards: tuple[Card, ...]
    box: int | None = None
    place: str | None = None
    three: tuple[Card, ...] | None = None


class DeclineToShow(TableCommand, frozen=True, tag="decline-to-show"):
    """A player who stayed in keeps the hand hidden.

    Where cards are entered as shown, ``rest`` marks every hand not shown so far, and a folded hand
    can be marked too.
    """

    box: int | None = None
    player: str | None = None
    rest: bool | msgspec.UnsetType = msgspec.UNSET


class EstablishHand(TableCommand, frozen=True, tag="establish-hand"):
    """A pit supervisor or above has seen a hand that was not shown, and lets it count for these
    bets. If no device has read the hand, ``cards`` says what it is.
    """

    box: int
    bets: tuple[str, ...]
    cards: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


# ── the end of a round ────────────────────────────────────────────────────────────────────────────


class Settle(TableCommand, frozen=True, tag="settle"):
    """Works out what every wager wins or loses."""


class Conclude(TableCommand, frozen=True, tag="conclude"):
    """Moves the chips and publishes the secret of a virtual shuffle."""


# ── irregularities ────────────────────────────────────────────────────────────────────────────────


class Report(TableCommand, frozen=True, tag="report", kw_only=True):
    """Reports an irregularity. Facts that the table knows may be left out.

    ``box`` says where, and ``bet`` and ``amount`` what is really there; ``player`` who, if not the
    one seated there; ``boxes`` are those affected, worked out if left out; ``moves`` are whole
    hands to move, from box to box; ``hands`` are the cards that each place (a box, ``dealer``,
    ``community``) has once cards are put right. ``description`` is the reporter's own account.
    """

    incident: str
    facts: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    box: int | None = None
    boxes: tuple[int, ...] | None = None
    bet: str | None = None
    amount: Cents | None = None
    moves: tuple[tuple[int, int], ...] = ()
    hands: dict[str, tuple[Card, ...]] | None = None
    description: str | None = None
    player: str | None = None


class Confirm(TableCommand, frozen=True, tag="confirm"):
    """The authority confirms a ruling that waits for it, or decides a matter referred to it.

    ``facts`` correct those of the report; ``decision`` is needed where the rules leave the matter
    open. ``approves`` is the digest of the ruling that was read: if another is waiting now, nothing
    is confirmed.
    """

    facts: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    decision: (
        Literal[
            "void-round",
            "continue",
            "return-progressive",
            "invalidate-hand",
            "bar-player",
            "decline",
        ]
        | None
    ) = None
    approves: str | msgspec.UnsetType = msgspec.UNSET


class ChooseOption(TableCommand, frozen=True, tag="choose-option"):
    """A player's choice for one hand after a dealing error (``Option``), or to ``withdraw`` or
    ``stay``.
    """

    box: int
    option: str
    player: str | None = None


class CloseOptions(TableCommand, frozen=True, tag="close-options"):
    """Ends the choosing: everybody who has not chosen plays on."""


class ChooseOperation(TableCommand, frozen=True, tag="choose-operation"):
    """The house chooses how to run rounds while the jackpot is down."""

    operation: str
    box: int | None = None


RoundEntry = (
    HoldToOnePosition
    | StopPlayer
    | LiftOnePosition
    | LiftBar
    | GiveSeed
    | CommitSeed
    | OpenSeed
    | PlaceBet
    | WithdrawBet
    | CloseBetting
    | Deal
    | Examine
    | Fold
    | Raise
    | Check
    | SetHand
    | ShowHand
    | DeclineToShow
    | EstablishHand
    | Settle
    | Report
    | Confirm
    | ChooseOption
    | CloseOptions
    | ChooseOperation
)
"""Entries of a round: they can be taken back or corrected until the round is concluded."""


# ── corrections ───────────────────────────────────────────────────────────────────────────────────


class TakeBack(TableCommand, frozen=True, tag="take-back"):
    """The person who made the last entry takes it back. ``entry`` is its number when it was read:
    if another entry is the last one now, nothing is taken back.
    """

    entry: int | None = None


class Correct(TableCommand, frozen=True, tag="correct", kw_only=True):
    """Corrects one entry of the round to what it ``should_be``, or removes it if that is left out.

    A forgotten entry goes ``before`` or ``after`` another. With ``swap_with`` two entries change
    places; two deals exchange their cards.
    """

    entry: int | None = None
    before: int | None = None
    after: int | None = None
    swap_with: int | None = None
    should_be: RoundEntry | None = None
    reason: str


class AllowCorrection(TableCommand, frozen=True, tag="allow-correction"):
    """A pit supervisor or above approves the correction that is waiting. ``approves`` is the digest
    of the one that was read: if another is waiting now, nothing is corrected.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class DropCorrection(TableCommand, frozen=True, tag="drop-correction"):
    """Declines the waiting correction; the person who asked for it may also withdraw it."""


class DecideMoney(TableCommand, frozen=True, tag="decide-money", kw_only=True):
    """A shift manager decides who pays whom, and how much, on account of a concluded round; the
    round itself stands.

    A side that is left out is the house. ``clause`` is the one that leaves it to the shift manager,
    by default the one for whatever the rules do not cover.
    """

    round: str
    amount: Cents
    payer: str | None = None
    payee: str | None = None
    reason: str
    clause: str | None = None


AnyCommand = (
    OpenTable
    | CloseTable
    | RestoreProgressive
    | OpenBetting
    | Conclude
    | RoundEntry
    | TakeBack
    | Correct
    | AllowCorrection
    | DropCorrection
    | DecideMoney
)
