"""What can be asked of a table. The same commands serve scripts, consoles and the API.

A command says what is wanted; who wants it (``Actor``) and what only the outside knows (``Given``:
the time, a fresh secret, the jackpot) come beside it. Amounts are whole cents here.
"""

from typing import Literal

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settlement import JackpotSettlement
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents


class FromLink(msgspec.Struct, frozen=True):
    """What a table on a link is told by it: whether it works, and what it has paid on this round's
    claims.

    ``paid`` is there once every claim of the round has been paid or declined.
    """

    down: bool = False
    paid: JackpotSettlement | None = None


class Given(msgspec.Struct, frozen=True):
    """What reaches the core only as an argument, and is stored in events: clock, randomness, the
    link's jackpot.

    A table that is not on a link has no ``link``; it pays jackpots itself, from ``jackpot``.
    """

    now_ms: int = 0
    secret: bytes | None = None
    jackpot: Jackpot | None = None
    link: FromLink | None = None


class TableCommand(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", forbid_unknown_fields=True
):
    """Base of all commands; ``do`` names the kind."""


CardSource = Literal["entered", "virtual"]


class LimitSetting(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The least and the most that a wager may be."""

    min: Cents | None = None
    max: Cents | None = None


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


class OpenTable(TableCommand, frozen=True, tag="open-table", kw_only=True):
    """Opens a table under a rulebook. A progressive bet has one prescribed amount, shown at the
    table.

    ``link`` is the jackpot that the table shares with others.
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


class RestoreProgressive(TableCommand, frozen=True, tag="restore-progressive"):
    """The jackpot works again: progressive bets are taken from the next round on, and barred boxes
    opened.
    """


# ── betting ───────────────────────────────────────────────────────────────────────────────────────


class OpenBetting(TableCommand, frozen=True, tag="open-betting"):
    """ "Place your bets, please.\""""


class GiveSeed(TableCommand, frozen=True, tag="give-seed"):
    """A player adds to the randomness of a virtual shuffle."""

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
    came.
    """

    cards: tuple[Card, ...] | None = None
    to: str | None = None


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


class DeclineToShow(TableCommand, frozen=True, tag="decline-to-show"):
    """A player who stayed in will not show the cards."""

    box: int
    player: str | None = None


class EstablishHand(TableCommand, frozen=True, tag="establish-hand"):
    """A pit supervisor or above has seen the cards of a hand that is not shown, for these bets."""

    box: int
    bets: tuple[str, ...]


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
    moved, from box to box. ``description`` is what happened, in the reporter's own words.
    """

    incident: str
    facts: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    box: int | None = None
    boxes: tuple[int, ...] | None = None
    bet: str | None = None
    amount: Cents | None = None
    moves: tuple[tuple[int, int], ...] = ()
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


AnyCommand = (
    OpenTable
    | CloseTable
    | HoldToOnePosition
    | StopPlayer
    | RestoreProgressive
    | OpenBetting
    | GiveSeed
    | PlaceBet
    | WithdrawBet
    | CloseBetting
    | Deal
    | Examine
    | Fold
    | Raise
    | Check
    | SetHand
    | DeclineToShow
    | EstablishHand
    | Settle
    | Conclude
    | Report
    | Confirm
    | ChooseOption
    | CloseOptions
    | ChooseOperation
)
