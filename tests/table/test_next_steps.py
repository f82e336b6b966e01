"""What each person may do next: the words a console shows, and that each step offered is
accepted.
"""

import pytest

from pitboss.rulebook.authority import Post
from pitboss.table.next_steps import NextStep, next_steps
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table, ready, setting

ANN, BOB, EVE = "player:ann", "player:bob", "player:eve"
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
ANTE = {"ante": "25"}


def labels(t: Table, who: str) -> list[str]:
    return [step.label for step in t.steps(who)]


def announced(label: str) -> str:
    return label.removeprefix("Announce: ")


# ── no table, no round ────────────────────────────────────────────────────────────────────────────


def test_a_table_that_is_not_open_is_opened_by_a_pit_supervisor_or_above() -> None:
    opened = (NextStep("Open the table", "open-table"),)
    closed = Table.open(MS)
    closed.do("close-table", by=SUPERVISOR)
    for state in (None, closed.state):
        assert next_steps(state, Post.PLAYER, "ann") == ()
        assert next_steps(state, Post.DEALER) == ()
        for post in (Post.PIT_SUPERVISOR, Post.PIT_MANAGER, Post.SHIFT_MANAGER):
            assert next_steps(state, post) == opened


@pytest.mark.parametrize(
    ("book", "label", "clause"),
    [
        (MS, "Announce: Place your Bets, please", "3.2"),
        (CS, "Announce: Place your Bets, please", "3.2"),
        (MH, "Announce: Place your Bets, please", "3.2"),
        (SS, "Announce: Place your bets, please", "3.1"),
        (BE, "Announce: Place your bets, please", "3.1"),
    ],
)
def test_between_rounds_the_dealer_calls_for_bets(book: str, label: str, clause: str) -> None:
    t = Table.open(book)

    assert t.steps(DEALER) == (
        NextStep(label, "open-betting", None, (clause,), says=announced(label)),
    )
    assert t.may(SUPERVISOR) == [("open-betting", None), ("close-table", None)]
    assert t.may(SHIFT_MANAGER) == [("open-betting", None), ("close-table", None)]
    assert t.may(ANN) == []


def failed(book: str = MS) -> Table:
    t = ready(book, ann=(1, ANTE))
    t.do("report", incident="progressive-system-down", facts={"players_have_seen": False})
    t.settle()
    t.do("conclude")
    return t


@pytest.mark.parametrize(("book", "clause"), [(MS, "5.18.2"), (CS, "5.18.2"), (MH, "5.17.2")])
def test_while_the_jackpot_is_down_the_house_chooses(book: str, clause: str) -> None:
    t = failed(book)

    for who in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.steps(who) == ()
    step = t.steps(SHIFT_MANAGER)[0]
    assert step == NextStep(
        "Choose how to run without the jackpot", "choose-operation", None, (clause,)
    )


@pytest.mark.parametrize(("operation", "box"), [("run-without-progressive", None), ("bar-box", 2)])
def test_a_shift_manager_brings_the_jackpot_back(operation: str, box: int | None) -> None:
    t = failed()
    t.do("choose-operation", by=SHIFT_MANAGER, operation=operation, box=box)

    assert ("restore-progressive", None) in t.may(SHIFT_MANAGER)
    assert ("restore-progressive", None) not in t.may(PIT_MANAGER)
    t.do("restore-progressive", by=SHIFT_MANAGER)
    assert ("restore-progressive", None) not in t.may(SHIFT_MANAGER)


def test_a_table_that_opens_again_under_mbs_rules_still_waits_for_the_jackpot() -> None:
    t = failed()
    t.do("choose-operation", by=SHIFT_MANAGER, operation="close-table")
    t.do("open-table", by=SUPERVISOR, **setting(SS))

    assert t.may(DEALER) == [("open-betting", None)]


