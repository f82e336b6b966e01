"""What the tests of a link's two persons share."""

from typing import Any

from httpx import Response
from msgspec.structs import replace

from pitboss.casino.controls.policy import Controls
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.roles import Role
from tests.web.evening import Evening
from tests.web.service import Browser, House

ROYAL = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
PARAMETERS = {"reset": "100000.00", "rate-bp": 1500, "reserve-bp": 300, "cap": "500000.00"}


def told(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def link(browser: Browser) -> Any:
    return browser.json("/api/links/Millions")


def managers(house: House) -> tuple[Browser, Browser]:
    return house.person(Role.SHIFT_MANAGER), house.person(Role.SHIFT_MANAGER, "una")


def with_controls(house: House) -> House:
    """A house whose controls are on record, so that the auditor holds it to them. Accounts count
    from their first minute.
    """
    controls = house.casino.controls or Controls(verifiers=2)
    people = replace(controls.people, account_age_ms=0)
    put_controls_on_record(
        house.casino.journal, replace(controls, people=people), house.casino.clock
    )
    return house


def claimed(house: House, seed: int = 2) -> tuple[Evening, str]:
    """A royal flush that claims the jackpot."""
    evening = Evening(house, "Classic", seed=seed)
    evening.cards = {place: [*cards] for place, cards in ROYAL.items()}
    evening.begin(progressive="5.00")
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    while not (claims := link(evening.manager)["claims"]):
        assert evening.step()
    return evening, claims[0]["claim"]
