"""Journals of before hold what rulings ordered then; the auditor takes that, and nothing
else.
"""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.audit.books.command_end import end_at_table
from pitboss.audit.report import Misfit
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import events as e
from tests.support import BE, MS, SS
from tests.tables import SHIFT_MANAGER, Table

MAX, DANA, ANN = (
    Actor(Post.SHIFT_MANAGER, "max"),
    Actor(Post.DEALER, "dana"),
    Actor(Post.PLAYER, "ann"),
)
CHOICE = ("withdraw", "stay")


def dealt(book: str = SS) -> Table:
    """Ann and bob share box 1; cat has box 2 and eve box 3."""
    t = Table.open(book)
    bet = "ante" if book == SS else "main"
    t.bet(ann=(1, {bet: "50"}), bob=(1, {bet: "25"}), cat=(2, {bet: "10"}), eve=(3, {bet: "20"}))
    t.deal_all()
    return t


def ruled(t: Table, incident: str, box: int, decision: str | None) -> Any:
    """What a ruling of the shift manager is stored as, which the auditor has taken by then."""
    told = {"can_reconstruct": False} if incident == "wrong-player-card-count" else {}
    t.do("report", incident=incident, box=box, facts=told)
    events = t._decide("confirm", SHIFT_MANAGER, {"decision": decision})
    assert isinstance(events, tuple)
    assert isinstance(events[0], e.RulingConfirmed)
    t.book.take(events[0])
    return events


def take(t: Table, *events: Any) -> None:
    for event in events:
        t.book.take(event)
    end_at_table(t.book, None)


def reveal(t: Table) -> None:
    for box, amount in ((1, "150"), (2, "20"), (3, "40")):
        t.choose(box, "raise", amount)
    t.deal_all()


def test_the_seated_player_took_back_all_of_a_shared_box() -> None:
    t = dealt()
    ruled(t, "wrong-player-card-count", 2, None)
    take(t, e.HandInvalidated(2, ("5.7",)), e.OptionsOffered((1, 3), CHOICE, ("5.7.1",)))
    take(t, e.OptionChosen(1, "withdraw", ANN), e.HandInvalidated(1, ("5.7.1",)))


def test_who_had_lost_took_his_back() -> None:
    t = dealt()
    reveal(t)
    assert len(ruled(t, "wrong-player-card-count", 2, None)) == 2
    take(t, e.HandInvalidated(2, ("5.7",)), e.OptionsOffered((1, 3), CHOICE, ("5.7.1",)))
    take(t, e.OptionChosen(3, "withdraw", DANA), e.HandInvalidated(3, ("5.7.1",)))


def test_who_was_barred_when_the_dealers_hand_was_open_got_his_back() -> None:
    t = dealt()
    reveal(t)
    assert len(ruled(t, "hand-not-confidential", 3, "bar-player")) == 2
    take(t, e.HandInvalidated(3, ("5.9",)), e.PlayerBarred("eve", MAX, ("5.9",)))


def test_nobody_was_asked_who_had_left_a_hand_of_bullseye() -> None:
    t = dealt(BE)
    t.do("report", incident="player-absent", box=3)
    ruled(t, "wrong-player-card-count", 2, None)
    take(t, e.HandInvalidated(2, ("5.7",)), e.OptionsOffered((1,), CHOICE, ("5.7.1",)))


def test_nobody_was_asked_again_when_the_power_failed() -> None:
    t = dealt()
    t.do("report", incident="wrong-player-card-count", box=2, facts={"can_reconstruct": False})
    t.do("confirm", by=SHIFT_MANAGER)
    events = t._decide("report", "dealer:dana", {"incident": "technical-interruption"})
    assert isinstance(events, tuple)
    assert len(events) == 2
    take(t, events[0])
    take(t, e.OptionsClosed(DANA))


def test_chips_under_the_minimum_that_were_seen_in_time_were_not_entered() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    found = {"incident": "under-minimum-bet", "box": 1, "bet": "ante", "amount": "5"}
    events = t._decide("report", "dealer:dana", found)
    assert isinstance(events, tuple)
    assert events[1:] == (e.BetCorrected(1, "ante", Cents(5_00)),)
    take(t, events[0])
    with pytest.raises(Misfit):
        take(t, e.BetCorrected(1, "ante", Cents(4_00)))


