"""Irregularities of the two MBS documents on live rounds: what is ruled is done, and no chip is
lost or made.

Sections 5 and 6 are numbered alike in both. Amounts that are placed are dollars, amounts that are
paid are cents; ``Table`` counts all chips after every command.
"""

from typing import Any

import pytest

from pitboss.table.events import (
    HandInvalidated,
    IncidentReported,
    OptionsOffered,
    PlayerBarred,
    PlayerLeft,
    RoundVoided,
)
from tests.rules.mbs import BULLSEYE, GAMES, STUD, Game, both, stay
from tests.support import BE, SS, proves
from tests.tables import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Table

LOST = ("lose", 0, 0)


ROYAL = "Ac Kc Qc Jc Tc"
"""It shares no card with the hands of either game."""

PHASES = ("closed", "dealing", "deciding", "revealed", "settled")


def planned_table(game: Game, dealing: str | None = None, **planned: str) -> Table:
    """A table whose hands are planned: ``b1`` is the hand of box 1; the dealer has his unless told
    otherwise.
    """
    t = game.table(dealing=dealing)
    plan(t, game, **planned)
    return t


def plan(t: Table, game: Game, **planned: str) -> None:
    """Plans the next round's hands."""
    dealer = planned.pop("dealer", game.dealer)
    t.cards({int(place[1:]): cards for place, cards in planned.items()} | {"dealer": dealer})


def finish(t: Table, *boxes: int) -> None:
    """Deals what is to be dealt, has the players of these boxes stay in, settles and concludes."""
    t.deal_all()
    stay(t, *boxes)
    t.settle()
    t.do("conclude")


def go_to(t: Table, phase: str, *boxes: int) -> None:
    """Plays a round whose betting is closed on to a phase; the boxes stay in."""
    if phase == "dealing":
        t.deal()
    if phase in ("deciding", "revealed", "settled"):
        t.deal_all()
    if phase in ("revealed", "settled"):
        stay(t, *boxes)
        t.deal_all()
    if phase == "settled":
        t.do("settle")
    assert t.phase == phase


def report(t: Table, incident: str, by: str = DEALER, **fields: Any) -> None:
    t.do("report", by=by, incident=incident, **fields)


# ── 5.1 to 5.4 and 5.8: void rounds ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("incident", ["foreign-card", "cards-not-shuffled", "deck-count-wrong"])
@both("5.1", "5.1.1", "5.1.2")
def test_5_1_the_round_is_void_and_those_before_it_stand(
    game: Game, incident: str, phase: str
) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    finish(t, 1, 2)
    before = {"ann": game.stake_cents, "bob": -game.stake_cents}
    assert t.state.chips == before

    plan(t, game, b1=ROYAL, b2=game.lower)
    t.bet(ann=(1, game.wager(progressive="5")), bob=(2, game.wager()))
    go_to(t, phase, 1, 2)
    report(t, incident)
    assert t.phase == "void"
    assert "5.1.1" in t.view()["round"]["void"]["clauses"]
    assert t.steps()[0].label == "Return all bets: the round is void"
    settlement = t.settle()
    assert {line["result"] for box in settlement["boxes"] for line in box["lines"]} == {"void"}
    assert (settlement["jackpot"]["awards"], settlement["jackpot"]["after"]) == ([], "250000.00")
    t.do("conclude")
    assert t.state.chips == before
    assert t.state.house == 0


@both("5.8")
def test_5_8_a_wrong_count_names_its_rule(game: Game) -> None:
    t = planned_table(game)
    t.bet(ann=(1, game.wager()))
    t.deal()
    report(t, "deck-count-wrong")

    assert [event.clauses for event in t.happened(RoundVoided)] == [("5.1.1", "5.8")]


@both("5.2")
def test_5_2_whole_hands_that_lie_wrong_are_moved_and_played(game: Game) -> None:
    t = planned_table(game, b1=game.lower, b2=game.higher)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    t.deal_all()
    told = {"whole_hands_can_move": True, "players_have_seen": False}
    report(t, "misdeal", facts=told, moves=[[1, 2], [2, 1]])

    assert (t.held(1), t.held(2)) == (game.higher, game.lower)
    finish(t, 1, 2)
    assert t.state.chips == {"ann": game.stake_cents, "bob": -game.stake_cents}


@both("5.2")
def test_5_2_a_misdeal_that_moving_does_not_help_voids_the_round(game: Game) -> None:
    t = planned_table(game, b1=game.lower)
    t.bet(ann=(1, game.wager(progressive="5")))
    t.deal_all()
    report(t, "misdeal", facts={"whole_hands_can_move": False, "players_have_seen": False})

    assert [event.clauses for event in t.happened(RoundVoided)] == [("5.2",)]
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": 0}


