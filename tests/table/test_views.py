"""What each role sees of each game in each phase: all that lies open for it, and nothing more."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.games.family import family_of
from pitboss.kernel.cards import NAMES, parse_cards
from pitboss.kernel.hand_names import point_hand_name
from pitboss.kernel.points import makes_three_card_hand, place_of_two
from pitboss.rulebook.shelf import Shelf
from pitboss.table.command_json import read_actor
from pitboss.table.events import IncidentReported
from pitboss.table.evolve import fold
from pitboss.table.shuffle.verify import verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from pitboss.table.state import Published
from pitboss.table.views.table import view
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS
from tests.tables import DEALER, PIT_MANAGER, SECRET, SHIFT_MANAGER, SUPERVISOR, Place, Table, ready

ANN, BOB, EVE = "player:ann", "player:bob", "player:eve"
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
EVERYBODY = (None, ANN, BOB, EVE, *STAFF)
"""Ann and bob play; eve looks on; nobody at all is a sign at the table."""

OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
FIVE, TWO = ["??"] * 5, ["??"] * 2

# Five cards for stud and Bullseye; the first two of each are the hole cards of hold'em.
HANDS: dict[Place, str] = {1: "9h 7h 6h 4h 2h", 2: "Qc Td 6d 4s 2c", "dealer": "Ac Kd 8s 5d 3s"}
COMMUNITY = "Jc Js 5h 4c 2s"


def hand(place: Place, book: str) -> list[str]:
    return HANDS[place].split()[: 2 if book == MH else 5]


def table(book: str, dealing: str | None = None, **bets: str) -> Table:
    """Ann on box 1 and bob on box 2, with these bets besides their opening wagers; bets are
    closed.
    """
    t = Table.open(book, dealing)
    planned: dict[Place, str] = {place: " ".join(hand(place, book)) for place in HANDS}
    t.cards(planned | ({"community": COMMUNITY} if book == MH else {}))
    both = {OPENING[book]: "25"} | bets
    t.bet(ann=(1, both), bob=(2, both))
    return t


def stay(t: Table, box: int) -> None:
    if t.state.book.id == BE:
        t.choose(box, "set-hand")
    else:
        t.choose(box, "raise", "50")


def finish(t: Table) -> None:
    """Hold'em players check to the end; all is dealt and turned over."""
    t.deal_all()
    while t.phase == "deciding":
        t.choose(t.view()["round"]["to_decide"][0], "check")
        t.deal_all()
    assert t.phase == "revealed"


def played(book: str, dealing: str | None = None, **bets: str) -> Table:
    """Both stay in, and the dealer has turned over."""
    t = table(book, dealing, **bets)
    t.deal_all()
    stay(t, 1)
    stay(t, 2)
    finish(t)
    return t


def shown(t: Table, viewer: str | None) -> tuple[list[str], list[str]]:
    """The cards of boxes 1 and 2 as somebody sees them."""
    return (t.box_view(1, viewer)["cards"], t.box_view(2, viewer)["cards"])


