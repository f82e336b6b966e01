"""The first day of a real house, from the printed link to a finished round with a jackpot, by the
browser and its list alone, with the settings as they are where nobody has set any.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from time import time

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.audit.run import audit
from pitboss.journal.address import open_journal
from tests.browser.axe import check
from tests.browser.floor import PASSWORD, PHONE, TABLET, WORK, Floor, House, resize

ZONE = "Asia/Singapore"


@pytest.fixture
def real(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("real"), "--host", "127.0.0.1", plain=True)
    yield house
    house.close()


@pytest.fixture
def day(real: House, browser: Browser) -> Iterator[Floor]:
    people = Floor(real, browser)
    yield people
    assert people.close() == []


def enrol(page: Page) -> None:
    """Sets up an authenticator app, and keeps the codes on paper."""
    secret = page.get_by_test_id("totp-secret").inner_text()
    page.get_by_test_id("code").fill(pyotp.TOTP(secret).at(int(time())))
    page.get_by_test_id("app-confirm").click()
    expect(page.get_by_test_id("recovery-codes").locator("code")).to_have_count(8)
    expect(page.get_by_test_id("copy-codes")).to_be_visible()
    expect(page.get_by_test_id("print-codes")).to_be_visible()
    page.get_by_test_id("codes-kept").click()


def found(day: Floor, real: House) -> Page:
    """The first administrator, from the printed link."""
    link = real.server.wait_for(re.compile(r"(http://\S+/setup#\S+)"))[1]
    root = day.person(None, link, zone=ZONE)
    expect(root.get_by_test_id("timezone")).to_have_value(ZONE)
    for name, text in (("name", "Root"), ("password", PASSWORD), ("again", PASSWORD)):
        root.get_by_test_id(name).fill(text)
    root.get_by_test_id("set-up").click()
    enrol(root)
    expect(root).to_have_url(f"{real.address}/people")
    return root


def invite(root: Page, step: str, name: str) -> str:
    """The next step of the list; the link to hand over."""
    root.get_by_test_id(f"beginning-do-{step}").click()
    root.get_by_test_id("new-name").fill(name)
    root.get_by_test_id("add-person-do").click()
    link = root.get_by_test_id(f"link-{name}").inner_text()
    root.keyboard.press("Escape")
    return link


def come(day: Floor, link: str, *, factor: bool = True, zone: str = ZONE) -> Page:
    """Whoever was invited opens the link in a browser of their own."""
    page = day.person(None, link, zone=zone)
    page.get_by_test_id("own-password").fill(PASSWORD)
    page.get_by_test_id("again").fill(PASSWORD)
    page.get_by_test_id("accept-do").click()
    if factor:
        enrol(page)
    expect(page.get_by_test_id("who")).to_be_visible()
    return page


def test_from_the_printed_link_to_a_round_with_a_jackpot(day: Floor, real: House) -> None:
    root = found(day, real)
    expect(root.get_by_test_id("founding")).to_be_visible()
    expect(root.get_by_test_id("beginning-count")).to_have_text("1 of 8")
    check(root, "the list of a new house")

    link = invite(root, "second", "Ada")
    expect(root.get_by_test_id("waits-second")).to_contain_text("Ada still has to open the link")
    ada = come(day, link)
    # The second administrator lands where there is something to do.
    expect(ada).to_have_url(f"{real.address}/people")
    expect(ada.get_by_test_id("beginning-count")).to_have_text("2 of 8")

    # The list goes on by itself. Everybody else at once, from a list of names.
    root.mouse.move(5, 5)
    expect(root.get_by_test_id("beginning-count")).to_have_text("2 of 8")
    root.get_by_test_id("add-list").click()
    root.get_by_test_id("list-text").fill(
        "Name,Post\nMax,shift manager\nMia,shift manager\n"
        "Sue,pit supervisor\nDan,dealer\nPia,player"
    )
    root.get_by_test_id("list-do").click()
    expect(root.get_by_test_id("link-waits")).to_be_visible()
    names = ("Max", "Mia", "Sue", "Dan", "Pia")
    links = {name: root.get_by_test_id(f"link-{name}").inner_text() for name in names}
    check(root, "the links of a list")
    root.keyboard.press("Escape")
    expect(root.get_by_test_id("waits-shift")).to_contain_text("has to approve Max and Mia")

    ada.mouse.move(5, 5)
    ada.get_by_test_id("approve-all").click()
    check(ada, "approving all")
    ada.get_by_test_id("approve-all-do").click()
    expect(ada.get_by_test_id("waiting")).to_be_hidden()

    max_, mia, sue = (come(day, links[name]) for name in ("Max", "Mia", "Sue"))
    dan, pia = (come(day, links[name], factor=False) for name in ("Dan", "Pia"))

    # One shift manager opens the jackpot, the other approves it.
    mia.goto("/pit")
    max_.goto("/pit")
    max_.get_by_test_id("new-link").click()
    max_.get_by_test_id("link-name").fill("Grand")
    max_.get_by_test_id("link-operator").select_option("MBS")
    day.expect_trouble("answer 409: POST .*/api/links/Grand/commands")
    max_.get_by_test_id("link-open").click()
    expect(max_.get_by_test_id("approval")).to_be_visible()
    mia.get_by_test_id("approval-Grand").get_by_role("button", name="Approve", exact=True).click()
    expect(max_.get_by_test_id("approval")).to_have_count(0)
    expect(max_.get_by_test_id("pit-link-Grand")).to_contain_text("In service")

    # The supervisor opens a table on it.
    sue.goto("/pit")
    expect(sue.get_by_test_id("pit-link-Grand")).to_be_visible()
    sue.get_by_test_id("new-table").click()
    sue.get_by_test_id("table-name").fill("T1")
    sue.get_by_test_id("table-rulebook").select_option("mbs-megalink-stud-6")
    expect(sue.get_by_test_id("table-link")).to_have_value("Grand")
    sue.get_by_test_id("table-open").click()
    expect(sue.get_by_test_id("row-T1")).to_be_visible()

    # A round with a progressive bet.
    play(dan, pia)

    root.reload()
    expect(root.get_by_test_id("beginning-count")).to_have_text("7 of 8")
    expect(root.get_by_test_id("founding")).to_have_count(0)
    (database,) = real.folder.rglob("pitboss.db")
    with closing(open_journal(f"sqlite:{database}", read_only=True)) as journal:
        problem = audit(journal).problem
    assert problem is None, problem


def play(dan: Page, pia: Page) -> None:
    dan.goto("/")
    dan.get_by_test_id("deal-T1").click()
    pia.goto("/seat/T1")
    step = dan.get_by_test_id("next-step")
    expect(step).to_be_enabled()
    step.click()
    box = pia.get_by_test_id("box-1")
    box.get_by_test_id("bet-ante").click()
    box.get_by_test_id("bet-progressive").click()
    state, raises = pia.get_by_test_id("seat-state"), pia.get_by_test_id("raise-1")
    expect(state).to_contain_text("Bets")
    over = re.compile("^You (win|lose|break even)")
    for _ in range(600):
        if over.match(state.inner_text()):
            break
        look = pia.get_by_test_id("examine-1")
        if look.count() and look.first.is_visible():
            look.first.click()
        elif raises.count() and raises.is_enabled():
            raises.click()
        elif step.count() and step.is_enabled():
            step.click()
        dan.wait_for_timeout(100)
    expect(state).to_have_text(over)
    expect(dan.get_by_test_id("pay-list")).to_be_visible()


def test_an_administrator_alone_is_told_why_and_from_when(day: Floor, real: House) -> None:
    """What can't be pressed yet says why, and a supervisor knows it before the claim sheet."""
    root = found(day, real)
    link = invite(root, "supervisor", "Sue")
    sue = come(day, link)
    sue.goto("/pit")
    expect(sue.get_by_test_id("too-new")).to_contain_text("from")
    # With the first table the founding is over: who is new waits, and reads until when.
    sue.get_by_test_id("new-table").click()
    sue.get_by_test_id("table-name").fill("T1")
    sue.get_by_test_id("table-open").click()
    expect(sue.get_by_test_id("row-T1")).to_be_visible()
    root.reload()
    ada = come(day, invite(root, "second", "Ada"))
    invite(root, "shift", "Max")
    ada.reload()
    expect(ada.get_by_test_id("approve-Max")).to_be_disabled()
    expect(ada.get_by_test_id("early-Max")).to_contain_text("It can be approved from")
    check(ada, "what can't be approved yet")
    # The link has done its work, and says so.
    again = day.person(None, link)
    day.expect_trouble("answer 404: POST .*/api/invitations")
    again.reload()
    expect(again.get_by_test_id("no-invitation")).to_be_visible()
    check(again, "a link that opens nothing")


@pytest.mark.parametrize("size", [WORK, TABLET, PHONE])
def test_the_pages_of_the_first_day_fit(day: Floor, real: House, size: tuple[int, int]) -> None:
    root = found(day, real)
    resize(root, *size)
    invite(root, "second", "Ada Catherine Wolfeschlegelsteinhausen")
    root.get_by_test_id("add-list").click()
    root.get_by_test_id("list-text").fill("Max,shift manager\nMia,shift manager")
    root.get_by_test_id("list-do").click()
    root.get_by_test_id("link-Mia").scroll_into_view_if_needed()
    assert root.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog = root.get_by_test_id("list-dialog")
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
