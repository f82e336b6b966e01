"""Passkeys, with Chromium's own virtual authenticator: made on a page, used to sign in, and to
approve at the console of somebody else.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.floor import FILES, Floor, House
from tests.browser.test_approvals import ask

SUPERVISOR = "demo-pit-supervisor"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    """A demonstration that is asked for by a name: passkeys are bound to one."""
    house = House(tmp_path_factory.mktemp("named"))
    house.address = house.address.replace("127.0.0.1", "localhost")
    yield house
    house.close()


@pytest.fixture
def casino(named: House, browser: Browser) -> Iterator[Floor]:
    people = Floor(named, browser)
    yield people
    assert people.close() == []


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A telephone in this browser, whose owner always puts a finger on it."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return session, str(made["authenticatorId"])


def credentials(page: Page) -> list[Any]:
    session, id = authenticator(page)
    page.evaluate(
        f"""async () => {{
          const {{ makePasskey }} = await import("{FILES}/components/passkeys.js");
          await makePasskey("Telephone");
        }}"""
    )
    found: list[Any] = session.send("WebAuthn.getCredentials", {"authenticatorId": id})[
        "credentials"
    ]
    return found


def carry(page: Page, found: list[Any]) -> None:
    """The same telephone, at another browser."""
    session, id = authenticator(page)
    for credential in found:
        session.send("WebAuthn.addCredential", {"authenticatorId": id, "credential": credential})


def test_a_passkey_signs_its_owner_in_and_approves_at_the_console(casino: Floor) -> None:
    found = credentials(casino.person("pit-supervisor", "/pit"))
    door = casino.person(None, "/sign-in?next=/rulebooks")
    carry(door, found)
    door.locator("summary").click()
    door.get_by_test_id("sign-in-passkey").click()
    expect(door.get_by_test_id("who")).to_contain_text(SUPERVISOR)

    dealer = casino.person("dealer", "/table/Holdem")
    found[0]["signCount"] += 10
    carry(dealer, found)
    dealer.get_by_test_id("next-step").press("Enter")
    expect(dealer.get_by_test_id("phase")).to_have_text("Place your bets")
    ask(casino, dealer, "Holdem", "Mr Tan")
    dealer.get_by_test_id("approval-passkey").click()
    expect(dealer.get_by_test_id("approval")).to_have_count(0)
    expect(dealer.get_by_test_id("notice")).to_contain_text(f"Approved by {SUPERVISOR}")
    expect(dealer.get_by_test_id("who")).to_contain_text("demo-dealer")
