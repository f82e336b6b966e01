"""A table on a jackpot link: what it is told decides what it takes, claims and pays."""

from collections.abc import Mapping

import msgspec
import pytest

from pitboss.games.record import Jackpot
from pitboss.games.settlement import Award, JackpotSettlement
from pitboss.kernel.money import Cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.command_json import read_actor
from pitboss.table.commands import FromLink
from pitboss.table.decide import decide
from pitboss.table.evolve import fold
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.views.table import claimed_hand
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.table.linked_table import LinkedTable, on_link
from tests.tables import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    START_MS,
    SUPERVISOR,
    Place,
    Table,
    plain,
    setting,
)

OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
DOWN = FromLink(down=True)
ANN = "player:ann"
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)

ROYAL: Mapping[str, Mapping[Place, str]] = {
    MS: {1: "Ah Kh Qh Jh Th"},
    CS: {1: "Ah Kh Qh Jh Th"},
    SS: {1: "Ah Kh Qh Jh Th"},
    MH: {1: "Ah Kh", "community": "Qh Jh Th 2c 3d"},
    BE: {1: "Ah Kh Qh Jh Th"},
}


def bets(book: str, progressive: bool = True) -> dict[str, str]:
    return {OPENING[book]: "25"} | ({"progressive": "5"} if progressive else {})


def stay_in(t: Table) -> None:
    """Every box stays in to the end."""
    t.deal_all()
    while t.phase == "deciding":
        for box in list(t.round.boxes):
            if t.state.book.id == BE:
                t.choose(box, "set-hand")
            elif t.state.book.id == MH and t.round.community_open:
                t.choose(box, "check")
            else:
                t.choose(box, "raise", "50")
        t.deal_all()


def shown(book: str, royal: bool = True, progressive: bool = True) -> LinkedTable:
    """Ann on box 1 and bob on box 2 stayed in, and all cards lie open; ann has a royal flush."""
    t = on_link(book)
    t.bet(ann=(1, bets(book, progressive)), bob=(2, bets(book, progressive)))
    if royal:
        t.cards(ROYAL[book])
    else:
        t.cards({"dealer": "2c 7d 9h Kd 3c"} if book != MH else {"dealer": "2c 7d"})
    stay_in(t)
    assert t.phase == "revealed"
    return t


def paid(box: int, amount: int, before: int = 250_000_00, added: int = 100_000_00) -> FromLink:
    """What a link tells that has paid one claim."""
    award = Award(box, "royal-flush", Cents(amount), ("4.5.2",))
    after = Cents(before + added - amount)
    return FromLink(False, JackpotSettlement(Cents(before), after, Cents(added), (award,)))


# ── what is seen of a claim ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_hand_that_claims_the_jackpot_lies_open_to_the_staff_who_verify_it(book: str) -> None:
    t = shown(book)
    hand = ROYAL[book][1].split()
    down = ["??"] * len(hand)
    for viewer in (None, "player:bob", ANN, *STAFF):
        assert t.box_view(1, viewer)["cards"] == down, "nothing is claimed yet"
    t.do("settle")
    for viewer in (None, "player:bob", "player:eve", ANN):
        assert t.box_view(1, viewer)["cards"] == down
    for viewer in STAFF:
        assert t.box_view(1, viewer)["cards"] == hand
        assert t.box_view(2, viewer)["cards"] == down, "box 2 claims nothing"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_claimed_hand_is_told_with_its_wager(book: str) -> None:
    t = shown(book)
    t.do("settle")
    community = ROYAL[book].get("community", "").split()
    told = {"community": community, "bet": "progressive", "stake": "5.00"}
    hand = ROYAL[book][1].split()
    for viewer in STAFF:
        found = msgspec.to_builtins(claimed_hand(t.state, t.round.id, 1, read_actor(viewer)))
        assert found == told | {"cards": hand}
    assert msgspec.to_builtins(claimed_hand(t.state, t.round.id, 1, None)) == told | {
        "cards": ["??"] * len(hand)
    }


def test_of_another_round_or_box_no_claimed_hand_is_told() -> None:
    t = shown(MS)
    t.do("settle")
    dealer = read_actor(DEALER)
    assert claimed_hand(t.state, "t1-2", 1, dealer) is None
    assert claimed_hand(t.state, t.round.id, 6, dealer) is None
    t.link = paid(1, 250_000_00)
    t.do("settle")
    t.do("conclude")
    assert claimed_hand(t.state, "t1-1", 1, dealer) is None


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_on_a_link_takes_progressive_bets() -> None:
    table = Table()
    refused = table.refuse(
        "open-table", by=SUPERVISOR, **setting(MS, link="mega") | {"progressive-bet": None}
    )
    assert refused.code is TableRefusal.BAD_CONFIGURATION
    assert refused.message == (
        "A table on a link takes progressive bets: say how much one is (progressive-bet)."
    )


