"""A whole round of each of the five games, with three browsers open: dealer, player and sign."""

from playwright.sync_api import expect

from tests.browser.floor import Floor
from tests.browser.game import Game
from tests.effort import at_length

CONTRIBUTION = "0.75"
"""The demonstration's links take 15% of a progressive bet of 5.00."""


@at_length
def test_multi_link_stud_bets_by_click(floor: Floor) -> None:
    game = Game(floor, "Stud", "Millions")
    game.step("“Place your Bets, please”", "Open betting")
    expect(game.says).to_have_text("Waiting for the first bet.")
    game.turn("Bets are open: put a chip on a box.")
    game.choose("chip-100")
    game.spot(2, "ante").click()
    game.lies(game.dealer, 2, "ante", "100")
    game.choose("chip-5")
    game.spot(2, "ante").click()
    game.spot(2, "ante").click()
    game.lies(game.dealer, 2, "ante", "110")
    game.spot(2, "progressive").click()
    game.lies(game.dealer, 2, "progressive", "5")
    game.choose("chip-10")
    game.spot(4, "ante").click()
    game.lies(game.dealer, 4, "ante", "10")
    game.spot(6, "ante").click()
    game.lies(game.dealer, 6, "ante", "10")
    game.choose("take-back-6")
    expect(game.dealer.get_by_test_id("box-6")).to_have_attribute("data-state", "empty")

    game.step("“No more Bets”", "Close betting")
    game.rises_by(CONTRIBUTION)
    game.turn("No more bets.")
    expect(game.player.get_by_test_id("chip-5")).to_be_hidden()
    game.step("Burn one card", "Burn")
    places = ("box 2", "box 4", "the dealer")
    cards = [f"Deal card {card} of 5 to {place}" for card in range(1, 6) for place in places]
    cards[-1] += ", face up"
    game.steps(cards)
    expect(game.cards_of_the_dealer(game.player)).to_have_count(5)
    expect(game.player.locator('.felt-dealer [data-card="??"]')).to_have_count(4)

    game.turn("Box 2: your turn.")
    game.look(2, 5)
    expect(game.player.get_by_test_id("examine-4")).to_have_count(0)
    expect(game.says).to_have_text("Ask box 2: fold, or BET 220.00")
    game.choose("raise-2")
    game.lies(game.dealer, 2, "bet", "220")
    game.turn("Box 4: your turn, playing blind.")
    game.choose("fold-4")
    game.step("Turn over the dealer's cards", "Turn over")
    expect(game.player.locator('.felt-dealer [data-card="??"]')).to_have_count(0)
    game.turn("The dealer's hand is open.")
    game.settle()

    game.pays(game.dealer, 4, "ante", "Take", "10.00", "Ante 10.00 loses", "3.12.1")
    game.paid_as_settled()
    assert "ante" in game.clause_opens(game.dealer, 4, "ante").lower()
    game.clause_opens(game.player, 2, "bet")
    game.concluded()


def test_multi_link_holdem_bets_by_drag(floor: Floor) -> None:
    game = Game(floor, "Holdem", "Millions")
    game.step("“Place your Bets, please”", "Open betting")
    game.player.get_by_test_id("chip-25").drag_to(game.spot(3, "ante"))
    game.lies(game.dealer, 3, "ante", "25")
    game.player.get_by_test_id("chip-10").drag_to(game.spot(3, "ante"))
    game.lies(game.dealer, 3, "ante", "35")
    game.player.get_by_test_id("chip-5").drag_to(game.spot(3, "bonus"))
    game.lies(game.dealer, 3, "bonus", "5")
    game.player.get_by_test_id("chip-100").drag_to(game.spot(3, "progressive"))
    game.lies(game.dealer, 3, "progressive", "5")

    game.step("“No more Bets”", "Close betting")
    game.rises_by(CONTRIBUTION)
    game.step("Burn one card", "Burn")
    game.steps(["Deal card 1 of 2 to box 3", "Deal card 2 of 2 to box 3"])
    game.look(3, 2)
    game.turn("Box 3: your turn.")
    game.choose("raise-3")
    game.lies(game.dealer, 3, "flop", "70")
    game.step("Burn one card", "Burn")
    game.step("Deal the flop", "Deal")
    game.step("Turn over the flop", "Turn over")
    expect(game.player.locator(".felt-community [data-card]")).to_have_count(3)
    game.turn("Box 3: your turn.")
    game.choose("check-3")
    game.step("Burn one card", "Burn")
    game.step("Deal the turn", "Deal")
    game.step("Turn over the turn", "Turn over")
    game.turn("Box 3: your turn.")
    game.choose("raise-3")
    game.lies(game.dealer, 3, "river", "35")
    game.step("Burn one card", "Burn")
    game.step("Deal the river", "Deal")
    game.step("Turn over the river", "Turn over")
    expect(game.player.locator('.felt-community [data-card="??"]')).to_have_count(0)
    expect(game.player.locator(".felt-community [data-card]")).to_have_count(5)
    game.steps(["Deal card 1 of 2 to the dealer", "Deal card 2 of 2 to the dealer"])
    game.step("Turn over the dealer's cards", "Turn over")
    game.settle()
    game.paid_as_settled()
    game.clause_opens(game.dealer, 3, "bonus")
    game.clause_opens(game.player, 3, "progressive")
    game.concluded()


