"""A session that was left open: whoever finds it gives nobody's word in it, and makes himself no
proof of his own either that would approve in the owner's name: no PIN, no app and no passkey.
"""

from pathlib import Path

from msgspec.structs import replace

from pitboss.people.appointments import HouseRules
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Post
from pitboss.web.auth.directory import SpokenFor
from tests.attacks.desks import told
from tests.web.service import CONTROLS, Clock, House

SUE = SpokenFor("https://directory.example", "s-4", "sue", ("supervisors",))
RULES = HouseRules(second_from=Post.PIT_SUPERVISOR, step_up_ms=15 * 60_000)
PROOFS = {
    "/api/pin": {"pin": "553920", "password": "anything at all"},
    "/api/factors/totp": {},
    "/api/factors/passkeys/options": {},
}


WORDS: dict[str, dict[str, object]] = {
    "/api/tables/Classic/commands": {"do": "allow-correction", "approves": "0" * 16},
    "/api/links/Millions/commands": {"do": "order-claims", "tables": ["Classic"], "reason": "So."},
    "/api/house/commands": {"do": "approve-rulebook", "rules": "0" * 64},
}


def test_nobody_gives_a_word_in_a_session_left_open(tmp_path: Path) -> None:
    clock, controls = Clock(), replace(CONTROLS, people=RULES)
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=bytes(32)) as house:
        sue = house.nobody()
        token = house.service.guard.open_by_directory(SUE, (Role.PIT_SUPERVISOR,), second=True)
        sue.client.cookies.set("pitboss", token)
        sue.learn()
        clock.pass_by(minutes=16)
        for path, body in WORDS.items():
            assert told(sue.post(path, body)) == (403, "step-up-needed"), path


def test_nobody_makes_himself_a_proof_in_a_session_left_open(tmp_path: Path) -> None:
    clock, controls = Clock(), replace(CONTROLS, people=RULES)
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=bytes(32)) as house:
        guard, sue = house.service.guard, house.nobody()
        token = guard.open_by_directory(SUE, (Role.PIT_SUPERVISOR,), second=True)
        sue.client.cookies.set("pitboss", token)
        sue.learn()
        clock.pass_by(minutes=16)
        for path, body in PROOFS.items():
            assert told(sue.post(path, body)) == (403, "step-up-needed"), path
        assert guard.people.persons["sue"].pin is None
        guard.step_up_by_directory("sue", token, SUE)
        for path, body in PROOFS.items():
            assert sue.post(path, body).status_code == 200, path
