"""The five documents' facts as literals, written from the documents, so that an edit of a rulebook
file is noticed.
"""

from datetime import datetime, timedelta, timezone

import msgspec
import pytest

from pitboss.games.holdem.book import HoldemBook
from pitboss.games.stud.book import StudBook
from pitboss.rulebook.checks import cited, clauses_of, pay_lines
from pitboss.rulebook.loader import DATA, builtin_ids, installed
from pitboss.rulebook.parts import Dealing
from tests.support import (
    BE,
    CS,
    MBS_RULEBOOKS,
    MH,
    MS,
    RULEBOOKS,
    RWS_RULEBOOKS,
    SS,
    STUD_RULEBOOKS,
    book_of,
)

SINGAPORE = timezone(timedelta(hours=8))

Lines = list[tuple[str, str, str]]
"""Key, pays, clause."""


def stud_of(name: str) -> StudBook:
    book = book_of(name)
    assert isinstance(book, StudBook)
    return book


def lines_of(name: str, wager: str) -> Lines:
    table = getattr(book_of(name).pays, wager)
    return [(key, str(line.pays), line.clause) for key, line in pay_lines(table)]


# ── the documents ─────────────────────────────────────────────────────────────────────────────────


def test_there_are_five() -> None:
    assert sorted(builtin_ids()) == sorted(RULEBOOKS)
    assert installed("rws-baccarat-1") is None


@pytest.mark.parametrize(
    ("name", "title", "version", "operator", "family"),
    [
        (MS, "Multi-Link Progressive Casino Stud Poker", "3", "RWS", "stud"),
        (CS, "Casino Stud Poker", "6", "RWS", "stud"),
        (MH, "Multi-Link Progressive Texas Hold'em Poker", "2", "RWS", "holdem"),
        (SS, "Megalink Singapore Stud Poker", "6", "MBS", "stud"),
        (BE, "Megalink Bullseye", "4", "MBS", "bullseye"),
    ],
)
def test_what_a_document_calls_itself(
    name: str, title: str, version: str, operator: str, family: str
) -> None:
    book = book_of(name)
    assert (book.id, book.title, book.version, book.operator) == (name, title, version, operator)
    assert msgspec.to_builtins(book, enc_hook=str)["family"] == family
    assert book.clause_list == name


@pytest.mark.parametrize(
    ("name", "since"),
    [
        (MS, datetime(2020, 12, 8, 8, 0, tzinfo=SINGAPORE)),
        # The text of this document bears no date.
        (CS, None),
        (MH, datetime(2020, 6, 28, 8, 0, tzinfo=SINGAPORE)),
        # These two name the day and no hour.
        (SS, datetime(2019, 8, 2, 0, 0, tzinfo=SINGAPORE)),
        (BE, datetime(2020, 8, 7, 0, 0, tzinfo=SINGAPORE)),
    ],
)
def test_since_when_a_document_is_in_force(name: str, since: datetime | None) -> None:
    effective = book_of(name).effective
    assert effective.since == since
    assert effective.source


@pytest.mark.parametrize("name", RULEBOOKS)
def test_one_deck_of_52_cards(name: str) -> None:
    assert book_of(name).deck.cards == 52
    assert book_of(name).deck.clause == ("2.2.1" if name in RWS_RULEBOOKS else "2.1")


@pytest.mark.parametrize(
    ("name", "layouts"),
    [
        # The RWS documents draw their layouts and give no number: nine stud hands and the dealer's
        # use 50 cards and a burn; twenty hold'em hands, the dealer's, five community cards and four
        # burns use 51.
        (MS, dict.fromkeys("ABCD", ((1, 9), "2.1.1.a"))),
        (CS, dict.fromkeys("ABCD", ((1, 9), "2.1.1.a"))),
        (MH, dict.fromkeys("ABCD", ((1, 20), "2.1.1.a"))),
        (
            SS,
            {
                "A": ((5, 7), "Appendix A"),
                "B": ((5, 7), "Appendix B"),
                "C": ((4, 6), "Appendix C"),
                "D": ((4, 6), "Appendix D"),
            },
        ),
        (BE, {letter: ((1, 6), f"Appendix {letter}") for letter in "ABC"}),
    ],
)
def test_layouts_and_their_boxes(
    name: str, layouts: dict[str, tuple[tuple[int, int], str]]
) -> None:
    found = {
        letter: (layout.boxes, layout.clause) for letter, layout in book_of(name).layouts.items()
    }
    assert found == layouts


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def dealt(method: Dealing) -> tuple[str, str, str, str, str, bool, str]:
    return (
        method.device,
        method.cards,
        " ".join(method.order),
        " ".join(method.burn_before),
        method.dealer_face_up,
        method.security_card,
        method.clause,
    )