# ── betting ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "bet", "close", "clause"),
    [
        (MS, "Bet: Ante on a box", "Announce: No more Bets", "3.9"),
        (MH, "Bet: Ante on a box", "Announce: No more Bets", "3.10"),
        (SS, "Bet: Ante on a box", "Announce: No more bets", "3.2"),
        (BE, "Bet: Main on a box", "Announce: No more bets", "3.2"),
    ],
)
def test_while_bets_are_open_players_bet_and_the_dealer_closes(
    book: str, bet: str, close: str, clause: str
) -> None:
    t = Table.open(book)
    t.do("open-betting")
    for who in STAFF:
        assert t.steps(who) == (NextStep("Conclude the round: nobody has bet", "conclude"),)
    assert t.steps(ANN) == (NextStep(bet, "place-bet"),)
    t.lay(ann=(1, {OPENING[book]: "25"}))

    for who in STAFF:
        assert t.steps(who) == (
            NextStep(close, "close-betting", None, (clause,), says=announced(close)),
        )


def test_a_player_who_was_barred_is_not_asked_to_bet() -> None:
    t = Table.open(SS)
    t.do("stop-player", by=SHIFT_MANAGER, player="ann")
    t.do("open-betting")

    assert t.may(ANN) == []
    assert t.may(BOB) == [("place-bet", None)]


# ── the deal ──────────────────────────────────────────────────────────────────────────────────────

DEALS: list[tuple[str, str, str, list[str]]] = [
    (
        MS,
        "shoe",
        "3.10",
        [
            "Burn one card",
            *[
                label
                for nth in range(1, 6)
                for label in (
                    f"Deal card {nth} of 5 to box 1",
                    f"Deal card {nth} of 5 to box 3",
                    f"Deal card {nth} of 5 to the dealer" + (", face up" if nth == 5 else ""),
                )
            ],
        ],
    ),
    (
        CS,
        "shuffler",
        "3.11",
        [
            "Deal 5 cards to box 1",
            "Deal 5 cards to box 3",
            "Deal 5 cards to the dealer, the last face up",
        ],
    ),
    (
        MH,
        "shoe",
        "3.11",
        [
            "Burn one card",
            "Deal card 1 of 2 to box 1",
            "Deal card 1 of 2 to box 3",
            "Deal card 2 of 2 to box 1",
            "Deal card 2 of 2 to box 3",
        ],
    ),
    (
        MH,
        "shuffler",
        "3.12",
        [
            "Deal the five community cards",
            "Deal 2 cards to box 1",
            "Deal 2 cards to box 3",
            "Deal 2 cards to the dealer",
        ],
    ),
    (
        SS,
        "automated",
        "3.7",
        [
            "Deal 5 cards to box 1",
            "Deal 5 cards to box 3",
            "Deal 5 cards to the dealer, the last face up",
        ],
    ),
    (
        BE,
        "method-c",
        "3.8.3.1",
        [
            "Deal 5 cards to the dealer, on top of a security card",
            "Deal 5 cards to box 1",
            "Deal 5 cards to box 3",
        ],
    ),
    (BE, "method-b", "3.8.2.1", ["Deal 5 cards to box 1", "Deal 5 cards to box 3"]),
]


@pytest.mark.parametrize(
    ("book", "dealing", "clause", "expected"),
    DEALS,
    ids=[f"{book}-{dealing}" for book, dealing, _, _ in DEALS],
)
def test_the_dealer_is_told_the_next_step_of_the_deal(
    book: str, dealing: str, clause: str, expected: list[str]
) -> None:
    t = Table.open(book, dealing)
    t.bet(ann=(1, {OPENING[book]: "25"}), bob=(3, {OPENING[book]: "25"}))
    found = []
    while t.phase != "deciding":
        step = t.steps(DEALER)[0]
        assert (step.do, step.clauses) == ("deal", (clause,))
        assert t.steps(ANN) == ()
        found.append(step.label)
        t.deal()

    assert found == expected