def texts(value: Any) -> Iterator[str]:
    """Every string in a view, keys too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


def cards_in(view: dict[str, Any]) -> set[str]:
    """Every card that stands anywhere in a view, but for one that has been published with its
    deck.
    """
    return {text for text in texts(view | {"published": None}) if text in NAMES}


# ── the table around the round ────────────────────────────────────────────────────────────────────


def test_what_is_posted_at_a_table_everybody_sees() -> None:
    t = Table.open(
        MH, boxes=4, dealing="shuffler", limits={"ante": ("10", "500"), "bonus": ("1", "50")}
    )
    expected = {
        "table": "t1",
        "rulebook": MH,
        "title": "Multi-Link Progressive Texas Hold'em Poker",
        "open": True,
        "layout": "A",
        "boxes": 4,
        "dealing": "shuffler",
        "cards": "entered",
        "limits": {
            "ante": {"min": "10.00", "max": "500.00"},
            "bonus": {"min": "1.00", "max": "50.00"},
        },
        "progressive_bet": "5.00",
        "one_hand_notice": "You may examine one hand only; the others are played without looking.",
        "notice": None,
        "barred_boxes": [],
        "operation_awaited": False,
        "rounds": 0,
        "round": None,
        "published": None,
        "last": None,
        "correction": None,
        "corrected": None,
        "barred_players": {},
        "one_position": [],
    }
    for viewer in EVERYBODY:
        found = t.view(viewer)
        assert {key: found[key] for key in expected} == expected
        assert set(found) == set(expected) | {"chips", "in_play", "next"}


def test_a_limit_that_is_not_set_is_not_shown() -> None:
    t = Table()
    limits = {"ante": {"min": "10", "max": "500"}, "bonus": {"max": "50"}}
    settings = {"rulebook": MH, "layout": "A", "boxes": 2, "dealing": "shoe", "cards": "entered"}
    t.do("open-table", by=SUPERVISOR, **settings, limits=limits)

    assert t.view()["limits"] == {
        "ante": {"min": "10.00", "max": "500.00"},
        "bonus": {"max": "50.00"},
    }
    assert t.view()["progressive_bet"] is None


def test_a_player_sees_his_own_figure_and_staff_see_all() -> None:
    t = table(MS)

    assert t.view()["chips"] == {}
    assert t.view(ANN)["chips"] == {"ann": "-25.00"}
    assert t.view(EVE)["chips"] == {"eve": "0.00"}
    for viewer in STAFF:
        assert t.view(viewer)["chips"] == {"ann": "-25.00", "bob": "-25.00"}
    # They lie on the felt, and are neither won nor lost.
    assert t.view()["in_play"] == {}
    assert t.view(ANN)["in_play"] == {"ann": "25.00"}
    assert t.view(EVE)["in_play"] == {"eve": "0.00"}
    for viewer in STAFF:
        assert t.view(viewer)["in_play"] == {"ann": "25.00", "bob": "25.00"}


def test_everybody_gets_his_own_next_steps() -> None:
    t = table(MS)
    t.deal_all()

    assert t.view()["next"] == []
    assert [step["do"] for step in t.view(ANN)["next"]] == ["examine", "raise", "fold"]
    assert [step["do"] for step in t.view(BOB)["next"]] == ["examine"]
    assert t.view(EVE)["next"] == []
    assert t.view(ANN)["next"][1]["amount"] == "50.00"
    assert t.view(DEALER)["next"] == [
        {
            "do": "ask",
            "box": 1,
            "option": None,
            "amount": None,
            "says": "fold, or BET 50.00",
            "cards": None,
            "label": "Ask box 1: fold, or BET 50.00",
            "clauses": [],
        }
    ]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_view_is_plain_json(book: str) -> None:
    t = played(book, progressive="5")
    t.do("settle")

    for viewer in EVERYBODY:
        assert json.loads(json.dumps(t.view(viewer))) == t.view(viewer)


# ── phase by phase ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_before_the_deal_there_are_no_cards(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, {OPENING[book]: "25"}))
    for phase in ("betting", "closed"):
        for viewer in EVERYBODY:
            round = t.view(viewer)["round"]
            assert (round["phase"], round["id"], round["burnt"]) == (phase, "t1-1", 0)
            assert (round["dealer"], round["community"], round["to_decide"]) == ([], [], [])
            assert round["boxes"] == [
                {
                    "box": 1,
                    "player": None if viewer in (None, BOB, EVE) else "ann",
                    "bets": {OPENING[book]: "25.00"},
                    "standing": "undecided",
                    "examined": False,
                    "cards": [],
                    "three": None,
                    "hand": None,
                }
            ]
            assert (round["step"] is None) is (phase == "betting")
        if phase == "betting":
            t.do("close-betting")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_while_cards_are_dealt_nobody_sees_one_of_a_player(book: str) -> None:
    t = table(book)
    while t.phase != "deciding":
        t.deal()
        for viewer in EVERYBODY:
            first, second = shown(t, viewer)
            assert set(first + second) <= {"??"}
            assert len(first) == len(t.held(1).split())


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_player_sees_the_hand_that_he_has_examined(book: str) -> None:
    t = table(book)
    t.deal_all()
    down = TWO if book == MH else FIVE
    for viewer in EVERYBODY:
        assert shown(t, viewer) == (down, down)

    t.choose(1, "examine")
    assert shown(t, ANN) == (hand(1, book), down)
    for viewer in EVERYBODY:
        assert t.box_view(1, viewer)["examined"] is True
        if viewer != ANN:
            assert shown(t, viewer) == (down, down)
    t.choose(2, "examine")
    assert shown(t, BOB) == (down, hand(2, book))
    assert shown(t, ANN) == (hand(1, book), down)


@pytest.mark.parametrize("post", ["dealer", "pit-supervisor", "shift-manager"])
def test_a_member_of_staff_who_has_a_players_name_sees_no_more_for_it(post: str) -> None:
    t = table(MS)
    t.deal_all()
    t.choose(1, "examine")

    assert t.box_view(1, f"{post}:ann")["cards"] == FIVE


@pytest.mark.parametrize(
    ("book", "dealing", "deciding"),
    [
        (MS, "shoe", [*["??"] * 4, "3s"]),
        (MS, "shuffler", [*["??"] * 4, "3s"]),
        (CS, "shoe", [*["??"] * 4, "3s"]),
        (CS, "shuffler", [*["??"] * 4, "3s"]),
        (SS, "automated", [*["??"] * 4, "3s"]),
        (SS, "manual", [*["??"] * 4, "3s"]),
        (BE, "method-a", FIVE),
        (BE, "method-b", []),
        (BE, "method-c", FIVE),
        (BE, "manual", FIVE),
        (MH, "shoe", []),
        (MH, "shuffler", TWO),
    ],
)
def test_of_the_dealers_cards_everybody_sees_what_the_deal_turns_up(
    book: str, dealing: str, deciding: list[str]
) -> None:
    t = table(book, dealing)
    t.deal_all()
    for viewer in EVERYBODY:
        assert t.view(viewer)["round"]["dealer"] == deciding
    stay(t, 1)
    stay(t, 2)
    finish(t)

    for viewer in EVERYBODY:
        assert t.view(viewer)["round"]["dealer"] == hand("dealer", book)


def test_a_dealers_card_that_was_shown_by_accident_is_the_one_that_is_seen() -> None:
    t = table(MS, "shoe")
    while len(t.held("dealer").split()) < 2:
        t.deal()
    t.do("report", incident="cards-exposed", facts={"count": 1, "dealers_card": True})
    t.deal_all()

    for viewer in EVERYBODY:
        assert t.view(viewer)["round"]["dealer"] == ["??", "Kd", "??", "??", "??"]


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_community_cards_are_seen_stage_by_stage(dealing: str) -> None:
    t = table(MH, dealing)
    open_cards = COMMUNITY.split()
    # A shuffler lays all five first; from a shoe each comes when it is its turn.
    hidden = 5 if dealing == "shuffler" else 0

    def board() -> list[str]:
        found = [t.view(viewer)["round"]["community"] for viewer in EVERYBODY]
        assert all(other == found[0] for other in found)
        board: list[str] = found[0]
        return board

    t.deal_all()
    assert board() == ["??"] * hidden
    for bet, seen in (("50", 3), ("25", 4), ("25", 5)):
        t.choose(1, "raise", bet)
        t.choose(2, "raise", bet)
        before = board()
        t.deal()
        t.deal_all()
        assert board()[:seen] == open_cards[:seen]
        assert set(board()[seen:]) <= {"??"}
        assert before != board()
    assert t.phase == "revealed"


def test_community_cards_from_a_shoe_lie_face_down_until_they_are_turned_over() -> None:
    t = table(MH, "shoe")
    t.deal_all()
    stay(t, 1)
    stay(t, 2)
    t.deal()
    t.deal()

    assert t.view()["round"]["community"] == ["??"] * 3
    assert t.view()["round"]["burnt"] == 2
    t.deal()
    assert t.view()["round"]["community"] == ["Jc", "Js", "5h"]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_hands_that_stayed_in_lie_open_when_the_round_is_settled(book: str) -> None:
    t = played(book)
    down = TWO if book == MH else FIVE
    # A player may still decline to show until then.
    for viewer in EVERYBODY:
        assert shown(t, viewer) == (down, down)
    t.do("settle")
    for viewer in EVERYBODY:
        assert shown(t, viewer) == (hand(1, book), hand(2, book))
        assert t.view(viewer)["round"]["settlement"]["boxes"][0]["box"] == 1
        assert t.view(viewer)["round"]["step"] is None


@pytest.mark.parametrize(
    ("book", "hands"),
    [
        (MS, ("nine-high flush", "queen-ten high", "ace-king high")),
        (MH, tuple(f"pair of jacks, {rank} kicker" for rank in ("nine", "queen", "ace"))),
        (BE, ("8 points", "2 points", "no 3 Card Hand")),
    ],
)
def test_hands_that_lie_open_are_called_by_their_full_names(
    book: str, hands: tuple[str, ...]
) -> None:
    t = played(book)

    def named() -> tuple[str | None, ...]:
        round = t.view()["round"]
        return (*(box["hand"] for box in round["boxes"]), round["dealer_hand"])

    assert named() == (None, None, None)
    t.do("settle")
    assert named() == hands


@pytest.mark.parametrize("book", RULEBOOKS)
def test_where_hands_are_set_the_three_that_count_are_told_once_settled(book: str) -> None:
    t = played(book)

    def threes() -> list[list[str] | None]:
        round = t.view()["round"]
        return [*(box["three"] for box in round["boxes"]), round["dealer_three"]]

    assert threes() == [None] * 3
    t.do("settle")
    *boxes, dealers = threes()
    assert [one is not None for one in boxes] == [book == BE] * 2
    # The dealer's five make no 3 Card Hand.
    assert dealers is None
    for box in t.view()["round"]["boxes"] if book == BE else []:
        cards = parse_cards(" ".join(box["cards"]))
        three = parse_cards(" ".join(box["three"]))
        assert set(three) <= set(cards)
        two = [card for card in cards if card not in three]
        assert makes_three_card_hand(three)
        assert point_hand_name(place_of_two(*two)) == box["hand"]


def test_three_that_make_nothing_give_way_to_the_house_way() -> None:
    book = Shelf().get(BE)
    cards = parse_cards("9s 9h 2c 8d 10d")
    own, none = parse_cards("2c 8d 10d"), parse_cards("9s 9h 8d")
    game = family_of(book)
    assert game.first_hand(book, cards, own) == own
    assert game.first_hand(book, cards, none) == game.first_hand(book, cards, None) == own
    assert game.first_hand(book, parse_cards("9s 9h 9c 8d 7d"), None) == ()


def test_a_hand_that_is_not_turned_up_has_no_name() -> None:
    t = table(CS)
    t.deal_all()
    t.choose(1, "fold")
    stay(t, 2)
    finish(t)
    t.do("settle")

    assert [box["hand"] is None for box in t.view()["round"]["boxes"]] == [True, False]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_when_a_round_is_over_its_cards_are_gone(book: str) -> None:
    t = played(book)
    t.do("settle")
    t.do("conclude")

    for viewer in EVERYBODY:
        assert t.view(viewer)["round"] is None
        assert t.view(viewer)["published"] is None
        assert not cards_in(t.view(viewer))


# ── hands that are not shown ──────────────────────────────────────────────────────────────────────

FOLDED = [
    # Multi-Link stud, hold'em and Singapore Stud keep a folded hand's progressive wager alive;
    # Casino Stud does not.
    (MS, True),
    (CS, False),
    (MH, True),
    (SS, True),
]


@pytest.mark.parametrize(("book", "lives"), FOLDED)
def test_a_folded_hand_is_turned_up_only_for_a_progressive_wager_that_lives(
    book: str, lives: bool
) -> None:
    down = TWO if book == MH else FIVE
    for bets, open_ in (({}, False), ({"progressive": "5"}, lives)):
        t = table(book, **bets)
        t.deal_all()
        t.choose(1, "fold")
        stay(t, 2)
        finish(t)
        for viewer in EVERYBODY:
            assert shown(t, viewer)[0] == down
        t.do("settle")
        for viewer in EVERYBODY:
            assert shown(t, viewer)[0] == (hand(1, book) if open_ else down)


def test_a_player_who_looked_and_folded_still_knows_his_cards() -> None:
    t = table(CS)
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "fold")
    stay(t, 2)
    finish(t)
    t.do("settle")

    assert shown(t, ANN)[0] == hand(1, CS)
    assert shown(t, BOB)[0] == FIVE


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_hand_that_is_declined_stays_face_down(book: str) -> None:
    t = played(book, progressive="5")
    t.choose(1, "decline-to-show")
    t.do("settle")
    down = TWO if book == MH else FIVE

    for viewer in EVERYBODY:
        assert shown(t, viewer) == (down, hand(2, book))


@pytest.mark.parametrize(
    ("book", "proved"),
    # In the MBS documents a supervisor's look changes nothing, so the hand is turned up for nobody
    # else.
    [(MS, True), (CS, True), (MH, True), (SS, False), (BE, False)],
)
def test_a_hand_that_was_established_is_seen_by_those_who_looked_and_by_all_where_it_counts(
    book: str, proved: bool
) -> None:
    t = played(book, progressive="5")
    t.choose(1, "decline-to-show")
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"])
    down = TWO if book == MH else FIVE

    for viewer in EVERYBODY:
        may = viewer in (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
        assert shown(t, viewer)[0] == (hand(1, book) if may else down)
    t.do("settle")
    for viewer in EVERYBODY:
        may = proved or viewer in (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
        assert shown(t, viewer)[0] == (hand(1, book) if may else down)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_void_round_turns_up_nothing_more(book: str) -> None:
    t = table(book)
    t.deal_all()
    t.choose(1, "examine")
    before = {viewer: cards_in(t.view(viewer)) for viewer in EVERYBODY}
    t.do("report", incident="foreign-card")
    for viewer in EVERYBODY:
        assert cards_in(t.view(viewer)) == before[viewer]
    t.do("settle")

    down = TWO if book == MH else FIVE
    for viewer in EVERYBODY:
        assert shown(t, viewer) == (hand(1, book) if viewer == ANN else down, down)
        assert t.view(viewer)["round"]["phase"] == "void"
        assert t.view(viewer)["round"]["void"]["because"].endswith(".")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_invalid_hand_is_not_turned_up(book: str) -> None:
    t = table(book, progressive="5")
    t.deal_all()
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    stay(t, 2)
    finish(t)
    t.do("settle")

    down = TWO if book == MH else FIVE
    for viewer in EVERYBODY:
        assert shown(t, viewer) == (down, hand(2, book))


def test_how_a_hand_was_set_is_for_its_player_until_hands_are_shown() -> None:
    t = Table.open(BE)
    t.cards({1: "9h Ad Qc Kc Kd", 2: "2c 2d 4c 5h 7h", "dealer": "5c 5d Th 2s 3s"})
    t.bet(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["9h", "Ad", "Kc"])

    assert t.box_view(1, ANN)["three"] == ["9h", "Ad", "Kc"]
    for viewer in (None, BOB, *STAFF):
        assert t.box_view(1, viewer)["three"] == ["??"] * 3
    t.choose(2, "set-hand")
    t.settle()
    for viewer in EVERYBODY:
        assert t.box_view(1, viewer)["three"] == ["9h", "Ad", "Kc"]
        assert t.box_view(2, viewer)["three"] is None


# ── rulings and options ───────────────────────────────────────────────────────────────────────────


def test_the_facts_that_were_reported_are_for_staff() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}), ann2=(2, {"ante": "25"}))
    t.do("examine", by="player:ann", box=1)
    t.do("report", incident="extra-hand-examined", box=2, facts={"intentional": True})
    for viewer in EVERYBODY:
        facts = t.view(viewer)["round"]["ruling"]["facts"]
        staff = viewer in STAFF
        assert facts.get("intentional", "not told") == (True if staff else "not told")


def test_who_reported_what_in_which_words_is_for_staff_and_when_for_everybody() -> None:
    t = table(MS)
    t.deal_all()
    (event,) = t.do("report", incident="unlisted", box=2, description="A drink went over box 2.")
    assert isinstance(event, IncidentReported)
    for viewer in EVERYBODY:
        ruling = t.view(viewer)["round"]["ruling"]
        told = ("dana", "A drink went over box 2.") if viewer in STAFF else (None, None)
        assert (ruling["reported_by"], ruling["description"]) == told
        assert ruling["reported_at_ms"] == event.at_ms


def test_a_report_of_before_there_were_descriptions_is_shown_without() -> None:
    t = table(MS)
    t.deal_all()
    (event,) = t.do("report", incident="unlisted", box=2)
    assert isinstance(event, IncidentReported)
    assert event.description is msgspec.UNSET
    old = fold([*t.events[:-1], msgspec.structs.replace(event, at_ms=msgspec.UNSET)])
    assert old is not None
    ruling = msgspec.to_builtins(view(old, read_actor(DEALER)))["round"]["ruling"]
    assert (ruling["reported_by"], ruling["reported_at_ms"], ruling["description"]) == (
        "dana",
        None,
        None,
    )


def test_players_who_may_choose_are_told_what_happened() -> None:
    t = table(MS)
    t.deal_all()
    (event, *_) = t.do(
        "report", incident="cards-drawn-together", description="Two cards stuck together."
    )
    # The supervisor decides first; only then there is something to choose, and why.
    assert t.view()["round"]["options_because"] is None
    t.do("confirm", by=SUPERVISOR)
    assert isinstance(event, IncidentReported)
    for viewer in EVERYBODY:
        because = t.view(viewer)["round"]["options_because"]
        assert because["incident"] == "cards-drawn-together"
        assert because["because"] == event.ruling.because
        assert because["clauses"] == list(event.ruling.clauses)
        assert (because["box"], because["all_or_none"]) == (None, False)
        assert because["reported_at_ms"] == event.at_ms
        told = ("dana", "Two cards stuck together.") if viewer in STAFF else (None, None)
        assert (because["reported_by"], because["description"]) == told
    t.do("close-options")
    assert t.view()["round"]["options_because"] is None


def test_a_choice_keeps_its_reason_when_something_else_is_reported_meanwhile() -> None:
    t = table(SS)
    t.deal_all()
    (first, *_) = t.do("report", incident="technical-interruption", description="The power is out.")
    (second, *_) = t.do("report", incident="technical-interruption", description="It is out again.")
    assert isinstance(first, IncidentReported)
    assert isinstance(second, IncidentReported)
    because = t.view(DEALER)["round"]["options_because"]
    assert because["reported_at_ms"] == first.at_ms != second.at_ms
    assert because["description"] == "The power is out."
    assert because["all_or_none"] is True


def test_everybody_sees_what_a_round_waits_for() -> None:
    t = table(MS)
    t.deal_all()
    t.do("report", incident="unlisted", box=2)
    for viewer in EVERYBODY:
        ruling = t.view(viewer)["round"]["ruling"]
        assert (ruling["authority"], ruling["clauses"], ruling["box"]) == (
            "shift-manager",
            ["5.24"],
            2,
        )
        assert ruling["incident"] == "unlisted"
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    assert t.view()["round"]["ruling"] is None
    t.do("report", incident="other-dealing-error", box=2, facts={"can_reconstruct": True})
    for viewer in EVERYBODY:
        expected = {"2": ["continue-reconstructed", "return-and-invalidate"]}
        assert t.view(viewer)["round"]["options"] == expected


# ── the shuffle ───────────────────────────────────────────────────────────────────────────────────


def test_a_shuffle_is_promised_before_bets_and_published_after_the_round() -> None:
    t = Table.open(MS, cards="virtual")
    t.do("open-betting")
    promised = t.view()["round"]["commitment"]
    assert len(promised) == 64
    t.do("give-seed", by=ANN, seed="cheese")

    def nothing_is_given_away() -> None:
        for viewer in EVERYBODY:
            found = t.view(viewer)
            assert found["published"] is None
            assert found["round"]["commitment"] == promised
            assert SECRET.hex() not in json.dumps(found)
            assert not {"secret", "deck", "drawn", "program"} & set(texts(found))

    nothing_is_given_away()
    # Seeds are shown when none can be given any more, so that nobody chooses his by those of
    # others.
    assert t.view()["round"]["seeds"] == {}
    t.bet(ann=(1, {"ante": "25"}))
    assert t.view()["round"]["seeds"] == {"ann": "cheese"}
    nothing_is_given_away()
    t.deal_all()
    nothing_is_given_away()
    t.choose(1, "fold")
    t.settle()
    nothing_is_given_away()
    t.do("conclude")

    for viewer in EVERYBODY:
        published = t.view(viewer)["published"]
        assert (published["round"], published["commitment"]) == ("t1-1", promised)
        assert (published["secret"], published["seeds"]) == (SECRET.hex(), {"ann": "cheese"})
        assert sorted(published["deck"]) == sorted(NAMES)
    # It stays until the next round is over.
    t.do("open-betting")
    assert t.view()["published"]["round"] == "t1-1"


def test_a_promise_is_kept_also_where_no_card_was_drawn() -> None:
    t = Table.open(MS, cards="virtual")
    t.do("open-betting")
    promised = t.view()["round"]["commitment"]
    t.do("conclude")

    published = t.view()["published"]
    assert published["commitment"] == promised
    assert verify_shuffle(published)["verified"] is True


def test_a_void_round_publishes_its_shuffle_too() -> None:
    t = Table.open(MS, cards="virtual")
    t.bet(ann=(1, {"ante": "25"}))
    t.deal_all()
    t.do("report", incident="cards-exposed", facts={"count": 2})
    t.settle()
    assert t.view()["published"] is None
    t.do("conclude")

    assert t.view()["published"]["round"] == "t1-1"


def test_a_published_shuffle_is_written_in_names_and_digits() -> None:
    published = Published("t1-1", "ab", b"\x00\xff", {"ann": "x"}, parse_cards("2c As"))

    assert msgspec.to_builtins(shuffle_of(published)) == {
        "round": "t1-1",
        "commitment": "ab",
        "secret": "00ff",
        "seeds": {"ann": "x"},
        "deck": ["2c", "As"],
    }


def test_staff_see_who_may_not_bet_and_who_is_held_to_one_position() -> None:
    t = Table.open(SS)
    t.do("stop-player", by=SHIFT_MANAGER, player="ann")
    t.do("hold-to-one-position", by=PIT_MANAGER, player="bob")
    seen, other = t.view(DEALER), t.view("player:cat")
    assert (list(seen["barred_players"]), seen["one_position"]) == (["ann"], ["bob"])
    assert (other["barred_players"], other["one_position"]) == ({}, [])