STUD = "players dealer decisions"
SHOE_HOLDEM = "players decisions flop decisions turn decisions river dealer"
SHUFFLER_HOLDEM = "community players dealer decisions flop decisions turn decisions river"
DEALING = {
    MS: {
        "shoe": ("shoe", "one-by-one", STUD, "players", "last", False, "3.10"),
        "shuffler": ("shuffler", "whole-sets", STUD, "", "last", False, "3.11"),
    },
    MH: {
        "shoe": (
            "shoe",
            "one-by-one",
            SHOE_HOLDEM,
            "players flop turn river",
            "none",
            False,
            "3.11",
        ),
        "shuffler": ("shuffler", "whole-sets", SHUFFLER_HOLDEM, "", "none", False, "3.12"),
    },
    SS: {
        "automated": ("automated", "whole-sets", STUD, "", "last", False, "3.7"),
        "manual": ("manual", "one-by-one", STUD, "", "last", False, "3.8"),
    },
    BE: {
        "method-a": ("automated", "whole-sets", STUD, "", "none", False, "3.8.1.1"),
        "method-b": (
            "automated",
            "whole-sets",
            "players decisions dealer",
            "",
            "none",
            False,
            "3.8.2.1",
        ),
        "method-c": (
            "automated",
            "whole-sets",
            "dealer players decisions",
            "",
            "none",
            True,
            "3.8.3.1",
        ),
        "manual": ("manual", "one-by-one", STUD, "", "none", False, "3.9"),
    },
}
DEALING[CS] = DEALING[MS]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_ways_of_dealing(name: str) -> None:
    assert {key: dealt(method) for key, method in book_of(name).dealing.items()} == DEALING[name]


# ── wagers ────────────────────────────────────────────────────────────────────────────────────────

WAGERS: dict[str, list[tuple[str, str, int | None, str]]] = {
    MS: [
        ("ante", "opening", None, "3.6"),
        ("bet", "raise", 2, "1.3"),
        ("progressive", "progressive", None, "3.8"),
    ],
    MH: [
        ("ante", "opening", None, "3.6"),
        ("flop", "raise", 2, "1.11"),
        ("turn", "raise", 1, "1.29"),
        ("river", "raise", 1, "1.23"),
        ("bonus", "side", None, "3.9"),
        ("progressive", "progressive", None, "3.8"),
    ],
    SS: [
        ("ante", "opening", None, "3.4"),
        ("bet", "raise", 2, "1.1.2"),
        ("progressive", "progressive", None, "3.5"),
    ],
    BE: [
        ("main", "opening", None, "3.5"),
        ("tie", "side", None, "3.6"),
        ("suits", "side", None, "3.6"),
        ("bullseye", "side", None, "3.6"),
        ("progressive", "progressive", None, "3.6"),
    ],
}
WAGERS[CS] = WAGERS[MS]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_wagers(name: str) -> None:
    wagers = msgspec.structs.asdict(book_of(name).wagers)
    found = [
        (key, str(wager.kind), wager.times_opening, wager.clause) for key, wager in wagers.items()
    ]
    assert found == WAGERS[name]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_wagers_of_a_wrong_size(name: str) -> None:
    limits = book_of(name).limits
    clauses = (limits.over_maximum_clauses, limits.under_minimum_clauses)
    if name in RWS_RULEBOOKS:
        assert (limits.under_minimum.value, *clauses) == ("always", ("5.1.1",), ("5.2.1",))
        assert (limits.raise_over_clauses, limits.raise_under_clauses) == (("5.3.1",), ("5.3.2",))
    else:
        assert (limits.under_minimum.value, *clauses) == ("once-a-day", ("5.14",), ("5.13",))
        silent = ("3.9.2", "6.1") if name == SS else ()
        assert (limits.raise_over_clauses, limits.raise_under_clauses) == (silent, silent)


