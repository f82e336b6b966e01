"""Every reason for which a command is refused, reached; the sentences, the clauses, and which reason comes first."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.shelf import Shelf
from pitboss.table.commands import FromLink
from pitboss.table.refusals import TableRefusal, TableRefused
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS
from tests.table.linked import on_link
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, setting

ANN, BOB = "player:ann", "player:bob"
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}

Situation = Callable[[str], TableRefused]


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
    """The house has chosen how to run without the jackpot, and betting is open where the table is."""
    t = without_jackpot(book)
    t.do("choose-operation", by=SHIFT_MANAGER, operation=operation, **more)
    if t.state.open:
        t.do("open-betting")
    return t


def under_notice(book: str) -> Table:
    """No progressive bets are taken; ann has an opening wager on box 1."""
    t = run_as(book, "run-without-progressive")
    t.lay(ann=(1, {OPENING[book]: "25"}))
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


def place(t: Table, box: int, bet: str, amount: str = "25", by: str = ANN, **more: Any) -> TableRefused:
    return t.refuse("place-bet", by=by, box=box, bet=bet, amount=amount, **more)


def no_secret(book: str) -> TableRefused:
    t = Table.open(book, cards="virtual")
    t.secret = bytes(31)
    return t.refuse("open-betting")


def no_jackpot(book: str) -> TableRefused:
    t = with_progressive(book)
    t.do("close-betting")
    play_on(t)
    t.jackpot = None
    return t.refuse("settle")


def held_to_one(book: str) -> TableRefused:
    t = Table.open(book)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    t.lay(ann=(1, {OPENING[book]: "25"}))
    return place(t, 2, OPENING[book])


def burnt_and_dealt_again(book: str) -> TableRefused:
    t = Table.open(book, dealing="manual" if book in MBS_RULEBOOKS else "shoe")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    if book in RWS_RULEBOOKS:
        t.do("deal")
    t.do("deal", cards=["Ah"])
    return t.refuse("deal", cards=["Ah"])


def second_look(book: str) -> TableRefused:
    t = deciding(book, ann=1, ann2=2)
    t.choose(2, "examine")
    return t.refuse("examine", by=ANN, box=1)


def bad_setting(book: str) -> TableRefused:
    t = deciding(book, ann=1)
    return t.refuse("set-hand", by=ANN, box=1, three=t.held(1).split()[:3])


ROYAL: Mapping[str, Mapping[int | str, str]] = {
    MS: {1: "Ah Kh Qh Jh Th"},
    CS: {1: "Ah Kh Qh Jh Th"},
    SS: {1: "Ah Kh Qh Jh Th"},
    MH: {1: "Ah Kh", "community": "Qh Jh Th 2c 3d"},
    BE: {1: "Ah Kh Qh Jh Th"},
}


def link_down(book: str) -> TableRefused:
    t = on_link(book)
    t.lay(ann=(1, {OPENING[book]: "25"}))
    t.link = FromLink(down=True)
    return place(t, 1, "progressive", "5")


def jackpot_pending(book: str) -> TableRefused:
    """Ann has a royal flush that nobody has verified yet."""
    t = on_link(book)
    t.bet(ann=(1, {OPENING[book]: "25", "progressive": "5"}))
    t.cards(ROYAL[book])
    play_on(t)
    t.do("settle")
    return t.refuse("settle")


def already_decided(book: str) -> TableRefused:
    t = deciding(book, ann=1, bob=2)
    stay(t, 1)
    if book == BE:
        return t.refuse("set-hand", by=ANN, box=1)
    return t.refuse("raise", by=ANN, box=1, amount="50")


SITUATIONS: Mapping[TableRefusal, tuple[tuple[str, ...], Situation]] = {
    TableRefusal.NO_TABLE: (RULEBOOKS, lambda book: Table().refuse("open-betting")),
    TableRefusal.TABLE_EXISTS: (
        RULEBOOKS,
        lambda book: Table.open(book).refuse("open-table", by=SUPERVISOR, **setting(book)),
    ),
    TableRefusal.NOT_ALLOWED: (RULEBOOKS, lambda book: Table.open(book).refuse("open-betting", by=ANN)),
    TableRefusal.RULING_PENDING: (
        RULEBOOKS,
        lambda book: pending(book).refuse("fold", by=ANN, box=1),
    ),
    TableRefusal.OPTIONS_PENDING: (RULEBOOKS, lambda book: offered(book).refuse("settle")),
    TableRefusal.TABLE_CLOSED: (
        RULEBOOKS,
        lambda book: shut(book).refuse("open-betting"),
    ),
    TableRefusal.BAD_CONFIGURATION: (
        RULEBOOKS,
        lambda book: Table().refuse("open-table", by=SUPERVISOR, **setting(book, layout="Z")),
    ),
    TableRefusal.NOTHING_PENDING: (RULEBOOKS, lambda book: deciding(book, ann=1).refuse("close-options")),
    TableRefusal.CHANGED_SINCE: (
        RULEBOOKS,
        lambda book: pending(book).refuse("confirm", by=SHIFT_MANAGER, approves="another"),
    ),
    TableRefusal.ROUND_IN_PROGRESS: (RULEBOOKS, lambda book: laid(book).refuse("open-betting")),
    TableRefusal.OPERATION_PENDING: (
        RWS_RULEBOOKS,
        lambda book: without_jackpot(book).refuse("open-betting"),
    ),
    TableRefusal.BETTING_NOT_OPEN: (RULEBOOKS, lambda book: place(Table.open(book), 1, OPENING[book])),
    TableRefusal.NO_MORE_BETS: (RULEBOOKS, lambda book: place(closed(book, ann=1), 1, OPENING[book])),
    TableRefusal.NOT_NOW: (RULEBOOKS, lambda book: closed(book, ann=1).refuse("settle")),
    TableRefusal.UNKNOWN_INCIDENT: (
        RULEBOOKS,
        lambda book: closed(book, ann=1).refuse("report", incident="dog-on-table"),
    ),
    TableRefusal.CANNOT_HAPPEN_NOW: (
        RULEBOOKS,
        lambda book: laid(book, ann=1).refuse("report", incident="cards-exposed"),
    ),
    TableRefusal.PLAYER_BARRED: (RULEBOOKS, lambda book: place(barred(book), 1, OPENING[book])),
    TableRefusal.NO_SUCH_BOX: (RULEBOOKS, lambda book: place(laid(book), 7, OPENING[book])),
    TableRefusal.BOX_BARRED: (
        RWS_RULEBOOKS,
        lambda book: place(run_as(book, "bar-box", box=2), 2, OPENING[book]),
    ),
    TableRefusal.NO_SUCH_BET: (RULEBOOKS, lambda book: place(laid(book), 1, "insurance")),
    TableRefusal.BAD_AMOUNT: (RULEBOOKS, lambda book: place(laid(book), 1, OPENING[book], "0")),
    TableRefusal.SOMEONE_ELSES_BOX: (
        RULEBOOKS,
        lambda book: place(laid(book, ann=1), 1, "progressive", "5", by=BOB),
    ),
    TableRefusal.ONE_POSITION_ONLY: (MBS_RULEBOOKS, held_to_one),
    TableRefusal.NEEDS_OPENING_WAGER: (RULEBOOKS, lambda book: place(laid(book), 1, "progressive", "5")),
    TableRefusal.NO_PROGRESSIVE: (
        RWS_RULEBOOKS,
        lambda book: place(under_notice(book), 1, "progressive", "5"),
    ),
    TableRefusal.WRONG_PROGRESSIVE_AMOUNT: (
        RULEBOOKS,
        lambda book: place(laid(book, ann=1), 1, "progressive", "4.99"),
    ),
    TableRefusal.OVER_MAXIMUM: (RULEBOOKS, lambda book: place(laid(book), 1, OPENING[book], "1000.01")),
    TableRefusal.UNDER_MINIMUM: (
        RULEBOOKS,
        lambda book: laid_too_little(book).refuse("close-betting"),
    ),
    TableRefusal.NOTHING_BET: (RULEBOOKS, lambda book: laid(book).refuse("close-betting")),
    TableRefusal.NO_SECRET: (RULEBOOKS, no_secret),
    TableRefusal.NO_SEEDS_HERE: (
        RULEBOOKS,
        lambda book: laid(book).refuse("give-seed", by=ANN, seed="cheese"),
    ),
    TableRefusal.WRONG_PLACE: (RULEBOOKS, lambda book: closed(book, ann=1).refuse("deal", to="5")),
    TableRefusal.CARDS_NEEDED: (
        RULEBOOKS,
        lambda book: closed(book, ann=1).refuse("deal", cards=["Ah", "Kh", "Qh"]),
    ),
    TableRefusal.CARDS_NOT_TAKEN: (
        RULEBOOKS,
        lambda book: virtual(book).refuse("deal", cards=["Ah"]),
    ),
    TableRefusal.CARD_ALREADY_OUT: (RULEBOOKS, burnt_and_dealt_again),
    TableRefusal.OUT_OF_TURN: (
        RULEBOOKS,
        lambda book: deciding(book, ann=1, bob=2).refuse("set-hand" if book == BE else "fold", by=BOB, box=2),
    ),
    TableRefusal.SECOND_LOOK: (RULEBOOKS, second_look),
    TableRefusal.ALREADY_DECIDED: (RULEBOOKS, already_decided),
    TableRefusal.WRONG_RAISE: (
        (MS, CS, MH, SS),
        lambda book: deciding(book, ann=1).refuse("raise", by=ANN, box=1, amount="49.99"),
    ),
    TableRefusal.BAD_SETTING: ((BE,), bad_setting),
    TableRefusal.FACT_NEEDED: (
        RULEBOOKS,
        lambda book: deciding(book, ann=1).refuse("report", incident="wrong-dealer-card-count"),
    ),
    TableRefusal.BAD_FACT: (
        RULEBOOKS,
        lambda book: deciding(book, ann=1).refuse(
            "report", incident="wrong-dealer-card-count", facts={"can_reconstruct": "perhaps"}
        ),
    ),
    TableRefusal.NO_JACKPOT: (RULEBOOKS, no_jackpot),
    TableRefusal.LINK_DOWN: (RULEBOOKS, link_down),
    TableRefusal.JACKPOT_PENDING: (RULEBOOKS, jackpot_pending),
    TableRefusal.DECISION_NEEDED: (
        RULEBOOKS,
        lambda book: pending(book).refuse("confirm", by=SHIFT_MANAGER),
    ),
    TableRefusal.NO_SUCH_OPTION: (
        RULEBOOKS,
        lambda book: offered(book).refuse("choose-option", by=ANN, box=1, option="double"),
    ),
}
"""For each code the rulebooks in which it can be reached, and a situation that reaches it."""

CASES = [(code, book) for code, (books, _) in SITUATIONS.items() for book in books]


def test_every_code_is_reached() -> None:
    assert list(SITUATIONS) == list(TableRefusal)


@pytest.mark.parametrize(("code", "book"), CASES, ids=[f"{code}-{book}" for code, book in CASES])
def test_the_situation_reaches_the_code(code: TableRefusal, book: str) -> None:
    found = SITUATIONS[code][1](book)

    assert found.code is code
    assert found.message.endswith(".")
    assert not found.message.endswith("..")
    assert "  " not in found.message
    assert found.message == found.message.strip()
    # A list that came out empty, or a value that is none, would show.
    assert "None" not in found.message
    assert set(found.clauses) <= set(clauses(book))


# ── clauses ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def cited(
    stud: tuple[str, ...],
    holdem: tuple[str, ...] | None,
    singapore: tuple[str, ...] | None,
    bullseye: tuple[str, ...] | None,
) -> dict[str, tuple[str, ...]]:
    """The clauses by rulebook. Both RWS stud documents share their numbering; None is where a code is not reached."""
    found = {MS: stud, CS: stud, MH: holdem, SS: singapore, BE: bullseye}
    return {book: numbers for book, numbers in found.items() if numbers is not None}


CLAUSES: Mapping[TableRefusal, Mapping[str, tuple[str, ...]]] = {
    # Who may do what in which post.
    TableRefusal.NOT_ALLOWED: cited(("1.11",), ("1.18",), ("6.2",), ("6.2",)),
    # An unlisted matter waits for the shift manager.
    TableRefusal.RULING_PENDING: cited(("5.24",), ("5.23",), ("6.1",), ("6.1",)),
    # RWS: options after a dealing error. MBS: a wrong count at one box, after which others may withdraw.
    TableRefusal.OPTIONS_PENDING: cited(
        ("5.10", "5.10.1", "5.10.3"), ("5.10", "5.10.1", "5.10.3"), ("5.7", "5.7.1"), ("5.7", "5.7.1")
    ),
    # The layout, the limits that are displayed, and at MBS the ways of dealing.
    TableRefusal.BAD_CONFIGURATION: cited(
        ("2.1.1", "3.3"), ("2.1.1", "3.3"), ("2.2", "3.4", "3.7", "3.8"), ("2.2", "3.5", "3.8", "3.9")
    ),
    # What a round is, and when it is over.
    TableRefusal.ROUND_IN_PROGRESS: cited(("1.16",), ("1.25",), ("1.1.7",), ("1.1.11",)),
    TableRefusal.OPERATION_PENDING: cited(("5.18.2",), ("5.17.2",), None, None),
    TableRefusal.BETTING_NOT_OPEN: cited(("3.2",), ("3.2",), ("3.1",), ("3.1",)),
    # At MBS 5.5 is about placing, 5.6 about withdrawing.
    TableRefusal.NO_MORE_BETS: cited(
        ("3.9", "5.11"), ("3.10", "5.11"), ("3.2", "5.5", "5.6"), ("3.2", "5.5", "5.6")
    ),
    TableRefusal.NOT_NOW: cited(("1.16",), ("1.25",), ("1.1.7",), ("1.1.11",)),
    # Barred by a decision on what the rules do not cover.
    TableRefusal.PLAYER_BARRED: cited(("5.24",), ("5.23",), ("6.1",), ("6.1",)),
    TableRefusal.NO_SUCH_BOX: cited(("2.1.1.a",), ("2.1.1.a",), ("2.2",), ("2.2",)),
    TableRefusal.BOX_BARRED: cited(("5.18.2.b",), ("5.17.2.b",), None, None),
    TableRefusal.NO_SUCH_BET: cited(("2.1.1",), ("2.1.1",), ("2.2.1",), ("2.2.1",)),
    # MBS boxes may be shared, but not for a progressive wager.
    TableRefusal.SOMEONE_ELSES_BOX: cited(("3.5",), ("3.5",), ("3.5.4",), ("3.6.4",)),
    TableRefusal.ONE_POSITION_ONLY: {SS: ("3.4.3",), BE: ("3.5.3",)},
    TableRefusal.NEEDS_OPENING_WAGER: cited(("3.6", "3.8"), ("3.6", "3.8"), ("3.4", "3.5"), ("3.5", "3.6")),
    TableRefusal.NO_PROGRESSIVE: cited(("5.18.2.c",), ("5.17.2.c",), None, None),
    # The MBS documents prescribe no amount: one wager is taken, through the wagering system.
    TableRefusal.WRONG_PROGRESSIVE_AMOUNT: cited(("3.4",), ("3.4",), ("3.4.2", "3.5.3"), ("3.5.2", "3.6.3")),
    TableRefusal.OVER_MAXIMUM: cited(("3.4", "5.1"), ("3.4", "5.1"), ("3.4",), ("3.5",)),
    TableRefusal.UNDER_MINIMUM: cited(("3.4", "5.2"), ("3.4", "5.2"), ("3.4",), ("3.5",)),
    TableRefusal.NOTHING_BET: cited(("3.6",), ("3.6",), ("3.4",), ("3.5",)),
    TableRefusal.WRONG_PLACE: cited(("3.10", "3.11"), ("3.11", "3.12"), ("3.7", "3.8"), ("3.8", "3.9")),
    TableRefusal.CARDS_NEEDED: cited(("2.2.1",), ("2.2.1",), (), ()),
    TableRefusal.CARD_ALREADY_OUT: cited(("2.2.1",), ("2.2.1",), ("2.1",), ("2.1",)),
    TableRefusal.OUT_OF_TURN: cited(("3.12",), ("3.11.2", "3.12.3"), ("3.9",), ("3.10",)),
    TableRefusal.SECOND_LOOK: cited(("3.7",), ("3.7",), ("3.4.1",), ("3.5.1",)),
    TableRefusal.ALREADY_DECIDED: cited(("5.11",), ("5.11",), ("3.9.2", "5.5"), ("3.13",)),
    TableRefusal.WRONG_RAISE: cited(("3.7", "3.12.2"), ("1.11", "1.23", "1.29", "3.7"), ("3.9.2",), None),
    TableRefusal.BAD_SETTING: {BE: ("3.10.1", "3.10.2")},
}
"""The clauses of the documents that stand behind a code; codes that are not here are about the table, not the rules."""


@pytest.mark.parametrize(("code", "book"), CASES, ids=[f"{code}-{book}" for code, book in CASES])
def test_a_refusal_cites_the_clauses_of_its_document(code: TableRefusal, book: str) -> None:
    expected = CLAUSES.get(code, {}).get(book, ())

    assert SITUATIONS[code][1](book).clauses == expected


def test_the_table_of_clauses_has_every_rulebook_in_which_a_code_is_reached() -> None:
    assert {code: set(books) for code, books in CLAUSES.items()} == {
        code: set(SITUATIONS[code][0]) for code in CLAUSES
    }


@pytest.mark.parametrize("book", RULEBOOKS)
def test_rulebooks_give_clauses_for_codes_that_exist(book: str) -> None:
    found = Shelf().get(book).refusals

    assert set(found) <= set(TableRefusal)
    for numbers in found.values():
        assert numbers
        assert set(numbers) <= set(clauses(book))


def test_a_table_that_its_supervisor_closed_cites_nothing_and_one_without_jackpot_its_clause() -> None:
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
    assert t.refused_bet(2, OPENING[book], "25", by=DEALER, player="ann") == ("player-barred", ("5.10.3",))


def test_a_power_that_is_not_held_cites_its_clause() -> None:
    t = Table.open(SS)
    assert t.refused("hold-to-one-position", by=SUPERVISOR, player="ann") == ("not-allowed", ("3.4.3",))
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


# ── which reason comes first ──────────────────────────────────────────────────────────────────────────────────────────


Meeting = tuple[str, TableRefusal, TableRefusal, Callable[[], TableRefused]]
"""A situation at a table of some rulebook in which two reasons hold, the one that is given first."""


def meeting(
    book: str, first: TableRefusal, second: TableRefusal, make: Callable[[], TableRefused]
) -> Meeting:
    return (book, first, second, make)


def barred_box_and_player() -> Table:
    """Ann is barred, box 2 too, and betting is open."""
    t = run_as(MS, "bar-box", box=2)
    t.lay(ann=(1, {"ante": "25"}))
    to_the_shift_manager(t)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    return t


def failed_in_the_round() -> Table:
    """A void round in which the jackpot failed, not settled yet."""
    t = laid(MS, ann=1)
    t.do("report", incident="progressive-system-down")
    return t


def held(**players: int) -> Table:
    t = laid(SS, **players)
    t.do("hold-to-one-position", by=PIT_MANAGER, player="ann")
    return t


def ace_burnt() -> Table:
    t = closed(MS, ann=1)
    t.do("deal", cards=["Ah"])
    return t


def looked_and_folded() -> Table:
    """Ann has looked at box 2, and folded box 1."""
    t = deciding(MS, ann=1, ann2=2)
    t.choose(2, "examine")
    t.choose(1, "fold")
    return t


def jackpot_unknown() -> Table:
    """There is a progressive bet, and nobody says what the jackpot is."""
    t = with_progressive(MS)
    t.jackpot = None
    return t


def one_card_exposed() -> Table:
    """MBS leaves one exposed card to the shift manager."""
    t = deciding(SS, ann=1)
    t.do("report", incident="cards-exposed", facts={"count": 1})
    return t


R = TableRefusal
MEETINGS = [
    meeting(MS, R.NO_TABLE, R.NOT_ALLOWED, lambda: Table().refuse("close-table", by=ANN)),
    meeting(
        MS,
        R.TABLE_EXISTS,
        R.NOT_ALLOWED,
        lambda: Table.open(MS).refuse("open-table", by=ANN, **setting(MS)),
    ),
    meeting(
        MS,
        R.TABLE_EXISTS,
        R.BAD_CONFIGURATION,
        lambda: Table.open(MS).refuse("open-table", by=SUPERVISOR, **setting(MS, boxes=0)),
    ),
    meeting(
        MS,
        R.NOT_ALLOWED,
        R.BAD_CONFIGURATION,
        lambda: Table().refuse("open-table", by=DEALER, **setting(MS, boxes=0)),
    ),
    meeting(MS, R.NOT_ALLOWED, R.RULING_PENDING, lambda: pending().refuse("deal", by=ANN)),
    meeting(
        SS,
        R.NOT_ALLOWED,
        R.RULING_PENDING,
        lambda: pending(SS).refuse("hold-to-one-position", by=DEALER, player="ann"),
    ),
    meeting(MS, R.NOT_ALLOWED, R.RULING_PENDING, lambda: place(pending(), 1, "ante", by=BOB, player="ann")),
    meeting(MS, R.NOT_ALLOWED, R.OPTIONS_PENDING, lambda: offered(MS).refuse("close-options", by=ANN)),
    meeting(MS, R.NOT_ALLOWED, R.BETTING_NOT_OPEN, lambda: place(Table.open(MS), 1, "ante", by=DEALER)),
    meeting(
        MS,
        R.NOT_ALLOWED,
        R.NO_MORE_BETS,
        lambda: closed(MS, ann=1).refuse("withdraw-bet", by=BOB, box=1, bet="ante", player="ann"),
    ),
    meeting(
        MS,
        R.NOT_ALLOWED,
        R.NOTHING_PENDING,
        lambda: Table.open(MS).refuse("choose-operation", by=DEALER, operation="dance"),
    ),
    meeting(
        MS,
        R.NOT_ALLOWED,
        R.CHANGED_SINCE,
        lambda: pending().refuse("confirm", by=PIT_MANAGER, approves="another"),
    ),
    meeting(
        MS,
        R.CHANGED_SINCE,
        R.DECISION_NEEDED,
        lambda: pending().refuse("confirm", by=SHIFT_MANAGER, approves="another"),
    ),
    meeting(MS, R.RULING_PENDING, R.NO_MORE_BETS, lambda: place(pending(), 1, "ante")),
    meeting(MS, R.RULING_PENDING, R.NOTHING_PENDING, lambda: pending().refuse("close-options")),
    meeting(MS, R.RULING_PENDING, R.UNKNOWN_INCIDENT, lambda: pending().refuse("report", incident="dog")),
    meeting(MS, R.OPTIONS_PENDING, R.NOT_NOW, lambda: offered(MS).refuse("settle")),
    meeting(MS, R.OPTIONS_PENDING, R.NOTHING_PENDING, lambda: offered(MS).refuse("confirm")),
    meeting(
        MS,
        R.TABLE_CLOSED,
        R.BETTING_NOT_OPEN,
        lambda: place(run_as(MS, "close-table"), 1, "ante"),
    ),
    meeting(
        MS,
        R.TABLE_CLOSED,
        R.NOTHING_PENDING,
        lambda: run_as(MS, "close-table").refuse("restore-progressive", by=SHIFT_MANAGER),
    ),
    meeting(
        MS,
        R.NOTHING_PENDING,
        R.ROUND_IN_PROGRESS,
        lambda: laid(MS).refuse("restore-progressive", by=SHIFT_MANAGER),
    ),
    meeting(
        MS,
        R.NOTHING_PENDING,
        R.ROUND_IN_PROGRESS,
        lambda: laid(MS).refuse("choose-operation", by=SHIFT_MANAGER, operation="close-table"),
    ),
    meeting(
        MS,
        R.NOTHING_PENDING,
        R.NO_SUCH_BOX,
        lambda: laid(MS).refuse("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=99),
    ),
    meeting(
        MS,
        R.NOTHING_PENDING,
        R.NO_SUCH_OPTION,
        lambda: deciding(MS, ann=1).refuse("choose-option", by=BOB, box=9, option="dance"),
    ),
    meeting(
        MS, R.ROUND_IN_PROGRESS, R.OPERATION_PENDING, lambda: failed_in_the_round().refuse("open-betting")
    ),
    meeting(MS, R.BETTING_NOT_OPEN, R.NO_SUCH_BOX, lambda: place(Table.open(MS), 99, "ante")),
    meeting(
        MS, R.BETTING_NOT_OPEN, R.NO_SEEDS_HERE, lambda: Table.open(MS).refuse("give-seed", by=ANN, seed="x")
    ),
    meeting(MS, R.NO_MORE_BETS, R.NOT_NOW, lambda: place(closed(MS, ann=1), 1, "bet")),
    meeting(
        MS, R.NO_MORE_BETS, R.NO_SEEDS_HERE, lambda: closed(MS, ann=1).refuse("give-seed", by=ANN, seed="x")
    ),
    meeting(MS, R.NOT_NOW, R.PLAYER_BARRED, lambda: place(barred_box_and_player(), 9, "bet")),
    meeting(MS, R.NOT_NOW, R.NO_SUCH_BOX, lambda: laid(MS).refuse("fold", by=ANN, box=9)),
    meeting(MS, R.NOT_NOW, R.NO_SUCH_BOX, lambda: laid(MS).refuse("examine", by=ANN, box=9)),
    meeting(
        MS, R.NOT_NOW, R.SOMEONE_ELSES_BOX, lambda: laid(MS, ann=1).refuse("decline-to-show", by=BOB, box=1)
    ),
    meeting(MS, R.NOT_NOW, R.SOMEONE_ELSES_BOX, lambda: deciding(MS, ann=1).refuse("check", by=BOB, box=1)),
    meeting(
        MS, R.NOT_NOW, R.OUT_OF_TURN, lambda: deciding(MS, ann=1, bob=2).refuse("set-hand", by=BOB, box=2)
    ),
    meeting(
        BE,
        R.NOT_NOW,
        R.WRONG_RAISE,
        lambda: deciding(BE, ann=1).refuse("raise", by=ANN, box=1, amount="1"),
    ),
    meeting(
        MS,
        R.NOT_NOW,
        R.NO_SUCH_BET,
        lambda: laid(MS).refuse("establish-hand", by=SUPERVISOR, box=1, bets=["dance"]),
    ),
    meeting(MS, R.NOT_NOW, R.WRONG_PLACE, lambda: laid(MS).refuse("deal", to="burn", cards=["Ah"])),
    meeting(
        MS,
        R.CANNOT_HAPPEN_NOW,
        R.FACT_NEEDED,
        lambda: laid(MS, ann=1).refuse("report", incident="wrong-player-card-count"),
    ),
    meeting(MS, R.PLAYER_BARRED, R.NO_SUCH_BOX, lambda: place(barred_box_and_player(), 9, "ante")),
    meeting(MS, R.PLAYER_BARRED, R.BOX_BARRED, lambda: place(barred_box_and_player(), 2, "ante")),
    meeting(MS, R.NO_SUCH_BOX, R.NO_SUCH_BET, lambda: place(laid(MS), 0, "dance")),
    meeting(MS, R.BOX_BARRED, R.NO_SUCH_BET, lambda: place(barred_box_and_player(), 2, "dance", "0", by=BOB)),
    meeting(MS, R.NO_SUCH_BET, R.BAD_AMOUNT, lambda: place(laid(MS), 1, "dance", "0")),
    meeting(MS, R.BAD_AMOUNT, R.SOMEONE_ELSES_BOX, lambda: place(laid(MS, ann=1), 1, "ante", "0", by=BOB)),
    meeting(
        MS, R.SOMEONE_ELSES_BOX, R.OVER_MAXIMUM, lambda: place(laid(MS, ann=1), 1, "ante", "5000", by=BOB)
    ),
    meeting(
        SS,
        R.SOMEONE_ELSES_BOX,
        R.ONE_POSITION_ONLY,
        lambda: place(held(bob=1, ann=2), 1, "progressive", "5"),
    ),
    meeting(
        SS,
        R.ONE_POSITION_ONLY,
        R.NEEDS_OPENING_WAGER,
        lambda: place(held(ann=2), 1, "progressive", "5"),
    ),
    meeting(SS, R.ONE_POSITION_ONLY, R.OVER_MAXIMUM, lambda: place(held(ann=2), 1, "ante", "5000")),
    meeting(
        MS,
        R.NEEDS_OPENING_WAGER,
        R.NO_PROGRESSIVE,
        lambda: place(run_as(MS, "run-without-progressive"), 1, "progressive", "5"),
    ),
    meeting(
        MS,
        R.NO_PROGRESSIVE,
        R.WRONG_PROGRESSIVE_AMOUNT,
        lambda: place(under_notice(MS), 1, "progressive", "4"),
    ),
    meeting(
        MS,
        R.WRONG_PLACE,
        R.CARDS_NEEDED,
        lambda: closed(MS, ann=1).refuse("deal", to="1", cards=["Ah", "Kh"]),
    ),
    meeting(
        MS,
        R.CARDS_NEEDED,
        R.CARD_ALREADY_OUT,
        lambda: ace_burnt().refuse("deal", cards=["Ah", "Kh"]),
    ),
    meeting(
        MS,
        R.NO_SUCH_BOX,
        R.OUT_OF_TURN,
        lambda: deciding(MS, ann=1).refuse("fold", by=BOB, box=2),
    ),
    meeting(
        MS,
        R.SOMEONE_ELSES_BOX,
        R.OUT_OF_TURN,
        lambda: deciding(MS, ann=1, bob=2).refuse("fold", by=ANN, box=2),
    ),
    meeting(
        MS,
        R.OUT_OF_TURN,
        R.WRONG_RAISE,
        lambda: deciding(MS, ann=1, bob=2).refuse("raise", by=BOB, box=2, amount="1"),
    ),
    meeting(
        MS,
        R.SECOND_LOOK,
        R.ALREADY_DECIDED,
        lambda: looked_and_folded().refuse("examine", by=ANN, box=1),
    ),
    meeting(
        MS,
        R.ALREADY_DECIDED,
        R.WRONG_RAISE,
        lambda: looked_and_folded().refuse("raise", by=ANN, box=1, amount="1"),
    ),
    meeting(
        MS,
        R.NO_SUCH_BET,
        R.BAD_FACT,
        lambda: revealed(MS).refuse("report", incident="wrong-raise", box=1, bet="flop", amount="0"),
    ),
    meeting(
        MS,
        R.BAD_AMOUNT,
        R.BAD_FACT,
        lambda: revealed(MS).refuse("report", incident="wrong-raise", box=1, bet="ante", amount="0"),
    ),
    meeting(
        MS,
        R.FACT_NEEDED,
        R.BAD_FACT,
        lambda: deciding(MS, ann=1).refuse("report", incident="misdeal", moves=[[1, 2]]),
    ),
    meeting(
        MS,
        R.FACT_NEEDED,
        R.BAD_FACT,
        lambda: deciding(MS, ann=1).refuse(
            "report", incident="wrong-player-card-count", facts={"can_reconstruct": "x"}
        ),
    ),
    meeting(
        MS,
        R.BAD_FACT,
        R.NO_JACKPOT,
        lambda: jackpot_unknown().refuse("report", incident="progressive-system-down", moves=[[1, 2]]),
    ),
    meeting(
        MS,
        R.NOT_NOW,
        R.NO_JACKPOT,
        lambda: jackpot_unknown().refuse("settle"),
    ),
    meeting(
        MS,
        R.NOT_ALLOWED,
        R.DECISION_NEEDED,
        lambda: pending().refuse("confirm", by=PIT_MANAGER),
    ),
    meeting(
        SS,
        R.BAD_FACT,
        R.DECISION_NEEDED,
        lambda: one_card_exposed().refuse("confirm", by=SHIFT_MANAGER, facts={"count": 0}),
    ),
    meeting(
        MS,
        R.NO_SUCH_BOX,
        R.NO_SUCH_OPTION,
        lambda: offered(MS).refuse("choose-option", by=BOB, box=2, option="dance"),
    ),
    meeting(
        MS,
        R.SOMEONE_ELSES_BOX,
        R.NO_SUCH_OPTION,
        lambda: offered(MS).refuse("choose-option", by=BOB, box=1, option="dance"),
    ),
]


@pytest.mark.parametrize("met", MEETINGS, ids=[f"{met[1]}-before-{met[2]}-{met[0]}" for met in MEETINGS])
def test_of_two_reasons_the_first_is_given(met: Meeting) -> None:
    _, first, second, make = met
    order = list(TableRefusal)

    assert order.index(first) < order.index(second)
    assert make().code is first


# ── nothing has changed ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_refused_command_leaves_the_table_as_it_was() -> None:
    t = deciding(MS, ann=1, bob=2)
    before = t.state
    t.refuse("fold", by=BOB, box=2)
    t.refuse("raise", by=ANN, box=1, amount="1")
    t.refuse("settle")
    t.refuse("report", incident="wrong-raise", box=1)

    assert t.state is before
    assert len(t.refusals) == 4
