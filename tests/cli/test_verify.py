"""``pitboss verify``: a player, or anybody, checks a shuffle from what was published."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from tests.patience import PATIENCE_S

WITH_SEEDS = (
    "Qd Qh Ac Jc Kc Js 9s As 2h Ad Tc Jd Th Ks Jh 3h 6h 7h 7s 3c 8d 9c 4s 3s 7c Td "
    "9h 4d Ts Qc 6d Qs Ah 8s 4c 2c 5h 3d 2s 9d 4h 8h 7d 6c 2d 5s 5d 6s 8c Kh Kd 5c"
)
WITHOUT_SEEDS = (
    "6s Kh Kc 3c Qs 9s Ad Qc 6c Th 6h 3s Jd 7c Qd Qh 2h Ah 4d Ts 8d 7h 8s 5h 3h 8c "
    "Kd 7s 2d 6d 3d Jh 8h 2c As 5s 5d 4h Tc Jc 2s 9c 9h 4c Ks 5c 9d 7d Ac Js Td 4s"
)
# The secret is the bytes 0 to 31; commitment and decks were computed apart: see
# tests/table/test_shuffle.py.
GOOD: dict[str, Any] = {
    "round": "t1-1",
    "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "secret": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "seeds": {"ann": "lucky 7", "bob": "♠♥"},
    "deck": WITH_SEEDS.split(),
}
SWAPPED = [GOOD["deck"][1], GOOD["deck"][0], *GOOD["deck"][2:]]


def verify(*shuffles: object) -> Result:
    """The command with a file of these, one a line; text is written as it is."""
    lines = [shuffle if isinstance(shuffle, str) else json.dumps(shuffle) for shuffle in shuffles]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shuffles.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return CliRunner().invoke(app, ["verify", str(path)])


def fault(shuffle: object) -> dict[str, str]:
    """What is wrong with a shuffle that does not fit, which ends with exit code 1."""
    result = verify(shuffle)
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert answer["id"] is None
    error: dict[str, str] = answer["error"]
    return error


def test_a_shuffle_that_fits() -> None:
    result = verify(GOOD)
    assert result.exit_code == 0
    assert result.stdout == (
        '{"round":"t1-1","verified":true,'
        '"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"}\n'
    )


def test_cards_may_be_spelt_as_people_do() -> None:
    suits = str.maketrans("cdhs", "♣♦♥♠")
    spelt = [card.translate(suits).replace("T", "10") for card in GOOD["deck"]]
    assert verify(GOOD | {"deck": spelt}).exit_code == 0
    assert verify(GOOD | {"secret": GOOD["secret"].upper()}).exit_code == 0


def test_a_round_without_seeds_needs_none() -> None:
    deck = WITHOUT_SEEDS.split()
    assert verify(GOOD | {"seeds": {}, "deck": deck}).exit_code == 0
    without = {name: value for name, value in GOOD.items() if name != "seeds"} | {"deck": deck}
    assert verify(without).exit_code == 0


def test_another_secret_than_the_one_that_was_promised() -> None:
    error = fault(GOOD | {"secret": "00" * 32})
    assert error["code"] == "bad-field"
    assert error["at"] == "commitment"
    # SHA-256 of 32 bytes of nothing.
    digest = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert error["message"] == (
        f'round "t1-1": the secret\'s hash is {digest}, which is not what was published '
        "before betting"
    )


def test_cards_that_changed_places() -> None:
    error = fault(GOOD | {"deck": SWAPPED})
    assert error == {
        "code": "bad-card",
        "message": 'round "t1-1": the secret and the seeds give Qd here, not "Qh"',
        "at": "deck[0]",
    }


@pytest.mark.parametrize("place", range(52))
def test_a_changed_card_is_found_wherever_it_lies(place: int) -> None:
    other = GOOD["deck"][place - 1]
    changed = [other if at == place else card for at, card in enumerate(GOOD["deck"])]
    assert fault(GOOD | {"deck": changed})["at"] == f"deck[{place}]"


@pytest.mark.parametrize(
    "seeds",
    [
        {},
        {"ann": "lucky 7"},
        {"ann": "lucky 8", "bob": "♠♥"},
        {"anna": "lucky 7", "bob": "♠♥"},
        {"ann": "lucky 7♠", "bob": "♥"},
        {"ann": "lucky 7", "bob": "♠♥", "cyd": ""},
    ],
)
def test_a_seed_that_was_left_out_changed_or_added(seeds: dict[str, str]) -> None:
    assert fault(GOOD | {"seeds": seeds})["code"] == "bad-card"


BAD: list[tuple[object, str, str]] = [
    ([], "bad-field", ""),
    (None, "bad-field", ""),
    ({}, "bad-field", "secret"),
    (GOOD | {"secret": None}, "bad-field", "secret"),
    (GOOD | {"secret": "xyz"}, "bad-field", "secret"),
    (GOOD | {"secret": "00" * 31}, "bad-field", "secret"),
    (GOOD | {"secret": "00" * 33}, "bad-field", "secret"),
    (GOOD | {"secret": 7}, "bad-field", "secret"),
    (GOOD | {"commitment": None}, "bad-field", "commitment"),
    (GOOD | {"commitment": GOOD["commitment"].upper()}, "bad-field", "commitment"),
    (GOOD | {"seeds": []}, "bad-field", "seeds"),
    (GOOD | {"seeds": {"ann": 7}}, "bad-field", "seeds"),
    (GOOD | {"deck": None}, "wrong-card-count", "deck"),
    (GOOD | {"deck": GOOD["deck"][:-1]}, "wrong-card-count", "deck"),
    (GOOD | {"deck": [*GOOD["deck"], "As"]}, "wrong-card-count", "deck"),
    (GOOD | {"deck": " ".join(GOOD["deck"])}, "wrong-card-count", "deck"),
    (GOOD | {"deck": [*GOOD["deck"][:-1], 5]}, "bad-card", "deck[51]"),
    (GOOD | {"deck": [*GOOD["deck"][:-1], "1c"]}, "bad-card", "deck[51]"),
]


@pytest.mark.parametrize(("shuffle", "code", "at"), BAD)
def test_what_can_not_be_checked(shuffle: object, code: str, at: str) -> None:
    error = fault(shuffle)
    assert (error["code"], error["at"]) == (code, at)


def test_half_a_character_in_a_seed_is_told() -> None:
    """JSON can spell a lone surrogate; no table takes one as a seed, and no shuffle can."""
    error = fault(GOOD | {"seeds": {"ann": "\ud800"}})
    assert error == {
        "code": "bad-field",
        "message": (
            'round "t1-1": the seeds contain half a character, written as in \\ud800; no '
            "shuffle takes that in"
        ),
        "at": "seeds",
    }
    assert fault(GOOD | {"seeds": {"\udfff": ""}})["at"] == "seeds"


def test_one_that_does_not_fit_costs_no_other_its_answer() -> None:
    result = verify(GOOD, GOOD | {"round": "t1-2", "deck": SWAPPED}, GOOD | {"round": "t1-3"})
    assert result.exit_code == 1
    good, bad, last = (json.loads(text) for text in result.stdout.splitlines())
    assert good["verified"]
    assert 'round "t1-2"' in bad["error"]["message"]
    assert last == {"round": "t1-3", "verified": True, "commitment": GOOD["commitment"]}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["verify", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert result.stderr == (
        f"pitboss: {tmp_path / 'none'} can't be read: No such file or directory\n"
    )


def test_a_line_that_is_no_json() -> None:
    result = verify("deck", GOOD)
    assert result.exit_code == 1
    first, second = (json.loads(text) for text in result.stdout.splitlines())
    assert first["error"]["code"] == "not-json"
    assert second["verified"]


def test_what_play_publishes_is_verified(tmp_path: Path) -> None:
    """From end to end, in processes of their own: play a round, then check its shuffle; change a
    card, and it shows.
    """
    lines = [
        {
            "by": "pit-supervisor:sam",
            "do": "open-table",
            "rulebook": "rws-casino-stud-6",
            "layout": "A",
            "boxes": 2,
            "dealing": "shuffler",
            "cards": "virtual",
            "limits": {"ante": {"min": "5", "max": "50"}},
        },
        {"by": "dealer:dana", "do": "open-betting"},
        {"by": "player:ann", "do": "give-seed", "seed": "lucky 7"},
        {"by": "player:ann", "do": "place-bet", "box": 1, "bet": "ante", "amount": "5"},
        {"by": "dealer:dana", "do": "close-betting"},
        {"by": "dealer:dana", "do": "deal", "repeat": 2},
        {"by": "player:ann", "do": "fold", "box": 1},
        {"by": "dealer:dana", "do": "deal"},
        {"by": "dealer:dana", "do": "settle"},
        {"by": "dealer:dana", "do": "conclude"},
    ]
    script, shuffles = tmp_path / "script.jsonl", tmp_path / "shuffles.jsonl"
    script.write_text("".join(json.dumps(command) + "\n" for command in lines))
    program = (sys.executable, "-m", "pitboss")
    subprocess.run(
        [*program, "play", script, "--shuffles", shuffles],
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    done = subprocess.run(
        [*program, "verify", shuffles], check=True, capture_output=True, timeout=PATIENCE_S
    )
    assert json.loads(done.stdout)["verified"]
    published = json.loads(shuffles.read_text())
    assert published["seeds"] == {"ann": "lucky 7"}
    published["deck"].reverse()
    shuffles.write_text(json.dumps(published))
    changed = subprocess.run(
        [*program, "verify", shuffles], check=False, capture_output=True, timeout=PATIENCE_S
    )
    assert changed.returncode == 1