@pytest.mark.parametrize(
    "wrong",
    [
        e.OptionsOffered((1, 2, 3), CHOICE, ("5.7.1",)),
        e.OptionsOffered((1, 3), CHOICE, ("5.7",)),
        e.OptionsOffered((1, 3), CHOICE, ("5.7.1",), beside=((3, "bob"),)),
        e.BetReturned(3, "ante"),
    ],
)
@pytest.mark.parametrize("open_hand", [False, True])
def test_nothing_else_passes_for_what_was(wrong: Any, open_hand: bool) -> None:
    t = dealt()
    if open_hand:
        reveal(t)
    ruled(t, "wrong-player-card-count", 2, None)
    with pytest.raises(Misfit):
        take(t, e.HandInvalidated(2, ("5.7",)), wrong)


def test_a_ruling_that_was_not_carried_out_is_found_all_the_same() -> None:
    t = dealt()
    ruled(t, "wrong-player-card-count", 2, None)
    with pytest.raises(Misfit):
        take(t, e.HandInvalidated(2, ("5.7",)))
    t = dealt()
    reveal(t)
    ruled(t, "hand-not-confidential", 3, "bar-player")
    with pytest.raises(Misfit):
        take(t, e.HandInvalidated(3, ("5.9",)))
    with pytest.raises(Misfit):
        take(t, e.HandInvalidated(1, ("5.9",), UNSET))


# ── a shared wager under the minimum (5.13) ───────────────────────────────────────────────────────


def under_minimum(**players: str) -> Table:
    """A round of Singapore Stud in which these make one ante at a minimum of 50, ready to be
    settled.
    """
    t = Table.open(SS, limits={"ante": ("50", "1000")})
    play_under_minimum(t, **players)
    return t


def play_under_minimum(t: Table, **players: str) -> None:
    t.lay(**{name: (1, {"ante": amount}) for name, amount in players.items()})
    t.do("close-betting", let_stand=True)
    t.cards({1: "Kh Ks 9c 7d 2c", "dealer": "Ad Kd 4c 4s 8h"})
    t.deal_all()
    t.choose(1, "raise", str(2 * sum(map(int, players.values()))))
    t.deal_all()


def settled(t: Table) -> e.RoundSettled:
    events = t._decide("settle", "dealer:dana", {})
    assert isinstance(events, tuple)
    (event,) = events
    assert isinstance(event, e.RoundSettled)
    return event


def test_it_was_once_the_seated_players_alone() -> None:
    t = under_minimum(ann="20", bob="10")
    event = settled(t)
    assert event.under_minimum_settled == ("ann", "bob")
    t.audit_settlement(replace(event, under_minimum_settled=("ann",)))


@pytest.mark.parametrize("players", [(), ("bob",), ("ann", "bob", "cat")])
def test_it_was_never_anybody_elses(players: tuple[str, ...]) -> None:
    t = under_minimum(ann="20", bob="10")
    with pytest.raises(Misfit):
        t.audit_settlement(replace(settled(t), under_minimum_settled=players))


@pytest.mark.parametrize(("first", "accepted"), [("bob", True), ("ann", False)])
def test_it_once_played_again_unless_the_seated_player_had_his(first: str, accepted: bool) -> None:
    t = under_minimum(**{first: "20"})
    t.do("settle")
    t.do("conclude")
    play_under_minimum(t, ann="20", bob="10")
    assert settled(t).record.boxes[0].under_minimum_settled_before is True
    t._state = replace(t.state, under_minimum_settled=frozenset())
    event = replace(settled(t), under_minimum_settled=("ann",))
    assert event.record.boxes[0].under_minimum_settled_before is UNSET
    if accepted:
        t.audit_settlement(event)
    else:
        with pytest.raises(Misfit):
            t.audit_settlement(event)


@pytest.mark.parametrize("player", ["cat", "ann"])
def test_nobody_is_barred_who_has_no_chips_beside_others(player: str) -> None:
    t = dealt()
    events = t._decide(
        "report", "dealer:dana", {"incident": "hand-not-confidential", "box": 1, "player": "bob"}
    )
    assert isinstance(events, tuple)
    assert isinstance(events[0], e.IncidentReported)
    assert events[0].player == "bob"
    take(t, replace(events[0], player=player))
    with pytest.raises(Misfit):
        take(t, e.RulingConfirmed(events[0].ruling, MAX, "bar-player"))
