"""The entry of a command, which is stored with the first record of its unit: who asked for what,
through which device, who agreed, and which program decided it. The events follow from it.

An entry can be decided again: corrections do so for one round, and the auditor for a whole journal.
What must not stand twice is left out of the stored command and put back from the events, where it
is sealed or hashed: how a hidden hand was set, people's credentials, the texts of rulebooks.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.casino.approvals import Approval
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.casino.texts import brief
from pitboss.house.commands import HouseCommand
from pitboss.people.commands import Command as PeopleCommand
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import AnyCommand, SetHand
from pitboss.table.entries import Asked
from pitboss.table.events import HandSet

CREDENTIALS = frozenset(
    (
        "badge",
        "codes",
        "given",
        "old",
        "passkey",
        "password",
        "pin",
        "sealed",
        "second",
        "session",
        "token",
    )
)
"""Fields of people's commands with which somebody proves who they are."""


TEXTS = frozenset(("toml", "clauses", "texts"))
"""Fields of the house's commands that are texts of rulebooks: their hash stands for them."""


class Entry(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True, kw_only=True):
    """``by`` is a name, and ``post`` the one in which they asked; there is none
    among people. ``to`` is the stream that the command is for. ``command`` is null where Pitboss
    records something that nobody asked for. ``via`` names the device or the program that sent it.
    """

    by: str
    post: Post | None = None
    to: str
    command: msgspec.Raw = msgspec.Raw(b"null")
    via: str | None = None
    approvals: tuple[Approval, ...] = ()
    program: str

    @property
    def actor(self) -> Actor:
        """Who asked, where a post is needed."""
        if self.post is None:
            raise OutOfPlace
        return Actor(self.post, self.by)

    @property
    def request(self) -> tuple[str, Post | None, str, bytes]:
        """What makes it this request and no other, however it came and whoever agreed."""
        return self.by, self.post, self.to, bytes(self.command)


_encode = msgspec.json.Encoder().encode
# Built at import rather than on first use: msgspec crashes if two threads make it prepare the same
# type at once.
_decoder = msgspec.json.Decoder(Entry)
_table_command = msgspec.json.Decoder(AnyCommand)


def body_of_entry(entry: Entry) -> bytes:
    """An entry in its canonical bytes."""
    return _encode(entry)


def read_entry(stored: bytes) -> Entry:
    """The entry in some stored bytes; raises msgspec.DecodeError."""
    return _decoder.decode(stored)


def stored_form(command: Any, *, refused: bool = False) -> msgspec.Raw:
    """A command as its entry holds it: of a long one that was refused, the beginning and a
    digest.
    """
    if command is None:
        return msgspec.Raw(b"null")
    if type(command) is SetHand:
        # An empty hand stands for one that is left out.
        command = replace(command, three=None if command.three is None else ())
    elif isinstance(command, PeopleCommand):
        fields = msgspec.to_builtins(command)
        command = {name: value for name, value in fields.items() if name not in CREDENTIALS}
    elif isinstance(command, HouseCommand):
        fields = msgspec.to_builtins(command)
        command = {name: value for name, value in fields.items() if name not in TEXTS}
        if len(command) < len(fields):
            command["sha256"] = sha256(_encode(fields)).hexdigest()
    if refused:
        command = brief(command)
    return msgspec.Raw(_encode(command))


def asked_at_table(entry: Entry, at_ms: int, events: Sequence[Any]) -> Asked:
    """What was asked of a table, by whom and when; ``events`` are those that it led to."""
    command = _table_command.decode(entry.command)
    if type(command) is SetHand and command.three is not None:
        command = replace(command, three=next(e.three for e in events if type(e) is HandSet))
    return Asked(command, entry.actor, at_ms)