def test_hold_em_the_rest_of_the_deal_from_a_shoe() -> None:
    t = ready(MH, "shoe", ann=(1, ANTE))
    found = []
    for amount in ("50", "25", "25"):
        t.choose(1, "raise", amount)
        while t.phase == "dealing":
            found += labels(t, DEALER)
            t.deal()

    assert found == [
        *("Burn one card", "Deal the flop", "Turn over the flop"),
        *("Burn one card", "Deal the turn", "Turn over the turn"),
        *("Burn one card", "Deal the river", "Turn over the river"),
        *("Deal card 1 of 2 to the dealer", "Deal card 2 of 2 to the dealer"),
        "Turn over the dealer's cards",
    ]


# ── decisions ─────────────────────────────────────────────────────────────────────────────────────


def test_stud_players_look_and_bet_or_fold() -> None:
    t = ready(MS, ann=(1, ANTE), bob=(2, {"ante": "12.50"}))

    question = "fold, or BET 50.00"
    assert t.steps(DEALER) == (NextStep(f"Ask box 1: {question}", "ask", 1, says=question),)
    assert t.steps(ANN) == (
        NextStep("Look at box 1", "examine", 1),
        NextStep("BET 50.00 on box 1", "raise", 1, amount="50.00"),
        NextStep("Fold box 1", "fold", 1),
    )
    assert labels(t, BOB) == ["Look at box 2"]
    assert t.steps(EVE) == ()
    t.choose(1, "fold")
    assert t.steps(ANN) == ()
    assert labels(t, DEALER) == ["Ask box 2: fold, or BET 25.00"]
    assert labels(t, BOB) == ["Look at box 2", "BET 25.00 on box 2", "Fold box 2"]


def test_a_player_with_several_boxes_looks_at_one() -> None:
    t = ready(MS, ann=(1, ANTE), ann2=(2, ANTE))
    assert t.may(ANN) == [("examine", 1), ("examine", 2), ("raise", 1), ("fold", 1)]
    t.choose(2, "examine")
    assert t.may(ANN) == [("raise", 1), ("fold", 1)]
    t.choose(1, "raise", "50")
    assert t.may(ANN) == [("raise", 2), ("fold", 2)]


def test_a_hand_that_was_bet_on_blind_is_not_looked_at() -> None:
    t = ready(MS, ann=(1, ANTE), bob=(2, ANTE))
    t.choose(1, "raise", "50")

    assert t.may(ANN) == []


def test_hold_em_players_go_on_or_check_after_the_flop() -> None:
    t = ready(MH, "shuffler", ann=(1, ANTE))
    assert labels(t, DEALER) == ["Ask box 1: fold, or Flop 50.00"]
    assert labels(t, ANN) == ["Look at box 1", "Flop 50.00 on box 1", "Fold box 1"]
    t.choose(1, "raise", "50")
    t.deal_all()
    assert labels(t, DEALER) == ["Ask box 1: check, or Turn 25.00"]
    # A hand that was bet on blind may still be looked at while something is to be decided.
    assert labels(t, ANN) == ["Look at box 1", "Turn 25.00 on box 1", "Check on box 1"]
    t.choose(1, "check")
    t.deal_all()
    assert labels(t, DEALER) == ["Ask box 1: check, or River 25.00"]
    t.choose(1, "raise", "25")
    assert t.may(ANN) == []


def test_bullseye_players_set_their_hands() -> None:
    t = ready(BE, ann=(1, {"main": "25"}))

    assert labels(t, DEALER) == ["Ask box 1: set the hand"]
    assert labels(t, ANN) == ["Look at box 1", "Set the hand of box 1"]


# ── the end ───────────────────────────────────────────────────────────────────────────────────────


def test_after_the_reveal_players_keep_hands_unshown_and_the_dealer_settles() -> None:
    t = ready(MS, ann=(1, ANTE), ann2=(2, ANTE), bob=(3, ANTE))
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.choose(3, "raise", "50")
    t.deal_all()

    assert labels(t, ANN) == ["Mark box 1 as not shown"]
    assert labels(t, BOB) == ["Mark box 3 as not shown"]
    assert t.steps(DEALER) == (NextStep("Settle: collect and pay", "settle"),)
    t.choose(1, "decline-to-show")
    assert t.steps(ANN) == ()
    t.do("settle")
    assert t.steps(BOB) == ()
    assert t.steps(DEALER) == (NextStep("Conclude the round", "conclude"),)


