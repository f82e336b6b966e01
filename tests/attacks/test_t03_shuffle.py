"""T3: nobody chooses the cards, and nobody reads them before they are turned up.

Not who reads the database, its log, a backup, the checkpoints, the log of the service or every
answer that it gives; not a player, who is bound before he could know anything; not the house, whose
secrets are fixed in advance.
"""

import base64
import json
import logging
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import table_stream
from pitboss.casino.vault import Vault
from pitboss.journal.keys import create_key
from pitboss.journal.memory import MemoryJournal
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import Cents
from pitboss.operations.backup import back_up
from pitboss.operations.checkpointer import Checkpointer
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.shuffle.deck import number_of, seed_commitment
from pitboss.table.shuffle.verify import Mismatch, verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from tests.patience import PATIENCE_S
from tests.web.service import Browser, Clock, House

KEY = bytes(range(32, 64))
ROOT = Path(__file__).parents[2]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "floor.db", key=KEY, clock=Clock()) as house:
        yield house


def listening(browser: Browser, heard: list[bytes]) -> Browser:
    """Keeps every byte that a browser is answered with."""

    def keep(response: Any) -> None:
        heard.append(response.read() + str(response.headers).encode())

    browser.client.event_hooks["response"].append(keep)
    return browser


def virtual_tables(house: House) -> list[str]:
    tables = ((name, house.casino.table(name)) for name in house.casino.tables())
    return [name for name, state in tables if state and state.settings.cards == "virtual"]


def needles(secret: bytes, deck: tuple[int, ...]) -> dict[str, bytes]:
    """Every way in which secret or deck could be written: all of it, and any four cards that follow
    one another.
    """
    found = {
        "secret": secret,
        "secret in hexadecimal": secret.hex().encode(),
        "secret in base64": base64.b64encode(secret).rstrip(b"="),
    }
    for at in range(len(deck) - 3):
        four = deck[at : at + 4]
        names = [NAMES[card] for card in four]
        found |= {
            f"cards from {at} as numbers": ",".join(map(str, four)).encode(),
            f"cards from {at} as JSON": json.dumps(names, separators=(",", ":"))[1:-1].encode(),
            f"cards from {at} as words": " ".join(names).encode(),
            f"cards from {at} as bytes": bytes(four),
        }
    return found


