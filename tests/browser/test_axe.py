"""axe looks at every kind of page, also in the middle of rounds and with dialogs open, by day and
in the dark: it finds nothing of any level. On a phone and a tablet everything that is pressed is
large enough for a finger. The pages themselves complain of nothing and ask nobody else for
anything.

With make pages it looks at more sizes.
"""

from playwright.sync_api import Page, expect

from tests.browser import rounds
from tests.browser.axe import check
from tests.browser.floor import PHONE, TABLET, WORK, Floor
from tests.effort import ALL, at_length


def look(
    floor: Floor,
    role: str | None,
    path: str,
    ready: str,
    size: tuple[int, int] = WORK,
) -> Page:
    """A page that has come so far that something is seen, looked at."""
    page = floor.person(role, path, size=size)
    expect(page.locator(ready).first).to_be_visible()
    check(page, f"{path} {size}")
    return page


def test_a_fault_is_found(floor: Floor) -> None:
    """Or else all the others would prove nothing."""
    page = look(floor, None, "/setup", "h1")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    try:
        check(page, "a button without a name")
    except AssertionError as error:
        assert "button-name (critical)" in str(error)  # noqa: PT017 - what it says is what the test is about
    else:
        raise AssertionError("a button without a name went unnoticed")


def test_where_players_and_guests_are(floor: Floor) -> None:
    look(floor, None, "/sign-in", "[data-test=demo-player]")
    lobby = look(floor, "player", "/", "[data-test=table-Stud] h2", PHONE)
    lobby.get_by_test_id("why-Millions").click()
    expect(lobby.get_by_test_id("why-proof")).to_be_visible()
    check(lobby, "why a jackpot stands where it does")
    look(floor, "player", "/seat/Holdem", "[data-test=seat-state]")
    tour = look(floor, "auditor", "/tour", "[data-test=caption]")
    tour.get_by_test_id("scene-why").click()
    expect(tour.get_by_test_id("why")).to_be_visible()
    check(tour, "/tour, why")


@at_length
def test_pages_where_nothing_has_happened(floor: Floor) -> None:
    floor.expect_trouble(r"answer 404: GET .*/nowhere$")
    look(floor, None, "/nowhere", "h1")
    look(floor, "player", "/pit", "h1")
    look(floor, "display", "/sign/Millions", "[data-test=meter]")
    if ALL:
        look(floor, "player", "/", "[data-test=table-Stud] h2")
        look(floor, "dealer", "/", "[data-test=table-Stud] h2", PHONE)
        look(floor, "player", "/seat/Bullseye", "[data-test=seat-state]")
        look(floor, "administrator", "/people", "[data-test=person-demo-dealer]", PHONE)


@at_length
def test_the_audit(floor: Floor) -> None:
    # One box: two can cancel each other out, and an account that stands at nothing is not listed.
    rounds.play(floor, "Stud", 1)
    page = look(floor, "auditor", "/audit?round=Stud-1", "[data-test=shuffle-result]")
    page.get_by_test_id("last").click()
    expect(page.get_by_test_id("pay-list")).to_be_visible()
    check(page, "the last step of a round")
    page.get_by_test_id("shuffle-how").click()
    check(page, "how a shuffle is checked")
    page.keyboard.press("Escape")
    page.get_by_test_id("tab-journal").click()
    page.get_by_test_id("run-audit").click()
    expect(page.get_by_test_id("audit-result")).to_be_visible()
    check(page, "the audit of the journal")
    page.get_by_test_id("tab-reports").click()
    expect(page.get_by_test_id("reconcile-result")).to_be_visible()
    check(page, "the reports")
    # The day before nothing happened; back again, and each figure says why.
    page.get_by_test_id("day-before").click()
    expect(page.get_by_text("Nothing happened at any table on this day.")).to_be_visible()
    page.get_by_test_id("day-after").click()
    page.get_by_test_id("report-find").fill("bull")
    expect(page.get_by_test_id("why-turnover-Stud")).to_have_count(0)
    page.get_by_test_id("report-find").fill("")
    # What a table came to says why.
    page.get_by_test_id("why-turnover-Stud").click()
    expect(page.get_by_test_id("day-sum")).to_contain_text("1 round")
    expect(page.get_by_test_id("day-rounds").locator("tbody tr")).to_have_count(1)
    check(page, "a table's day")
    page.keyboard.press("Escape")
    # So does every account.
    page.get_by_text("Accounts").click()
    for account, says, made_of in (
        ("house/table/Stud", "What the house has won and lost at Stud.", "Stud-1"),
        ("player/demo-player", "What demo-player has won and lost", "Stud-1"),
        ("meter/Millions", "What stands on the meter of Millions.", "The jackpot started with"),
    ):
        page.get_by_test_id(f"why-{account}").click()
        expect(page.get_by_test_id("account-says")).to_contain_text(says)
        expect(page.get_by_test_id("account-parts")).to_contain_text(made_of)
        if account.startswith("player/"):
            check(page, "an account")
        page.keyboard.press("Escape")
    look(floor, None, "/why?round=Stud-1", "[data-test=why-proof]", TABLET)
    if ALL:
        look(floor, "auditor", "/audit?round=Stud-1", "[data-test=shuffle-result]", PHONE)