@pytest.mark.parametrize(
    ("name", "capped"), [(MS, "bet"), (CS, "bet"), (MH, "bonus"), (SS, None), (BE, None)]
)
def test_maximum_payouts(name: str, capped: str | None) -> None:
    found = {key: (cap.winnings_cents, cap.clause) for key, cap in book_of(name).caps.items()}
    # SGD 100,000.00 for each box.
    assert found == ({} if capped is None else {capped: (10_000_000, "4.1.1")})


# ── pay tables ────────────────────────────────────────────────────────────────────────────────────


def rows(table: str, *lines: tuple[str, str]) -> Lines:
    """Lines of a table whose rows are named as their hands are."""
    return [(key, pays, f"{table}:{key}") for key, pays in lines]


BET = (
    ("royal-flush", "250 to 1"),
    ("straight-flush", "50 to 1"),
    ("four-of-a-kind", "20 to 1"),
    ("full-house", "7 to 1"),
    ("flush", "5 to 1"),
    ("straight", "4 to 1"),
    ("three-of-a-kind", "3 to 1"),
    ("two-pairs", "2 to 1"),
)
MAJOR = (("royal-flush", "100% of jackpot"), ("straight-flush", "10% of jackpot"))
MULTIPLES = (
    ("four-of-a-kind", "400 for 1"),
    ("full-house", "80 for 1"),
    ("flush", "40 for 1"),
    ("straight", "20 for 1"),
)

PAYS: dict[str, dict[str, Lines]] = {
    MS: {
        "ante": [
            ("dealer-does-not-qualify", "1 to 1", "4.1:ante-dealer-not-qualified"),
            ("dealer-qualifies", "1 to 1", "4.1:ante-dealer-qualified"),
        ],
        "bet": [
            *rows("4.1", *BET),
            ("one-pair", "1 to 1", "4.1:one-pair-or-less"),
            ("five-odd-cards", "1 to 1", "4.1:one-pair-or-less"),
        ],
        "progressive": rows("4.2", *MAJOR, *MULTIPLES),
    },
    MH: {
        "ante": [("win", "1 to 1", "4.1:ante-straight-or-better")],
        "flop": [("win", "1 to 1", "4.1:flop")],
        "turn": [("win", "1 to 1", "4.1:turn")],
        "river": [("win", "1 to 1", "4.1:river")],
        "bonus": [
            ("aa-player-and-dealer", "1000 to 1", "4.1:bonus-aa-player-and-dealer"),
            ("aa-player-only", "30 to 1", "4.1:bonus-aa-player-only"),
            ("ak-suited", "25 to 1", "4.1:bonus-ak-suited"),
            ("aq-aj-suited", "20 to 1", "4.1:bonus-aq-aj-suited"),
            ("ak-unsuited", "15 to 1", "4.1:bonus-ak-unsuited"),
            ("kk-qq-jj", "10 to 1", "4.1:bonus-kk-qq-jj"),
            ("aq-aj-unsuited", "5 to 1", "4.1:bonus-aq-aj-unsuited"),
            ("low-pairs", "3 to 1", "4.1:bonus-low-pairs"),
        ],
        "progressive": rows(
            "4.2", *MAJOR, ("four-of-a-kind", "$2000"), ("full-house", "$200"), ("flush", "$100")
        ),
    },
    SS: {
        "ante": [
            ("dealer-does-not-qualify", "1 to 1", "4.1.1"),
            ("dealer-qualifies", "1 to 1", "4.1.1"),
        ],
        "bet": [
            *rows("4.1.2", *BET),
            ("one-pair", "1 to 1", "4.1.2:one-pair-or-lower"),
            ("five-odd-cards", "1 to 1", "4.1.2:one-pair-or-lower"),
        ],
        "progressive": rows(
            "4.2", *MAJOR, ("four-of-a-kind", "$2000"), ("full-house", "$200"), ("flush", "$100")
        ),
    },
    BE: {
        "main": rows(
            "4.1",
            ("gnau-tung-ku", "5 to 1"),
            ("pair", "3 to 1"),
            ("mixed-pictures", "2 to 1"),
            ("point-total", "1 to 1"),
        ),
        "tie": [
            ("same-ranking", "8 to 1", "4.2:same-ranking"),
            ("both-without-three-card-hand", "8 to 1", "4.2:both-without-3-card-hand"),
        ],
        "suits": [
            ("three", "1 to 1", "4.4:3-suited"),
            ("four", "5 to 1", "4.4:4-suited"),
            ("five", "20 to 1", "4.4:5-suited"),
        ],
        "bullseye": [
            ("three", "10 to 1", "4.3:3-pictures"),
            ("four", "20 to 1", "4.3:4-pictures"),
            ("five", "200 to 1", "4.3:5-pictures"),
        ],
        "progressive": rows("4.5", *MAJOR, *MULTIPLES),
    },
}
PAYS[CS] = PAYS[MS] | {
    "progressive": rows(
        "4.2", *MAJOR, ("four-of-a-kind", "$500"), ("full-house", "$200"), ("flush", "$100")
    )
}