@both("5.2", "6.1")
def test_5_2_once_a_hand_was_handled_the_shift_manager_decides(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    t.choose(1, "examine")
    report(t, "misdeal", facts={"whole_hands_can_move": True})

    assert t.view()["round"]["ruling"]["clauses"] == ["6.1"]
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents}


@pytest.mark.parametrize("phase", ["dealing", "deciding", "revealed", "settled"])
@both("5.3")
def test_5_3_a_wrong_number_of_dealers_cards_voids_the_round_until_the_next(
    game: Game, phase: str
) -> None:
    t = planned_table(game, b1=game.lower)
    t.bet(ann=(1, game.wager()))
    go_to(t, phase, 1)
    report(t, "wrong-dealer-card-count", facts={"can_reconstruct": False})

    assert [event.clauses for event in t.happened(RoundVoided)] == [("5.3",)]
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": 0}


@both("5.3")
def test_5_3_dealers_cards_that_can_be_put_right_are_played(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, "wrong-dealer-card-count", facts={"can_reconstruct": True})
    finish(t, 1)

    assert t.state.chips == {"ann": game.stake_cents}


@both("5.3", "5.7", "5.1.2")
@pytest.mark.parametrize("whose", ["dealer", "player"])
def test_5_3_and_5_7_a_count_found_wrong_in_the_next_round_changes_neither(
    game: Game, whose: str
) -> None:
    t = planned_table(game, b1=game.lower)
    t.bet(ann=(1, game.wager()))
    finish(t, 1)
    plan(t, game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, f"wrong-{whose}-card-count", facts={"noticed": "later"})

    assert t.phase == "deciding"
    assert t.happened(IncidentReported)[-1].ruling.effects == ("stands",)
    assert t.happened(RoundVoided) == []
    finish(t, 1)
    # The loss stands, and so does the win after it.
    assert t.state.chips == {"ann": 0}


@pytest.mark.parametrize("phase", ["dealing", "deciding"])
@pytest.mark.parametrize("count", [2, 5])
@both("5.4")
def test_5_4_two_exposed_cards_void_the_round_whoever_has_looked(
    game: Game, count: int, phase: str
) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    go_to(t, phase)
    if phase == "deciding":
        t.choose(1, "examine")
    report(t, "cards-exposed", facts={"count": count})

    assert [event.clauses for event in t.happened(RoundVoided)] == [("5.4",)]
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}


@both("6.1")
def test_6_1_of_a_single_exposed_card_the_shift_manager_decides(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal()
    report(t, "cards-exposed", facts={"count": 1})

    assert t.refused("deal")[0] == "ruling-pending"
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rulebook)
def test_a_burn_cannot_be_missed_where_none_is_called_for(game: Game) -> None:
    t = planned_table(game, dealing="manual")
    t.bet(ann=(1, game.wager()))
    t.deal()

    found = t.refused("report", incident="burn-missed", facts={"can_reconstruct": True})
    assert found[0] == "cannot-happen-now"


# ── 5.5 and 5.6: late wagers ──────────────────────────────────────────────────────────────────────


@both("5.5")
def test_5_5_chips_that_came_late_are_not_honoured(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    report(t, "late-bet", box=1, bet=game.opening, amount="75")

    assert t.box_view(1)["bets"] == {game.opening: "25.00"}
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents}


@both("5.6")
@pytest.mark.parametrize("wins", [True, False])
def test_5_6_chips_that_were_taken_off_still_win_or_lose(game: Game, wins: bool) -> None:
    t = planned_table(game, b1=game.higher if wins else game.lower)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, "late-withdrawal", box=1, bet=game.opening, amount="25")
    finish(t, 1)

    assert t.state.chips == {"ann": game.stake_cents if wins else -game.stake_cents}


# ── 5.7: a wrong number of a player's cards ───────────────────────────────────────────────────────


def with_a_wrong_count(game: Game) -> Table:
    """Ann has a winning hand on box 1 and a losing one on box 2; bob's hand on box 3 has a wrong
    number of cards.
    """
    t = planned_table(game, b1=game.higher, b2=game.lower, b3=ROYAL)
    t.bet(ann=(1, game.wager()), ann2=(2, game.wager()), bob=(3, game.wager(progressive="5")))
    t.deal_all()
    report(t, "wrong-player-card-count", box=3, facts={"can_reconstruct": False})
    return t


