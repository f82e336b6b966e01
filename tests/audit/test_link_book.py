"""The bookkeeping of a link by itself: order of payment, two persons, who pays. Amounts are worked
out by hand.
"""

from typing import Any

import pytest

from pitboss.audit.books.link_book import LinkBook
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.rulebook_file import open_book
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import LinkParameters
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post

ANN, BOB = Actor(Post.SHIFT_MANAGER, "ann"), Actor(Post.SHIFT_MANAGER, "bob")
SUE = Actor(Post.PIT_SUPERVISOR, "sue")

RWS, MBS = "rws-multilink-stud-3", "mbs-megalink-stud-6"
ROYAL, STRAIGHT = ("royal-flush", "1"), ("straight-flush", "1/10")


def link(*, verifiers: int = 1, cap: int | None = None) -> LinkBook:
    """A link that shows 1,000.00 and starts again at 1,000.00, with two tables."""
    parameters = LinkParameters(
        Cents(1_000_00), 100, 50, None if cap is None else Cents(cap), verifiers
    )
    found = LinkBook("L", open_book, Counts())
    found.take(e.LinkOpened("L", "RWS", parameters, 1, ANN))
    for table in ("A", "B"):
        found.take(e.TableJoined(table))
    found.end_command()
    return found


def claim(
    book: LinkBook,
    table: str,
    box: int,
    hand: tuple[str, str],
    dealt_ms: int,
    rulebook: str = RWS,
    **also: Any,
) -> str:
    """A claim of one command by itself, unless the same table has just claimed."""
    name = f"{table}-1/{box}"
    same = bool(book.raised) and book.raised[-1].table == table
    if not same:
        book.end_command()
    entry = book.claims.entries + (0 if same else 1)
    book.take(
        e.ClaimRaised(
            claim=name,
            table=table,
            round=f"{table}-1",
            rulebook=rulebook,
            box=box,
            player="p",
            hand=hand[0],
            part=hand[1],
            dealt_ms=dealt_ms,
            entry=entry,
            at_ms=1,
            displayed=Cents(book.shown),
            **also,
        )
    )
    return name


def paid(
    table: str, awards: list[tuple[str, int, str, int]], before: int, after: int, **also: Any
) -> e.AwardPaid:
    told = {"funding": e.Funding(), "resets": False, "clauses": ("4.5.2",), "at_ms": 1, **also}
    return e.AwardPaid(
        table=table,
        round=f"{table}-1",
        awards=tuple(
            e.ClaimAward(name, box, hand, Cents(cents), ()) for name, box, hand, cents in awards
        ),
        before=Cents(before),
        after=Cents(after),
        **told,
    )


def says(what: str) -> Any:
    return pytest.raises(Misfit, match=what)


def test_4_5_2_the_hand_that_was_dealt_first_is_paid_first() -> None:
    book = link()
    late = claim(book, "A", 1, STRAIGHT, 20)
    early = claim(book, "B", 2, STRAIGHT, 10)
    book.end_command()
    book.take(e.ClaimVerified(late, SUE, True))
    book.end_command()
    with says("the claims whose turn it is"):
        book.take(paid("A", [(late, 1, "straight-flush", 100_00)], 1_000_00, 900_00))
    book.take(e.ClaimVerified(early, SUE, True))
    # A tenth of 1,000.00, then a tenth of the 900.00 that are left.
    book.take(paid("B", [(early, 2, "straight-flush", 100_00)], 1_000_00, 900_00))
    with says("the awards in their order"):
        book.take(paid("A", [(late, 1, "straight-flush", 100_00)], 900_00, 800_00))
    book.take(paid("A", [(late, 1, "straight-flush", 90_00)], 900_00, 810_00))
    book.end_command()
    assert book.shown == 810_00


def test_4_5_2_hands_of_one_moment_wait_for_the_house() -> None:
    book = link()
    one = claim(book, "A", 1, STRAIGHT, 10)
    other = claim(book, "B", 2, STRAIGHT, 10)
    book.end_command()
    book.take(e.ClaimVerified(one, SUE, True))
    book.take(e.ClaimVerified(other, SUE, True))
    book.end_command()
    with says("the claims whose turn it is"):
        book.take(paid("A", [(one, 1, "straight-flush", 100_00)], 1_000_00, 900_00))
    with says("who ordered the claims"):
        book.take(e.ClaimsOrdered(("B",), "as seen", SUE, ()))
    with says("tables with a claim that waits"):
        book.take(e.ClaimsOrdered(("C",), "as seen", ANN, ()))
    book.take(e.ClaimsOrdered(("B",), "as seen", ANN, ()))
    book.take(paid("B", [(other, 2, "straight-flush", 100_00)], 1_000_00, 900_00))
    book.take(paid("A", [(one, 1, "straight-flush", 90_00)], 900_00, 810_00))
    book.end_command()


