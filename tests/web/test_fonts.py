"""The faces of the pages: made of an installed package when Pitboss is built."""

from pathlib import Path

import pytest

from pitboss.people.roles import Role
from pitboss.web import fonts
from tests.web.service import House


def test_faces_are_cut_and_packed(tmp_path: Path) -> None:
    made = fonts.pack(tmp_path)
    assert {file.name for file in made} == {"text.woff2", "numerals.woff2"}
    assert all(file.read_bytes()[:4] == b"wOF2" for file in made)
    assert sum(file.stat().st_size for file in made) < 60_000
    assert fonts.style(tmp_path).count("@font-face") == 2


def test_without_the_package_there_is_no_build_and_pages_have_the_devices_own_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match="font-manrope is not installed"):
        fonts.pack(tmp_path)
    assert fonts.style(tmp_path).strip() == ""


def test_the_style_sheet_names_the_faces(open_house: House) -> None:
    answer = open_house.person(Role.PLAYER).get("/static/shared/fonts.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.text.count("@font-face") == 2