@pytest.mark.parametrize(
    ("name", "wager"), [(name, wager) for name in RULEBOOKS for wager in PAYS[name]]
)
def test_pay_tables_row_by_row(name: str, wager: str) -> None:
    assert lines_of(name, wager) == PAYS[name][wager]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_wager_has_a_pay_table(name: str) -> None:
    assert list(PAYS[name]) == [wager for wager, *_ in WAGERS[name]]


def test_the_holdem_ante_pays_from_a_straight() -> None:
    book = book_of(MH)
    assert isinstance(book, HoldemBook)
    assert book.pays.ante.from_category == "straight"


# ── folding, leaving, hiding ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "folded", "leaving", "hiding", "hidden_progressive"),
    [
        (MS, ("stays", "3.12.1"), ("folded", "5.5"), ("deemed-folded", "4.3"), "if-established"),
        (CS, ("lost", "3.12.1"), ("folded", "5.5"), ("not-said", "4.3"), "if-established"),
        (SS, ("stays", "3.9.1"), ("invalid", "5.11"), ("ranks-below-dealer", "3.10.1"), "lost"),
    ],
)
def test_folding_leaving_and_hiding_in_stud(
    name: str,
    folded: tuple[str, str],
    leaving: tuple[str, str],
    hiding: tuple[str, str],
    hidden_progressive: str,
) -> None:
    play = stud_of(name).play
    assert (play.folded_progressive.value, play.folded_clause) == folded
    assert (play.leaving.value, play.leaving_clause) == leaving
    assert (play.hiding.value, play.hiding_clause) == hiding
    assert play.hidden_progressive.value == hidden_progressive


@pytest.mark.parametrize(("name", "clause"), [(MS, "1.14"), (CS, "1.14"), (SS, "3.10.2")])
def test_a_stud_dealer_qualifies_with_ace_king(name: str, clause: str) -> None:
    play = stud_of(name).play
    assert (play.dealer_qualifies_with, play.dealer_qualifies_clause) == ("ace-king", clause)


def test_folding_leaving_and_hiding_in_holdem() -> None:
    assert msgspec.to_builtins(book_of(MH).play) == {
        "folded-progressive": "stays",
        "folded-clause": "3.11.2.a",
        "leaving": "folded",
        "leaving-clause": "5.5",
        "hiding-clause": "4.3",
    }


def test_leaving_and_hiding_in_bullseye() -> None:
    assert msgspec.to_builtins(book_of(BE).play) == {
        "leaving": "house-way",
        "leaving-clause": "5.11",
        "hiding-clause": "3.17",
    }


# ── the jackpot ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RWS_RULEBOOKS)
def test_rws_pays_in_the_order_of_dealing(name: str) -> None:
    order = book_of(name).jackpot
    assert (order.same_table.value, order.same_table_clauses) == ("dealing-order", ("4.5.1",))
    assert (order.across_tables.value, order.across_tables_clauses) == ("time-dealt", ("4.5.2",))
    assert order.several_royal_flushes_clauses == order.several_straight_flushes_clauses == ()
    assert order.royal_flushes_last_clauses == ()


