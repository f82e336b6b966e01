"""T15: a password that everybody tries first is refused."""

import hashlib
from pathlib import Path
from random import Random

import pytest

from pitboss.people.roles import Role
from pitboss.web.auth.password_rules import MOST, password_fault
from pitboss.web.auth.stolen_passwords import StolenPasswords
from tests.web.answers import code
from tests.web.service import House


@pytest.mark.parametrize(
    "password",
    ["password123", "1234567890", "qwertyuiop", "iloveyou12", "Sunshine2026", "pitboss123456"],
)
def test_a_common_password_is_refused(open_house: House, password: str) -> None:
    body = {"name": "new one", "role": "player", "password": password}
    root = open_house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/people", body)) == (422, "bad-password")


def test_so_is_ones_own_name_however_it_is_written() -> None:
    for password in ("Wilhelmina 1", "xxwilhelminaxx", "W1LHELMINA-99"):
        fault = password_fault(password, "wilhelmina")
        assert fault is not None
        assert "own name" in fault
    assert password_fault("orchid lamp seventeen", "wilhelmina") is None


def test_and_what_is_too_short_or_too_long() -> None:
    assert password_fault("x7!kQ", "ann") is not None
    assert password_fault("orchid lamp " * 20, "ann") is not None
    assert password_fault(("orchid lamp seventeen " * 20)[:MOST], "ann") is None


@pytest.mark.parametrize("count", [1, 2, 3, 500])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_line_of_a_file_of_stolen_ones_is_found_and_no_other(
    tmp_path: Path, count: int, end: str
) -> None:
    random, path = Random(count), tmp_path / "stolen.txt"
    words = [f"{random.randbytes(8).hex()} number {number}" for number in range(count)]
    hashes = sorted(hashlib.sha1(word.encode()).hexdigest().upper() for word in words)
    lines = (f"{one}:{random.randrange(10**7)}" for one in hashes)
    path.write_bytes("".join(f"{line}{end}" for line in lines).encode())
    stolen = StolenPasswords(path)
    assert all(map(stolen.has, words))
    assert not any(stolen.has(f"{word}!") for word in words)
