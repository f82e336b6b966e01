"""The bookkeeping of a table by itself: chips after every event, and what can't follow on what."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.rulebook_file import open_book
from pitboss.casino.codec import RoundInterrupted
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from tests.audit.histories import DEALER, SUPERVISOR, settings
from tests.support import MS, SS
from tests.table.test_events import VOID_RECORD, VOID_SETTLEMENT
from tests.tables import Table

ANN, BOB = Actor(Post.PLAYER, "ann"), Actor(Post.PLAYER, "bob")


def says(what: str) -> Any:
    return pytest.raises(Misfit, match=what)


def bare() -> TableBook:
    return TableBook("T", open_book, Counts())


def opened(
    book: str = "mbs-megalink-stud-6", link: str | None = None, cards: Any = "entered"
) -> TableBook:
    table = bare()
    table.take(e.TableOpened("T", settings(book, link, cards), SUPERVISOR))
    # Only the chips are looked at here, whatever the order of events.
    table.course = None
    return table


def bet(box: int, name: str, cents: int, by: Actor = ANN) -> e.BetPlaced:
    return e.BetPlaced(box, name, Cents(cents), by.name, by)


def betting(**options: Any) -> TableBook:
    """Ann has an ante of 20.00 on box 3, of which bob's are 5.00, and a progressive bet."""
    table = opened(**options)
    table.take(e.BettingOpened("T-1", 1))
    for placed in (bet(3, "ante", 1_500), bet(3, "ante", 500, BOB), bet(3, "progressive", 500)):
        table.take(placed)
    return table


def closed(**options: Any) -> TableBook:
    table = betting(**options)
    table.take(e.BettingClosed(2))
    return table


def dealt(**options: Any) -> TableBook:
    table = closed(**options)
    table.take(e.CardsDealt("3", parse_cards("As Ks Qs Js Ts"), 0, 5))
    return table


def standing(table: TableBook) -> tuple[dict[str, int], int, int]:
    assert table.total == 0
    return table.chips, table.round().on_layout, table.house


def followed(table: Table, stored: Mapping[type, e.AnyEvent]) -> None:
    """Another book takes what happened at a table, with some events as told."""
    book = TableBook(table.name, open_book, Counts())
    for event in table.events:
        book.take(stored.get(type(event), event))


def test_a_void_of_before_cites_the_clause_about_later_rounds_too() -> None:
    table = Table.open(MS)
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.do("report", incident="progressive-system-down")
    (void,) = table.happened(e.RoundVoided)
    assert void.clauses == ("5.17",)
    followed(table, {e.RoundVoided: replace(void, clauses=("5.17", "5.18.2"))})
    with says("what the ruling orders"):
        followed(table, {e.RoundVoided: replace(void, clauses=("5.17", "5.8.1"))})


def test_a_power_failure_of_before_asks_whoever_has_left_too() -> None:
    table = Table.open(SS)
    table.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}), cat=(3, {"ante": "25"}))
    table.do("report", incident="player-absent", box=1)
    table.do("report", incident="technical-interruption")
    (offered,) = table.happened(e.OptionsOffered)
    assert offered.boxes == (2, 3)
    followed(table, {e.OptionsOffered: replace(offered, boxes=(1, 2, 3))})
    with says("what the ruling orders"):
        followed(table, {e.OptionsOffered: replace(offered, boxes=(1, 2))})


def test_chips_go_to_the_layout_and_come_back() -> None:
    table = betting()
    assert standing(table) == ({"ann": -2_000, "bob": -500}, 2_500, 0)
    with says("ann takes back ante on box 3: expected 1500, found 500"):
        table.take(e.BetWithdrawn(3, "ante", Cents(500), "ann", ANN))
    table.take(e.BetWithdrawn(3, "ante", Cents(500), "bob", BOB))
    assert standing(table) == ({"ann": -2_000, "bob": 0}, 2_000, 0)
    with says("bob takes back ante on box 3: expected 0, found 500"):
        table.take(e.BetWithdrawn(3, "ante", Cents(500), "bob", BOB))
    with says("chips are taken back that never lay there"):
        table.take(e.BetWithdrawn(3, "ante", Cents(0), "bob", BOB))


def test_a_raise_is_the_seated_players() -> None:
    table = dealt()
    with says("bet on box 3 in cents: expected 4000, found 2000"):
        table.take(e.Raised(3, "bet", Cents(2_000), ANN))
    table.take(e.Raised(3, "bet", Cents(4_000), ANN))
    assert standing(table) == ({"ann": -6_000, "bob": -500}, 6_500, 0)
    with says("bet on box 3 is raised once"):
        table.take(e.Raised(3, "bet", Cents(4_000), ANN))


def test_a_correction_is_the_seated_players() -> None:
    table = closed()
    table.take(e.BetCorrected(3, "ante", Cents(1_200)))
    assert standing(table) == ({"ann": -1_200, "bob": -500}, 1_700, 0)
    with says("the chips found on a wager: expected a wager of more than 500 cents"):
        table.take(e.BetCorrected(3, "ante", Cents(500)))
    with says("the chips found on a wager"):
        table.take(e.BetCorrected(3, "bet", Cents(500)))


def test_a_bet_goes_back_to_all_whose_it_is() -> None:
    table = closed()
    table.take(e.BetReturned(3, "ante"))
    assert standing(table) == ({"ann": -500, "bob": 0}, 500, 0)
    with says("a bet goes back that is not there"):
        table.take(e.BetReturned(3, "ante"))