@both("5.7", "5.7.1")
def test_5_7_1_the_round_stands_still_until_the_shift_manager_has_decided(game: Game) -> None:
    t = with_a_wrong_count(game)

    assert t.view()["round"]["ruling"]["authority"] == "shift-manager"
    for command in ("fold", "set-hand", "examine"):
        assert t.refused(command, by="player:ann", box=1)[0] == "ruling-pending"
    assert t.refused("deal")[0] == "ruling-pending"
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.steps(post) == ()
        assert t.refused("confirm", by=post) == ("not-allowed", ("5.7", "5.7.1"))
    assert [(step.do, step.clauses) for step in t.steps(SHIFT_MANAGER)] == [
        ("confirm", ("5.7", "5.7.1"))
    ]
    for decision in ("void-round", "continue", "bar-player", "invalidate-hand"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "decision-needed"


@both("5.7", "5.7.1")
def test_5_7_the_hand_leaves_the_round_and_the_others_play_where_withdrawing_is_declined(
    game: Game,
) -> None:
    t = with_a_wrong_count(game)
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")

    assert t.happened(OptionsOffered) == []
    assert t.view()["round"]["to_decide"] == [1, 2]
    assert t.refused("choose-option", by="player:ann", box=1, option="withdraw")[0] == (
        "nothing-pending"
    )
    stay(t, 1, 2)
    settlement = t.settle()
    # Not even a royal flush wins anything with a wrong number of cards.
    assert [line["result"] for line in settlement["boxes"][2]["lines"]] == ["void", "void"]
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}


@both("5.7.1")
def test_5_7_1_where_nobody_else_plays_there_is_nobody_to_ask(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, "wrong-player-card-count", box=1, facts={"can_reconstruct": False})
    t.do("confirm", by=SHIFT_MANAGER)

    assert t.happened(OptionsOffered) == []
    assert not t.round.offered


@both("5.7.1")
def test_5_7_1_with_permission_a_player_withdraws_hand_by_hand(game: Game) -> None:
    t = with_a_wrong_count(game)
    t.do("confirm", by=SHIFT_MANAGER)

    assert t.view()["round"]["options"] == {"1": ["withdraw", "stay"], "2": ["withdraw", "stay"]}
    assert t.refused("choose-option", by="player:bob", box=3, option="withdraw")[0] == "no-such-box"
    assert t.refused("choose-option", by="player:bob", box=1, option="withdraw")[0] == (
        "someone-elses-box"
    )
    assert t.refused("raise", by="player:ann", box=1, amount="50")[0] == "options-pending"
    t.do("choose-option", by="player:ann", box=2, option="withdraw")
    assert t.view()["round"]["options"] == {"1": ["withdraw", "stay"]}
    t.do("choose-option", by="player:ann", box=1, option="stay")
    assert t.view()["round"]["to_decide"] == [1]
    out = {event.box: event.clauses for event in t.happened(HandInvalidated)}
    assert out == {3: ("5.7",), 2: ("5.7.1",)}
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents, "bob": 0}


@both("5.7.1")
def test_5_7_1_whoever_does_not_ask_to_withdraw_goes_on(game: Game) -> None:
    t = with_a_wrong_count(game)
    t.do("confirm", by=SHIFT_MANAGER)
    assert [(step.do, step.box) for step in t.steps("player:ann")] == [
        ("choose-option", 1),
        ("choose-option", 1),
        ("choose-option", 2),
        ("choose-option", 2),
    ]
    t.do("close-options")
    finish(t, 1, 2)

    assert t.state.chips == {"ann": 0, "bob": 0}


@both("5.7")
def test_5_7_a_count_found_wrong_after_settling_is_still_in_time(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    go_to(t, "settled", 1)
    assert t.result(game.opening)[0] == "win"
    report(t, "wrong-player-card-count", box=1, facts={"can_reconstruct": False})
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")

    assert t.phase == "revealed"
    t.settle()
    assert t.result(game.opening) == ("void", 25_00, 0)
    t.do("conclude")
    assert t.state.chips == {"ann": 0}


@both("5.7")
def test_5_7_players_cards_that_can_be_put_right_are_played(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, "wrong-player-card-count", box=1, facts={"can_reconstruct": True})
    finish(t, 1)

    assert t.state.chips == {"ann": game.stake_cents}


@both("5.7")
def test_5_7_a_shared_wager_goes_back_to_each_of_its_players(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()), bob=(1, game.wager("10")), cat=(1, game.wager("0.07")))
    t.deal_all()
    report(t, "wrong-player-card-count", box=1, facts={"can_reconstruct": False})
    t.do("confirm", by=SHIFT_MANAGER)
    finish(t)

    assert t.state.chips == {"ann": 0, "bob": 0, "cat": 0}


@both("5.7")
def test_5_7_a_hand_that_is_out_moves_nobody_elses_cards(game: Game) -> None:
    t = planned_table(game, dealing="manual", b1=game.higher)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    # The second time round bob got two cards.
    for _ in range(5):
        t.deal()
    report(t, "wrong-player-card-count", box=2, facts={"can_reconstruct": False})
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")
    t.deal_all()

    assert t.deals == ["1", "2", "dealer"] * 5
    assert (t.held(1), t.held("dealer")) == (game.higher, game.dealer)
    assert t.view()["round"]["to_decide"] == [1]
    stay(t, 1)
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": game.stake_cents, "bob": 0}


# ── 5.9: hands that were not kept confidential ────────────────────────────────────────────────────