def test_the_link_stands_in_the_settings() -> None:
    assert on_link(MS).state.settings.link == "mega"
    assert Table.open(MS).state.settings.link is None


# ── the link is down ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_while_the_link_is_down_the_house_must_choose_before_the_next_round(book: str) -> None:
    t = on_link(book)
    t.link = DOWN
    assert t.refused("open-betting")[0] == "operation-pending"
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    t.do("open-betting")
    t.do("place-bet", by=ANN, box=1, bet=OPENING[book], amount="25")
    # The notice is what the player is told; the link comes after it.
    assert t.refused_bet(1, "progressive", "5")[0] == "no-progressive"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_while_a_box_is_barred_the_others_play_without_the_progressive(book: str) -> None:
    t = on_link(book)
    t.link = DOWN
    t.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=2)
    t.do("open-betting")
    t.do("place-bet", by=ANN, box=1, bet=OPENING[book], amount="25")
    assert t.refused_bet(1, "progressive", "5") == ("link-down", ())
    assert t.refused_bet(2, OPENING[book], "25")[0] == "box-barred"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_table_may_be_closed_while_the_link_is_down(book: str) -> None:
    t = on_link(book)
    t.link = DOWN
    t.do("choose-operation", by=SHIFT_MANAGER, operation="close-table")
    assert not t.state.open


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_mbs_names_no_ways_to_go_on_so_betting_opens_without_the_progressive(book: str) -> None:
    t = on_link(book)
    t.link = DOWN
    t.do("open-betting")
    t.do("place-bet", by=ANN, box=1, bet=OPENING[book], amount="25")
    assert t.refused_bet(1, "progressive", "5") == ("link-down", ())
    t.do("close-betting")
    assert t.phase == "closed"


def test_there_is_nothing_to_choose_while_the_link_works() -> None:
    refused = on_link(MS).refuse("choose-operation", by=SHIFT_MANAGER, operation="close-table")
    assert refused.code is TableRefusal.NOTHING_PENDING


def test_the_progressive_comes_back_only_when_the_link_has() -> None:
    t = on_link(MS)
    t.link = DOWN
    t.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    assert t.refused("restore-progressive", by=SHIFT_MANAGER)[0] == "link-down"
    t.link = FromLink()
    t.do("restore-progressive", by=SHIFT_MANAGER)
    assert t.state.notice is None


@pytest.mark.parametrize("book", RULEBOOKS)
def test_betting_does_not_close_over_progressive_bets_while_the_link_is_down(book: str) -> None:
    t = on_link(book)
    t.lay(ann=(1, bets(book)))
    t.link = DOWN
    refused = t.refuse("close-betting")
    assert refused.code is TableRefusal.LINK_DOWN
    assert refused.message == (
        "The jackpot link is down and progressive bets are on the layout: "
        "report progressive-system-down."
    )
    t.do("withdraw-bet", by=ANN, box=1, bet="progressive")
    t.do("close-betting")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_with_progressive_bets_is_not_settled_over_a_link_that_is_down(book: str) -> None:
    t = shown(book, royal=False)
    t.link = DOWN
    assert t.refused("settle")[0] == "link-down"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_without_progressive_bets_does_not_need_the_link(book: str) -> None:
    t = shown(book, royal=False, progressive=False)
    t.link = DOWN
    t.do("settle")
    assert t.phase == "settled"


@proves(MS, "5.18.1")
@proves(CS, "5.18.1")
@proves(MH, "5.17.1")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_round_that_goes_on_claims_what_was_registered_before_the_failure(book: str) -> None:
    t = shown(book)
    t.link = DOWN
    t.jackpot = Jackpot(Cents(123_456_78), Cents(100_000_00))
    t.do("report", incident="progressive-system-down", facts={"players_have_seen": True})
    assert t.round.jackpot_failed
    assert t.round.registered == Jackpot(Cents(123_456_78), Cents(100_000_00))
    t.jackpot = Jackpot(Cents(1), Cents(1))
    t.do("settle")
    assert [hand.box for hand in t.round.claimed] == [1]
    t.link = paid(1, 123_456_78, before=123_456_78)
    t.do("settle")
    assert t.result("progressive", 1)[2] == 123_456_78


