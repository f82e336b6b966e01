"""Races over two servers on one database: whatever is good once is good once at both together, and
what was taken away at one is gone at the other.
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import pytest
from argon2 import PasswordHasher
from httpx import Response
from typer.testing import CliRunner

from pitboss.audit.run import audit
from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalGiven, How
from pitboss.casino.codec import read_event
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.cli.app import app
from pitboss.jackpot.commands import VerifyClaim
from pitboss.jackpot.events import AwardPaid
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.people.state import PIN_TRIES
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import Report
from pitboss.web.auth import recovery
from tests.attacks.desks import claimed, link, told
from tests.postgres import shared_server
from tests.web.apps import enrolled
from tests.web.authenticators import Authenticator, Credential
from tests.web.evening import Evening
from tests.web.service import PASSWORD, Browser, Clock, House

KEY = bytes(range(32))
KAY, DANA = Actor(Post.PIT_SUPERVISOR, "kay"), Actor(Post.DEALER, "dana")
Both = tuple[House, House]


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    clock = Clock()
    with shared_server() as server, server.borrowed_journal() as url, ExitStack() as stack:
        first = stack.enter_context(House(url, clock=clock, key=KEY))
        yield first, stack.enter_context(House(url, clock=clock, key=KEY))


def at_once(*work: Callable[[], Response]) -> list[Response]:
    """What all of them are told who ask at the same moment."""
    barrier = Barrier(len(work))

    def one(do: Callable[[], Response]) -> Response:
        barrier.wait()
        return do()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work))


def there(browser: Browser, house: House) -> Browser:
    """The same browser at the other server."""
    assert browser.token is not None
    return house.with_token(browser.token)


def statuses(answers: list[Response]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_a_claim_that_two_verify_at_two_servers_at_once_is_paid_once(both: Both) -> None:
    here, other = both
    evening, claim = claimed(here)
    sam, una = here.person(Role.PIT_SUPERVISOR), other.person(Role.SHIFT_MANAGER, "una")

    def verify(browser: Browser) -> Callable[[], Response]:
        return lambda: browser.on_link("Millions", "verify-claim", claim=claim)

    # The same person at both is one person, and two together pay once.
    same = at_once(verify(sam), verify(there(sam, other)))
    assert statuses(same) == [200, 409]
    answers = at_once(verify(una), verify(there(una, here)))
    assert statuses(answers) == [200, 409]
    assert evening.play()["round"] is None
    records = here.casino.journal.read(link_stream("Millions"))
    paid = [one for one in map(read_event, records) if isinstance(one, AwardPaid)]
    assert [award.claim for one in paid for award in one.awards] == [claim]
    assert audit(here.casino.journal).problem is None


def test_a_word_on_its_way_from_somebody_who_has_lost_his_post_does_not_count(both: Both) -> None:
    """The second server has let it in before it has heard of that."""
    here, other = both
    evening, claim = claimed(here)
    kay = here.person(Role.PIT_SUPERVISOR, "kay")
    word = Request("late", link_stream("Millions"), VerifyClaim(claim), KAY)
    waits = here.casino.carry_out(
        Request("void", table_stream("Classic"), Report(incident="foreign-card"), DANA)
    ).refusal
    assert waits is not None
    assert waits.asked is not None
    assert TAKEN["disabled"](here, kay).status_code == 200
    refusal = other.casino.carry_out(word).refusal
    assert refusal is not None
    assert refusal.code == "post-too-low"
    refusal = other.casino.approve(waits.asked.digest, KAY, How.SESSION).refusal
    assert refusal is not None
    assert refusal.code == "post-too-low"
    assert not link(evening.manager)["claims"][0]["verified_by"]
    for browser in (here.person(Role.PIT_SUPERVISOR), here.person(Role.SHIFT_MANAGER, "una")):
        assert browser.on_link("Millions", "verify-claim", claim=claim).status_code == 200
    assert evening.play()["round"] is None


def test_an_approval_that_two_give_at_two_servers_at_once_is_used_once(both: Both) -> None:
    here, other = both
    evening = Evening(here, "Classic")
    evening.begin()
    evening.play(until="deciding")
    waits = evening.dealer.do("Classic", "report", incident="foreign-card").json()["approval"]
    sam, kim = here.person(Role.PIT_SUPERVISOR), other.person(Role.PIT_SUPERVISOR, "kim")
    path = f"/api/approvals/{waits['digest']}"
    answers = at_once(lambda: sam.post(path), lambda: kim.post(path))
    assert statuses(answers)[0] == 200
    for again in (sam.post(path), kim.post(path)):
        assert again.status_code != 200 or again.headers["idempotent-replay"] == "true"
    events = map(read_event, here.casino.journal.read(APPROVALS_STREAM))
    given = [one for one in events if isinstance(one, ApprovalGiven)]
    assert [one.digest for one in given].count(waits["digest"]) == 1
    assert evening.play()["round"] is None
    assert audit(here.casino.journal).problem is None


def test_a_code_of_an_app_is_good_once_at_both(both: Both) -> None:
    here, other = both
    clock = here.service.clock_ms
    assert isinstance(clock, Clock)
    here.service.guard.add(SYSTEM_NAME, "pat", Role.PIT_MANAGER, PASSWORD)
    pat = here.nobody()
    assert pat.sign_in("pat").status_code == 200
    pat.learn()
    app, recovery = enrolled(pat, clock)
    other.settle_down()
    for code in (app.next(), recovery[0]):
        body = {"name": "pat", "password": PASSWORD, "code": code}

        def sign_in(house: House, body: dict[str, str] = body) -> Callable[[], Response]:
            return lambda: house.nobody().post("/api/sign-in", body)

        assert statuses(at_once(sign_in(here), sign_in(other))) == [200, 403]
        assert sign_in(other)().status_code == 403


def test_a_passkey_asked_at_one_answers_at_the_other_once(both: Both) -> None:
    here, other = both
    here.service.guard.add(SYSTEM_NAME, "ida", Role.DEALER, PASSWORD)
    ida, token = here.nobody(), Authenticator()
    assert ida.sign_in("ida").status_code == 200
    other.settle_down()
    asked = ida.post("/api/factors/passkeys/options", {"password": PASSWORD}).json()["options"]
    kept = {"label": "Token", "passkey": token.make(asked)}
    assert there(ida, other).post("/api/factors/passkeys", kept).status_code == 200
    for begun, ended in (both, both[::-1]):

        def signed(purpose: str, by: Browser) -> dict[str, Credential]:
            asked = by.post("/api/passkey-options", {"purpose": purpose}).json()["options"]
            return {"passkey": token.answer(asked)}

        answer, browser = signed("sign-in", begun.nobody()), ended.nobody()
        assert browser.post("/api/sign-in/passkey", answer).json()["name"] == "ida"
        browser.learn()
        for house in both:
            again = house.nobody().post("/api/sign-in/passkey", answer)
            assert told(again) == (403, "wrong-passkey")
        answer = signed("step-up", there(browser, begun))
        assert browser.post("/api/step-up", answer).status_code == 200


def test_wrong_pins_are_counted_over_both(both: Both) -> None:
    here, other = both
    lee = here.person(Role.PIT_SUPERVISOR, "lee")
    assert lee.post("/api/pin", {"password": "", "pin": "480216"}).status_code == 200
    evening = Evening(here, "Classic")
    evening.begin()
    evening.play(until="deciding")
    waits = evening.dealer.do("Classic", "report", incident="foreign-card").json()["approval"]
    consoles = evening.dealer, there(evening.dealer, other)
    for nth in range(PIN_TRIES):
        body = {"name": "lee", "pin": f"11111{nth}"}
        consoles[nth % 2].post(f"/api/approvals/{waits['digest']}", body)
    for console in consoles:
        answer = console.post(f"/api/approvals/{waits['digest']}", {"name": "lee", "pin": "480216"})
        assert told(answer) == (403, "pin-locked")


def test_a_first_password_is_good_once_at_both(both: Both) -> None:
    here, other = both
    here.person(Role.ADMINISTRATOR)
    here.service.guard.add("root", "newt", Role.DEALER, PASSWORD)
    other.settle_down()
    answers = at_once(*(lambda house=house: house.nobody().sign_in("newt") for house in both))
    assert statuses(answers) == [200, 403]


def test_tries_are_counted_over_both(both: Both) -> None:
    here, other = both
    here.service.guard.add(SYSTEM_NAME, "oda", Role.DEALER, PASSWORD)
    other.settle_down()
    for nth in range(5):
        stranger = both[nth % 2].nobody("203.0.113.9")
        assert stranger.sign_in("oda", "not this one, surely").status_code == 401
    for house in both:
        assert told(house.nobody("203.0.113.9").sign_in("oda"))[0] == 429


Taken = Callable[[House, Browser], Response]
TAKEN: dict[str, Taken] = {
    "signed out": lambda _, own: own.post("/api/sign-out"),
    "disabled": lambda house, own: house.person(Role.ADMINISTRATOR).post(
        f"/api/people/{own.name}/disable"
    ),
    "another role": lambda house, own: house.person(Role.ADMINISTRATOR).post(
        f"/api/people/{own.name}/role", {"role": "player"}
    ),
}


@pytest.mark.parametrize("how", TAKEN)
def test_a_session_that_ends_at_one_is_over_at_the_other(both: Both, how: str) -> None:
    here, other = both
    name = f"eve-{list(TAKEN).index(how)}"
    own = here.person(Role.DEALER, name)
    same = there(own, other)
    with same.stream("*", "*") as stream:
        stream.event()
        assert TAKEN[how](here, own).status_code == 200
        stream.rest()
    assert same.get("/api/floor").status_code == 401
    assert same.do("Stud", "open-betting").status_code in (401, 403)


def test_a_token_that_is_revoked_at_one_is_worth_nothing_at_the_other(both: Both) -> None:
    here, other = both
    here.person(Role.ADMINISTRATOR)
    clock = here.service.clock_ms
    made = here.service.guard.add_program(
        "root", "till", Role.AUDITOR, Scope(reads=(ReadArea.FLOOR,)), clock() + 3_600_000
    )
    other.settle_down()
    till = other.nobody()
    till.client.headers["Authorization"] = f"Bearer {made.token}"
    assert till.get("/api/floor").status_code == 200
    with till.stream("*", "*") as stream:
        stream.event()
        root = here.person(Role.ADMINISTRATOR)
        assert root.post(f"/api/tokens/{made.program}/revoke").status_code == 200
        stream.rest()
    assert told(till.get("/api/floor")) == (401, "token-revoked")


def test_an_administrator_who_is_recovered_beside_a_server_signs_in_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(recovery, "HASHER", quick)
    with (
        shared_server() as server,
        server.borrowed_journal() as url,
        House(url, furnished=False) as house,
    ):
        house.person(Role.ADMINISTRATOR)
        assert house.nobody().sign_in("root").status_code == 401
        line = ["recover-administrator", "--database", url, "--reason", "He has left."]
        said = CliRunner().invoke(app, line).stdout
        password = re.findall(r"^    (\S+)$", said, re.MULTILINE)[0]
        found = house.nobody().sign_in("root", password)
        assert (found.status_code, found.json()["role"]) == (200, "administrator")
