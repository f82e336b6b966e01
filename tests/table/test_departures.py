"""Where live tables once departed from their documents, and the traps in which one key did harm:
each with the tests that hold the table to it.

A departure has two tests at least for every clause and rulebook that it is about.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from pitboss.table import events as e
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SUPERVISOR, Table, ready

ANTE = {"ante": "25"}
LOOK = {MS: "5.19", CS: "5.19", MH: "5.18"}
FAILS = {MS: "5.18", CS: "5.18", MH: "5.17"}
ONE_POSITION = {SS: "3.4.3", BE: "3.5.3"}
SHARED = {SS: "3.4", BE: "3.5"}


def both(books: tuple[str, ...], *clauses: str) -> list[tuple[str, str]]:
    return [(book, clause) for book in books for clause in clauses]


DEPARTURES: dict[str, tuple[list[tuple[str, str]], tuple[str, ...]]] = {
    "1 the link is down, and the shift manager lets the round go on": (
        both(MBS_RULEBOOKS, "6.1"),
        ("table.test_link",),
    ),
    "2 single cards are put back into their order": (
        [
            *both((MS, CS), "1.15"),
            *both(RWS_RULEBOOKS, "5.9", "5.10.2"),
            *both(MBS_RULEBOOKS, "5.3", "5.7"),
        ],
        ("table.test_reconstruction", "table.test_affected_boxes", "table.test_mbs_irregularities"),
    ),
    "3 only who gets other cards is affected": (
        both(RWS_RULEBOOKS, "5.10", "5.15"),
        ("table.test_affected_boxes",),
    ),
    "4 exposed cards add up": (
        [*both(RWS_RULEBOOKS, "5.8.2"), *both(MBS_RULEBOOKS, "5.4")],
        ("table.test_exposed_cards",),
    ),
    "5 chips are reported while paying": (
        [*both(RWS_RULEBOOKS, "5.3", "5.1.1"), *both(MBS_RULEBOOKS, "5.14")],
        ("table.test_chips", "table.test_mbs_irregularities", "table.test_departures"),
    ),
    "6 a progressive bet without ante or main": (
        [*both(RWS_RULEBOOKS, "5.4"), *both(MBS_RULEBOOKS, "5.12")],
        ("table.test_chips", "table.test_departures"),
    ),
    "7 a second look": (list(LOOK.items()), ("table.test_occasions", "table.test_citations")),
    "8 a missing burn when the dealer's hand is open": (
        both(RWS_RULEBOOKS, "5.9"),
        ("table.test_occasions",),
    ),
    "9 positions that players share": (
        [*SHARED.items(), *both(MBS_RULEBOOKS, "5.16.1")],
        ("table.test_shared_positions",),
    ),
    "10 a line cites what decided it": (
        [
            *both(MBS_RULEBOOKS, "5.16.1"),
            *both((MH,), "3.11.2.a", "3.12.3.a"),
            *both((MS, MH), "4.3"),
            (SS, "3.10.1"),
        ],
        ("table.test_citations", "table.test_departures"),
    ),
    "11 the jackpot fails while paying or between rounds; too few cards": (
        [(book, f"{clause}.{n}") for book, clause in FAILS.items() for n in (1, 2)]
        + [(MH, "5.8.4")],
        ("table.test_occasions", "table.test_link", "casino.test_process", "table.test_departures"),
    ),
    "12 the defaults of the open questions": (
        [*both(RWS_RULEBOOKS, "5.8.1", "5.14"), *both((MS, CS), "5.1.1"), (MH, "3.11.2.a")],
        (
            "table.test_affected_boxes",
            "table.test_chips",
            "table.test_deal_end",
            "table.test_occasions",
            "table.test_departures",
        ),
    ),
    "13 after a restart the pit is asked": (
        both(RWS_RULEBOOKS, "5.7"),
        ("table.test_interruption", "casino.test_recovery"),
    ),
    "14 a hand dealt earlier may still win": (
        both(RWS_RULEBOOKS, "4.5.2"),
        ("casino.test_earlier_rounds",),
    ),
    "15 what was imposed on a player is lifted": (
        [*ONE_POSITION.items(), *both(MBS_RULEBOOKS, "5.10.3", "5.9")],
        ("table.test_lifted_bars", "table.test_citations"),
    ),
}

TRAPS = {
    "one key folds a hand": (
        "browser.test_confirmations.test_a_fold_is_asked_first_and_says_what_is_lost"
    ),
    "one click voids a round": (
        "casino.test_approvals.test_a_settled_round_with_an_award_is_not_voided_by_one_person"
    ),
    "a foreign card among the system's": (
        "table.test_occasions.test_cards_of_the_system_are_a_whole_deck"
    ),
    "one dealer raises a stake when the outcome is known": (
        "casino.test_approvals.test_a_stake_is_not_raised_by_one_person_while_paying"
    ),
    "one supervisor declines a royal flush": (
        "attacks.test_t12_declining.test_one_supervisor_does_not_decline_a_royal_flush_for_good"
    ),
}


def marked(module: str) -> Iterator[tuple[str, str, str]]:
    """Tests of a module with the rulebooks and clauses that they prove."""
    for name, test in vars(import_module(f"tests.{module}")).items():
        marks: list[Any] = list(getattr(test, "pytestmark", ())) if name[:5] == "test_" else []
        params = [one for mark in marks if mark.name == "parametrize" for one in mark.args[1]]
        for mark in [*marks, *(inner for one in params for inner in getattr(one, "marks", ()))]:
            if mark.name == "clause":
                yield from ((name, mark.args[0], clause) for clause in mark.args[1:])


@pytest.mark.parametrize("departure", DEPARTURES)
def test_a_departure_has_two_tests_for_each_clause_and_rulebook(departure: str) -> None:
    clauses, modules = DEPARTURES[departure]
    proofs = {proof for module in modules for proof in marked(module)}
    for book, clause in clauses:
        tests = {
            name
            for name, proved, by in proofs
            if proved == book and (by == clause or by.startswith(f"{clause}."))
        }
        assert len(tests) >= 2, (book, clause, tests)


def test_every_departure_is_here() -> None:
    assert [int(name.split()[0]) for name in DEPARTURES] == list(range(1, 16))


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_has_its_test(trap: str) -> None:
    module, _, name = TRAPS[trap].rpartition(".")
    assert callable(getattr(import_module(f"tests.{module}"), name))


# ── 5 and 6: chips ────────────────────────────────────────────────────────────────────────────────


@proves(MH, "5.1.1")
@proves(BE, "5.14")
@pytest.mark.parametrize("book", [MH, BE])
def test_a_wager_over_the_maximum_is_seen_while_paying(book: str) -> None:
    bet = "main" if book == BE else "ante"
    t = ready(book, ann=(1, {bet: "1000"}))
    t.do("report", incident="player-absent", box=1)
    t.settle()
    before = t.line(bet)
    t.do("report", incident="over-maximum-bet", box=1, bet=bet, amount="1500")
    t.do("settle")
    line = t.line(bet)
    # What is over the maximum goes back, and the rest comes to what it came to.
    assert (line["stake"], line["result"]) == ("1500.00", before["result"])
    assert float(line["returned"]) - float(before["returned"]) == 500
    assert line["winnings"] == before["winnings"]


@proves(MS, "5.4")
@proves(CS, "5.4")
@proves(MH, "5.4")
@proves(SS, "5.12.2")
@proves(BE, "5.12.2")
@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_bet_without_ante_or_main_is_found_while_paying_and_wins_nothing(book: str) -> None:
    opening = "main" if book == BE else "ante"
    t = ready(book, ann=(1, {opening: "25", "progressive": "5"}))
    t.do("report", incident="player-absent", box=1)
    t.settle()
    paid = t.round.paid
    told: dict[str, Any] = {"box": 2, "bet": "progressive", "amount": "5"}
    event = t.do("report", incident="progressive-without-ante", **told)[0]
    assert isinstance(event, e.IncidentReported)
    assert event.ruling.effects == ("return-bet",)
    t.do("settle")
    assert t.round.paid == paid
    assert list(t.round.boxes) == [1]


# ── 10: citations of a fold at hold'em ────────────────────────────────────────────────────────────


@proves(MH, "3.11.2.a", "3.12.3.a", "4.2")
@pytest.mark.parametrize(("dealing", "clause"), [("shoe", "3.11.2.a"), ("shuffler", "3.12.3.a")])
def test_a_folded_hand_with_a_live_progressive_bet_cites_one_clause_a_line(
    dealing: str, clause: str
) -> None:
    t = Table.open(MH, dealing)
    t.cards({1: "Ah Ad", "community": "2c 7d 9s 3h 4h", "dealer": "3c 4d"})
    t.bet(ann=(1, ANTE | {"progressive": "5"}))
    t.deal_all()
    t.choose(1, "fold")
    t.deal_all()
    t.settle()
    assert t.line("ante")["clauses"] == [clause]
    assert t.line("progressive")["clauses"] == ["4.2"]


@proves(MS, "4.3")
@proves(MH, "4.3")
@proves(SS, "3.10.1")
@pytest.mark.parametrize(("book", "clause"), [(MS, "4.3"), (MH, "4.3"), (SS, "3.10.1")])
def test_a_hand_that_stayed_in_and_is_not_shown_cites_that_alone(book: str, clause: str) -> None:
    t = ready(book, ann=(1, ANTE | {"progressive": "5"}))
    while t.phase == "deciding":
        stays = t.round.step is not None and t.round.step.asks == "stay"
        t.choose(1, *(("raise", "50") if stays else ("check",)))
        t.deal_all()
    t.do("decline-to-show", by="player:ann", box=1)
    t.settle()
    assert t.line("progressive")["clauses"] == [clause]


@proves(SS, "5.16.1")
@proves(BE, "5.16.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_every_wager_of_who_withdraws_cites_the_power_failure_alone(book: str) -> None:
    bets = {"main": "25", "tie": "5", "suits": "5"} if book == BE else dict(ANTE)
    t = ready(book, ann=(1, bets | {"progressive": "5"}), bob=(2, bets))
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("close-options")
    t.do("report", incident="player-absent", box=2)
    t.settle()
    assert [t.line(bet)["clauses"] for bet in (*bets, "progressive")] == [["5.16.1"]] * len(
        (*bets, "progressive")
    )


# ── 11 and 12: too few cards, cards drawn together ────────────────────────────────────────────────


@proves(MH, "5.8.4")
@pytest.mark.parametrize("source", ["entered", "shown"])
def test_cards_run_out_before_the_flop_and_every_chip_goes_back(source: str) -> None:
    t = Table.open(MH, "shoe", cards=source)
    t.bet(ann=(1, ANTE | {"bonus": "5"}), bob=(2, ANTE))
    t.deal_all()
    t.choose(1, "fold")
    t.do("report", incident="cards-insufficient")
    assert (t.phase, t.round.void_clauses) == ("void", ("5.8.4",))
    t.do("settle")
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}


@proves(MS, "5.14")
@proves(CS, "5.14")
@proves(MH, "5.14")
@pytest.mark.parametrize("source", ["shown", "entered", "virtual"])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_joint_draw_is_of_real_cards_from_a_shoe(book: str, source: str) -> None:
    report = {"by": SUPERVISOR, "incident": "cards-drawn-together"}
    for dealing in ("shuffler", "shoe"):
        t = Table.open(book, dealing, cards=source)
        t.bet(ann=(1, ANTE))
        t.deal_all()
        if dealing == "shuffler" or source == "virtual":
            assert t.refused("report", **report)[0] == "cannot-happen-now"
            continue
        t.do("report", **report)
        assert sorted(t.round.offered) == [1]