# ── MBS: the shift manager decides ────────────────────────────────────────────────────────────────

REGISTERED = Jackpot(Cents(123_456_78), Cents(100_000_00))


def referred(book: str, royal: bool = True) -> LinkedTable:
    """All cards lie open when the link fails, and the dealer has reported it."""
    t = shown(book, royal)
    t.link = DOWN
    t.jackpot = REGISTERED
    assert t.refused("settle")[0] == "link-down"
    t.do("report", incident="progressive-system-down")
    t.jackpot = Jackpot(Cents(1), Cents(1))
    return t


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_the_shift_manager_lets_the_round_go_on_on_the_registered_value(book: str) -> None:
    t = referred(book)
    assert t.refused("confirm", by=SUPERVISOR, decision="continue")[0] == "not-allowed"
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    assert t.round.registered == REGISTERED
    t.do("settle")
    assert [hand.box for hand in t.round.claimed] == [1]
    t.link = FromLink(True, paid(1, 123_456_78, before=123_456_78).paid)
    t.do("settle")
    assert t.result("progressive", 1) == ("win", 0, 123_456_78)
    t.do("conclude")


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_a_round_that_goes_on_without_a_royal_flush_is_settled_at_once(book: str) -> None:
    t = referred(book, royal=False)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)
    assert plain(event.record)["jackpot"]["displayed"] == "123456.78"
    assert t.result("progressive", 1)[0] != "void"


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_the_shift_manager_returns_the_progressive_bets_and_the_rest_plays(book: str) -> None:
    t = referred(book)
    events = t.do("confirm", by=SHIFT_MANAGER, decision="return-progressive")
    assert [type(event) for event in events] == [e.RulingConfirmed, e.BetReturned, e.BetReturned]
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)
    bets_left = {line.bet for box in event.settlement.boxes for line in box.lines}
    assert "progressive" not in bets_left
    assert t.result(OPENING[book], 1)[0] != "void"
    t.do("conclude")


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_the_shift_manager_voids_the_round(book: str) -> None:
    t = referred(book)
    t.do("confirm", by=SHIFT_MANAGER, decision="void-round")
    t.do("settle")
    t.do("conclude")
    assert set(t.state.chips.values()) == {0}


@pytest.mark.parametrize("decision", ["continue", "return-progressive"])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_betting_closes_over_what_the_shift_manager_let_lie(book: str, decision: str) -> None:
    t = on_link(book)
    t.lay(ann=(1, bets(book)))
    t.link = DOWN
    assert t.refused("close-betting")[0] == "link-down"
    t.do("report", incident="progressive-system-down")
    t.do("confirm", by=SHIFT_MANAGER, decision=decision)
    t.do("close-betting")
    assert t.refused_bet(1, "progressive", "5")[0] == "no-more-bets"
    stay_in(t)
    t.do("settle")
    t.do("conclude")


@pytest.mark.parametrize("decision", ["invalidate-hand", "bar-player"])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_6_1_whatever_else_he_decides_leads_out_too(book: str, decision: str) -> None:
    t = shown(book, royal=False)
    t.link = DOWN
    t.do("report", incident="progressive-system-down", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision=decision)
    t.do("settle")
    assert t.result("progressive", 1) == ("void", 5_00, 0)
    assert t.result("progressive", 2)[0] != "void"


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_what_he_may_decide_stands_with_the_ruling(book: str) -> None:
    t = referred(book)
    ruling = t.view(SHIFT_MANAGER)["round"]["ruling"]
    decisions = ["void-round", "continue", "return-progressive", "invalidate-hand", "bar-player"]
    assert ruling["decisions"] == decisions
    refused = t.refuse("confirm", by=SHIFT_MANAGER)
    assert refused.code is TableRefusal.DECISION_NEEDED
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    t.do("report", incident="unlisted")
    assert t.refused("confirm", by=SHIFT_MANAGER, decision="return-progressive")[0] == (
        "decision-needed"
    )


