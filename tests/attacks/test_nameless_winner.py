"""A jackpot on chips that nobody has given a name for: two persons name who is paid, the same, and
it is nobody who works here.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.report import AuditReport
from pitboss.audit.run import audit
from pitboss.casino.controls import verdicts
from pitboss.evidence.redaction import Pseudonyms
from pitboss.jackpot.events import ClaimVerified
from pitboss.people.roles import Role
from pitboss.reports.forms import jackpot_json
from pitboss.reports.jackpot import jackpot_report
from pitboss.rulebook.authority import Actor, Post
from tests.attacks.desks import link, managers, told, with_controls
from tests.web.evening import Evening
from tests.web.service import SHELF, Browser, House

TABLE = "Classic"
ROYAL = {"4": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "pitboss.db") as house:
        yield with_controls(house)


def claimed(house: House) -> tuple[Evening, str]:
    """A royal flush on box 4, where chips lie that are nobody's by name."""
    evening = Evening(house, TABLE, seed=2)
    evening.cards = {place: [*cards] for place, cards in ROYAL.items()}
    evening.begin()
    for bet, amount in (("ante", "10.00"), ("progressive", "5.00")):
        evening.dealer.done(TABLE, "place-bet", box=4, bet=bet, amount=amount, player="Box 4")
    while not (claims := link(evening.manager)["claims"]):
        next_step = evening.view()["next"][0]
        if (next_step["do"], next_step["box"]) == ("ask", 4):
            evening.dealer.done(TABLE, "raise", box=4, amount="20.00", player="Box 4")
        else:
            assert evening.step()
    return evening, claims[0]["claim"]


def verify(browser: Browser, claim: str, **winner: str) -> Any:
    return browser.on_link("Millions", "verify-claim", claim=claim, **winner)


def audited(house: House) -> AuditReport:
    return audit(house.casino.journal)


def test_nobody_is_paid_who_has_no_name(house: House) -> None:
    evening, claim = claimed(house)
    sam, (_, una) = house.person(Role.PIT_SUPERVISOR), managers(house)
    assert told(verify(sam, claim)) == (409, "winner-needed")
    assert told(verify(sam, claim, winner="box 4")) == (409, "winner-needed")
    assert told(verify(sam, claim, winner="Una")) == (409, "staff-may-not-play")
    assert verify(sam, claim, winner="Ann Lee\n").status_code == 422
    (waits,) = [one for one in una.json("/api/claims")["claims"] if one["claim"] == claim]
    assert (waits["unnamed"], waits["winner"]) == (True, None)
    assert verify(sam, claim, winner="Ann Lee").status_code == 200
    assert told(verify(una, claim)) == (409, "other-winner")
    assert told(verify(una, claim, winner="Una's Cousin")) == (409, "other-winner")
    assert verify(una, claim, winner="ann lee").status_code == 200
    assert evening.play()["round"] is None
    (paid,) = [one for one in link(una)["last"] if one["claim"] == claim]
    assert paid["award"] == "100000.75"
    assert "winner" not in paid
    report = jackpot_report(house.casino.journal, "Millions", SHELF, all_hits=True)
    assert report is not None
    (found,) = json.loads(jackpot_json([report], house.service.zone))
    assert [(hit["player"], hit["winner"]) for hit in found["hits"]] == [("Box 4", "ann lee")]
    assert audited(house).problem is None


def test_the_audit_finds_one_that_the_server_paid_to_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "_winner_refused", lambda *_: None)
    _, claim = claimed(house)
    assert verify(house.person(Role.PIT_SUPERVISOR), claim).status_code == 200
    problem = audited(house).problem
    assert problem is not None
    assert (problem.what, problem.found) == (f"whose claim {claim} is", "Box 4")


def test_and_one_that_it_paid_to_staff(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "_winner_refused", lambda *_: None)
    _, claim = claimed(house)
    managers(house)
    assert verify(house.person(Role.PIT_SUPERVISOR), claim, winner="una").status_code == 200
    problem = audited(house).problem
    assert problem is not None
    assert (problem.what, problem.found) == (f"whose claim {claim} is", "una, shift-manager")


def test_a_copy_for_outsiders_names_nobody() -> None:
    event = ClaimVerified("T-1/4", Actor(Post.PIT_SUPERVISOR, "sam"), False, "Ann Lee")
    shown = Pseudonyms().hidden(msgspec.to_builtins(event))
    assert "Ann" not in json.dumps(shown)
