"""What was mistyped is put right at the console, by keyboard alone: in at most three key presses
beside the right value, and with a second person where that is asked for.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.rulebook.shelf import Shelf
from tests.browser.floor import TABLET, Floor
from tests.effort import at_length
from tests.support import BE, CS, MH, MS, SS

PIN = "280461"
DEALER = "adkd9h5c2s"
HANDS = {MH: ("ah3h", "8c8d"), BE: ("2c3c5d / 4c6d", "ah3h4h9s9d")}
STUD = ("2c3c4c5d6d", "ah3h4h9s9d")


class Dealer:
    """A dealer at an ordinary table, who has a keyboard and nothing else."""

    def __init__(self, floor: Floor, book: str, dealing: str) -> None:
        self.table = f"mistyped {book}"
        opening = Shelf().get(book).wagers.__struct_fields__[0]
        settings = {
            "do": "open-table",
            "rulebook": book,
            "layout": "A",
            "boxes": 5,
            "dealing": dealing,
            "cards": "shown",
            "limits": {opening: {"min": "10", "max": "1000"}},
        }
        floor.do("pit-supervisor", self.table, settings)
        self.page: Page = floor.person("dealer", f"/table/{self.table}", size=TABLET)
        self.says = self.page.get_by_test_id("announce")
        self.presses = 0

    def hears(self, words: str | re.Pattern[str]) -> None:
        expect(self.says).to_have_text(words)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.presses += 1

    def types(self, field: str, text: str) -> None:
        expect(self.page.get_by_test_id(field)).to_be_focused()
        self.page.keyboard.type(text)
        self.press("Enter")
        expect(self.page.get_by_test_id(field)).not_to_have_value(text)

    def bets(self, line: str, box: int, lies: str) -> None:
        """A line of the bet strip, after which so much lies on the box."""
        self.types("bet-strip", line)
        spot = self.page.get_by_test_id(f"box-{box}").locator(".spot-amount")
        expect(spot).to_have_text([lies])

    def takes_back(self, entry: str) -> None:
        expect(self.page.get_by_test_id("last-entry")).to_contain_text(entry)
        self.presses = 0
        self.press("z")

    def cards(self, wrong: str, right: str, entry: str) -> None:
        """Cards that are mistyped, taken back and typed again."""
        self.types("card-entry", wrong)
        self.takes_back(entry)
        expect(self.page.get_by_test_id("take-back")).to_be_disabled()
        self.types("card-entry", right)
        assert self.presses <= 3, "a card is put right in three key presses and its value"


def settled_by_two_hands(d: Dealer, book: str) -> None:
    first, second = HANDS.get(book, STUD)
    d.hears("Enter box 1 as it is turned over")
    d.types("card-entry", f"2 {second}")
    d.hears("Enter box 1 as it is turned over")
    d.types("card-entry", first)
    d.hears("Settle: collect and pay")


@pytest.mark.parametrize(
    ("book", "dealing"),
    [
        pytest.param(MS, "shoe", marks=at_length),
        (CS, "shuffler"),
        (MH, "shoe"),
        pytest.param(SS, "manual", marks=at_length),
        (BE, "method-b"),
    ],
)
def test_a_card_a_bet_and_a_decision_are_mistyped_and_put_right(
    floor: Floor, book: str, dealing: str
) -> None:
    d = Dealer(floor, book, dealing)
    d.hears(re.compile("“Place your [Bb]ets, please”"))
    d.press("Enter")
    d.bets("1 250", 1, "250")
    d.presses = 0
    d.bets("1 25", 1, "25")
    assert d.presses <= 3, "a bet is typed again: its amount is what lies there"
    d.bets("2 50", 2, "50")
    d.hears(re.compile("“No more [Bb]ets”"))
    d.press("Enter")
    if book in (MS, CS, SS):
        d.hears("Deal all hands, and enter the dealer's face-up card")
        d.cards("2h", "2s", "Cards to the dealer")
    else:
        d.hears("Deal all hands")
        d.press("Enter")
    d.hears(re.compile("Ask box 1"))
    if book == BE:
        d.press("s")
        d.takes_back("Box 1: has set")
        d.hears(re.compile("Ask box 1"))
        d.press("s")
    else:
        # F folds, and nothing is asked: what it does is taken back with one key.
        d.press("f")
        d.hears(re.compile("Ask box 2"))
        d.takes_back("Box 1: folds")
        d.hears(re.compile("Ask box 1"))
        d.press("b")
    assert d.presses <= 4, "a decision is put right in three key presses and itself"
    d.hears(re.compile("Ask box 2"))
    d.press("s" if book == BE else "b")
    if book == MH:
        for street, wrong, cards in (
            ("flop", "2h7hks", "2h7hkh"),
            ("turn", "", "4s"),
            ("river", "", "9c"),
        ):
            d.hears(f"Deal and turn over the {street}, and enter it")
            if wrong:
                d.cards(wrong, cards, "Cards to the board")
            else:
                d.types("card-entry", cards)
            for box in (1, 2) if street != "river" else ():
                d.hears(re.compile(f"Ask box {box}"))
                d.press("c")
    d.hears("Turn over the dealer's cards, and enter them")
    shown = "ad9h" if book == MH else DEALER
    if book == BE:
        d.cards("adkd9h5c2h", shown, "Cards to the dealer")
    else:
        d.types("card-entry", shown)
    settled_by_two_hands(d, book)
    view = floor.table(d.table)
    assert [next(iter(box["bets"].values())) for box in view["round"]["boxes"]] == [
        "25.00",
        "50.00",
    ]
    d.press("Enter")
    for box in (1, 2):
        d.hears(re.compile(f"Box {box}: "))
        d.press("Enter")
    d.hears("Conclude the round")
    d.press("Enter")
    d.hears(re.compile("“Place your [Bb]ets, please”"))


def test_an_earlier_entry_is_corrected_and_approved_here_while_the_dealer_stays(
    floor: Floor,
) -> None:
    pin = {"password": "", "pin": PIN}
    answer = floor.api("pit-supervisor").post(
        "/api/pin", json=pin, headers={"Idempotency-Key": "supervisors-pin"}
    )
    assert answer.status_code == 200, answer.text
    table = f"mistyped {CS}"
    for body in (
        {"do": "open-betting"},
        {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25", "player": "Box 1"},
        {"do": "place-bet", "box": 2, "bet": "ante", "amount": "50", "player": "Box 2"},
        {"do": "close-betting"},
        {"do": "deal", "all": True, "cards": "2s"},
        {"do": "raise", "box": 1, "amount": "50"},
        {"do": "raise", "box": 2, "amount": "100"},
        {"do": "show-hand", "place": "dealer", "cards": "adkd9h5c"},
        {"do": "show-hand", "box": 1, "cards": STUD[0]},
    ):
        floor.do("dealer", table, body)
    dealer = floor.person("dealer", f"/table/{table}", size=TABLET)
    keys = dealer.keyboard
    expect(dealer.get_by_test_id("card-entry")).to_be_focused()
    # Box 1 has folded: its raise was entered wrongly, and so its hand is not turned over.
    keys.press("e")
    listed = dealer.get_by_test_id("corrections").locator(".entry-list button")
    expect(listed.first).to_contain_text("Box 1: hand turned over")
    expect(listed.first).to_be_focused()
    # Each has its cards and its time; the cards that nobody has seen are folded away.
    expect(listed.first).to_contain_text("2♣ 3♣ 4♣ 5♦ 6♦")
    expect(listed.first).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))
    headings = dealer.get_by_test_id("corrections").locator(".entry-list :is(h3, summary)")
    expect(headings).to_have_text(
        [
            "Hands turned over (1)",
            "Cards turned up (2)",
            "Decisions (2)",
            re.compile("Cards dealt face down"),
            "Bets (3)",
        ]
    )
    # Whatever is typed looks for one.
    keys.type("k♦")
    shown = listed.filter(visible=True)
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Cards to the dealer")
    dealer.get_by_test_id("entry-find").fill("")
    keys.press("ArrowDown")
    expect(listed.first).to_be_focused()
    wrong = listed.filter(has_text="Box 1: bets 50")
    while wrong.evaluate("one => one !== document.activeElement"):
        keys.press("ArrowDown")
    keys.press("Enter")
    expect(dealer.get_by_test_id("correction-decision")).to_be_focused()
    expect(dealer.get_by_test_id("correction-decision")).to_have_value("fold")
    keys.press("Tab")
    floor.expect_trouble("answer 409: POST .*/commands")
    keys.press("Enter")
    expect(dealer.get_by_test_id("approval-why")).to_contain_text("is to be corrected: Mistyped")
    expect(dealer.get_by_test_id("approval-name")).to_be_focused()
    keys.type("demo-pit-supervisor")
    keys.press("Tab")
    keys.type(PIN)
    keys.press("Enter")
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.get_by_test_id("corrections")).to_have_count(0)
    expect(dealer.get_by_test_id("corrected")).to_have_text("Box 1: bets 50 → Box 1: folds")
    expect(dealer.get_by_test_id("dropped")).to_contain_text("Box 1: hand turned over")
    expect(dealer.get_by_test_id("box-1")).to_have_attribute("data-state", "folded")
    expect(dealer.get_by_test_id("who")).to_contain_text("demo-dealer")
    expect(dealer.get_by_test_id("announce")).to_have_text("Enter box 2 as it is turned over")
    made = floor.table(table)["corrected"]
    assert (made["asked_by"], made["approved_by"]) == ("demo-dealer", "demo-pit-supervisor")


def test_single_cards_are_put_right_as_the_dealer_tells(floor: Floor) -> None:
    table = "moved"
    settings = {
        "do": "open-table",
        "rulebook": SS,
        "layout": "A",
        "boxes": 5,
        "dealing": "manual",
        "cards": "entered",
        "limits": {"ante": {"min": "10", "max": "1000"}},
    }
    floor.do("pit-supervisor", table, settings)
    floor.do("dealer", table, {"do": "open-betting"})
    for box in (1, 2):
        bet = {"do": "place-bet", "box": box, "bet": "ante", "amount": "25", "player": f"Box {box}"}
        floor.do("dealer", table, bet)
    floor.do("dealer", table, {"do": "close-betting"})
    left = {"1": ["2c", "3c", "4c", "5c", "6c"], "2": ["2d", "3d", "4d", "5d", "6d"]}
    left["dealer"] = ["2h", "3h", "4h", "5h", "6h"]
    view = floor.table(table)
    while view["round"]["phase"] != "deciding":
        place, count = view["step"]["place"], view["step"]["cards"]
        cards, left[place] = left[place][:count], left[place][count:]
        view = floor.do("dealer", table, {"do": "deal", "cards": cards})
    dealer = floor.person("dealer", f"/table/{table}", size=TABLET)
    expect(dealer.get_by_test_id("phase")).to_have_text("Players decide")
    dealer.keyboard.press("i")
    dealer.get_by_test_id("incident-wrong-player-card-count").click()
    dealer.get_by_test_id("about-box-1").click()
    dealer.get_by_test_id("fact-can_reconstruct-true").check()
    dealer.get_by_test_id("hand-1").fill("2c3c4c5c6d")
    dealer.get_by_test_id("hand-2").fill("2d 3d 4d 5d 6c")
    with dealer.expect_response(re.compile("/commands$")) as answered:
        dealer.get_by_test_id("report").click()
    assert answered.value.ok, answered.value.text()
    sent = answered.value.request.post_data_json
    assert (sent or {})["hands"] == {
        "1": ["2c", "3c", "4c", "5c", "6d"],
        "2": ["2d", "3d", "4d", "5d", "6c"],
    }


def test_who_is_stopped_is_shown_and_the_bar_is_lifted_at_the_console(floor: Floor) -> None:
    floor.do("shift-manager", "Singapore", {"do": "stop-player", "player": "demo-player"})
    floor.do("shift-manager", "Singapore", {"do": "hold-to-one-position", "player": "Mei"})
    console = floor.person("shift-manager", "/table/Singapore")
    barred = console.locator(".players-list li").filter(has_text="demo-player")
    expect(barred.locator(".badge")).to_contain_text("barred")
    barred.get_by_role("button", name="Lift the bar").click()
    expect(barred).to_have_count(0)
    held = console.locator(".players-list li").filter(has_text="Mei")
    expect(held.locator(".badge")).to_have_text("one position")
    held.get_by_role("button", name="Several positions").click()
    expect(held).to_have_count(0)
    view = floor.table("Singapore")
    assert (view["barred_players"], view["one_position"]) == ({}, [])
