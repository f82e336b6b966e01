"""What can be asked of a table. The same commands serve scripts, consoles and the API.

A command says what is wanted; who wants it (``Actor``) and what only the outside knows (``Given``:
the time, a fresh secret, the jackpot) come beside it. Amounts are whole cents here.
"""

from typing import Literal

import msgspec

from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.table.given import FromLink as FromLink  # noqa: PLC0414 - comes beside these
from pitboss.table.given import Given as Given  # noqa: PLC0414 - comes beside these


class TableCommand(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", forbid_unknown_fields=True
):
    """Base of all commands; ``do`` names the kind."""


CardSource = Literal["entered", "virtual", "shown"]
"""Who knows a card that lies face down: a device that reads each as it is dealt, the system that
shuffled, or nobody but its player.
"""


class LimitSetting(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The least and the most that a wager may be."""

    min: Cents | None = None
    max: Cents | None = None


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


class OpenTable(TableCommand, frozen=True, tag="open-table", kw_only=True):
    """Opens a table under a rulebook. A progressive bet has one prescribed amount, shown at the
    table. ``link`` is the jackpot that the table shares with others.
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
    """MBS: a pit manager holds a player to one position."""

    player: str


class StopPlayer(TableCommand, frozen=True, tag="stop-player"):
    """MBS: a shift manager stops a player who tries to control several hands."""

    player: str


class LiftOnePosition(TableCommand, frozen=True, tag="lift-one-position"):
    """MBS: a pit manager lets a player bet on several positions again."""

    player: str


class LiftBar(TableCommand, frozen=True, tag="lift-bar"):
    """A shift manager lets a player bet again who was barred or stopped."""

    player: str


class RestoreProgressive(TableCommand, frozen=True, tag="restore-progressive"):
    """The jackpot works again: progressive bets are taken from the next round on, and barred boxes
    opened.
    """


# ── betting ───────────────────────────────────────────────────────────────────────────────────────


class OpenBetting(TableCommand, frozen=True, tag="open-betting"):
    """ "Place your bets, please.\""""


class GiveSeed(TableCommand, frozen=True, tag="give-seed"):
    """Somebody adds to the randomness of a virtual shuffle of version 1."""

    seed: str


class CommitSeed(TableCommand, frozen=True, tag="commit-seed"):
    """A player with a bet binds himself to a seed, by its hash; ``alias`` is for the proof."""

    commitment: str
    alias: str | msgspec.UnsetType = msgspec.UNSET


class OpenSeed(TableCommand, frozen=True, tag="open-seed"):
    """The player says, after the close, what seed he is bound to."""

    seed: str


class PlaceBet(TableCommand, frozen=True, tag="place-bet"):
    """Puts chips on a spot, or more chips; staff may do so for a player at his request."""

    box: int
    bet: str
    amount: Cents
    player: str | None = None


class WithdrawBet(TableCommand, frozen=True, tag="withdraw-bet"):
    """Takes back the player's chips from a spot."""

    box: int
    bet: str
    player: str | None = None


class CloseBetting(TableCommand, frozen=True, tag="close-betting"):
    """ "No more bets." With ``let_stand`` bets under the minimum play."""

    let_stand: bool = False


# ── dealing, looking, deciding ────────────────────────────────────────────────────────────────────


class Deal(TableCommand, frozen=True, tag="deal"):
    """The next step of the deal. At a table whose cards are entered, ``cards`` are those that
    came; where they are shown, those that lie face up, or all that a device has read.

    With ``all`` the deal goes on until players decide, or a card has been turned up.
    """

    cards: tuple[Card, ...] | None = None
    to: str | None = None
    all: bool | msgspec.UnsetType = msgspec.UNSET


class Examine(TableCommand, frozen=True, tag="examine"):
    """A player looks at the hand of one box."""

    box: int
    player: str | None = None


class Fold(TableCommand, frozen=True, tag="fold"):
    box: int
    player: str | None = None


class Raise(TableCommand, frozen=True, tag="raise"):
    """BET in stud; Flop, Turn or River in hold'em, whichever is asked for."""

    box: int
    amount: Cents
    player: str | None = None


class Check(TableCommand, frozen=True, tag="check"):
    box: int
    player: str | None = None


class SetHand(TableCommand, frozen=True, tag="set-hand"):
    """Bullseye: three cards that make 10, 20 or 30; without them the dealer sets the House Way."""

    box: int
    three: tuple[Card, ...] | None = None
    player: str | None = None


class ShowHand(TableCommand, frozen=True, tag="show-hand", kw_only=True):
    """Cards that nobody has read are turned over: the hand of a ``box``, or those at a ``place``
    (``dealer``, ``community``).

    What lies face up there already may be left out. ``three`` is how a player has set the hand,
    Bullseye's; without it the dealer sets the House Way. Where a card has turned up twice, the
    cards of either place are told again.
    """

    cards: tuple[Card, ...]
    box: int | None = None
    place: str | None = None
    three: tuple[Card, ...] | None = None


class DeclineToShow(TableCommand, frozen=True, tag="decline-to-show"):
    """A player who stayed in will not show the cards.

    At a table whose cards are entered as they are shown, ``rest`` marks every hand that has not
    been shown by then, and a folded one can be marked too.
    """

    box: int | None = None
    player: str | None = None
    rest: bool | msgspec.UnsetType = msgspec.UNSET


class EstablishHand(TableCommand, frozen=True, tag="establish-hand"):
    """A pit supervisor or above has seen the cards of a hand that is not shown, for these bets.

    Where nobody has read them, he tells the ``cards``.
    """

    box: int
    bets: tuple[str, ...]
    cards: tuple[Card, ...] | msgspec.UnsetType = msgspec.UNSET


# ── the end of a round ────────────────────────────────────────────────────────────────────────────


class Settle(TableCommand, frozen=True, tag="settle"):
    """Works out what every wager comes to."""


class Conclude(TableCommand, frozen=True, tag="conclude"):
    """Chips move, and the secret of a virtual shuffle is published."""


# ── irregularities ────────────────────────────────────────────────────────────────────────────────


class Report(TableCommand, frozen=True, tag="report", kw_only=True):
    """Something went wrong. Facts that the table knows need not be told.

    ``box`` (and ``bet``, ``amount``: what really lies there) say where; ``boxes`` are those
    affected, which the table works out where they are left out; ``moves`` are whole hands to be
    moved, from box to box; ``hands`` what each place (a box, ``dealer``, ``community``) has once
    single cards are put right. ``description`` is what happened, in the reporter's own words.
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


class Confirm(TableCommand, frozen=True, tag="confirm"):
    """The authority confirms a ruling that waits for it, or decides what was referred.

    ``facts`` correct those of the report; ``decision`` is needed where the rules leave the matter
    open. ``approves`` is the digest of the ruling that was looked at: if another one waits by now,
    nothing is confirmed.
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
    """A player's choice for one hand after a dealing error (``Option``), or whether to ``withdraw``
    or ``stay``.
    """

    box: int
    option: str
    player: str | None = None


class CloseOptions(TableCommand, frozen=True, tag="close-options"):
    """Whoever has not chosen goes on."""


class ChooseOperation(TableCommand, frozen=True, tag="choose-operation"):
    """How the house runs later rounds while the jackpot is down."""

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
"""What can be entered in a round, and so be taken back or corrected until the round is concluded.
"""


# ── putting right what was entered ────────────────────────────────────────────────────────────────


class TakeBack(TableCommand, frozen=True, tag="take-back"):
    """Whoever made the last entry takes it back. ``entry`` is its number as it was looked at: if
    another is the last by now, nothing is taken back.
    """

    entry: int | None = None


class Correct(TableCommand, frozen=True, tag="correct", kw_only=True):
    """One entry of the round is put right: what it ``should_be``, or, without that, that it should
    not be there.

    An entry that was forgotten comes ``before`` or ``after`` another. With ``swap_with`` two
    entries change places; of two deals, their cards do.
    """

    entry: int | None = None
    before: int | None = None
    after: int | None = None
    swap_with: int | None = None
    should_be: RoundEntry | None = None
    reason: str


class AllowCorrection(TableCommand, frozen=True, tag="allow-correction"):
    """A pit supervisor or above approves the correction that was asked for. ``approves`` is the
    digest of what was looked at: if another one waits by now, nothing is corrected.
    """

    approves: str | msgspec.UnsetType = msgspec.UNSET


class DropCorrection(TableCommand, frozen=True, tag="drop-correction"):
    """The correction that was asked for is declined, or withdrawn by whoever asked for it."""


class DecideMoney(TableCommand, frozen=True, tag="decide-money", kw_only=True):
    """After a round was concluded it stands; a shift manager decides who pays whom how much on
    account of it.

    Whoever is not named is the house. ``clause`` is where the rules leave it to him, if not where
    they send whatever they do not cover.
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