@both("5.9")
def test_5_9_only_the_shift_manager_bars_and_he_need_not(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()))
    t.deal_all()
    report(t, "hand-not-confidential", box=1)

    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("confirm", by=post, decision="bar-player") == ("not-allowed", ("5.9",))
    for decision in (None, "void-round", "continue"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "decision-needed"
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")
    assert t.happened(PlayerBarred) == []
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents}
    t.lay(ann=(1, game.wager()))


@both("5.9")
def test_5_9_a_barred_player_gets_back_the_wagers_of_every_position(game: Game) -> None:
    t = planned_table(game, b1=ROYAL, b2=game.higher, b3=game.lower)
    t.bet(ann=(1, game.wager(progressive="5")), ann2=(2, game.wager()), bob=(3, game.wager()))
    t.deal_all()
    stay(t, 1)
    report(t, "hand-not-confidential", box=2)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")

    assert t.view()["round"]["to_decide"] == [3]
    stay(t, 3)
    settlement = t.settle()
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": -game.stake_cents}


@both("5.9")
def test_5_9_a_barred_player_plays_no_further_round_at_any_position(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    t.deal_all()
    report(t, "hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    finish(t, 2)
    t.lay(bob=(2, game.wager()))

    for box in (1, 2, 3):
        for by, player in (("player:ann", None), (DEALER, "ann")):
            found = t.refused(
                "place-bet", by=by, box=box, bet=game.opening, amount="25", player=player
            )
            assert found[0] == "player-barred"
            assert "5.9" in found[1]
    assert t.steps("player:ann") == ()


@both("5.9")
def test_5_9_a_barred_players_chips_beside_another_players_come_back_too(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(bob=(1, game.wager()), ann=(1, game.wager("10")), ann2=(2, game.wager()))
    t.deal_all()
    report(t, "hand-not-confidential", box=2)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")

    assert t.box_view(1)["bets"] == {game.opening: "25.00"}
    assert t.state.chips["ann"] == -25_00
    finish(t, 1)
    assert t.state.chips == {"ann": 0, "bob": game.stake_cents}


@proves(SS, "5.9")
def test_5_9_a_fold_before_has_lost_the_ante_but_not_the_progressive_wager() -> None:
    t = planned_table(STUD, b1=ROYAL, b2=STUD.higher)
    t.bet(ann=(1, STUD.wager(progressive="5")), ann2=(2, STUD.wager()))
    t.deal_all()
    t.choose(1, "fold")
    report(t, "hand-not-confidential", box=2)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    settlement = t.settle()

    assert [line["bet"] for line in settlement["boxes"][0]["lines"]] == ["ante"]
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips == {"ann": -25_00}


@both("5.7.1", "5.9")
def test_whoever_may_allow_it_is_told_that_the_dealers_hand_lies_open(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    t.deal_all()
    report(t, "hand-not-confidential", box=1)
    assert "face up" not in t.view("shift-manager")["round"]["ruling"]["because"]
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")
    stay(t, 1)
    stay(t, 2)
    t.deal_all()

    report(t, "hand-not-confidential", box=1)
    assert t.view("shift-manager")["round"]["ruling"]["because"].endswith(
        "The dealer's hand is face up, so his wagers now are settled instead."
    )
    t.do("confirm", by=SHIFT_MANAGER, decision="decline")
    report(t, "wrong-player-card-count", box=1, facts={"can_reconstruct": False})
    assert t.view("shift-manager")["round"]["ruling"]["because"].endswith(
        "The dealer's hand is face up, so nobody else withdraws any more."
    )
    t.do("confirm", by=SHIFT_MANAGER)
    assert t.round.offered == {}


# ── 5.10: several positions ───────────────────────────────────────────────────────────────────────


@both("5.10", "5.10.1")
def test_5_10_1_the_viewed_hand_plays_on_and_the_others_are_invalidated(game: Game) -> None:
    t = planned_table(game, b1=game.lower, b3=game.higher, b4=ROYAL)
    t.bet(
        ann=(1, game.wager()),
        bob=(2, game.wager()),
        ann3=(3, game.wager()),
        ann4=(4, game.wager(progressive="5")),
    )
    t.deal_all()
    t.choose(3, "examine")
    report(t, "several-positions-in-error", box=1)

    out = [(event.box, event.clauses) for event in t.happened(HandInvalidated)]
    assert out == [(1, ("5.10.1",)), (4, ("5.10.1",))]
    assert t.view()["round"]["to_decide"] == [2, 3]
    stay(t, 2, 3)
    settlement = t.settle()
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips["ann"] == game.stake_cents


@both("5.10", "5.10.2")
def test_5_10_2_with_no_hand_viewed_the_first_dealt_is_played_out(game: Game) -> None:
    t = planned_table(game, b2=game.higher, b3=game.lower, b5=game.equal)
    # They were laid in another order than they are dealt in.
    t.bet(ann=(5, game.wager()), ann2=(2, game.wager()), bob=(3, game.wager()))
    t.deal_all()
    report(t, "several-positions-in-error", box=5, facts={"hands_viewed": 0})

    assert [(event.box, event.clauses) for event in t.happened(HandInvalidated)] == [
        (5, ("5.10.2",))
    ]
    finish(t, 2, 3)
    assert t.state.chips == {"ann": game.stake_cents, "bob": -game.stake_cents}


@both("5.10.3")
def test_5_10_3_a_shift_manager_may_stop_a_player_who_tries_to_control_several_hands(
    game: Game,
) -> None:
    t = planned_table(game)
    t.lay(ann=(1, game.wager()), bob=(2, game.wager()))
    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("stop-player", by=post, player="ann") == ("not-allowed", ("5.10.3",))
    t.do("stop-player", by=SHIFT_MANAGER, player="ann")

    assert [(event.player, event.clauses) for event in t.happened(PlayerBarred)] == [
        ("ann", ("5.10.3",))
    ]
    for box in (1, 2, 3):
        found = t.refused("place-bet", by="player:ann", box=box, bet=game.opening, amount="25")
        assert found[0] == "player-barred"
    t.do("place-bet", by="player:bob", box=3, bet=game.opening, amount="25")


@both("5.10.3", "6.1")
@pytest.mark.parametrize(
    ("decision", "ann_cents"),
    [("continue", 0), ("invalidate-hand", 1), ("bar-player", 1), ("void-round", 2)],
)
def test_5_10_3_of_a_second_look_the_shift_manager_decides(
    game: Game, decision: str, ann_cents: int
) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), ann2=(2, game.wager()))
    t.deal_all()
    t.choose(1, "examine")
    report(t, "extra-hand-examined", box=2)
    assert t.refused("confirm", by=PIT_MANAGER, decision=decision) == (
        "not-allowed",
        ("6.1", "5.10.3"),
    )
    assert t.refused("confirm", by=SHIFT_MANAGER)[0] == "decision-needed"
    t.do("confirm", by=SHIFT_MANAGER, decision=decision)

    barred = [event.player for event in t.happened(PlayerBarred)]
    assert barred == (["ann"] if decision == "bar-player" else [])
    boxes = {"continue": (1, 2), "void-round": ()}.get(decision, (1,))
    finish(t, *boxes)
    # Both hands: the win pays for the loss. Box 1 alone: the win. A void round: nothing.
    assert t.state.chips == {"ann": (0, game.stake_cents, 0)[ann_cents]}


# ── 5.11: nobody there to decide ──────────────────────────────────────────────────────────────────


@proves(SS, "5.11")
@pytest.mark.parametrize("phase", ["closed", "dealing", "deciding"])
def test_5_11_an_absent_stud_players_hand_is_invalid_and_its_wagers_go_back(phase: str) -> None:
    t = planned_table(STUD, b1=ROYAL, b2=STUD.higher)
    t.bet(ann=(1, STUD.wager(progressive="5")), bob=(2, STUD.wager()))
    go_to(t, phase)
    report(t, "player-absent", box=1)
    t.deal_all()
    assert t.view()["round"]["to_decide"] == [2]
    stay(t, 2)
    settlement = t.settle()

    assert t.result("ante", 1) == ("void", 25_00, 0)
    assert t.result("progressive", 1) == ("void", 5_00, 0)
    assert t.line("ante", 1)["clauses"] == ["5.11"]
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": STUD.stake_cents}


@proves(BE, "5.11")
@pytest.mark.parametrize("dealing", ["method-a", "method-b", "method-c", "manual"])
def test_5_11_an_absent_bullseye_players_hand_is_set_by_the_house_way(dealing: str) -> None:
    # Ten and fives make 20 and leave kings, which beat the dealer's queens 3 to 1.
    t = planned_table(BULLSEYE, dealing, b1="Ks Kh Th 5c 5s", dealer="Qs Qd 2c 8h Td")
    t.bet(ann=(1, {"main": "25", "tie": "10"}))
    t.deal_all()
    t.choose(1, "examine")
    report(t, "player-absent", box=1)
    assert [event.box for event in t.happened(PlayerLeft)] == [1]
    settlement = t.settle()

    assert settlement["boxes"][0]["hand"] == "pair-k"
    assert t.result("main") == ("win", 25_00, 75_00)
    assert t.result("tie") == LOST
    assert "5.11" in t.line("main")["clauses"]


@both("5.11")
def test_5_11_a_hand_that_was_decided_is_settled_without_its_player(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), ann2=(2, game.wager()))
    t.deal_all()
    stay(t, 1)
    report(t, "player-absent", box=1)
    assert t.happened(PlayerLeft) == []
    stay(t, 2)
    t.settle()

    assert t.result(game.opening, 1)[0] == "win"
    assert t.result(game.opening, 2) == LOST


# ── 5.12: wagers without the one that opens ───────────────────────────────────────────────────────


@both("5.12", "5.12.1")
def test_5_12_1_before_the_call_no_wager_stays_without_the_opening_one(game: Game) -> None:
    t = planned_table(game)
    more = (
        {"progressive": "5"}
        if game is STUD
        else {"tie": "1", "suits": "2", "bullseye": "3", "progressive": "5"}
    )
    t.lay(bob=(2, game.wager()))
    for bet, amount in more.items():
        found = t.refused("place-bet", by="player:ann", box=1, bet=bet, amount=amount)
        assert found[0] == "needs-opening-wager"
    # The player adds the opening wager, or gives up the others with it.
    t.lay(ann=(1, game.wager() | more))
    t.do("withdraw-bet", by="player:ann", box=1, bet=game.opening)
    t.do("close-betting")

    assert tuple(t.round.boxes) == (2,)
    assert t.state.chips == {"ann": 0, "bob": -25_00}


# ── 5.13 to 5.15: wagers outside the limits ───────────────────────────────────────────────────────


def play_small(t: Table, game: Game, hand: str, who: str = "ann", amount: str = "5") -> str:
    """A round with one wager that may be under the minimum of 10; what became of it."""
    plan(t, game, b1=hand)
    t.lay(**{who: (1, game.wager(amount))})
    t.do("close-betting", let_stand=True)
    t.deal_all()
    stay(t, 1)
    t.settle()
    found = t.result(game.opening)[0]
    t.do("conclude")
    return found


@pytest.mark.parametrize("first", ["higher", "lower"])
@both("5.13")
def test_5_13_a_players_wager_under_the_minimum_is_settled_once_and_then_goes_back(
    game: Game, first: str
) -> None:
    t = planned_table(game)
    assert play_small(t, game, getattr(game, first)) == ("win" if first == "higher" else "lose")
    up = {"higher": 1, "lower": -1}[first] * game.stake_cents // 5
    assert t.state.chips == {"ann": up}
    for hand in (game.higher, game.lower, game.higher):
        assert play_small(t, game, hand) == "void"
    assert t.state.chips == {"ann": up}

    # It is a matter of this player and of wagers under the minimum only.
    assert play_small(t, game, game.lower, "bob") == "lose"
    assert play_small(t, game, game.lower, "bob") == "void"
    assert play_small(t, game, game.higher, "ann", "10") == "win"


@both("5.13")
def test_5_13_what_was_neither_paid_nor_collected_was_not_the_one_time(game: Game) -> None:
    t = planned_table(game)
    assert play_small(t, game, game.equal) == "push"
    plan(t, game, b1=game.lower)
    t.lay(ann=(1, game.wager("5")))
    t.do("close-betting", let_stand=True)
    report(t, "foreign-card")
    t.settle()
    t.do("conclude")

    assert play_small(t, game, game.lower) == "lose"
    assert play_small(t, game, game.lower) == "void"


@both("5.13")
def test_5_13_a_wager_found_under_the_minimum_after_the_call_plays_as_it_lies_once(
    game: Game,
) -> None:
    t = planned_table(game, b1=game.higher)
    for _ in range(2):
        plan(t, game, b1=game.higher)
        t.bet(ann=(1, game.wager()))
        report(t, "under-minimum-bet", box=1, bet=game.opening, amount="5")
        assert t.box_view(1)["bets"] == {game.opening: "5.00"}
        finish(t, 1)

    # 5.00 have won once; the second time they went back.
    assert t.state.chips == {"ann": game.stake_cents // 5}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rulebook)
def test_a_shared_wager_is_never_found_to_be_less_than_what_the_others_laid(game: Game) -> None:
    t = planned_table(game)
    t.bet(ann=(1, game.wager()), bob=(1, game.wager("5")))

    found = t.refused("report", incident="under-minimum-bet", box=1, bet=game.opening, amount="5")
    assert found[0] == "bad-amount"
    report(t, "under-minimum-bet", box=1, bet=game.opening, amount="6")
    assert t.state.chips == {"ann": -1_00, "bob": -5_00}


@both("5.14")
@pytest.mark.parametrize("wins", [True, False])
def test_5_14_a_wager_found_over_the_maximum_plays_as_the_maximum(game: Game, wins: bool) -> None:
    t = planned_table(game, b1=game.higher if wins else game.lower)
    t.bet(ann=(1, game.wager("1000")))
    report(t, "over-maximum-bet", box=1, bet=game.opening, amount="1500")
    assert t.state.chips == {"ann": -1500_00}
    finish(t, 1)

    # 40 times what 25 come to; the Bet of the stud game plays as twice the 1,000 that count.
    assert t.state.chips == {"ann": (40 if wins else -40) * game.stake_cents}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(STUD, marks=proves(SS, "3.4"), id=SS),
        pytest.param(BULLSEYE, marks=proves(BE, "3.5"), id=BE),
    ],
)
def test_3_4_and_3_5_what_is_found_over_the_maximum_before_the_call_is_turned_away(
    game: Game,
) -> None:
    t = planned_table(game, b1=game.higher)
    t.lay(ann=(1, game.wager()))
    report(t, "over-maximum-bet", box=1, bet=game.opening, amount="1500")

    assert t.box_view(1)["bets"] == {game.opening: "1000.00"}
    assert t.state.chips == {"ann": -1000_00}
    t.do("close-betting")
    finish(t, 1)
    assert t.state.chips == {"ann": 40 * game.stake_cents}