def test_a_void_round_gives_bets_back_and_is_concluded() -> None:
    t = ready(MS, ann=(1, ANTE))
    t.do("report", incident="foreign-card")

    assert t.steps(ANN) == ()
    label = "Return all bets: the round is void"
    assert t.steps(DEALER) == (NextStep(label, "settle", None, ("5.8.1",)),)
    t.do("settle")
    assert t.steps(DEALER) == (NextStep("Conclude the round", "conclude"),)


# ── rulings and options ───────────────────────────────────────────────────────────────────────────


def test_what_waits_is_offered_to_those_who_may_decide_it() -> None:
    t = ready(MS, ann=(1, ANTE), ann2=(2, ANTE))
    t.do("report", incident="extra-hand-examined", box=1, facts={"intentional": True})

    for who in (ANN, DEALER):
        assert t.steps(who) == ()
    for who in (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER):
        step = t.steps(who)[0]
        assert (step.do, step.box, step.clauses) == ("confirm", 1, ("5.19",))
        assert step.label.startswith("Decide: The further hand was examined on purpose")
        assert len(t.steps(who)) == 1


def test_options_are_for_players_and_closing_them_for_staff() -> None:
    t = ready(MS, ann=(1, ANTE), ann2=(3, ANTE), bob=(2, ANTE))
    t.do("report", incident="other-dealing-error", boxes=[1, 3], facts={"can_reconstruct": False})

    assert t.steps(ANN) == (
        NextStep("Box 1: continue", "choose-option", 1, option="continue"),
        NextStep(
            "Box 1: return-and-invalidate", "choose-option", 1, option="return-and-invalidate"
        ),
        NextStep("Box 3: continue", "choose-option", 3, option="continue"),
        NextStep(
            "Box 3: return-and-invalidate", "choose-option", 3, option="return-and-invalidate"
        ),
    )
    assert t.steps(BOB) == ()
    assert t.steps(DEALER) == (NextStep("Time's up, everyone else plays on", "close-options"),)


# ── a round by its steps ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_whole_round_can_be_played_by_following_the_first_step(book: str) -> None:
    t = Table.open(book, cards="virtual")
    t.lay(ann=(1, {OPENING[book]: "25"}), bob=(2, {OPENING[book]: "25"}))
    asked = 0
    while t.state.round is not None:
        step = t.steps(DEALER)[0]
        if step.do != "ask":
            t.do(step.do)
            continue
        asked += 1
        assert step.box is not None
        player = t.round.boxes[step.box].player
        answer = t.steps(f"player:{player}")[-1]
        assert answer.box == step.box
        t.choose(step.box, answer.do)

    # Everybody folds at the first question; in Bullseye everybody sets his hand.
    assert asked == 2
    assert t.steps(DEALER)[0].do == "open-betting"


# ── a correction that waits ───────────────────────────────────────────────────────────────────────


def test_while_a_correction_waits_the_round_goes_on_and_does_not_end() -> None:
    t = ready(MS, ann=(1, ANTE), bob=(2, ANTE))
    t.do("correct", entry=3, reason="Not there.")
    assert labels(t, DEALER) == ["Ask box 1: fold, or BET 50.00"]
    for box in (1, 2):
        t.choose(box, "fold")
    t.settle()
    waits = "Approve or drop the correction that dana asked for"
    assert [step.do for step in t.steps(DEALER)] == ["drop-correction"]
    for who in (DEALER, SUPERVISOR, SHIFT_MANAGER):
        assert labels(t, who) == [waits]
    assert labels(t, "dealer:drew") == []
    assert t.refused("conclude")[0] == "correction-pending"
    t.do("drop-correction")
    assert labels(t, DEALER) == ["Conclude the round"]