@at_length
def test_singapore_stud_bets_by_keys(floor: Floor) -> None:
    game = Game(floor, "Singapore", "Megalink")
    game.step("“Place your bets, please”", "Open betting")
    game.turn("Bets are open: put a chip on a box.")
    keys = game.player.keyboard
    game.spot(5, "ante").focus()
    keys.press("4")
    expect(game.player.get_by_test_id("chip-100")).to_have_attribute("aria-checked", "true")
    keys.press("Enter")
    game.lies(game.dealer, 5, "ante", "100")
    keys.press("1")
    keys.press("Enter")
    game.lies(game.dealer, 5, "ante", "105")
    keys.press("Backspace")
    expect(game.dealer.get_by_test_id("box-5")).to_have_attribute("data-state", "empty")
    keys.press("3")
    keys.press("Enter")
    game.lies(game.dealer, 5, "ante", "25")
    expect(game.spot(5, "progressive")).to_be_visible()
    keys.press("Tab")
    expect(game.spot(5, "progressive")).to_be_focused()
    keys.press("Enter")
    game.lies(game.dealer, 5, "progressive", "5")

    game.step("“No more bets”", "Close betting")
    game.rises_by(CONTRIBUTION)
    game.step("Deal 5 cards to box 5", "Deal")
    game.step("Deal 5 cards to the dealer, the last face up", "Deal")
    expect(game.player.get_by_test_id("box-5").locator('[data-card="??"]')).to_have_count(5)
    game.turn("Box 5: your turn.")
    keys.press("l")
    expect(game.player.get_by_test_id("box-5").locator('[data-card="??"]')).to_have_count(0)
    assert game.cards(game.dealer, 5) == ["??"] * 5
    keys.press("b")
    game.lies(game.dealer, 5, "bet", "50")
    game.step("Turn over the dealer's cards", "Turn over")
    game.settle()
    game.paid_as_settled()
    game.clause_opens(game.player, 5, "ante")
    game.concluded()


def test_bullseye_a_hand_is_set_card_by_card_and_one_the_house_way(floor: Floor) -> None:
    game = Game(floor, "Bullseye", "Megalink")
    game.step("“Place your bets, please”", "Open betting")
    game.choose("chip-25")
    game.spot(2, "main").click()
    game.lies(game.dealer, 2, "main", "25")
    for bet in ("tie", "suits", "bullseye"):
        game.choose("chip-5")
        game.spot(2, bet).click()
        game.lies(game.dealer, 2, bet, "5")
    game.spot(2, "progressive").click()
    game.lies(game.dealer, 2, "progressive", "5")
    game.choose("chip-10")
    game.spot(4, "main").click()
    game.lies(game.dealer, 4, "main", "10")

    game.step("“No more bets”", "Close betting")
    game.rises_by(CONTRIBUTION)
    game.steps(["Deal 5 cards to box 2", "Deal 5 cards to box 4", "Deal 5 cards to the dealer"])
    game.look(2, 5)
    game.turn("Box 2: pick three cards that make 10, 20 or 30, or take the House Way.")
    three = game.cards(game.player, 2)[:3]
    for card in three:
        game.choose(f"pick-{card}")
        expect(game.player.get_by_test_id(f"pick-{card}")).to_have_attribute("aria-pressed", "true")
    game.choose("set-hand-2")
    game.turn("Box 4: your turn, playing blind.")
    expect(game.says).to_have_text("Ask box 4: set the hand")
    game.dealer.get_by_test_id("answer-house-way").click()
    game.dealer.get_by_test_id("answer-do").click()
    game.step("Turn over the dealer's cards", "Turn over")
    game.settle()
    game.paid_as_settled()
    game.clause_opens(game.dealer, 2, "suits")
    game.clause_opens(game.player, 4, "main")
    game.concluded()