@both("5.15")
def test_5_15_wagers_outside_the_limits_stay_settled_in_later_rounds(game: Game) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager("1000")))
    report(t, "over-maximum-bet", box=1, bet=game.opening, amount="1500")
    finish(t, 1)
    assert play_small(t, game, game.lower, "bob") == "lose"
    before = {"ann": 40 * game.stake_cents, "bob": -game.stake_cents // 5}
    assert t.state.chips == before

    report(t, "error-noticed-later")
    t.do("open-betting")
    report(t, "error-noticed-later")
    t.do("conclude")
    assert t.state.chips == before


# ── 5.16: power failure ───────────────────────────────────────────────────────────────────────────


def in_the_dark(game: Game, phase: str, dealing: str | None = None) -> Table:
    """Ann wins on box 1 and loses on box 2, bob has a royal flush in the jackpot on box 3; then the
    power fails.
    """
    t = planned_table(game, dealing, b1=game.higher, b2=game.lower, b3=ROYAL)
    players = {
        "ann": (1, game.wager()),
        "ann2": (2, game.wager()),
        "bob": (3, game.wager(progressive="5")),
    }
    t.lay(**players)
    if phase != "betting":
        t.do("close-betting")
        go_to(t, phase)
    report(t, "technical-interruption")
    return t


@pytest.mark.parametrize("phase", ["betting", "closed", "dealing", "deciding"])
@both("5.16", "5.16.1")
def test_5_16_1_a_player_withdraws_all_wagers_or_none(game: Game, phase: str) -> None:
    t = in_the_dark(game, phase)
    both = ["withdraw", "stay"]
    assert t.view()["round"]["options"] == {"1": both, "2": both, "3": both}
    assert t.refused("deal")[0] == "options-pending"
    t.do("choose-option", by="player:ann", box=2, option="withdraw")

    assert t.view()["round"]["options"] == {"3": both}
    assert t.refused("choose-option", by="player:ann", box=1, option="stay")[0] == "no-such-box"
    t.do("choose-option", by="player:bob", box=3, option="stay")
    if phase == "betting":
        t.do("close-betting")
    else:
        out = {(event.box, event.clauses) for event in t.happened(HandInvalidated)}
        assert out == {(1, ("5.16.1",)), (2, ("5.16.1",))}
    t.deal_all()
    stay(t, 3)
    settlement = t.settle()
    # Whoever stays is played to the end.
    assert [award["box"] for award in settlement["jackpot"]["awards"]] == [3]
    t.do("conclude")
    assert t.state.chips["ann"] == 0


@pytest.mark.parametrize("phase", ["betting", "closed", "dealing", "deciding"])
@both("5.16.1")
def test_5_16_1_whoever_keeps_one_wager_keeps_them_all(game: Game, phase: str) -> None:
    t = in_the_dark(game, phase)
    t.do("choose-option", by="player:ann", box=1, option="stay")
    assert t.refused("choose-option", by="player:ann", box=2, option="withdraw")[0] == "no-such-box"
    t.do("choose-option", by="player:bob", box=3, option="withdraw")
    if phase == "betting":
        t.do("close-betting")
    t.deal_all()
    stay(t, 1, 2)
    settlement = t.settle()

    # The progressive wager has gone back with the rest.
    assert settlement["jackpot"]["awards"] == []
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}


