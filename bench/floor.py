"""Casinos to measure: tables that play the same rounds again and again, from scripts made
beforehand.

A script holds commands that a table accepts whatever cards come, so only Pitboss works while the
clock runs.
"""

from collections.abc import Iterator, Sequence
from itertools import count, cycle

from pitboss.casino.app import Casino
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.jackpot.commands import OpenLink
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.port import Journal
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.shuffle.deck import SECRET_BYTES

RULEBOOK, LINK = "rws-multilink-stud-3", "mega"
BOXES = 6
_DEALER = Actor(Post.DEALER, "dana")
_ids = count()


_secrets = cycle(bytes([n]) * SECRET_BYTES for n in range(64))


def harmless() -> bytes:
    """The secret of a shuffle in which nobody is dealt a jackpot: a claim would wait for somebody
    to verify it.
    """
    return next(_secrets)


def open_floor(journal: Journal, tables: Sequence[str], linked: bool = True) -> Casino:
    """A casino with these tables, on one link or on a link each."""
    casino = Casino(journal, secret=harmless)
    opening = OpenLink(
        "RWS", LinkParameters(reset=Cents(100_000_00), rate_bp=1_250, reserve_bp=250)
    )
    for table in tables:
        link = LINK if linked else f"{LINK}-{table}"
        if casino.link(link) is None:
            _must(casino, Request(f"open link {link}", link_stream(link), opening, SYSTEM))
        settings = c.OpenTable(
            rulebook=RULEBOOK,
            layout="A",
            boxes=BOXES,
            dealing="shuffler",
            cards="virtual",
            limits={"ante": c.LimitSetting(Cents(10_00), Cents(1_000_00))},
            progressive_bet=Cents(5_00),
            link=link,
        )
        _must(casino, Request(f"open {table}", table_stream(table), settings, SYSTEM))
    return casino


def _must(casino: Casino, request: Request) -> None:
    answer = casino.carry_out(request)
    assert answer.refusal is None, answer.refusal


def _round() -> Iterator[tuple[c.AnyCommand, Actor]]:
    """Six boxes with ante and progressive; each player looks at his hand and bets."""
    players = {box: Actor(Post.PLAYER, f"p{box}") for box in range(1, BOXES + 1)}
    yield c.OpenBetting(), _DEALER
    for box, player in players.items():
        yield c.PlaceBet(box, "ante", Cents(25_00)), player
        yield c.PlaceBet(box, "progressive", Cents(5_00)), player
    yield c.CloseBetting(), _DEALER
    for _ in range(BOXES + 1):
        yield c.Deal(), _DEALER
    for box, player in players.items():
        yield c.Examine(box), player
        yield c.Raise(box, Cents(50_00)), player
    yield c.Deal(), _DEALER
    yield c.Settle(), _DEALER
    yield c.Conclude(), _DEALER


COMMANDS_A_ROUND = sum(1 for _ in _round())


def one_round(tables: Sequence[str]) -> list[list[Request]]:
    """A round at all tables at once: groups of requests, one for each table."""
    return [
        [Request(f"b{next(_ids)}", table_stream(table), command, actor) for table in tables]
        for command, actor in _round()
    ]