@at_length
def test_casino_stud_with_real_cards_that_the_dealer_types(floor: Floor) -> None:
    game = Game(floor, "Classic", "Millions")
    game.step("“Place your Bets, please”", "Open betting")
    game.choose("chip-25")
    game.spot(1, "ante").click()
    game.lies(game.dealer, 1, "ante", "25")
    game.spot(1, "progressive").click()
    game.lies(game.dealer, 1, "progressive", "5")
    game.choose("chip-10")
    game.spot(3, "ante").click()
    game.lies(game.dealer, 3, "ante", "10")

    game.step("“No more Bets”", "Close betting")
    game.rises_by(CONTRIBUTION)
    game.enter("Burn one card", "")
    # Three nines against a pair of kings; box 3 has nothing.
    hands = {"box 1": "9s 9h 9d 4c 2s", "box 3": "qs 10h 7d 5c 3s", "the dealer": "kd 5h 7s 3c KH"}
    for card in range(5):
        for place, hand in hands.items():
            up = ", face up" if (card, place) == (4, "the dealer") else ""
            game.enter(f"Deal card {card + 1} of 5 to {place}{up}", hand.split()[card])
    expect(game.dealer.get_by_test_id("card-entry")).to_be_hidden()
    expect(game.player.locator('.felt-dealer [data-card="Kh"]')).to_have_count(1)

    # At a table with real cards the dealer sees who looks, and asks; here the player answers at the
    # seat.
    game.look(1, 5)
    assert game.cards(game.player, 1) == ["9s", "9h", "9d", "4c", "2s"]
    game.choose("raise-1")
    game.lies(game.dealer, 1, "bet", "50")
    expect(game.says).to_have_text("Ask box 3: fold, or BET 20.00")
    # F folds, and Z takes it back: nothing is asked.
    game.dealer.keyboard.press("f")
    expect(game.says).to_have_text("Turn over the dealer's cards")
    game.dealer.keyboard.press("z")
    expect(game.says).to_have_text("Ask box 3: fold, or BET 20.00")
    game.dealer.get_by_test_id("answer-fold").click()
    game.step("Turn over the dealer's cards", "Turn over")
    game.settle()

    wins = "; the stake of {} comes back"
    ante = "Ante 25.00 wins: the hand beats the dealer's" + wins.format("25.00")
    bet = "BET 50.00 wins: three of a kind" + wins.format("50.00")
    game.pays(game.dealer, 1, "ante", "Pay", "25.00", ante, "3.14.1")
    game.pays(game.dealer, 1, "bet", "Pay", "150.00", bet, "4.1")
    game.pays(
        game.dealer, 1, "progressive", "Take", "5.00", "Progressive Jackpot 5.00 loses", "4.2"
    )
    game.pays(game.dealer, 3, "ante", "Take", "10.00", "Ante 10.00 loses", "3.12.1")
    game.pays(game.player, 1, "bet", "Won", "150.00", bet, "4.1")
    assert game.paid_as_settled() == 25 + 150 - 5 - 10
    expect(game.player.get_by_test_id("box-1").locator(".box-end")).to_have_text(
        "three nines+170.00"
    )
    for hand in ("Dealer: pair of kings, seven kicker, qualifies.", "three nines, four kicker"):
        expect(game.player.get_by_test_id("pay-list").get_by_text(hand)).to_be_visible()
    game.clause_opens(game.dealer, 1, "ante")
    game.clause_opens(game.player, 1, "bet")
    game.concluded()