@pytest.mark.parametrize(("name", "pooled", "across"), [(SS, "3.15", "3.14"), (BE, "3.20", "3.19")])
def test_mbs_pools_the_winners_of_a_round(name: str, pooled: str, across: str) -> None:
    order = book_of(name).jackpot
    assert (order.same_table.value, order.same_table_clauses) == ("pooled", (pooled,))
    assert order.several_royal_flushes_clauses == (f"{pooled}.1",)
    assert order.several_straight_flushes_clauses == (f"{pooled}.2",)
    assert order.royal_flushes_last_clauses == (f"{pooled}.3",)
    assert (order.across_tables.value, order.across_tables_clauses) == ("first-entered", (across,))


# ── readings ──────────────────────────────────────────────────────────────────────────────────────

EVERYWHERE = {
    "fractions-of-a-cent": ("A1", "round-down"),
    "straight-flush-award": ("A5", "lowers-the-jackpot"),
}
POOLED = {
    "several-royal-flushes": ("B4", "one-reset-for-each-further-winner"),
    "several-straight-flushes": ("B5", "tenths-of-the-falling-jackpot"),
}
READINGS = {
    MS: EVERYWHERE,
    CS: EVERYWHERE | {"hidden-hand": ("C2", "rank-unproved")},
    MH: EVERYWHERE | {"leaving-after-flop": ("D1", "folded-and-all-lost")},
    SS: EVERYWHERE | POOLED | {"declined-with-no-hand": ("E5", "ante-paid-and-bet-returned")},
    BE: EVERYWHERE
    | POOLED
    | {"equal-point-hands": ("F1", "push"), "picture-pairs": ("F2", "by-the-list")},
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_is_taken_where_a_document_is_open(name: str) -> None:
    readings = book_of(name).readings
    found = {
        field.encode_name: (reading.question, reading.take.value)
        for field in msgspec.structs.fields(readings)
        if (reading := getattr(readings, field.name)) is not None
    }
    assert found == READINGS[name]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_reading_offers_all_that_the_engine_can_do_and_what_is_taken_first(name: str) -> None:
    readings = msgspec.structs.asdict(book_of(name).readings)
    for reading in filter(None, readings.values()):
        assert set(reading.alternatives) == set(reading.take.__class__)
        assert reading.alternatives[0] is reading.take
        assert len(reading.alternatives) == len(set(reading.alternatives)) > 1


# ── who decides ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "uncovered"), [(MS, "5.24"), (CS, "5.24"), (MH, "5.23"), (SS, "6.1"), (BE, "6.1")]
)
def test_the_shift_manager_decides_what_is_not_covered(name: str, uncovered: str) -> None:
    power = book_of(name).powers["decide-what-is-not-covered"]
    assert (power.authority.value, power.clause) == ("shift-manager", uncovered)


@pytest.mark.parametrize(("name", "section"), [(MS, "5.18.2"), (CS, "5.18.2"), (MH, "5.17.2")])
def test_what_the_house_may_choose_while_the_jackpot_is_down(name: str, section: str) -> None:
    book = book_of(name)
    found = [(key, one.clause, one.notice is not None) for key, one in book.operations.items()]
    assert found == [
        ("close-table", f"{section}.a", False),
        ("bar-box", f"{section}.b", False),
        # Only this one has to be announced at the table.
        ("run-without-progressive", f"{section}.c", True),
    ]
    choose = book.powers["choose-operation"]
    assert (choose.authority.value, choose.clause) == ("house", section)


@pytest.mark.parametrize("name", MBS_RULEBOOKS)
def test_mbs_names_no_choice_for_a_jackpot_that_is_down(name: str) -> None:
    assert book_of(name).operations == {}


# ── clauses ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_clause_cited_exists(name: str) -> None:
    book = book_of(name)
    known = clauses_of(book, DATA)
    numbers = {number for _, clauses in cited(book) for number in clauses}
    assert numbers <= set(known)
    # A wrong walk through a rulebook would find few.
    assert len(numbers) > 60


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_row_of_a_pay_table_in_the_clause_list_is_paid(name: str) -> None:
    book = book_of(name)
    paid = {line[2] for lines in PAYS[name].values() for line in lines}
    table_rows = {
        number for number in clauses_of(book, DATA) if number.startswith("4.") and ":" in number
    }
    assert table_rows <= paid


def test_stud_rulebooks_are_those_of_the_family() -> None:
    assert [name for name in RULEBOOKS if isinstance(book_of(name), StudBook)] == list(
        STUD_RULEBOOKS
    )
