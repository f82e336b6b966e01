"""Somebody who can write to the database file, and has neither the signing key nor the vault key:
he changes, adds, drops and moves records and computes all hashes again, writes snapshots, and cuts
off the end.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

import apsw
import msgspec
from msgspec.structs import replace

from pitboss.audit.run import audit
from pitboss.casino.aggregates import Entity
from pitboss.casino.app import Casino
from pitboss.casino.stream_ids import PEOPLE_STREAM
from pitboss.casino.streams import snapshot_of
from pitboss.journal.copies import read_copies
from pitboss.journal.port import JournalError, Record
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.journal.sqlite.short_form import ShortForm
from pitboss.operations.snapshots import with_snapshots
from pitboss.people.roles import Role
from tests.attacks.insiders import SHELF, Insider
from tests.audit.tampering import hashed_again, numbered_again

Edit = Callable[["Forger", list[Record]], list[Record]]

_BY = ("by", "asked-by", "approved-by", "proposed-by")


class Saved(NamedTuple):
    """A database as it was, and the copy of its checkpoints that lies elsewhere."""

    records: list[Record]
    checkpoints: list[tuple[Any, ...]]
    copies: bytes


class Forger:
    """Edits the database of a house that runs. ``found`` counts his edits by who noticed them:
    the server itself, the audit, or nobody, as they change nothing that counts.
    """

    def __init__(self, house: Insider) -> None:
        assert house.path is not None
        self.house = house
        self.path = house.path
        self.random = house.random
        self.found = {"server": 0, "audit": 0, "nothing": 0, "two": 0}

    def edit(self) -> None:
        """One edit; what is not noticed and moves money in one name is one of the house's deeds."""
        before = self._save()
        honest = standing(self.house.casino)
        edit = self.random.choice(EDITS)
        after = edit(self, list(before.records))
        self._write(after)
        verdict = self._verdict(before.records, after, honest)
        if verdict in self.found:
            self.found[verdict] += 1
        else:
            self.house.deeds.append(f"{edit.__name__}: {verdict}")
        self._restore(before)

    def _verdict(self, before: list[Record], after: list[Record], honest: Any) -> str:
        keeper = self.house.keeper
        if keeper is not None:
            try:
                keeper.make()
                keeper.copy_missing()
            except JournalError:
                return "server"
        with closing(SqliteJournal(self.path, read_only=True)) as journal:
            copies = self.path.with_suffix(".jsonl")
            signed = read_copies(copies) if keeper is not None and copies.exists() else []
            # The server has signed all that it has stored: what is beyond that is not its own.
            most = None if keeper is None else 0
            report = audit(journal, checkpoints=signed, unsigned_at_most=most)
            report = with_snapshots(report, journal, SHELF, self.house.casino.vault)
            if report.problem is not None:
                return "audit"
        with closing(SqliteJournal(self.path, read_only=True)) as journal:
            if standing(Casino(journal, shelf=SHELF, key=self.house.vault_key)) == honest:
                return "nothing"
        names = _names(before, after)
        return "two" if len(names) >= 2 else f"money moves in the name of {sorted(names)}"

    # ── the file ──────────────────────────────────────────────────────────────────────────────────

    def _save(self) -> Saved:
        copies = self.path.with_suffix(".jsonl")
        with closing(apsw.Connection(str(self.path))) as connection:
            checkpoints = connection.execute("SELECT * FROM checkpoints").fetchall()
        records = self.house.journal.read_all(0, 1_000_000)
        return Saved(records, checkpoints, copies.read_bytes() if copies.exists() else b"")

    def _write(self, records: Sequence[Record]) -> None:
        with closing(apsw.Connection(str(self.path))) as connection, connection:
            triggers = connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
            ).fetchall()
            for (name,) in triggers:
                connection.execute(f'DROP TRIGGER "{name}"')
            connection.execute("DELETE FROM records")
            # As a server writes it: any other way is found by whoever reads it.
            form = ShortForm("a forged file")
            form.learn(connection, records)
            marks = ", ".join("?" * len(Record.__struct_fields__))
            rows = [form.values([one]) for one in records]
            connection.executemany(f"INSERT INTO records VALUES ({marks})", rows)

    def _restore(self, saved: Saved) -> None:
        self._write(saved.records)
        with closing(apsw.Connection(str(self.path))) as connection, connection:
            connection.execute("DELETE FROM checkpoints")
            connection.execute("DELETE FROM snapshots")
            connection.executemany(
                "INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, ?)", saved.checkpoints
            )
        self.path.with_suffix(".jsonl").write_bytes(saved.copies)
        if self.house.keeper is not None:
            self.house.keeper = self.house.new_keeper()

    # ── edits ─────────────────────────────────────────────────────────────────────────────────────

    def _near_the_end(self, records: Sequence[Record]) -> int:
        """Where he edits: mostly where nothing is signed yet."""
        least = len(records) - 40 if self.random.random() < 0.7 else 0
        return self.random.randrange(max(least, 0), len(records))

    def change(self, records: list[Record]) -> list[Record]:
        at = self._near_the_end(records)
        event = msgspec.json.decode(records[at].body)
        _change(event, self.random, [*self.house.names.values(), "ann", "bob", "second"])
        records[at] = replace(records[at], body=msgspec.json.encode(event))
        return hashed_again(records)

    def drop(self, records: list[Record]) -> list[Record]:
        gone = records[self._near_the_end(records)].command
        return numbered_again([one for one in records if one.command != gone])

    def cut(self, records: list[Record]) -> list[Record]:
        end = self._near_the_end(records)
        while records[end].number:
            end -= 1
        with closing(apsw.Connection(str(self.path))) as connection, connection:
            position = records[end].position
            connection.execute("DELETE FROM checkpoints WHERE position >= ?", (position,))
        return records[:end]

    def repeat(self, records: list[Record]) -> list[Record]:
        """Something that was done once is done again, perhaps a little otherwise."""
        command = records[self._near_the_end(records)].command
        again = [one for one in records if one.command == command]
        if self.random.random() < 0.5:
            event = msgspec.json.decode(again[0].body)
            _change(event, self.random, [*self.house.names.values(), "ann", "second"])
            again[0] = replace(again[0], body=msgspec.json.encode(event))
        new = [replace(one, command=f"{command}/again", at_ms=records[-1].at_ms) for one in again]
        return numbered_again([*records, *new])

    def swap(self, records: list[Record]) -> list[Record]:
        commands = [list(group) for _, group in groupby(records, key=lambda one: one.command)]
        at = self.random.randrange(max(0, len(commands) - 40), len(commands) - 1)
        commands[at], commands[at + 1] = commands[at + 1], commands[at]
        return numbered_again([one for command in commands for one in command])

    def appoint(self, records: list[Record]) -> list[Record]:
        """He makes himself shift manager, in the people's own stream."""
        name = next(iter(self.house.names.values()))
        event = {"event": "role-set/1", "at-ms": records[-1].at_ms, "by": "root", "name": name}
        body = msgspec.json.encode(event | {"role": "shift-manager"})
        last = [one for one in records if one.stream == PEOPLE_STREAM][-1]
        new = replace(last, command="forged", number=0, kind="role-set/1", body=body)
        return numbered_again([*records, replace(new, at_ms=records[-1].at_ms)])

    def snapshot(self, records: list[Record]) -> list[Record]:
        """The same in a snapshot, which a server would rather read than all records."""
        people = self.house.casino.people()
        version = self.house.casino.cache.committed(PEOPLE_STREAM).version
        name = next(iter(self.house.names.values()))
        made = replace(people.persons[name], role=Role.SHIFT_MANAGER)
        forged = replace(people, persons={**people.persons, name: made})
        found = snapshot_of(PEOPLE_STREAM, Entity(version, forged))
        assert found is not None
        body = bytes(32) + found.body
        row = (found.stream, found.version, found.form, body, sha256(body).digest())
        with closing(apsw.Connection(str(self.path))) as connection:
            connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row)
        return records


