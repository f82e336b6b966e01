"""The state after an event: every event is understood, none changes what was before, and all come
to the same again.
"""

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.games.family import family_of
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table import queries
from pitboss.table.evolve import _EVOLVE, evolve, fold
from pitboss.table.state import Phase, RoundState, Standing, TableState
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS
from tests.tables import SHIFT_MANAGER, SUPERVISOR, Table, ready, setting

ANN = Actor(Post.PLAYER, "ann")
DANA = Actor(Post.DEALER, "dana")
ANTE = {"ante": "25"}


def after(t: Table, *events: e.AnyEvent) -> TableState:
    """The state that a table would be in after events that it has not decided itself."""
    found = fold(events, t.state)
    assert found is not None
    return found


def round_of(state: TableState) -> RoundState:
    assert state.round is not None
    return state.round


def test_every_event_is_understood() -> None:
    assert {*_EVOLVE, e.TableOpened, e.RulesTaken} == set(e.AnyEvent.__args__)


def test_the_first_event_of_a_table_opens_it() -> None:
    with pytest.raises(AssertionError, match="the first event of a table opens it"):
        evolve(None, e.DecisionsEnded())
    assert fold([]) is None


@pytest.mark.parametrize(
    "event", [e.DecisionsEnded(), e.PlayerLeft(1), e.OptionsClosed(), e.HandExamined(1, "ann")]
)
def test_an_event_of_a_round_needs_one(event: e.AnyEvent) -> None:
    with pytest.raises(AssertionError):
        evolve(Table.open(MS).state, event)


def busy(book: str) -> Table:
    """A table that has seen a round played out, another voided, and a third begun."""
    opening = "main" if book == BE else "ante"
    bets = {opening: "25", "progressive": "5"}
    t = Table.open(book, cards="virtual")
    t.do("open-betting")
    t.do("give-seed", by="player:ann", seed="cheese")
    t.bet(ann=(1, bets), bob=(2, bets), ann3=(3, bets))
    t.deal_all()
    t.choose(1, "examine")
    while t.phase == "deciding":
        box = t.view()["round"]["to_decide"][0]
        t.choose(box, t.steps(f"player:{t.round.boxes[box].player}")[-1].do)
        t.deal_all()
    t.settle()
    t.do("conclude")
    t.bet(ann=(2, bets))
    t.deal_all()
    t.do("report", incident="cards-exposed", facts={"count": 2})
    t.settle()
    t.do("conclude")
    t.bet(bob=(1, bets))
    t.deal()
    return t


@pytest.mark.parametrize("book", RULEBOOKS)
def test_stored_events_come_to_the_same_state(book: str) -> None:
    t = busy(book)
    text = msgspec.json.encode(t.events)
    again = fold(msgspec.json.decode(text, type=list[e.AnyEvent]))
    packed = msgspec.msgpack.encode(t.events)

    state = replace(t.state, entries=())
    assert again == state
    assert fold(msgspec.msgpack.decode(packed, type=list[e.AnyEvent])) == state


@pytest.mark.parametrize("book", RULEBOOKS)
def test_no_event_changes_a_state_that_was(book: str) -> None:
    t = busy(book)
    state: TableState | None = None
    before: list[tuple[TableState, str]] = []
    for event in t.events:
        state = evolve(state, event)
        before.append((state, repr(state)))

    assert all(repr(then) == shown for then, shown in before)


def test_a_table_may_be_folded_from_its_own_shelf() -> None:
    shelf = Shelf()
    state = fold(Table.open(MS).events, shelf=shelf)

    assert state is not None
    assert state.book is shelf.get(MS)


@pytest.mark.parametrize(
    ("book", "family", "opening"),
    [
        (MS, "stud", "ante"),
        (CS, "stud", "ante"),
        (SS, "stud", "ante"),
        (MH, "holdem", "ante"),
        (BE, "bullseye", "main"),
    ],
)
def test_a_table_knows_its_game(book: str, family: str, opening: str) -> None:
    state = Table.open(book).state

    assert (family_of(state.book).name, queries.opening(state)) == (family, opening)


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


def test_a_table_that_opens_again_keeps_what_is_remembered() -> None:
    t = ready(SS, ann=(1, {"ante": "25"}))
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")
    t.do("stop-player", by=SHIFT_MANAGER, player="bob")
    t.do("hold-to-one-position", by=SHIFT_MANAGER, player="cat")
    t.do("close-table", by=SUPERVISOR)
    assert not t.state.open
    t.do(
        "open-table",
        by=SUPERVISOR,
        **setting(SS, boxes=5, limits={"ante": {"min": "1", "max": "2"}}),
    )

    state = t.state
    assert state.open
    assert (state.settings.boxes, state.limits) == (5, {"ante": (100, 200)})
    assert (state.chips, state.house, state.rounds) == ({"ann": -25_00}, 25_00, 1)
    assert state.barred_players == {"bob": ("5.10.3",)}
    assert state.one_position == {"cat"}