@both("5.16.1")
def test_5_16_1_all_of_a_players_wagers_are_those_beside_another_players_too(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), bob=(1, game.wager("10")), bob2=(2, game.wager()))
    t.deal_all()
    report(t, "technical-interruption")
    t.do("choose-option", by="player:bob", box=2, option="withdraw")
    t.do("close-options")

    assert t.box_view(1)["bets"] == {game.opening: "25.00"}
    finish(t, 1)
    assert t.state.chips == {"ann": game.stake_cents, "bob": 0}


@both("5.16.1")
def test_5_16_1_the_round_is_then_concluded_with_those_who_stayed(game: Game) -> None:
    t = planned_table(game, dealing="manual", b1=game.higher)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    for _ in range(3):
        t.deal()
    report(t, "technical-interruption")
    t.do("choose-option", by="player:bob", box=2, option="withdraw")
    t.do("choose-option", by="player:ann", box=1, option="stay")
    finish(t, 1)

    assert t.view()["round"] is None
    assert t.state.chips == {"ann": game.stake_cents, "bob": 0}


@both("5.16.1")
def test_5_16_1_when_all_withdraw_everybody_has_his_wagers_back(game: Game) -> None:
    t = in_the_dark(game, "deciding")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    t.do("choose-option", by="player:bob", box=3, option="withdraw")
    finish(t)

    assert t.state.chips == {"ann": 0, "bob": 0}
    assert t.state.house == 0