EDITS: tuple[Edit, ...] = (
    Forger.change,
    Forger.change,
    Forger.change,
    Forger.drop,
    Forger.cut,
    Forger.repeat,
    Forger.swap,
    Forger.appoint,
    Forger.snapshot,
)


def standing(casino: Casino) -> Any:
    """Who has what, and who is what."""
    tables = {
        name: (table.chips, table.house, table.on_layout)
        for name in casino.tables()
        if (table := casino.table(name)) is not None
    }
    links = {
        name: (link.meter_units, link.reserve_units, link.overflow_units)
        for name in casino.links()
        if (link := casino.link(name)) is not None
    }
    people = {name: (one.role, one.enabled) for name, one in casino.people().persons.items()}
    return tables, links, people


def _change(value: Any, random: Any, names: Sequence[str]) -> None:
    """Changes one leaf of a JSON object, in place."""
    leaves: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for key, child in list(items):
            if isinstance(child, dict | list):
                walk(child)
            elif key not in ("event", "do"):
                leaves.append((node, key))

    walk(value)
    node, key = random.choice(leaves or [(value, "more")])
    old = node.get(key) if isinstance(node, dict) else node[key]
    if isinstance(old, bool):
        node[key] = not old
    elif isinstance(old, int):
        node[key] = random.choice((old + 1, old * 2, max(0, old - 1), 4, 2_500))
    elif isinstance(old, str):
        node[key] = random.choice((*names, old[::-1]))
    else:
        node[key] = random.choice((None, *names))


def _names(before: Sequence[Record], after: Sequence[Record]) -> set[str]:
    """Whose names are on what was changed."""
    known = {(one.command, one.body) for one in before}
    kept = {(one.command, one.body) for one in after}
    changed = {one.command for one in after if (one.command, one.body) not in known}
    changed |= {one.command for one in before if (one.command, one.body) not in kept}
    names: set[str] = set()
    for one in (*before, *after):
        if one.command in changed:
            event = msgspec.json.decode(one.body)
            for field in _BY:
                by = event.get(field)
                names |= {by["name"] if isinstance(by, dict) else by} if by else set()
    return names - {"pitboss"}