def test_3_14_and_3_15_tables_by_entry_and_hands_of_one_table_together() -> None:
    book = link()
    first = claim(book, "B", 3, ROYAL, 99, MBS)
    second = claim(book, "B", 5, STRAIGHT, 99, MBS)
    claim(book, "A", 1, ROYAL, 1, MBS)
    book.end_command()
    book.take(e.ClaimVerified(first, SUE, True))
    book.end_command()
    book.take(e.ClaimVerified(second, SUE, True))
    with says("who may say in which order"):
        book.take(e.ClaimsOrdered(("A",), "as seen", ANN, ()))
    # The straight flush takes 100.00 first, the royal flush the 900.00 that are left; the house
    # starts it again.
    awards = [(second, 5, "straight-flush", 100_00), (first, 3, "royal-flush", 900_00)]
    started = e.Funding(0, 0, 1_000_00 * 10_000)
    turn = paid("B", awards, 1_000_00, 1_000_00, funding=started, resets=True, clauses=("3.14",))
    with says("the awards in their order"):
        book.take(
            paid(
                "B",
                awards[::-1],
                1_000_00,
                1_000_00,
                funding=started,
                resets=True,
                clauses=("3.14",),
            )
        )
    book.take(turn)
    book.end_command()
    assert (book.shown, book.house) == (1_000_00, -1_000_00 * 10_000)


def test_a_registered_value_is_the_most_that_is_paid_from() -> None:
    book = link()
    name = claim(book, "A", 1, STRAIGHT, 10, registered=Cents(700_05))
    book.end_command()
    book.take(e.ClaimVerified(name, SUE, True))
    book.take(paid("A", [(name, 1, "straight-flush", 70_00)], 700_05, 930_00))
    assert book.shown == 930_00


def test_two_persons_verify_where_the_link_asks_for_it() -> None:
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    with says("1 of 2 have verified"):
        book.take(e.ClaimVerified(name, SUE, True))
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    book.take(e.ClaimVerified(name, SUE, False))
    with says("the claims whose turn it is"):
        book.take(paid("A", [(name, 1, "straight-flush", 100_00)], 1_000_00, 900_00))
    with says("who verified claim A-1/1"):
        book.take(e.ClaimVerified(name, Actor(Post.PIT_MANAGER, "sue"), True))
    book.take(e.ClaimVerified(name, ANN, True))
    book.take(paid("A", [(name, 1, "straight-flush", 100_00)], 1_000_00, 900_00))


def test_two_persons_decline_where_two_must_verify() -> None:
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    with says("1 of 2 have declined claim A-1/1"):
        book.take(e.ClaimDeclined(name, SUE, "No."))
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    book.take(e.DeclineRecorded(name, SUE, "No."))
    with says("who declined claim A-1/1"):
        book.take(e.ClaimDeclined(name, Actor(Post.PIT_MANAGER, "sue"), "No."))
    # Whoever verifies has declined no longer: two others must.
    book.take(e.ClaimVerified(name, SUE, False))
    with says("1 of 2 have declined claim A-1/1"):
        book.take(e.ClaimDeclined(name, ANN, "No."))


def test_a_decline_that_is_enough_is_not_recorded_as_the_first_of_two() -> None:
    book = link()
    name = claim(book, "A", 1, STRAIGHT, 10)
    with says("1 of 1 have declined claim A-1/1"):
        book.take(e.DeclineRecorded(name, SUE, "No."))


def test_who_declines_has_verified_no_longer() -> None:
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    book.take(e.ClaimVerified(name, SUE, False))
    book.take(e.DeclineRecorded(name, SUE, "No."))
    with says("1 of 2 have verified claim A-1/1"):
        book.take(e.ClaimVerified(name, ANN, True))
    book = link(verifiers=2)
    name = claim(book, "A", 1, STRAIGHT, 10)
    book.take(e.DeclineRecorded(name, SUE, "No."))
    book.take(e.ClaimDeclined(name, ANN, "No."))
    assert not book.locked


def test_a_claim_that_could_be_paid_and_was_not() -> None:
    book = link()
    name = claim(book, "A", 1, STRAIGHT, 10)
    book.end_command()
    book.take(e.ClaimVerified(name, SUE, True))
    with says("a claim whose turn has come is paid"):
        book.end_command()