@at_length
def test_the_rulebooks(floor: Floor) -> None:
    if ALL:
        _read(floor, "rws-multilink-holdem-2", PHONE)
    page = _read(floor, "mbs-megalink-bullseye-4", WORK)
    page.locator("[data-test=part-pay] .clause").first.click()
    expect(page.get_by_test_id("clause-says")).to_be_visible()
    check(page, "a clause")
    look(
        floor,
        "player",
        "/rulebooks?book=rws-multilink-stud-3&with=rws-casino-stud-6",
        "[data-test=diff]",
        TABLET,
    )


def _read(floor: Floor, book: str, size: tuple[int, int]) -> Page:
    page = floor.person("player", f"/rulebooks?book={book}", size=size)
    # Clauses are all of one kind: a few of them are enough, and axe takes its time for hundreds.
    page.get_by_test_id("clause-find").fill("burn")
    expect(page.get_by_test_id("clauses").locator("li").nth(9)).to_have_count(0)
    check(page, f"{book} {size}")
    return page


DIALOGS = (
    ("new-table", "table-dialog"),
    ("palette", "palette-dialog"),
    ("parameters-Megalink", "parameters-dialog"),
    ("new-link", "link-dialog"),
    ("limits-of-Bullseye", "limits-dialog"),
    ("correct-Megalink", "correction-dialog"),
    ("fail-Megalink", "fail"),
)
"""Of the pit desk. The last four are forms like the first."""


@at_length
def test_dialogs_of_the_pit_and_of_people(floor: Floor) -> None:
    page = look(floor, "shift-manager", "/pit", "[data-test=row-Stud]")
    page.get_by_test_id("row-Bullseye").click()
    page.get_by_test_id("more-Megalink").click()
    for button, dialog in DIALOGS if ALL else DIALOGS[:3]:
        page.get_by_test_id(button).click()
        shown = page.get_by_test_id(dialog)
        expect(shown.locator("input, select").last).to_be_visible()
        check(page, dialog)
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
    page = look(floor, "administrator", "/people", "[data-test=person-demo-dealer]")
    for button, dialog in (
        ("add-person", "person-dialog"),
        ("add-device", "device-dialog"),
        ("disable-demo-dealer", "sure"),
    ):
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(dialog)).to_be_visible()
        check(page, dialog)
        page.keyboard.press("Escape")


def test_a_table_in_the_middle_of_a_round(floor: Floor) -> None:
    """The pages stay open and follow the round; axe looks at each in every phase."""
    console = floor.person("dealer", "/table/Holdem")
    seat = floor.person("player", "/seat/Holdem", size=PHONE)
    if ALL:
        for page, there in ((console, "announce"), (seat, "seat-state")):
            expect(page.get_by_test_id(there)).to_be_visible()
            check(page, f"{page.url} before a round")
    rounds.begin(floor, "Holdem", 1, 4, progressive=True)
    for phase, words in (
        ("betting", "Place your bets"),
        ("dealing", "Dealing"),
        ("deciding", "Players decide"),
        ("settled", "Collect and pay"),
    ):
        rounds.go_on(floor, "Holdem", phase)
        if phase in ("betting", "dealing") and not ALL:
            continue
        for page, name in ((console, "console"), (seat, "seat")):
            expect(page.get_by_test_id("phase")).to_have_text(words)
            # A hand that lies there differs little from one that is looked at, which comes next.
            if ALL or (phase, name) != ("deciding", "seat"):
                check(page, f"{name} while {phase}")
        if phase == "deciding":
            seat.get_by_test_id("box-1").get_by_test_id("examine-1").click()
            expect(seat.get_by_test_id("box-1").locator('[data-card="??"]')).to_have_count(0)
            check(seat, "a hand that is looked at")
            console.get_by_test_id("irregularity").click()
            expect(console.get_by_test_id("irregularity-dialog")).to_be_visible()
            check(console, "the kinds of irregularity")
            console.keyboard.press("Escape")
    rounds.go_on(floor, "Holdem")


@at_length
def test_a_claim_and_a_ruling_that_wait(floor: Floor) -> None:
    claim = rounds.claim(floor, "Classic")["claim"]
    rounds.begin(floor, "Singapore", 1)
    floor.do(
        "dealer", "Singapore", {"do": "report", "incident": "unlisted", "description": "A bird."}
    )
    pit = look(floor, "shift-manager", "/pit", f'[data-test="claim-{claim}"]')
    expect(pit.get_by_test_id("incident-Singapore")).to_be_visible()
    look(floor, "auditor", "/", "[data-test=table-Classic] .badge.wait")
    look(floor, "dealer", "/table/Singapore", "[data-test=see-waits]", TABLET)
    if ALL:
        look(floor, "dealer", "/pit", "[data-test=row-Stud]", PHONE)
        look(floor, "dealer", "/table/Classic", "[data-test=announce]")
        look(floor, "player", "/seat/Classic", "[data-test=seat-state]")
    sign = look(floor, "display", "/sign/Millions", "[data-test=meter]")
    for role in ("pit-supervisor", "shift-manager"):
        floor.on_link(role, "Millions", {"do": "verify-claim", "claim": claim})
    expect(sign.get_by_test_id("hit-amount")).to_be_visible()
    check(sign, "a sign that celebrates")
    floor.on_link(
        "pit-supervisor", "Millions", {"do": "fail-link", "reason": "the controller is silent"}
    )
    expect(sign.get_by_test_id("sign-state")).not_to_have_text("LIVE")
    check(sign, "a jackpot that is out of service")