@both("5.16", "5.16.2")
def test_5_16_2_once_the_dealers_cards_are_open_the_round_is_played_on(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager()), bob=(2, game.wager()))
    go_to(t, "revealed", 1, 2)
    report(t, "technical-interruption")

    assert t.happened(OptionsOffered) == []
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": game.stake_cents, "bob": -game.stake_cents}


@proves(SS, "5.16", "5.16.2")
def test_5_16_2_a_fold_has_decided_a_wager_so_the_round_is_played_on() -> None:
    t = planned_table(STUD, b2=STUD.higher)
    t.bet(ann=(1, STUD.wager()), bob=(2, STUD.wager()))
    t.deal_all()
    t.choose(1, "fold")
    report(t, "technical-interruption")

    assert t.happened(OptionsOffered) == []
    finish(t, 2)
    assert t.state.chips == {"ann": -25_00, "bob": STUD.stake_cents}


# ── 6.1 and what is put to the shift manager ──────────────────────────────────────────────────────


@pytest.mark.parametrize("phase", ["betting", *PHASES])
@both("6.1")
def test_6_1_what_the_rules_do_not_cover_stops_the_round_until_the_shift_manager_decides(
    game: Game, phase: str
) -> None:
    t = planned_table(game, b1=game.higher)
    t.lay(ann=(1, game.wager()))
    if phase != "betting":
        t.do("close-betting")
        go_to(t, phase, 1)
    report(t, "unlisted", facts={"what": "a bird flew in"})

    for post in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert t.refused("confirm", by=post, decision="void-round") == ("not-allowed", ("6.1",))
    assert t.refused("settle")[0] == "ruling-pending"
    for decision in (None, "decline"):
        assert t.refused("confirm", by=SHIFT_MANAGER, decision=decision)[0] == "decision-needed"
    t.do("confirm", by=SHIFT_MANAGER, decision="void-round")
    assert [event.clauses for event in t.happened(RoundVoided)] == [("6.1",)]
    t.settle()
    t.do("conclude")
    assert t.state.chips == {"ann": 0}


