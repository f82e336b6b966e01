"""The program that lies in a folder: short, alone, and it names the first thing that is wrong."""

import ast
import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.evidence import verify
from pitboss.evidence.folder import verifier
from tests.evidence.bits import reseal
from tests.evidence.floors import KEY, PUBLIC, folder_of, played

LONGEST = 300


def test_it_has_at_most_300_lines_and_needs_the_standard_library_alone() -> None:
    text = verifier().decode()
    assert len(text.splitlines()) <= LONGEST
    modules = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert modules
    assert modules <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("key", "text", "signature"),
    [
        # The first three of the test vectors in section 7.1 of RFC 8032.
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            (
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            (
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            (
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
            ),
        ),
    ],
)
def test_signatures_of_the_rfc_are_right(key: str, text: str, signature: str) -> None:
    assert verify.signed_by(key, signature, bytes.fromhex(text))
    assert not verify.signed_by(key, signature, bytes.fromhex(text) + b"x")


def test_it_agrees_about_signatures_with_a_library() -> None:
    random = Random(8032)
    for _ in range(30):
        signer = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
        public, text = signer.public_key(), random.randbytes(random.randrange(200))
        signature = bytearray(signer.sign(text))
        if random.random() < 0.6:
            signature[random.randrange(64)] ^= 1 << random.randrange(8)
        try:
            public.verify(bytes(signature), text)
            right = True
        except InvalidSignature:
            right = False
        try:
            ours = verify.signed_by(public.public_bytes_raw().hex(), signature.hex(), text)
        except (verify.Wrong, ValueError):
            ours = False
        assert ours is right


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    floor = played(4)
    name = next(
        name
        for name in floor.rounds
        if name.startswith("T2-")
        and "seed-opened/1"
        in (folder_of(floor.journal, name, tmp_path / "f") / "events.jsonl").read_text()
    )
    return folder_of(floor.journal, name, tmp_path / "folder")


def changed(folder: Path, name: str, change: Callable[[Any], None]) -> None:
    path = folder / name
    value = json.loads(path.read_bytes())
    change(value)
    path.write_bytes(verify.written(value))
    reseal(folder)


