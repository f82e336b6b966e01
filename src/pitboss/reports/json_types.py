"""The reports in the form for programs: structs whose fields are the fields of the JSON."""

from typing import Annotated

import msgspec

from pitboss.jackpot.parameters import LinkParameters
from pitboss.jackpot.state import ClaimStanding
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import format_cents

UnitsText = Annotated[
    str,
    msgspec.Meta(
        description="Dollars, to the ten-thousandth of a cent.",
        extra_json_schema={"pattern": r"^-?[0-9]+\.[0-9]{2,6}$"},
    ),
]
TimeText = Annotated[str, msgspec.Meta(description="ISO 8601, with the offset.")]
DateText = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date"})]


# ── a day ─────────────────────────────────────────────────────────────────────────────────────────


class WrittenFigures(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """The figures of tables. Turnover is all chips staked, handle those that were decided; win is
    what tables took less what they paid, without the awards of links.
    """

    rounds: int
    void_rounds: int
    turnover: AmountText
    handle: AmountText
    win: AmountText
    win_percent: Annotated[
        str | None,
        msgspec.Meta(description="Win as a share of turnover; null if nothing was staked."),
    ]
    contributions: UnitsText
    contributions_jackpot: UnitsText
    contributions_reserve: UnitsText
    hits: int
    awards: AmountText
    incidents: int
    interruptions: int
    refusals: int
    corrections: Annotated[int, msgspec.Meta(description="Entries of rounds that were corrected.")]
    money_decisions: int
    decided: Annotated[
        AmountText,
        msgspec.Meta(description="What the house paid by decision on rounds that stand."),
    ]


class WrittenTableDay(WrittenFigures, frozen=True, rename="kebab"):
    """A table under one rulebook, and its figures."""

    table: str
    rulebook: str
    link: str | None


class WrittenTableToday(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """A table since the day began. ``pace`` is rounds per hour; null if none ended recently."""

    table: str
    figures: WrittenFigures
    last_ms: Annotated[
        int | None, msgspec.Meta(description="When its last round was concluded, if lately.")
    ]
    pace: int | None


class WrittenToday(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """The day so far, up to a position in the journal."""

    date: DateText
    start_ms: int
    position: int
    tables: list[WrittenTableToday]


class WrittenDisplay(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """What a screen of a sign showed from a moment until the next entry."""

    sign: str
    screen: str
    link: str
    at_ms: int
    displayed: AmountText
    position: Annotated[
        int | None,
        msgspec.Meta(
            description="Where in the journal the figure that it went by was the jackpot; what was "
            "displayed is no more than that."
        ),
    ]
    state: str
    recorded: Annotated[int, msgspec.Meta(description="Where in the journal its report is.")]


class WrittenDisplays(Outgoing, frozen=True):
    """What signs have displayed, by sign and time."""

    displays: list[WrittenDisplay]


class WrittenDay(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """A day's play, table by table. A round belongs to the day on which it was concluded."""

    date: DateText
    timezone: str
    from_: TimeText = msgspec.field(name="from")
    to: TimeText
    tables: list[WrittenTableDay]
    rulebooks: dict[str, WrittenFigures]
    total: WrittenFigures
    link_refusals: Annotated[int, msgspec.Meta(description="Commands to links that were refused.")]
    other_refusals: Annotated[
        int, msgspec.Meta(description="Commands for tables and links that were not there.")
    ]


# ── a jackpot ─────────────────────────────────────────────────────────────────────────────────────


class WrittenParameters(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """The parameters of a link; shares are in hundredths of a per cent of the bet."""

    reset: AmountText
    rate_bp: int
    reserve_bp: int
    cap: AmountText | None
    verifiers: int


def written_parameters(parameters: LinkParameters) -> WrittenParameters:
    return WrittenParameters(
        reset=format_cents(parameters.reset),
        rate_bp=parameters.rate_bp,
        reserve_bp=parameters.reserve_bp,
        cap=None if parameters.cap is None else format_cents(parameters.cap),
        verifiers=parameters.verifiers,
    )


class WrittenSince(Outgoing, frozen=True):
    """Where the current jackpot begins; claim is the one that took the whole of the last one."""

    at: TimeText
    claim: str | None


class StartPaidBy(Outgoing, frozen=True):
    """Who paid for the start."""

    reserve: UnitsText
    overflow: UnitsText
    house: UnitsText


class JackpotPart(Outgoing, frozen=True):
    """A part of a jackpot; all parts add up to the jackpot."""

    what: str
    amount: UnitsText


class WrittenFromTable(Outgoing, frozen=True):
    """What a table has contributed: entered in the meter, and still waiting."""

    table: str
    entered: UnitsText
    waiting: UnitsText


class WrittenHit(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """A claim and its outcome; order is its place among all that the link has paid."""

    claim: str
    table: str
    round: str
    box: int
    player: str
    winner: str | None
    hand: str
    part: str
    dealt: TimeText
    raised: TimeText
    standing: ClaimStanding
    verified_by: list[str]
    declined_by: list[str]
    award: AmountText | None
    paid: TimeText | None
    order: int | None
    resets: bool
    clauses: tuple[str, ...]
    note: str | None


class WrittenLink(Outgoing, frozen=True, kw_only=True, rename="kebab"):
    """What a link's jackpot has consisted of since it last restarted."""

    link: str
    operator: str
    displayed: AmountText
    locked: bool
    down: bool
    notice: str | None
    parameters: WrittenParameters
    since: WrittenSince
    start_paid_by: StartPaidBy
    parts: list[JackpotPart]
    jackpot: UnitsText
    adds_up: bool
    tables: list[WrittenFromTable]
    waiting: UnitsText
    reserve: UnitsText
    reserve_waiting: UnitsText
    overflow: UnitsText
    hits: list[WrittenHit]
    hits_ever: int


# ── whether all adds up ───────────────────────────────────────────────────────────────────────────


class WrittenComparison(Outgoing, frozen=True):
    """Two figures that should be equal but are not."""

    about: str
    what: str
    expected: UnitsText
    found: UnitsText


class WrittenReconciliation(Outgoing, frozen=True, kw_only=True):
    """Whether all accounts add up: the balances, and any mismatches."""

    right: bool
    verdict: str
    position: int
    events: int
    accounts: dict[str, UnitsText]
    sum: UnitsText
    checks: Annotated[int, msgspec.Meta(description="How many comparisons were made.")]
    wrong: list[WrittenComparison]
