"""What the tests of a link's two persons share."""

from typing import Any

from httpx import Response

from pitboss.people.roles import Role
from tests.web.service import Browser, House

PARAMETERS = {"reset": "100000.00", "rate-bp": 1500, "reserve-bp": 300, "cap": "500000.00"}


def told(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def link(browser: Browser) -> Any:
    return browser.json("/api/links/Millions")


def managers(house: House) -> tuple[Browser, Browser]:
    return house.person(Role.SHIFT_MANAGER), house.person(Role.SHIFT_MANAGER, "una")