def test_a_player_who_was_barred_under_one_document_stays_barred_under_another() -> None:
    t = Table.open(SS)
    t.do("stop-player", by=SHIFT_MANAGER, player="bob")
    t.do("close-table", by=SUPERVISOR)
    t.do("open-table", by=SUPERVISOR, **setting(MS))
    t.lay()

    # Its clause is none of this document.
    assert t.refused_bet(1, "ante", "25", by="player:bob") == ("player-barred", ())


def test_what_the_house_ordered_outlasts_a_table_that_closes() -> None:
    t = ready(MS, ann=(1, ANTE))
    t.do("report", incident="progressive-system-down", facts={"players_have_seen": False})
    t.settle()
    t.do("conclude")
    t.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=2)
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    t.do("close-table", by=SUPERVISOR)
    t.do("open-table", by=SUPERVISOR, **setting(MS))

    assert t.view()["barred_boxes"] == [2]
    assert t.view()["notice"] is not None


# ── phases ────────────────────────────────────────────────────────────────────────────────────────


def test_a_round_goes_through_its_phases() -> None:
    t = Table.open(MS)
    found: list[Phase] = []

    def note() -> None:
        if not found or found[-1] is not t.round.phase:
            found.append(t.round.phase)

    t.lay(ann=(1, ANTE))
    note()
    t.do("close-betting")
    note()
    while t.phase != "deciding":
        t.deal()
        note()
    t.choose(1, "fold")
    note()
    t.deal()
    note()
    t.do("settle")
    note()
    assert found == [
        Phase.BETTING,
        Phase.CLOSED,
        Phase.DEALING,
        Phase.DECIDING,
        Phase.DEALING,
        Phase.REVEALED,
        Phase.SETTLED,
    ]
    t.do("report", incident="foreign-card")
    assert t.round.phase is Phase.VOID
    assert t.round.step is None


# ── chips ─────────────────────────────────────────────────────────────────────────────────────────


def counted(state: TableState) -> int:
    return sum(state.chips.values()) + state.house + state.on_layout


def test_a_bet_that_is_returned_goes_to_those_whose_chips_they_are() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25", "tie": "5"}), bob=(1, {"main": "5", "tie": "3"}))
    state = after(t, e.BetReturned(1, "tie"))

    assert round_of(state).boxes[1].bets == {"main": 30_00}
    assert state.chips == {"ann": -25_00, "bob": -5_00}
    assert counted(state) == 0


@pytest.mark.parametrize("amount", [10_00, 40_00])
def test_a_correction_is_the_seated_players(amount: int) -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25"}), bob=(1, {"main": "3"}))
    state = after(t, e.BetCorrected(1, "main", Cents(amount)))

    assert round_of(state).boxes[1].bets == {"main": amount}
    assert state.chips == {"ann": -(amount - 3_00), "bob": -3_00}
    assert counted(state) == 0


def test_a_correction_may_find_a_spot_that_was_empty() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, ANTE))
    state = after(t, e.BetCorrected(1, "progressive", Cents(5_00)))

    assert state.chips == {"ann": -30_00}
    assert counted(state) == 0


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_that_was_moved_is_not_set_any_more() -> None:
    t = Table.open(BE)
    t.cards({1: "9h Ad Qc Kc Kd", 2: "2c 2d 4c 5h 7h"})
    t.bet(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["9h", "Ad", "Kc"])
    assert t.round.boxes[1].three == parse_cards("9h Ad Kc")
    boxes = round_of(after(t, e.HandsMoved(((1, 2), (2, 1))))).boxes

    assert [boxes[box].three for box in (1, 2)] == [None, None]
    assert boxes[1].cards == parse_cards("2c 2d 4c 5h 7h")
    assert boxes[2].cards == parse_cards("9h Ad Qc Kc Kd")


def test_an_answer_is_kept_with_the_question() -> None:
    t = ready(MH, "shuffler", ann=(1, ANTE))
    t.choose(1, "raise", "50")
    t.deal_all()
    t.choose(1, "check")

    assert t.round.boxes[1].answered == ("stay", "turn")
    assert t.round.boxes[1].standing is Standing.IN


def test_players_answer_while_they_are_asked() -> None:
    t = Table.open(MS)
    t.bet(ann=(1, ANTE))

    with pytest.raises(AssertionError, match="players answer while they are asked"):
        evolve(t.state, e.Folded(1, ANN))


def test_an_incident_that_waits_for_nobody_is_only_remembered() -> None:
    t = ready(MS, ann=(1, ANTE))
    before = round_of(t.state)
    reported = t.do("report", incident="error-noticed-later")
    after = round_of(t.state)

    assert after.reported is not None
    assert msgspec.structs.replace(after, reported=None) == before
    between = Table.open(MS)
    assert evolve(between.state, reported[0]) is between.state


def test_who_holds_a_box_does_not_change_with_what_is_added() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25"}))
    state = after(t, e.BetPlaced(1, "main", Cents(5_00), "bob", DANA))

    assert round_of(state).boxes[1].player == "ann"
    assert round_of(state).boxes[1].laid == 30_00


def test_of_a_hand_with_a_hidden_card_nothing_is_set_apart() -> None:
    t = Table.open(BE)
    assert queries.first_hand(t.state, ()) == ()
    assert queries.first_hand(t.state, (1, None, 3, 4, 5)) == ()  # type: ignore[arg-type] # cards by number
