"""Two shift managers adopt a rulebook, and anybody of the staff can read what was adopted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.people.roles import Role
from tests.house.texts import FLUSH, ours, renamed, text, toml
from tests.support import MS
from tests.web.service import Browser, Clock, House

RULES = "/api/house/rules"
COMMANDS = "/api/house/commands"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "pitboss.db", clock=Clock(), furnished=False) as found:
        found.casino.seal_rules()
        yield found


def propose(browser: Browser, *edits: tuple[str, str], **more: Any) -> Any:
    return browser.post(COMMANDS, {"do": "propose-rulebook", "toml": toml(*edits), **more})


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_proposal_shows_in_words_what_it_changes_and_another_person_adopts_it(
    house: House,
) -> None:
    max_, mia = (house.person(Role.SHIFT_MANAGER, name) for name in ("max", "mia"))
    answer = propose(max_, FLUSH)
    assert answer.status_code == 200, answer.text
    (proposed,) = answer.json()["proposed"]
    new = text(FLUSH).hash
    assert (proposed["rules"], proposed["by"], proposed["before"]) == (new, "max", ours().hash)
    (change,) = proposed["difference"]["values"]
    assert (change["section"], change["key"]) == ("pay tables", "bet: flush")
    assert (change["a"]["value"], change["b"]["value"]) == ("5 to 1", "6 to 1")
    own = max_.post(COMMANDS, {"do": "approve-rulebook", "rules": new})
    assert told(own) == (409, "same-person")
    adopted = mia.post(COMMANDS, {"do": "approve-rulebook", "rules": new})
    assert adopted.status_code == 200, adopted.text
    last = adopted.json()["adopted"][-1]
    assert (last["rules"], last["by"], last["in_force"]) == (new, ["max", "mia"], True)
    assert adopted.json()["proposed"] == []
    rows = house.person(Role.PLAYER).json(f"/api/rulebooks/{MS}")["entries"]
    assert {
        "section": "pay tables",
        "name": "bet: flush",
        "value": "6 to 1",
        "clauses": ["4.1:flush"],
    } in rows


def test_a_text_is_shown_whole_by_its_hash(house: House) -> None:
    ada = house.person(Role.AUDITOR)
    whole = ada.json(f"{RULES}/{ours().hash}")
    assert whole == {
        "rules": ours().hash,
        "rulebook": MS,
        "toml": ours().toml,
        "clauses": ours().clauses,
    }
    assert told(ada.get(f"{RULES}/{'ab' * 32}")) == (404, "unknown-rulebook")


def test_what_is_to_come_is_shown(house: House) -> None:
    max_, mia = (house.person(Role.SHIFT_MANAGER, name) for name in ("max", "mia"))
    later = ("since = 2020-12-08T08:00:00+08:00", "since = 2040-01-01T00:00:00+00:00")
    assert propose(max_, later).status_code == 200
    rules = text(later).hash
    assert mia.post(COMMANDS, {"do": "approve-rulebook", "rules": rules}).status_code == 200
    found = house.person(Role.DEALER).json(RULES)
    assert found["coming"] == [{"rulebook": MS, "at_ms": 2_208_988_800_000, "rules": rules}]
    assert [one["in_force"] for one in found["adopted"] if one["rulebook"] == MS] == [True, False]


def test_a_proposal_is_withdrawn(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    assert propose(max_, renamed("house-stud-1")).json()["proposed"][0]["difference"] is None
    rules = text(renamed("house-stud-1")).hash
    gone = max_.post(COMMANDS, {"do": "withdraw-rulebook", "rules": rules})
    assert gone.json()["proposed"] == []


def test_what_is_no_command_or_no_rulebook_is_refused(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    assert told(max_.post(COMMANDS, {"do": "seal-rulebooks", "texts": []})) == (422, "bad-field")
    assert told(max_.post(COMMANDS, {"do": "propose-rulebook", "toml": 7})) == (422, "bad-field")
    assert told(propose(max_, ('family = "stud"', 'family = "war"'))) == (409, "bad-rulebook")
    sam = house.person(Role.PIT_MANAGER)
    assert told(propose(sam, FLUSH)) == (409, "not-allowed")
