"""Random floors with all that evidence can be of: both versions of the shuffle, seeds, claims,
corrections, persons with passwords, and checkpoints now and then.
"""

import json
import shutil
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET

from pitboss.casino.history import CONCLUDED
from pitboss.casino.requests import PeopleRequest
from pitboss.casino.stream_ids import table_stream
from pitboss.evidence.folder import Files, files_of, sealed, write_folder
from pitboss.evidence.proofs import prove
from pitboss.evidence.subjects import SubjectKind, find_subject
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.people.commands import AddPerson
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table.shuffle.deck import number_of, seed_commitment
from pitboss.table.shuffle.seeds import bettors
from pitboss.table.state import Phase, TableState
from tests import checkpoints
from tests.audit.histories import History

KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC = KEY.public_key().public_bytes_raw().hex()
VAULT_KEY = bytes(range(64, 96))
SHELF = Shelf()
UTC = ZoneInfo("UTC")
DAY = "2027-01-15"
"""On which a history begins."""
STAFF = (("ann", Role.SHIFT_MANAGER), ("sue", Role.PIT_SUPERVISOR), ("dan", Role.DEALER))


class EvidentFloor(History):
    """A history whose players give seeds and whose journal is signed as it grows."""

    def __init__(self, journal: Journal, seed: int, *, key: bytes | None = VAULT_KEY) -> None:
        super().__init__(journal, seed, key=key)
        for name, role in STAFF:
            command = AddPerson(name, role, f"$argon2id$of-{name}")
            self.casino.carry_out(PeopleRequest(id=f"people/{name}", command=command))
        self.sign()

    def sign(self) -> None:
        checkpoints.take(self.casino.journal, KEY, self.now_ms)

    def play(self, steps: int) -> "EvidentFloor":
        for _ in range(steps):
            super().play(1)
            for name in self.robots:
                state = self.casino.table(name)
                assert state is not None
                self._seed(state)
            if self.random.random() < 0.02:
                self.sign()
        self.sign()
        return self

    def _seed(self, state: TableState) -> None:
        """A player with a bet is bound to a seed, or opens it; some never do."""
        round = state.round
        if round is None or round.chain is None or self.random.random() < 0.5:
            return
        for player in sorted(bettors(round)):
            seed = sha256(f"{round.id}/{player}".encode()).hexdigest()
            command: c.CommitSeed | c.OpenSeed = c.OpenSeed(seed)
            if round.phase is Phase.BETTING:
                assert round.commitment is not None
                number = number_of(round.id)
                alias = seed[:16] if seed[0] in "01234567" else UNSET
                under = player if alias is UNSET else alias
                command = c.CommitSeed(
                    seed_commitment(state.id, number, round.commitment, under, seed), alias
                )
            elif self.random.random() < 0.3:
                continue
            self.ask(table_stream(state.id), command, Actor(Post.PLAYER, player))


class Played(NamedTuple):
    """A journal, and what evidence there can be of it."""

    journal: MemoryJournal
    rounds: list[str]
    claims: list[str]


@cache
def played(seed: int, steps: int = 1_500, *, chained: bool = True) -> Played:
    """A floor of a seed, played once for all tests of a process."""
    journal = MemoryJournal()
    EvidentFloor(journal, seed, key=VAULT_KEY if chained else None).play(steps)
    rounds: list[str] = []
    claims: list[str] = []
    on: dict[str, str] = {}
    for record in journal.read_all(0, 1_000_000):
        if record.kind == "betting-opened/1":
            on[record.stream] = json.loads(record.body)["round"]
        elif record.kind == CONCLUDED:
            rounds.append(on[record.stream])
        elif record.kind == "claim-raised/1":
            claims.append(json.loads(record.body)["claim"])
    over = set(rounds)
    return Played(journal, rounds, [one for one in claims if one.rpartition("/")[0] in over])


def files_for(journal: Journal, name: str, kind: SubjectKind | None = None) -> Files:
    """The files of a folder, sealed with the key of the journal."""
    subject = find_subject(journal, name, UTC, kind)
    proof = prove(journal, subject, lambda _what, _done, _of: None)
    books: dict[str, str] = {
        table_stream(one.table): one.opened.settings.rulebook for one in subject.rounds
    }
    return sealed(files_of(proof, {}, books, SHELF), KEY)


def folder_of(journal: Journal, name: str, to: Path, kind: SubjectKind | None = None) -> Path:
    """A folder of evidence, in place of one that is there."""
    shutil.rmtree(to, ignore_errors=True)
    write_folder(files_for(journal, name, kind), to)
    return to