@both("6.1")
def test_6_1_the_shift_manager_may_take_one_hand_out_of_the_round(game: Game) -> None:
    t = planned_table(game, b1=game.higher, b2=game.lower)
    t.bet(ann=(1, game.wager(progressive="5")), bob=(2, game.wager()))
    t.deal_all()
    report(t, "unlisted", box=1, by=SHIFT_MANAGER)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    finish(t, 2)

    assert t.state.chips == {"ann": 0, "bob": -game.stake_cents}


@pytest.mark.parametrize(
    "incident", ["progressive-system-down", "cards-drawn-together", "other-dealing-error"]
)
@both("6.1")
def test_6_1_what_only_the_other_documents_cover_is_referred_too(game: Game, incident: str) -> None:
    t = planned_table(game, b1=game.higher)
    t.bet(ann=(1, game.wager(progressive="5")))
    t.deal_all()
    report(t, incident, facts={"can_reconstruct": True})
    assert t.view()["round"]["ruling"]["effects"] == ["refer"]
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    finish(t, 1)

    assert t.state.chips == {"ann": game.stake_cents - 5_00}
    # The house chooses no way of going on without the jackpot here; the next round is called as
    # ever.
    t.do("open-betting")


@proves(SS, "6.1", "3.9.2")
@pytest.mark.parametrize(
    ("found", "bet", "ann"),
    [("60", ("win", 60_00, 50_00), 75_00), ("40", ("win", 40_00, 40_00), 65_00)],
    ids=["more", "less"],
)
def test_6_1_a_bet_of_a_wrong_size_is_corrected_with_the_shift_managers_word(
    found: str, bet: tuple[str, int, int], ann: int
) -> None:
    t = planned_table(STUD, b1=STUD.higher)
    t.bet(ann=(1, STUD.wager()))
    go_to(t, "revealed", 1)
    report(t, "wrong-raise", box=1, bet="bet", amount=found)
    assert t.refused("confirm", by=PIT_MANAGER) == ("not-allowed", ("3.9.2", "6.1"))
    t.do("confirm", by=SHIFT_MANAGER)
    t.settle()

    assert t.result("bet") == bet
    t.do("conclude")
    assert t.state.chips == {"ann": ann}
