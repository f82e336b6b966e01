"""A round with three browsers open: the dealer's console, a player's seat, and the sign of the
jackpot.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.floor import Floor

ACTS = {"pay": ("Pay", "Won"), "take": ("Take", "Lost"), "return": ("Return", "Back")}
"""What a line of a settlement asks for, as the dealer's pay list and as the player's result say
it.
"""


def money(amount: str | Decimal) -> str:
    """As the pages write it: 12,500.00."""
    return f"{Decimal(amount):,.2f}".replace("-", "−")


def signed(amount: Decimal) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


class Game:
    """A table with its three browsers."""

    def __init__(self, floor: Floor, table: str, link: str) -> None:
        self.floor = floor
        self.table = table
        self.link = link
        self.dealer = floor.person("dealer", f"/table/{table}")
        self.player = floor.person("player", f"/seat/{table}")
        self.sign = floor.person("display", f"/sign/{link}")
        expect(self.sign.get_by_test_id("sign-state")).to_have_text("LIVE")
        expect(self.meter).to_have_attribute("data-value", re.compile(r"^\d+\.\d\d$"))
        expect(self.says).to_be_visible()
        expect(self.player.get_by_test_id("seat-state")).not_to_be_empty()
        self.jackpot_before = Decimal(self.meter.get_attribute("data-value") or "")
        self.chips_before = self._chips()
        self.net = Decimal(0)

    # ── the dealer ────────────────────────────────────────────────────────────────────────────────

    @property
    def says(self) -> Locator:
        """What the dealer is told to do or to announce."""
        return self.dealer.get_by_test_id("announce")

    def step(self, says: str, button: str) -> None:
        """The next step must be this one; it is done."""
        expect(self.says).to_have_text(says)
        next_step = self.dealer.get_by_test_id("next-step")
        expect(next_step).to_have_text(re.compile(f"^{button}"))
        next_step.click()

    def settle(self) -> None:
        """Settles the round. Where the cards happen to win from the jackpot, the claim is verified
        first: a round must come to its end whatever was dealt.
        """
        self.step("Settle: collect and pay", "Settle")
        waits = self.says.filter(has_text="Wait: the jackpot claim is being verified.")
        expect(waits.or_(self.dealer.get_by_test_id("pay-list")).first).to_be_visible()
        if waits.count():
            for claim in self.floor.link(self.link)["claims"]:
                for role in ("pit-supervisor", "shift-manager"):
                    verify = {"do": "verify-claim", "claim": claim["claim"]}
                    self.floor.on_link(role, self.link, verify)
            self.step("Settle: collect and pay", "Settle")

    def steps(self, says: Iterable[str], button: str = "Deal") -> None:
        for one in says:
            self.step(one, button)

    def enter(self, says: str, cards: str) -> None:
        """Types cards at a table whose cards are real."""
        expect(self.says).to_have_text(says)
        field = self.dealer.get_by_test_id("card-entry")
        expect(field).to_be_focused()
        self.dealer.keyboard.type(cards)
        self.dealer.keyboard.press("Enter")

    def cards_of_the_dealer(self, page: Page) -> Locator:
        return page.locator(".felt-dealer [data-card]")

    # ── the player ────────────────────────────────────────────────────────────────────────────────

    def spot(self, box: int, bet: str) -> Locator:
        return self.player.get_by_test_id(f"box-{box}").get_by_test_id(f"bet-{bet}")

    def lies(self, page: Page, box: int, bet: str, amount: str) -> None:
        """A bet lies there, on somebody's page."""
        there = page.get_by_test_id(f"box-{box}").locator(f'[data-bet="{bet}"] .spot-amount')
        expect(there).to_have_text(amount)

    def cards(self, page: Page, box: int) -> list[str]:
        """The cards of a box, as somebody sees them; ``??`` for one that lies face down."""
        found = page.get_by_test_id(f"box-{box}").locator("[data-card]")
        return [one.get_attribute("data-card") or "" for one in found.all()]

    def turn(self, words: str) -> None:
        expect(self.player.get_by_test_id("seat-state")).to_have_text(words)

    def choose(self, choice: str) -> None:
        self.player.get_by_test_id(choice).click()

    def look(self, box: int, cards: int) -> None:
        """The player looks at one hand; nobody else sees it."""
        expect(self.player.get_by_test_id(f"box-{box}").locator('[data-card="??"]')).to_have_count(
            cards
        )
        self.player.get_by_test_id(f"box-{box}").get_by_test_id(f"examine-{box}").click()
        expect(self.player.get_by_test_id(f"box-{box}").locator('[data-card="??"]')).to_have_count(
            0
        )
        assert len(set(self.cards(self.player, box))) == cards
        assert self.cards(self.dealer, box) == ["??"] * cards

    def _chips(self) -> Decimal:
        text = self.player.get_by_test_id("my-chips").text_content() or ""
        return Decimal(text.replace("−", "-").replace(",", ""))

    # ── the end ───────────────────────────────────────────────────────────────────────────────────

    @property
    def meter(self) -> Locator:
        return self.sign.get_by_test_id("meter")

    def rises_by(self, amount: str) -> None:
        """The sign's figure has risen by what the progressive bets of this round contribute."""
        now = self.jackpot_before + Decimal(amount)
        expect(self.meter).to_have_attribute("data-value", str(now))
        expect(self.meter.locator(".unseen")).to_have_text(money(now))

    def line(self, page: Page, box: int, bet: str) -> Locator:
        return page.get_by_test_id("pay-list").get_by_test_id(f"pay-{box}-{bet}")

    def pays(
        self, page: Page, box: int, bet: str, act: str, amount: str, reason: str, clause: str
    ) -> None:
        """A line of somebody's pay list, word for word."""
        line = self.line(page, box, bet)
        expect(line.locator(".act")).to_have_text(act)
        expect(line.locator(".amount")).to_have_text(self._written(page, amount))
        if page is not self.dealer:
            expect(line.locator(".reason")).to_have_text(reason)
            expect(line.get_by_test_id(f"clause-{clause}")).to_be_visible()
            return
        # The dealer asks for the reason.
        line.click()
        expect(page.get_by_test_id("why-sum").locator(".reason")).to_have_text(reason)
        expect(page.get_by_test_id("why").get_by_test_id(f"clause-{clause}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("why")).to_have_count(0)

    def _written(self, page: Page, amount: str) -> str:
        """An amount in the rows of the dealer has no cents where there are none."""
        return amount.removesuffix(".00") if page is self.dealer else amount

    def paid_as_settled(self) -> Decimal:
        """Both pay lists against the settlement, line by line; the player's result. Returns what
        the player has won.
        """
        expect(self.dealer.get_by_test_id("pay-list")).to_be_visible()
        settlement = self.floor.table(self.table)["round"]["settlement"]
        net = sum((Decimal(box["net"]) for box in settlement["boxes"]), Decimal(0))
        for at, page in enumerate((self.dealer, self.player)):
            expect(page.get_by_test_id("pay-list")).to_be_visible()
            lines = page.get_by_test_id("pay-list").locator(".pay-line")
            expect(lines).to_have_count(sum(len(box["lines"]) for box in settlement["boxes"]))
            for box in settlement["boxes"]:
                for line in box["lines"]:
                    act, amount = _asked(line)
                    shown = self.line(page, box["box"], line["bet"])
                    expect(shown.locator(".act")).to_have_text(ACTS[act][at])
                    written = self._written(page, money(amount))
                    expect(shown.locator(".amount")).to_have_text(written)
                    if page is self.player:
                        expect(shown.locator(".clause")).to_have_count(len(line["clauses"]))
        words = f"You win {money(net)}." if net > 0 else f"You lose {money(-net)}."
        self.turn("You break even." if net == 0 else words)
        self.net = net
        return net

    def clause_opens(self, page: Page, box: int, bet: str) -> str:
        """A clause of a line is shown in our own words: to the player when it is pressed, to the
        dealer beside its number when he asks for the reason. What it says.
        """
        line = self.line(page, box, bet)
        if page is self.dealer:
            return self._clause_beside_its_number(line)
        chip = line.locator(".clause").first
        chip.click()
        says = page.get_by_test_id("clause-says")
        expect(says).not_to_be_empty()
        text = says.inner_text()
        page.keyboard.press("Escape")
        expect(says).to_have_count(0)
        expect(chip).to_be_focused()
        return text

    def _clause_beside_its_number(self, line: Locator) -> str:
        line.click()
        chip = self.dealer.get_by_test_id("why-clauses").locator(".clause").first
        number = (chip.get_attribute("data-test") or "").removeprefix("clause-")
        book = self.floor.table(self.table)["rulebook"]
        found = self.floor.api("dealer").get(f"/api/rulebooks/{book}/clauses/{number}").json()
        says = str(found["says"])
        assert says
        shown = f"{number.partition(':')[0]} {says}"
        expect(chip.locator("xpath=..")).to_have_text(shown)
        self.dealer.keyboard.press("Escape")
        expect(self.dealer.get_by_test_id("why")).to_have_count(0)
        expect(line).to_be_focused()
        return says

    def concluded(self) -> None:
        """The dealer pays box by box, and concludes the round."""
        for box in self.floor.table(self.table)["round"]["settlement"]["boxes"]:
            expect(self.says).to_contain_text(f"Box {box['box']}: ")
            self.dealer.get_by_test_id("next-step").click()
        self.step("Conclude the round", "Conclude")
        self.turn("Waiting for the dealer to open betting.")
        expect(self.dealer.get_by_test_id("pay-list")).to_be_hidden()
        expect(self.player.get_by_test_id("my-chips")).to_have_text(
            signed(self.chips_before + self.net)
        )


def _asked(line: dict[str, Any]) -> tuple[str, str]:
    """What the dealer does for a line, and with how much."""
    if Decimal(line["winnings"]) > 0:
        return "pay", line["winnings"]
    if line["result"] == "lose":
        return "take", line["stake"]
    return "return", line["returned"]