def fed(book: LinkBook, table: str, cents: int) -> e.FeedMark:
    """Bets of a table come in, or go back below nothing; the mark up to which they can be
    entered.
    """
    feed = book.feed(table)
    kind = e.ContributionMade if cents > 0 else e.ContributionReturned
    bets_in = Cents(feed.bets_in + cents)
    meter, reserve = feed.now.meter + cents * 100, feed.now.reserve + cents * 50
    feed.take(
        kind(
            round="r",
            bets=Cents(abs(cents)),
            rate_bp=100,
            reserve_bp=50,
            bets_in=bets_in,
            meter_total=meter,
            reserve_total=reserve,
            at_ms=1,
        ),
        book.rates,
    )
    return e.FeedMark(feed.now.version, meter, reserve)


def test_what_is_above_the_cap_goes_to_the_pool_and_leaves_it_first() -> None:
    book = link(cap=1_000_01)
    # 500 cents at 100 basis points are 50,000 units, and 10,000 fit under the cap; the reserve gets
    # 25,000.
    mark = fed(book, "A", 500)
    with says("what goes into the jackpot"):
        book.take(e.ContributionsFolded({"A": mark}, 50_000, 0, 25_000))
    book = link(cap=1_000_01)
    book.take(e.ContributionsFolded({"A": fed(book, "A", 500)}, 10_000, 40_000, 25_000))
    # 450 cents go back: 40,000 units from the pool and 5,000 from the jackpot.
    book.take(e.ContributionsFolded({"A": fed(book, "A", -450)}, -5_000, -40_000, -22_500))
    assert (book.meter, book.overflow, book.reserve) == (1_000_00 * 10_000 + 5_000, 0, 2_500)


def test_reserve_then_pool_then_house_pay_for_the_next_start() -> None:
    book = link(cap=1_000_01)
    book.take(e.ContributionsFolded({"A": fed(book, "A", 500)}, 10_000, 40_000, 25_000))
    name = claim(book, "B", 4, ROYAL, 10)
    book.end_command()
    book.take(e.ClaimVerified(name, SUE, True))
    # 1,000.01 are paid and 1,000.00 are needed: 25,000 of the reserve, 40,000 of the pool, the rest
    # from the house.
    needed = 1_000_00 * 10_000
    awards = [(name, 4, "royal-flush", 1_000_01)]
    wrong = e.Funding(0, 40_000, needed - 40_000)
    with says("what reserve, overflow pool and house put in"):
        book.take(paid("B", awards, 1_000_01, 1_000_00, funding=wrong, resets=True))
    right = e.Funding(25_000, 40_000, needed - 65_000)
    turn = paid("B", awards, 1_000_01, 1_000_00, funding=right, resets=True)
    book.take(turn)
    assert (book.meter, book.reserve, book.overflow) == (needed, 0, 0)
    # The claim falls away again: everything is as it was.
    book.take(
        e.AwardReversed(claim=name, amount=Cents(1_000_01), funding=right, because="void", at_ms=1)
    )
    assert (book.meter, book.reserve, book.overflow) == (needed + 10_000, 25_000, 40_000)


def test_contributions_wait_while_a_claim_is_open_or_the_link_is_down() -> None:
    book = link()
    mark = fed(book, "A", 500)
    name = claim(book, "A", 1, STRAIGHT, 10)
    with says("contributions are entered while no claim is open"):
        book.take(e.ContributionsFolded({"A": mark}, 50_000, 0, 25_000))
    book.take(e.ClaimDeclined(name, SUE, "a wrong card"))
    book.take(e.LinkFailed(Cents(1_000_00), "no power", 1, SUE))
    with says("contributions are entered while no claim is open"):
        book.take(e.ContributionsFolded({"A": mark}, 50_000, 0, 25_000))
    book.take(e.LinkRestored(1, ANN))
    book.take(e.ContributionsFolded({"A": mark}, 50_000, 0, 25_000))
    with says("the feed of A has not got the version"):
        book.take(e.ContributionsFolded({"A": mark}, 0, 0, 0))


def test_parameters_take_effect_between_jackpots_only() -> None:
    book = link()
    more = LinkParameters(Cents(2_000_00), 100, 50)
    effect = e.ParametersTookEffect(more, e.Funding(house_units=1_000_00 * 10_000), 1)
    book.take(e.ParametersProposed(more, ANN))
    with says("parameters take effect that two persons agreed on"):
        book.take(effect)
    with says("parameters need two persons"):
        book.take(e.ParametersApproved(ANN))
    book.take(e.ParametersApproved(BOB))
    book.take(e.ContributionsFolded({"A": fed(book, "A", 500)}, 50_000, 0, 25_000))
    with says("parameters take effect between two jackpots"):
        book.take(effect)
    book = link()
    book.take(e.ParametersProposed(more, ANN))
    book.take(e.ParametersApproved(BOB))
    book.take(effect)
    assert (book.shown, book.parameters) == (2_000_00, more)