def test_secret_and_deck_of_a_round_that_is_on_are_nowhere(
    served: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    heard: list[bytes] = []
    dealer = listening(served.person(Role.DEALER), heard)
    ann = listening(served.person(Role.PLAYER, "ann"), heard)
    sought: dict[str, bytes] = {}
    tables = virtual_tables(served)
    assert tables
    keeper = Checkpointer(
        served.casino.journal,
        create_key(tmp_path / "checkpoint.key"),
        every_events=1,
        every_s=1,
        copy=tmp_path / "checkpoints.jsonl",
    )
    stream = ann.stream("*", "*")
    for table in tables:
        seed = lay_and_commit(dealer, ann, table)
        dealer.done(table, "close-betting")
        ann.done(table, "open-seed", seed=seed)
        while dealer.json(f"/api/tables/{table}")["round"]["phase"] in ("closed", "dealing"):
            dealer.done(table, "deal")
        ann.do(table, "examine", box=1)
        ann.do(table, "set-hand", box=1, three=["As", "Ks", "Qs"])
        # What a dealer reports in the hope that putting it right shows what lies face down.
        five = ["As", "Ks", "Qs", "Js", "Ts"]
        reports: tuple[dict[str, Any], ...] = (
            {"incident": "burn-missed", "facts": {"can_reconstruct": True}},
            {"incident": "other-dealing-error", "facts": {"can_reconstruct": True}},
            {"incident": "unlisted", "hands": {"1": five}},
        )
        for report in reports:
            dealer.do(table, "report", **report)
        state = served.casino.table(table)
        assert state is not None
        assert state.round is not None
        assert state.round.secret is not None
        assert state.round.deck is not None
        out = state.round.drawn
        # What a player has looked at and what lies face up may be told; nothing behind it.
        sought |= {
            f"{table}: {what}": how
            for what, how in needles(state.round.secret, state.round.deck[out:]).items()
        }
        for path in (f"/api/rounds/{state.round.id}", f"/api/rounds/{state.round.id}/shuffle"):
            dealer.get(path)
        listening(served.person(Role.AUDITOR), heard).get(f"/api/rounds/{state.round.id}")
    heard.append(served.nobody().get("/metrics").content)
    served.settle_down()
    heard.append(str([stream.event(), *stream.pending()]).encode())
    stream.close()
    assert keeper.make() is not None
    keeper.copy_missing()
    url = f"sqlite:{tmp_path / 'floor.db'}"
    back_up(url, tmp_path / "backup.db")
    hay = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {"floor.db", "floor.db-wal", "backup.db", "checkpoints.jsonl"} <= hay.keys()
    hay |= {"answers": b"\n".join(heard), "log": caplog.text.encode()}
    for place, content in hay.items():
        for what, how in sought.items():
            # Four bytes stand somewhere in megabytes by chance; in the journal cards are JSON.
            if "as bytes" not in what:
                assert how not in content, (place, what)


def lay_and_commit(dealer: Browser, ann: Browser, table: str) -> str:
    """Ann bets the least on box 1, and is bound to a seed, which is given back."""
    view = dealer.done(table, "open-betting")
    opening = view["wagers"][0]["bet"]
    ann.done(table, "place-bet", box=1, bet=opening, amount="10.00")
    round, seed = view["round"], "5e" * 32
    bound = seed_commitment(table, number_of(round["id"]), round["commitment"], "ann", seed)
    ann.done(table, "commit-seed", commitment=bound)
    return seed


def test_hidden_cards_are_sealed_in_the_journal_until_the_round_is_over(served: House) -> None:
    dealer, ann = served.person(Role.DEALER), served.person(Role.PLAYER, "ann")
    table = virtual_tables(served)[0]
    seed = lay_and_commit(dealer, ann, table)
    dealer.done(table, "close-betting")
    ann.done(table, "open-seed", seed=seed)
    dealer.done(table, "deal")
    bodies = [record.body for record in served.casino.journal.read(table_stream(table))]
    dealt = [json.loads(body) for body in bodies if b"cards-dealt" in body or b"burnt" in body]
    assert dealt
    assert all(not event.get("cards") and not event.get("card") for event in dealt)
    # Who has the database and not the key folds a table whose cards he can't read.
    state = Casino(served.casino.journal, shelf=served.casino.shelf).table(table)
    assert state is not None
    assert state.round is not None
    assert (state.round.secret, state.round.deck) == (None, None)
    assert Casino(served.casino.journal, key=KEY).table(table) == served.casino.table(table)


def test_a_player_is_bound_before_he_could_aim(served: House) -> None:
    """Any number of seeds, without a bet, until the close: that was the attack."""
    dealer = served.person(Role.DEALER)
    ann, eve = served.person(Role.PLAYER, "ann"), served.person(Role.PLAYER, "eve")
    table = virtual_tables(served)[0]
    seed = lay_and_commit(dealer, ann, table)

    def code(answer: Any) -> Any:
        return answer.json().get("code")

    assert code(eve.do(table, "give-seed", seed="aimed")) == "no-seeds-here"
    assert code(eve.do(table, "commit-seed", commitment="00" * 32)) == "seed-needs-bet"
    assert code(ann.do(table, "commit-seed", commitment="00" * 32)) == "seed-fixed"
    assert code(ann.do(table, "open-seed", seed=seed)) == "not-now"
    dealer.done(table, "close-betting")
    assert code(eve.do(table, "open-seed", seed=seed)) == "no-seeds-here"
    assert code(ann.do(table, "open-seed", seed="66" * 32)) == "wrong-seed"
    # The house can't leave her out by being quick.
    assert code(dealer.do(table, "deal")) == "seeds-outstanding"
    ann.done(table, "open-seed", seed=seed)
    dealer.done(table, "deal")


# ── the house ─────────────────────────────────────────────────────────────────────────────────────


class Floor:
    """A table in a journal, whose house does as it likes."""

    def __init__(self, key: bytes = KEY) -> None:
        self.journal = MemoryJournal()
        self.now_ms = 1_800_000_000_000
        self.casino = Casino(self.journal, key=key, clock_ms=self.clock)
        self.count = 0

    def clock(self) -> int:
        self.now_ms += 5_000
        return self.now_ms

    def do(self, command: c.AnyCommand, who: Actor, casino: Casino | None = None) -> None:
        self.count += 1
        request = Request(f"a{self.count}", table_stream("T1"), command, who)
        answer = (casino or self.casino).carry_out(request)
        assert answer.refusal is None, answer.refusal

    def open(self) -> None:
        limits = {"ante": c.LimitSetting(Cents(10_00), Cents(1000_00))}
        command = c.OpenTable(
            rulebook="rws-casino-stud-6",
            layout="A",
            boxes=6,
            dealing="shuffler",
            cards="virtual",
            limits=limits,
        )
        self.do(command, Actor(Post.PIT_SUPERVISOR, "sam"))

    def empty_round(self, casino: Casino | None = None) -> None:
        dana = Actor(Post.DEALER, "dana")
        self.do(c.OpenBetting(), dana, casino)
        self.do(c.Conclude(), dana, casino)


def test_the_house_can_not_draw_another_chain_when_a_secret_does_not_suit_it() -> None:
    floor = Floor()
    floor.open()
    floor.empty_round()
    assert audit(floor.journal).content
    # The next secret does not suit the house, so it takes another key.
    other = Casino(floor.journal, key=bytes(32), clock_ms=floor.clock)
    floor.empty_round(other)
    report = audit(floor.journal)
    assert report.problem is not None
    assert report.problem.what == "the vault key of a chain of secrets"
    assert report.problem.kind == "shuffle-chain-published/1"


def test_the_house_can_not_skip_a_chain_or_go_back_to_secrets_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    floor = Floor()
    floor.open()
    floor.empty_round()
    monkeypatch.setattr(Vault, "in_force", lambda *_: False)
    floor.empty_round()
    report = audit(floor.journal)
    assert report.problem is not None
    assert report.problem.what == "a chain of secrets begins when the one before is used up"

    floor = Floor()
    floor.open()
    floor.empty_round()
    floor.empty_round(Casino(floor.journal, clock_ms=floor.clock))
    report = audit(floor.journal)
    assert report.problem is not None
    assert report.problem.what == "the secrets of this table are fixed in advance"


def test_a_chain_goes_on_into_the_next_and_the_audit_follows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.casino.vault.CHAIN_ROUNDS", 3)
    floor = Floor()
    floor.open()
    for _ in range(8):
        floor.empty_round()
        state = floor.casino.table("T1")
        assert state is not None
        assert state.published is not None
        assert verify_shuffle(msgspec.to_builtins(shuffle_of(state.published)))["verified"]
    kinds = [record.kind for record in floor.journal.read(table_stream("T1"))]
    assert kinds.count("shuffle-chain-published/1") == 3
    # A chain is on record before the last round of the one before it begins.
    assert kinds.index("shuffle-chain-published/1", 2) < len(kinds)
    report = audit(floor.journal)
    assert report.content, report.problem


# ── the second verifier ───────────────────────────────────────────────────────────────────────────

_NODE = shutil.which("node")
_SCRIPT = """
import { readFileSync } from "node:fs";
import { faultOf } from "PAGES/seat/shuffle-check.js";
for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
  const { material, seen } = JSON.parse(line);
  console.log(JSON.stringify(faultOf(material, seen ?? null)));
}
"""


@pytest.mark.skipif(_NODE is None, reason="node is not installed")
def test_the_pages_own_verifier_agrees_with_ours(tmp_path: Path) -> None:
    """Written in JavaScript from the page, it finds every change that ours finds."""
    lines = [json.loads(text) for text in _shuffles()]
    cases: list[tuple[dict[str, Any], bool]] = []
    for found in lines:
        cases.append((found, True))
        cases += [
            (changed, _ours(changed))
            for name in ("secret", "commitment", "table", "number", "chain", "committed", "deck")
            if name in found and (changed := _changed(found, name)) is not None
        ]
    assert sum(good for _, good in cases) >= len(lines)
    script = tmp_path / "check.mjs"
    pages = ROOT / "src" / "pitboss" / "web" / "pages"
    script.write_text(_SCRIPT.replace("PAGES", pages.as_posix()), encoding="utf-8")
    assert _NODE is not None
    ran = subprocess.run(
        [_NODE, "--experimental-default-type=module", str(script)],
        input="\n".join(json.dumps({"material": one}) for one, _ in cases),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    faults = [json.loads(line) for line in ran.stdout.splitlines()]
    for (found, good), fault in zip(cases, faults, strict=True):
        assert (fault is None) == good, (fault, found)


def _shuffles() -> list[str]:
    """Published shuffles of both versions."""
    from tests.table.test_seeds import material, played

    golden = ROOT / "tests" / "golden" / "rws-multilink-stud-3" / "shuffles.jsonl"
    first = golden.read_text(encoding="utf-8").splitlines()[:5]
    return [*first, *(json.dumps(material(played(*who))) for who in ((), ("ann",), ("ann", "bob")))]


def _changed(found: dict[str, Any], name: str) -> dict[str, Any] | None:
    copied: dict[str, Any] = json.loads(json.dumps(found))
    match name:
        case "secret" | "commitment":
            copied[name] = "00" * 32
        case "table":
            copied[name] += "x"
        case "number":
            copied[name] += 1
        case "chain":
            copied[name]["end"] = "00" * 32
        case "committed":
            if not copied[name]:
                return None
            copied[name][0]["seed"] = "00" * 32
        case _:
            copied[name] = copied[name][1:] + copied[name][:1]
    return copied


def _ours(found: dict[str, Any]) -> bool:
    try:
        verify_shuffle(found)
    except Mismatch:
        return False
    return True