def test_what_is_not_paid_is_the_houses() -> None:
    table = dealt()
    table.take(e.RoundSettled(VOID_RECORD, VOID_SETTLEMENT, {"ann": Cents(1_000), "bob": Cents(1)}))
    with says("a round is settled once"):
        table.take(e.RoundSettled(VOID_RECORD, VOID_SETTLEMENT, {}))
    table.take(e.RoundConcluded(9))
    assert (table.chips, table.house, table.total) == ({"ann": -1_000, "bob": -499}, 1_499, 0)


def claimed(dealt_ms: int = 5, player: str = "ann") -> e.JackpotClaimed:
    return e.JackpotClaimed((e.ClaimedHand(3, player, "royal-flush", "1", dealt_ms),))


@pytest.mark.parametrize(
    "event",
    [
        e.HandInvalidated(3, ()),
        e.HandEstablished(3, ("progressive",), SUPERVISOR),
        e.BetReturned(3, "progressive"),
        e.HandsMoved(((3, 3),)),
        e.RoundVoided((), "void"),
    ],
)
def test_a_claim_falls_away(event: e.AnyEvent) -> None:
    table = dealt(link="MBS")
    table.take(claimed())
    assert table.raised
    table.take(event)
    assert table.fell
    assert not table.round().claimed


def test_claims_are_what_lies_on_the_table() -> None:
    table = dealt(link="MBS")
    with says("when the hand on box 3 was dealt in full: expected 5, found 6"):
        table.take(claimed(6))
    with says("the player who claims on box 3: expected ann, found bob"):
        table.take(claimed(player="bob"))
    table.take(claimed())
    with says("hands claim the jackpot of a link once"):
        table.take(claimed())
    with says("hands claim the jackpot of a link once"):
        dealt().take(claimed())


MISFITS: list[tuple[Any, e.AnyEvent | RoundInterrupted, str]] = [
    (bare, e.TableClosed(SUPERVISOR), "the first event of a table"),
    (
        bare,
        e.TableOpened("U", settings("rws-casino-stud-6", None, "entered"), SUPERVISOR),
        "the name of the table",
    ),
    (
        opened,
        e.TableOpened("T", settings("rws-casino-stud-6", None, "entered"), SUPERVISOR),
        "that is open",
    ),
    (opened, e.RoundConcluded(1), "an event of a round without a round"),
    (lambda: opened(cards="virtual"), e.BettingOpened("T-1", 1), "a virtual shuffle has a secret"),
    (opened, e.BettingOpened("T-2", 1), "the name of the round: expected T-1"),
    (betting, e.BettingOpened("T-2", 1), "a round begins at an open table"),
    (betting, e.TableClosed(SUPERVISOR), "a table is closed between rounds"),
    (
        betting,
        e.SeedGiven("ann", "s"),
        "a seed is given while betting is open, for a virtual shuffle",
    ),
    (
        betting,
        e.CardsDealt("3", parse_cards("2c"), 0, 1),
        "cards are dealt after betting has been closed",
    ),
    (betting, e.RoundConcluded(1), "a round is concluded when it has been settled"),
    (
        betting,
        RoundInterrupted("T-9", "betting", 1),
        "the round that was interrupted: expected T-1, found T-9",
    ),
    (closed, bet(3, "ante", 100), "a bet is placed while betting is open"),
    (closed, e.BettingClosed(3), "betting is closed once"),
    (closed, e.CardsDealt("4", parse_cards("2c"), 0, 1), "a box is named that is not in the round"),
    (closed, e.RoundConcluded(1), "a round is concluded when it has been settled"),
    (
        dealt,
        e.CardsDealt("dealer", parse_cards("As"), 0, 1),
        "a card that has left the deck comes again",
    ),
    (dealt, e.CardBurnt(parse_cards("As")[0]), "a card that has left the deck comes again"),
    (dealt, e.HandSet(3, parse_cards("2c 3c 4c"), ANN), "a hand is set from its own cards"),
    (dealt, e.HandEstablished(3, ("ante",), DEALER), "who established a hand"),
]


@pytest.mark.parametrize(("start", "event", "what"), MISFITS)
def test_what_can_not_follow(start: Any, event: Any, what: str) -> None:
    table = start()
    with says(what):
        table.take(event)


def test_a_round_without_bets_is_concluded_without_a_settlement() -> None:
    table = opened()
    table.take(e.BettingOpened("T-1", 1))
    table.take(bet(2, "ante", 1_000))
    table.take(e.BetWithdrawn(2, "ante", Cents(1_000), "ann", ANN))
    table.take(e.RoundConcluded(2))
    assert (table.chips, table.house, table.now) == ({"ann": 0}, 0, None)


def test_a_table_closes_when_the_house_chooses_so() -> None:
    table = opened()
    table.take(e.OperationChosen("close-table", SUPERVISOR))
    table.take(e.TableOpened("T", settings("rws-casino-stud-6", None, "entered"), SUPERVISOR))
    assert table.opening_wager == "ante"


@pytest.mark.parametrize(
    "then",
    [bet(1, "ante", 500), e.BetWithdrawn(1, "ante", Cents(2_500), "ann", ANN)],
)
def test_who_has_left_while_bets_are_open_changes_no_bet(then: e.AnyEvent) -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}), bob=(1, {"ante": "10"}))
    t.do("report", incident="player-absent", box=1)
    t.lay(bob=(1, {"ante": "10"}))
    t.do("withdraw-bet", by="player:bob", box=1, bet="ante")
    with says("who has left box 1"):
        t.book.take(then)