def test_a_failure_reported_before_its_value_was_kept_is_decided_on_what_the_link_says_now() -> (
    None
):
    t = shown(SS, royal=False)
    t.link = DOWN
    t.jackpot = REGISTERED
    (event,) = t.do("report", incident="progressive-system-down")
    assert isinstance(event, e.IncidentReported)
    older = fold((msgspec.structs.replace(event, registered=msgspec.UNSET),), t.state)
    assert older is not None
    decided = decide(
        older,
        c.Confirm({}, "continue"),
        read_actor(SHIFT_MANAGER),
        c.Given(1, None, REGISTERED, DOWN),
    )
    assert not isinstance(decided, TableRefused)
    assert e.JackpotRegistered(REGISTERED, ("6.1",)) in decided


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_hand_that_wins_a_share_is_claimed_before_the_round_is_settled(book: str) -> None:
    t = shown(book)
    (claimed,) = t.do("settle")
    assert isinstance(claimed, e.JackpotClaimed)
    (hand,) = claimed.hands
    assert (hand.box, hand.player, hand.hand, hand.part) == (1, "ann", "royal-flush", "1")
    assert hand.dealt_ms == t.round.boxes[1].dealt_ms
    assert hand.dealt_ms is not None
    assert START_MS < hand.dealt_ms < t.now_ms
    assert t.phase == "revealed"
    assert t.refused("settle")[0] == "jackpot-pending"


def test_the_boxes_that_wait_for_the_link_are_named() -> None:
    t = on_link(MS)
    t.bet(ann=(1, bets(MS)), bob=(2, bets(MS)))
    t.cards({1: "Ah Kh Qh Jh Th", 2: "As Ks Qs Js Ts"})
    stay_in(t)
    t.do("settle")
    assert t.refuse("settle").message == (
        "The jackpot claimed on box 1, 2 has not been verified and paid yet."
    )


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_a_link_paid_before_a_round_has_claimed_is_not_paid_in_that_round(book: str) -> None:
    t = shown(book)
    t.link = paid(1, 200_000_00)
    (claimed,) = t.do("settle")
    assert isinstance(claimed, e.JackpotClaimed)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_the_link_has_paid_is_what_the_round_pays(book: str) -> None:
    t = shown(book)
    t.do("settle")
    # Another table was paid in between: the link paid this claim from 200,000.00.
    t.link = paid(1, 200_000_00, before=200_000_00)
    t.do("settle")
    line = t.line("progressive", 1)
    assert line["result"] == "win"
    assert line["winnings"] == "200000.00"
    assert "4.5.2" in line["clauses"]
    settlement = t.round.settlement
    assert settlement is not None
    assert plain(settlement)["jackpot"]["before"] == "200000.00"
    assert t.record["jackpot"] == {"displayed": "200000.00", "reset": "100000.00"}
    t.do("conclude")
    # Her other wagers are small beside it.
    assert 199_900_00 < t.state.chips["ann"] < 215_000_00


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_declined_claim_loses_the_progressive_bet(book: str) -> None:
    t = shown(book)
    t.do("settle")
    t.link = FromLink(False, JackpotSettlement(Cents(1_00), Cents(1_00), Cents(0), ()))
    t.do("settle")
    assert t.result("progressive", 1) == ("lose", 0, 0)
    assert t.line("progressive", 1)["clauses"] == [*t.state.book.cites.progressive]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_whose_hands_win_no_share_is_settled_at_once(book: str) -> None:
    t = shown(book, royal=False)
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_royal_flush_without_a_progressive_bet_claims_nothing(book: str) -> None:
    t = shown(book, progressive=False)
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_that_is_void_claims_nothing_and_drops_what_it_had_claimed(book: str) -> None:
    t = shown(book)
    t.do("settle")
    assert t.round.claimed
    t.do("report", by=SHIFT_MANAGER, incident="foreign-card")
    assert t.round.claimed == ()
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)
    assert t.result("progressive", 1) == ("void", 5_00, 0)


def test_a_hand_that_is_invalid_claims_no_longer() -> None:
    t = shown(MS)
    t.do("settle")
    t.do("report", by=SHIFT_MANAGER, incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    assert t.round.claimed == ()
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)
    assert t.result("progressive", 1)[1:] == (5_00, 0)


def test_when_hands_change_places_the_claim_goes_with_the_cards() -> None:
    t = shown(MS)
    t.do("settle")
    assert [(hand.box, hand.player) for hand in t.round.claimed] == [(1, "ann")]
    t.do("report", by=SHIFT_MANAGER, incident="unlisted", box=1, moves=[[1, 2], [2, 1]])
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    # Only a ruling to reconstruct moves hands; this one does not.
    assert [(hand.box, hand.player) for hand in t.round.claimed] == [(1, "ann")]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_hand_is_not_kept_back_once_the_jackpot_has_been_claimed(book: str) -> None:
    t = shown(book)
    t.do("settle")
    refused = t.refuse("decline-to-show", by="player:bob", box=2)
    assert refused.code is TableRefusal.NOT_NOW
    assert refused.message == "The jackpot has been claimed, so the hands have already been shown."


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_hand_established_after_a_claim_may_claim_too(book: str) -> None:
    t = on_link(book)
    t.bet(ann=(1, bets(book)), bob=(2, bets(book)))
    more: dict[Place, str] = {2: "9h 8h" if book == MH else "As Ks Qs Js Ts"}
    t.cards({**ROYAL[book], **more})
    stay_in(t)
    t.do("decline-to-show", by="player:bob", box=2)
    t.do("settle")
    assert [hand.box for hand in t.round.claimed] == [1]
    t.do("establish-hand", by=SUPERVISOR, box=2, bets=["progressive"])
    assert not t.round.claimed
    t.do("settle")
    assert [hand.box for hand in t.round.claimed] == [1, 2]


