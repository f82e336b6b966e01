"""Every reason for which a command is refused, reached; its clauses, and which reason comes first
(``refusals.md``).
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import FromLink
from pitboss.table.refusals import TableRefusal, TableRefused
from tests.cases import rows_of
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, SS
from tests.table.chained_table import ChainedTable, chained
from tests.table.linked_table import on_link
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, setting

ANN, BOB = "player:ann", "player:bob"
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}


# ── situations ────────────────────────────────────────────────────────────────────────────────────


def laid(book: str, **players: int) -> Table:
    """Betting is open, and players have an opening wager of 25 on their boxes."""
    t = Table.open(book)
    t.lay(**{name: (box, {OPENING[book]: "25"}) for name, box in players.items()})
    return t


def laid_too_little(book: str) -> Table:
    """Betting is open, and ann has a cent less than the minimum on box 1."""
    t = Table.open(book)
    t.lay(ann=(1, {OPENING[book]: "9.99"}))
    return t


def virtual(book: str) -> Table:
    """Bets are closed at a table that shuffles by itself."""
    t = Table.open(book, cards="virtual")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    return t


def shut(book: str) -> Table:
    """The pit supervisor has closed the table."""
    t = Table.open(book)
    t.do("close-table", by=SUPERVISOR)
    return t


def with_progressive(book: str) -> Table:
    """Betting is open, and ann has an opening and a progressive wager on box 1."""
    t = laid(book, ann=1)
    t.lay(ann=(1, {"progressive": "5"}))
    return t


def closed(book: str, **players: int) -> Table:
    t = laid(book, **players)
    t.do("close-betting")
    return t


def deciding(book: str, **players: int) -> Table:
    """All hands are dealt, and players decide."""
    t = closed(book, **players)
    t.deal_all()
    return t


def revealed(book: str) -> Table:
    """Ann has stayed in on box 1, and the dealer has turned over."""
    t = closed(book, ann=1)
    play_on(t)
    return t


def play_on(t: Table) -> None:
    """Box 1, alone in the round, stays in to the end."""
    t.deal_all()
    stay(t, 1)
    t.deal_all()
    while t.phase == "deciding":
        t.choose(1, "check")
        t.deal_all()


def stay(t: Table, box: int) -> None:
    """Stays in, where that is asked; Bullseye has nothing but to set the hand."""
    if t.state.book.id == BE:
        t.choose(box, "set-hand")
    else:
        t.choose(box, "raise", "50")


def to_the_shift_manager(t: Table) -> None:
    t.do("report", incident="unlisted", box=1)


def offered(book: str) -> Table:
    """Ann, on box 1, has to choose; bob, on box 2, has not."""
    t = deciding(book, ann=1, bob=2)
    if book in MBS_RULEBOOKS:
        t.do("report", incident="wrong-player-card-count", box=2, facts={"can_reconstruct": False})
        t.do("confirm", by=SHIFT_MANAGER)
    else:
        t.do("report", incident="other-dealing-error", boxes=[1], facts={"can_reconstruct": False})
    return t


def without_jackpot(book: str) -> Table:
    """The jackpot failed, and the house has still to say how later rounds are run."""
    t = Table.open(book)
    t.lay()
    t.do("report", incident="progressive-system-down")
    t.settle()
    t.do("conclude")
    return t


def run_as(book: str, operation: str, **more: Any) -> Table:
    """The house has chosen how to run without the jackpot, and betting is open where the table
    is.
    """
    t = without_jackpot(book)
    t.do("choose-operation", by=SHIFT_MANAGER, operation=operation, **more)
    if t.state.open:
        t.do("open-betting")
    return t


def without_progressive(book: str, **players: int) -> Table:
    """No progressive bets are taken; players have an opening wager of 25 on their boxes."""
    t = run_as(book, "run-without-progressive")
    t.lay(**{name: (box, {OPENING[book]: "25"}) for name, box in players.items()})
    return t


def pending(book: str = MS) -> Table:
    """A matter that the rules do not cover waits for the shift manager; ann is on box 1."""
    t = deciding(book, ann=1)
    to_the_shift_manager(t)
    return t


def barred(book: str) -> Table:
    """The shift manager has barred ann, and betting is open again."""
    t = deciding(book, ann=1)
    to_the_shift_manager(t)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    t.settle()
    t.do("conclude")
    t.do("open-betting")
    return t


def held(book: str, **players: int) -> Table:
    """Betting is open, and the pit manager holds ann to one position."""
    t = laid(book, **players)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    return t


def no_secret(book: str) -> Table:
    t = Table.open(book, cards="virtual")
    t.secret = bytes(31)
    return t


def fixed(book: str, player: str) -> ChainedTable:
    """Betting is open at a table whose secrets are fixed in advance, and somebody has a bet."""
    t = chained(book)
    t.do("open-betting")
    t.lay(**{player: (1, {OPENING[book]: "25"})})
    return t


def bound(book: str) -> ChainedTable:
    t = fixed(book, "ann")
    t.commit("ann")
    return t


def bound_and_closed(book: str) -> ChainedTable:
    t = bound(book)
    t.do("close-betting")
    return t


def jackpot_unknown(book: str) -> Table:
    """There is a progressive bet, and nobody says what the jackpot is."""
    t = with_progressive(book)
    t.jackpot = None
    return t


def revealed_without_jackpot(book: str) -> Table:
    t = jackpot_unknown(book)
    t.do("close-betting")
    play_on(t)
    return t


def ace_out(book: str) -> Table:
    """The ace of hearts has been dealt."""
    t = Table.open(book, dealing="manual" if book in MBS_RULEBOOKS else "shoe")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    if book not in MBS_RULEBOOKS:
        t.do("deal")
    t.do("deal", cards=["Ah"])
    return t


def looked(book: str) -> Table:
    """Ann, on boxes 1 and 2, has looked at box 2."""
    t = deciding(book, ann=1, ann2=2)
    t.choose(2, "examine")
    return t


def looked_and_folded(book: str) -> Table:
    t = looked(book)
    t.choose(1, "fold")
    return t


def stayed(book: str) -> Table:
    """Ann has stayed in, and bob is to decide."""
    t = deciding(book, ann=1, bob=2)
    stay(t, 1)
    return t


def link_down(book: str) -> Table:
    t = on_link(book)
    t.lay(ann=(1, {OPENING[book]: "25"}))
    t.link = FromLink(down=True)
    return t


def jackpot_pending(book: str) -> Table:
    """Ann has a royal flush that nobody has verified yet."""
    t = on_link(book)
    t.bet(ann=(1, {OPENING[book]: "25", "progressive": "5"}))
    t.cards({1: "Ah Kh", "community": "Qh Jh Th 2c 3d"} if book == MH else {1: "Ah Kh Qh Jh Th"})
    play_on(t)
    t.do("settle")
    return t


def box_and_player_barred(book: str) -> Table:
    """Ann is barred, box 2 too, and betting is open."""
    t = run_as(book, "bar-box", box=2)
    t.lay(ann=(1, {"ante": "25"}))
    to_the_shift_manager(t)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    return t


def failed_in_the_round(book: str) -> Table:
    """A void round in which the jackpot failed, not settled yet."""
    t = laid(book, ann=1)
    t.do("report", incident="progressive-system-down")
    return t


def one_card_exposed(book: str) -> Table:
    """MBS leaves one exposed card to the shift manager."""
    t = deciding(book, ann=1)
    t.do("report", incident="cards-exposed", facts={"count": 1})
    return t


def ordinary_cards(book: str) -> Table:
    """Ann has stayed in on box 1 with ordinary cards, and the dealer has turned over."""
    t = Table.open(book, cards="shown")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    t.cards({"dealer": "Ah Kh" if book == MH else "Ah Kh Qd 3c 2d"})
    play_on(t)
    return t


def ace_twice(book: str) -> Table:
    """The ace of hearts is with the dealer, and was told of box 1 too."""
    t = ordinary_cards(book)
    t.do("show-hand", box=1, cards="ah 4s" if book == MH else "ah 4s 5c 6d 7d")
    return t


def looked_at_virtual(book: str) -> Table:
    """The dealer has entered that ann looked at cards of the system."""
    t = virtual(book)
    t.deal_all()
    t.do("examine", box=1)
    return t


def correction_asked(book: str) -> Table:
    """The dealer has laid a bet for ann and asks for a correction; the round is settled."""
    t = Table.open(book)
    t.do("open-betting")
    t.do("place-bet", box=1, bet=OPENING[book], amount="25", player="ann")
    t.do("close-betting")
    play_on(t)
    t.settle()
    t.do("correct", entry=2, reason="Not there.")
    return t


SITUATIONS: Mapping[str, Callable[..., Table]] = {
    "no table": lambda book: Table(),
    "open": Table.open,
    "closed by the supervisor": shut,
    "closed without jackpot": lambda book: run_as(book, "close-table"),
    "betting": laid,
    "ann a cent short": laid_too_little,
    "ann barred": barred,
    "box 2 barred": lambda book: run_as(book, "bar-box", box=2),
    "ann and box 2 barred": box_and_player_barred,
    "ann held to one position": held,
    "bets closed": closed,
    "virtual cards, a secret too short": no_secret,
    "virtual cards, bets closed": virtual,
    "secrets fixed, bob with a bet": lambda book: fixed(book, "bob"),
    "secrets fixed, ann bound": bound,
    "secrets fixed, ann bound, bets closed": bound_and_closed,
    "the ace of hearts is out": ace_out,
    "deciding": deciding,
    "ann has looked at box 2": looked,
    "ann has looked at box 2 and folded box 1": looked_and_folded,
    "ann has stayed in": stayed,
    "one card exposed": one_card_exposed,
    "ruling pending": pending,
    "options offered": offered,
    "revealed": revealed,
    "jackpot failed": without_jackpot,
    "jackpot failed in the round": failed_in_the_round,
    "run without progressive": without_progressive,
    "the jackpot unknown": jackpot_unknown,
    "revealed, the jackpot unknown": revealed_without_jackpot,
    "the link is down": link_down,
    "a royal flush is not verified": jackpot_pending,
    "ordinary cards, revealed": ordinary_cards,
    "ordinary cards, the ace of hearts twice": ace_twice,
    "ann has looked at virtual cards": looked_at_virtual,
    "a correction has been asked for": correction_asked,
}

PEOPLE = {
    "ann": ANN,
    "bob": BOB,
    "dealer": DEALER,
    "supervisor": SUPERVISOR,
    "pit manager": PIT_MANAGER,
    "shift manager": SHIFT_MANAGER,
    "other dana": "pit-supervisor:dana",
}


def refusal(row: Mapping[str, str], book: str) -> TableRefused:
    """What the command of a row is refused with, in its situation at a table of a rulebook."""
    situation, _, names = row["situation"].partition(": ")
    t = SITUATIONS[situation](
        book, **{name: box for box, name in enumerate(names.split(", "), 1) if name}
    )
    do, _, written = row["command"].partition(" ")
    fields: dict[str, Any] = json.loads(written or "{}")
    if fields.get("bet") == "opening":
        fields["bet"] = OPENING[book]
    if do == "open-table":
        fields = setting(book, **fields)
    if do == "stay":
        do, more = ("set-hand", {}) if book == BE else ("raise", {"amount": "50"})
        fields |= more
    return t.refuse(do, by=PEOPLE[row["by"]], **fields)


# ── every code and its clauses ────────────────────────────────────────────────────────────────────

ROWS = [*rows_of(Path(__file__).parent / "refusals.md")]
REACHED = [row for row in ROWS if "code" in row]
MEETINGS = [row for row in ROWS if "first" in row]

COLUMNS = {MS: "RWS stud", CS: "RWS stud", MH: "RWS hold'em", SS: "MBS stud", BE: "Bullseye"}
CASES = [
    pytest.param(row, book, id=f"{row['code']}-{book}")
    for row in REACHED
    for book, column in COLUMNS.items()
    if row[column] != "—"
]


def test_every_code_is_reached() -> None:
    assert [row["code"] for row in REACHED] == list(TableRefusal)


@pytest.mark.parametrize(("row", "book"), CASES)
def test_the_situation_reaches_the_code_and_cites_the_clauses_of_its_document(
    row: dict[str, str], book: str
) -> None:
    found = refusal(row, book)

    assert (found.code, ", ".join(found.clauses)) == (row["code"], row[COLUMNS[book]])
    if book == next(book for book, column in COLUMNS.items() if row[column] != "—"):
        assert found.message == row["says"]
    assert found.message.endswith(".")
    assert not found.message.endswith("..")
    assert "  " not in found.message
    assert found.message == found.message.strip()
    # A list that came out empty, or a value that is none, would show.
    assert "None" not in found.message
    assert set(found.clauses) <= set(clauses(book))


@pytest.mark.parametrize(
    "row",
    MEETINGS,
    ids=[f"{row['first']}-before-{row['second']}-{row['rulebook']}" for row in MEETINGS],
)
def test_of_two_reasons_the_first_is_given(row: dict[str, str]) -> None:
    order = [*TableRefusal]

    assert order.index(TableRefusal(row["first"])) < order.index(TableRefusal(row["second"]))
    assert refusal(row, row["rulebook"]).code == row["first"]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_rulebooks_give_clauses_for_codes_that_exist(book: str) -> None:
    found = Shelf().get(book).refusals

    assert set(found) <= set(TableRefusal)
    for numbers in found.values():
        assert numbers
        assert set(numbers) <= set(clauses(book))


def test_a_table_that_its_supervisor_closed_cites_nothing_and_one_without_jackpot_its_clause() -> (
    None
):
    assert run_as(MS, "close-table").refused("open-betting") == ("table-closed", ("5.18.2.a",))
    assert run_as(MH, "close-table").refused("open-betting") == ("table-closed", ("5.17.2.a",))
    t = Table.open(MS)
    t.do("close-table", by=SUPERVISOR)
    assert t.refused("open-betting") == ("table-closed", ())


@pytest.mark.parametrize(
    ("book", "clause"), [(MS, "3.8"), (CS, "3.8"), (MH, "3.8"), (SS, "3.5"), (BE, "3.6")]
)
def test_a_table_that_has_no_jackpot_at_all_cites_the_wager(book: str, clause: str) -> None:
    t = Table.open(book, progressive=None)
    t.lay(ann=(1, {OPENING[book]: "25"}))

    assert t.refused_bet(1, "progressive", "5") == ("no-progressive", (clause,))


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_player_who_was_stopped_is_refused_by_the_clause_that_stopped_him(book: str) -> None:
    t = Table.open(book)
    t.do("stop-player", by=SHIFT_MANAGER, player="ann")
    t.lay(bob=(1, {OPENING[book]: "25"}))

    assert t.refused_bet(2, OPENING[book], "25") == ("player-barred", ("5.10.3",))
    assert t.refused_bet(2, OPENING[book], "25", by=DEALER, player="ann") == (
        "player-barred",
        ("5.10.3",),
    )


def test_a_power_that_is_not_held_cites_its_clause() -> None:
    t = Table.open(SS)
    assert t.refused("hold-to-one-position", by=SUPERVISOR, player="ann") == (
        "not-allowed",
        ("3.4.3",),
    )
    assert t.refused("stop-player", by=PIT_MANAGER, player="ann") == ("not-allowed", ("5.10.3",))
    assert t.refused("choose-operation", by=SHIFT_MANAGER, operation="close-table") == (
        "not-allowed",
        ("6.2",),
    )
    t = Table.open(MS)
    assert t.refused("stop-player", by=SHIFT_MANAGER, player="ann") == ("not-allowed", ("1.11",))
    assert t.refused("choose-operation", by=PIT_MANAGER, operation="close-table") == (
        "not-allowed",
        ("5.18.2",),
    )
    t = deciding(MS, ann=1)
    to_the_shift_manager(t)
    assert t.refused("confirm", by=PIT_MANAGER, decision="continue") == ("not-allowed", ("5.24",))


# ── nothing has changed ───────────────────────────────────────────────────────────────────────────


def test_a_refused_command_leaves_the_table_as_it_was() -> None:
    t = deciding(MS, ann=1, bob=2)
    before = t.state
    t.refuse("fold", by=BOB, box=2)
    t.refuse("raise", by=ANN, box=1, amount="1")
    t.refuse("settle")
    t.refuse("report", incident="wrong-raise", box=1)

    assert t.state is before
    assert len(t.refusals) == 4