def row_changed(folder: Path, kind: str, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "events.jsonl"
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(next(row for row in rows if row["kind"] == kind and row["of"]))
    path.write_bytes(b"".join(verify.written(row, None) for row in rows))
    reseal(folder)


def wrong(folder: Path) -> str:
    with pytest.raises(verify.Wrong) as found:
        verify.check(folder, [PUBLIC])
    return str(found.value)


def test_a_file_that_was_changed_added_or_taken_away(folder: Path) -> None:
    (folder / "clauses.json").write_bytes(b"{}\n")
    assert wrong(folder) == "clauses.json: has been changed"
    (folder / "clauses.json").unlink()
    assert wrong(folder) == "clauses.json: missing"
    reseal_without(folder, "clauses.json")
    (folder / "more").mkdir()
    (folder / "more" / "note.txt").write_text("by me")
    assert wrong(folder) == "more/note.txt: not in the manifest"


def reseal_without(folder: Path, name: str) -> None:
    listed = json.loads((folder / "manifest.json").read_bytes())
    del listed[name]
    (folder / "manifest.json").write_bytes(verify.written(listed))
    reseal(folder)


def test_an_event_that_was_changed(folder: Path) -> None:
    def more(row: dict[str, Any]) -> None:
        row["body"] = row["body"].replace('"amount":', '"amount":9')

    row_changed(folder, "bet-placed/1", more)
    assert "bet-placed/1): not what was stored, or not after what" in wrong(folder)


def test_a_field_under_another_name(folder: Path) -> None:
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"shown":', b'"rhown":', 1))
    reseal(folder)
    assert wrong(folder) == "events.jsonl: line 1 is not as it was"


def test_an_event_that_was_left_out(folder: Path) -> None:
    path = folder / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    nth = next(n for n, line in enumerate(lines) if b'"kind":"bet-placed/1"' in line)
    path.write_bytes(b"".join(lines[:nth] + lines[nth + 1 :]))
    reseal(folder)
    assert "nothing says what stands before it" in wrong(folder)


def test_events_cut_off_the_end(folder: Path) -> None:
    path = folder / "events.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    reseal(folder)
    assert "leads to no checkpoint" in wrong(folder)


def test_a_checkpoint_of_somebody_else(folder: Path) -> None:
    other = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
    changed(folder, "proof.json", lambda proof: proof["checkpoints"][0].update(key=other))
    assert f"signed with another key, {other}" in wrong(folder)
    changed(folder, "proof.json", lambda proof: proof["checkpoints"][0].update(key=PUBLIC))
    changed(folder, "proof.json", lambda proof: proof["checkpoints"][0].update(at_ms=1))
    assert "its signature does not fit" in wrong(folder)


def test_a_path_that_leads_elsewhere(folder: Path) -> None:
    def other_side(proof: Any) -> None:
        path = proof["anchors"][0]["path"]
        path[0][0] = "left" if path[0][0] == "right" else "right"

    changed(folder, "proof.json", other_side)
    assert "not in its checkpoint" in wrong(folder)


def test_a_settlement_that_is_not_that_of_the_events(folder: Path) -> None:
    def richer(settlements: Any) -> None:
        next(iter(settlements.values()))["boxes"][0]["net"] = "1000000.00"

    changed(folder, "settlement.json", richer)
    assert wrong(folder) == "settlement.json: not what the events say"


def test_another_deck(folder: Path) -> None:
    changed(folder, "shuffle.json", lambda all: next(iter(all.values()))["deck"].reverse())
    assert wrong(folder) == "shuffle.json: not what the events say"


def test_a_figure_of_the_page(folder: Path) -> None:
    page = folder / "page.html"
    text = page.read_text(encoding="utf-8")
    place = text.index("/net") + len('/net">')
    end = text.index("<", place)
    page.write_text(f"{text[:place]}77.00{text[end:]}", encoding="utf-8")
    reseal(folder)
    assert wrong(folder).startswith("page.html: ")
    assert "is 77.00, and by the events" in wrong(folder)


def test_a_seal_of_somebody_else(folder: Path) -> None:
    seal = json.loads((folder / "seal.json").read_bytes())
    seal["signature"] = KEY.sign(b"something else").hex()
    (folder / "seal.json").write_bytes(verify.written(seal))
    assert wrong(folder) == "seal.json: its signature does not fit"


FORGED = {
    "secret": ("round-concluded/1", "another secret was promised"),
    "seed": ("seed-opened/1", "a seed that its player was not bound to"),
    "chain": ("betting-opened/1", "not of a chain that is published"),
    "card": ("round-settled/1", "are not those dealt"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_shuffle_that_the_house_itself_would_forge(folder: Path, what: str) -> None:
    """With its key the house can sign whatever it likes; it can't make a shuffle fit."""
    kind, says = FORGED[what]
    shuffles = json.loads((folder / "shuffle.json").read_bytes())
    last = next(iter(shuffles.values()))["deck"][-1]
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines()]
    for row in rows:
        row["event"] = json.loads(row["body"])
        if row["kind"] == kind and row["of"]:
            _forge(what, row["event"], last)
    subject = json.loads((folder / "proof.json").read_bytes())["subject"]
    with pytest.raises(verify.Wrong, match=says):
        verify.facts_of(rows, subject)


def _forge(what: str, event: dict[str, Any], last: str) -> None:
    if what == "secret":
        event["secret"] = "A" * 43 + "="
    elif what == "seed":
        event["seed"] = "00" * 32
    elif what == "chain":
        event["chain"]["key"] = "another"
    else:
        event["record"]["dealer"] = [last]


def test_rules_are_the_text_of_their_hash() -> None:
    text = {"toml": "id = 'ours'\n", "clauses": "rulebook,clause\n", "rulebook": "ours"}
    right = sha256(b"pitboss rulebook 1\n12\nid = 'ours'\nrulebook,clause\n").hexdigest()
    row = {"stream": "house", "version": 1, "at_ms": 0, "position": 1, "of": False}
    row |= {"kind": "rulebook-sealed/1", "event": {**text, "rules": right}}
    subject = {"kind": "day", "name": "today", "rounds": []}
    verify.facts_of([row], subject)
    row["event"] = {**text, "rules": right, "toml": "id = 'hers'\n"}
    with pytest.raises(verify.Wrong, match="ours: not the text of its hash"):
        verify.facts_of([row], subject)