def test_a_progressive_bet_that_goes_back_claims_no_longer() -> None:
    t = on_link(MS)
    t.bet(ann=(1, bets(MS)), bob=(2, bets(MS)))
    t.cards(ROYAL[MS])
    t.deal_all()
    t.choose(1, "fold")
    t.choose(2, "raise", "50")
    t.deal_all()
    t.do("settle")
    # A fold has lost the ante, not the progressive wager.
    assert [hand.box for hand in t.round.claimed] == [1]
    # A short progressive bet is not accepted and goes back (Q-A10).
    t.do("report", incident="under-minimum-bet", box=1, bet="progressive", amount="1")
    assert t.round.claimed == ()
    (event,) = t.do("settle")
    assert isinstance(event, e.RoundSettled)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_that_had_claimed_is_paid_although_the_link_has_gone_down_since(book: str) -> None:
    t = shown(book)
    t.do("settle")
    t.link = DOWN
    assert t.refused("settle")[0] == "jackpot-pending"
    told = paid(1, 250_000_00)
    t.link = FromLink(True, told.paid)
    t.do("settle")
    assert t.result("progressive", 1)[2] == 250_000_00


# ── interruptions ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_interruption_is_ruled_on_when_the_round_is_settled(book: str) -> None:
    t = shown(book, royal=False)
    t.do("settle")
    settled = t.round
    (event,) = t.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    assert isinstance(event, e.IncidentReported)
    assert event.ruling.effects == ("continue",)
    assert event.ruling.clauses == (("5.16.2",) if book in MBS_RULEBOOKS else ("5.7.1",))
    assert t.round == msgspec.structs.replace(settled, reported=t.round.reported)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_interruption_while_a_ruling_waits_is_ruled_on_at_once(book: str) -> None:
    t = on_link(book)
    t.bet(ann=(1, bets(book)))
    t.do("report", incident="unlisted", box=1)
    assert t.round.pending is not None
    assert t.refused("deal")[0] == "ruling-pending"
    t.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    if book in MBS_RULEBOOKS:
        assert dict(t.round.offered) == {1: ("withdraw", "stay")}
        # The ruling still waits, and comes first.
        assert t.refused("choose-option", by=ANN, box=1, option="stay")[0] == "ruling-pending"
        t.do("confirm", by=SHIFT_MANAGER, decision="continue")
        t.do("choose-option", by=ANN, box=1, option="stay")
        assert t.phase == "closed"
    else:
        assert t.phase == "void"
        assert t.round.pending is None


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_an_interruption_while_players_choose_offers_nothing_more(book: str) -> None:
    t = on_link(book)
    t.bet(ann=(1, bets(book)))
    t.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    assert dict(t.round.offered) == {1: ("withdraw", "stay")}
    (event,) = t.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    assert isinstance(event, e.IncidentReported)
    assert dict(t.round.offered) == {1: ("withdraw", "stay")}
    # Nothing else gets through while players choose, but what voids the round.
    assert t.refused("report", by=DEALER, incident="late-bet")[0] == "options-pending"


def test_after_a_claim_an_authority_can_only_let_the_round_go_on() -> None:
    t = on_link(SS)
    t.cards({1: "Ah Kh Qh Jh Th", 2: "2c 3d 5s 7h 9c", "dealer": "As Kd 4c 6c 8h"})
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25"}))
    t.deal_all()
    t.do("raise", box=1, amount="50")
    t.do("raise", box=2, amount="50")
    t.deal_all()
    t.do("settle")
    assert t.round.claimed
    t.do("report", incident="progressive-system-down")
    found = t.refuse("confirm", by="shift-manager:max", decision="return-progressive")
    assert found.message.startswith("The jackpot was claimed before it failed")
    t.do("confirm", by="shift-manager:max", decision="continue")
