"""Replay: every entry of a journal is decided again, as this program decides, and what it leads to
is compared with what is stored.

What a decision took from outside is in the record too: the time, the house's controls, the secret
of a shuffle once it is published. Where it is not yet, or a credential was never stored, an entry
is followed and not decided. After a difference, replay goes on from what is stored, so that one
does not lead to others.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.audit.report import Difference, Discrepancy, Misfit, Replayed
from pitboss.casino.aggregates import NOTHING_YET, Entity, entered
from pitboss.casino.approvals import DropApproval
from pitboss.casino.codec import read_event, stored
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.draft import Draft, Outside
from pitboss.casino.encryption import Opener
from pitboss.casino.entry import CREDENTIALS, Entry, body_of_entry, read_entry
from pitboss.casino.history import at_its_end
from pitboss.casino.operations import ControlsInForce
from pitboss.casino.process import draft
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.requests import (
    OWN_IDS,
    ApprovedRequest,
    OwnRequest,
    PeopleRequest,
    Request,
)
from pitboss.casino.stream_ids import (
    HOUSE_STREAM,
    OPERATIONS_STREAM,
    PEOPLE_STREAM,
    StreamKind,
    kind_of,
    table_of,
    table_stream,
)
from pitboss.house.commands import AnyHouseCommand, ProposeRulebook, SealRulebooks
from pitboss.house.events import RulebookProposed, RulebookSealed
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.jackpot.events import ClaimRaised
from pitboss.journal.port import Journal, NotAJournal, Record
from pitboss.kernel.money import Cents
from pitboss.people.appointments import HouseRules
from pitboss.people.commands import AnyPeopleCommand, ChangePassword, ConfirmTotp, OpenSession
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.rulebook.texts import RulebookText, read_text
from pitboss.table.commands import AnyCommand, SetHand
from pitboss.table.event_base import CommandJson
from pitboss.table.events import BettingOpened, HandSet, RoundConcluded, ShuffleChainPublished
from pitboss.table.shuffle.deck import ShuffleChain
from pitboss.table.state import RoundState
from pitboss.version import identity

ROWS = 1_000
_UNASKED = (StreamKind.OPERATIONS, StreamKind.SIGN)
"""Where Pitboss records things that nobody asks for."""
_OUT_OF_PLACE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
CONCLUDED = str(RoundConcluded.__struct_config__.tag)


RELEASES: frozenset[str] = frozenset()
"""The identities of released programs, besides this one. There is none before 1.0."""


def discrepancy_of(replayed: Replayed) -> Discrepancy | None:
    """What of a replay does not fit: an entry that this very program is said to have decided and
    decides otherwise, or one by a program that nobody knows.
    """
    mine = identity()
    for one in replayed.differences:
        if one.program == mine:
            return Discrepancy(
                what=f"what {one.command} by {one.by} led to",
                expected=one.decided,
                found=one.stored,
                position=one.at,
                stream=one.stream,
                person=one.by,
            )
    unknown = sorted(replayed.programs.keys() - RELEASES - {mine})
    if unknown:
        return Discrepancy(
            what="the program that decided the entries",
            expected=f"a release of Pitboss, or this one ({mine})",
            found=", ".join(unknown),
        )
    return None


class _SoFar(RecordShelf):
    """The rulebooks on record up to the entry that is decided again."""

    def __init__(self, journal: Journal, other: Shelf) -> None:
        super().__init__(journal, other)
        self.sealed_now: dict[str, Rulebook] = {}
        """The texts that the entry itself puts on record, whatever their files say today."""

    def _catch_up(self) -> None:
        pass

    def filed(self, name: str) -> Rulebook | None:
        return self.sealed_now.get(name) or super().filed(name)


class _World:
    """All streams as the records so far left them."""

    def __init__(self, journal: Journal, shelf: RecordShelf) -> None:
        self.shelf = shelf
        self.entities: dict[str, Entity] = {}
        self._journal = journal

    def catch_up(self, streams: Collection[str]) -> None:
        """Every stream is up to date."""

    def get(self, stream: str) -> Entity:
        return self.entities.get(stream, NOTHING_YET)

    fresh = peek = get

    def past_round(self, round: str) -> RoundState | None:
        table, _, number = round.rpartition("-")
        state = self.get(table_stream(table)).table
        # A later part of the journal may say how it ended.
        if state is None or not number.isdecimal() or int(number) > state.rounds:
            return None
        if state.round is not None and state.round.id == round:
            return None
        return at_its_end(self._journal, round, self.shelf)


class _Secrets:
    """The secrets of rounds, which are published when a round is concluded; ``opener`` knows more,
    if somebody has the key.
    """

    def __init__(self, journal: Journal, opener: Opener | None) -> None:
        self._journal = journal
        self._opener = opener
        self._known: dict[str, tuple[int, bytes | None]] = {}
        self._ahead: dict[str, list[Record]] = {}
        self.at: Record | None = None

    def ahead(self, records: Sequence[Record]) -> None:
        """Notes the records that come next; most rounds end among them."""
        self._ahead = {}
        for record in records:
            if record.kind == CONCLUDED:
                self._ahead.setdefault(record.stream, []).append(record)

    def __call__(self, table: str, chain: str, number: int) -> bytes | None:
        known = self._known.get(table)
        if known is None or known[0] != number:
            secret = None if self._opener is None else self._opener(table, chain, number)
            secret = self._published(table) if secret is None else secret
            known = self._known[table] = (number, secret)
        return known[1]

    def _published(self, table: str) -> bytes | None:
        at, stream = self.at, table_stream(table)
        if at is None:
            return None
        for record in self._ahead.get(stream, ()):
            if record.position > at.position:
                return _secret_in(record)
        after = at.version if at.stream == stream else 0
        for record in self._journal.read(stream, after=after):
            if record.kind == CONCLUDED and record.position > at.position:
                return _secret_in(record)
        return None


def _secret_in(record: Record) -> bytes | None:
    event = read_event(record)
    return (event.secret or None) if isinstance(event, RoundConcluded) else None


class _PublishedVault:
    """In place of the vault: what it put on record in the entry that is decided again."""

    def __init__(
        self, opened: BettingOpened | None, events: Sequence[Any], secrets: Opener
    ) -> None:
        self._chain = None if opened is None else opened.chain or None
        self._new = {
            event.chain.first: event.chain
            for event in events
            if isinstance(event, ShuffleChainPublished)
        }
        self._secrets = secrets

    def chain(self, table: str, first: int) -> ShuffleChain:  # noqa: ARG002 - as the vault's
        return self._new[first]

    def in_force(self, chain: ShuffleChain) -> bool:
        return self._chain is None or chain == self._chain or chain.first > self._chain.first

    def secret(self, table: str, chain: str, number: int) -> bytes | None:
        return self._secrets(table, chain, number)


def replay(journal: Journal, rulebooks: Sequence[Path], until_ms: int | None = None) -> Replayed:
    """Decides a journal's entries again, or those stored before a time; ``rulebooks`` are files of
    one's own, for what is not on record.
    """
    return Replay(journal, Shelf(own=rulebooks)).run(until_ms)


class Replay:
    """Decides the entries of a journal again, in order."""

    def __init__(
        self,
        journal: Journal,
        shelf: Shelf | None = None,
        opener: Opener | None = None,
        controls: Controls | None = None,
    ) -> None:
        self._shelf = _SoFar(journal, shelf or Shelf())
        self._world = _World(journal, self._shelf)
        self._secrets = _Secrets(journal, opener)
        self._controls = controls
        self._journal = journal
        self._programs: dict[str, int] = {}
        self._entries = self._followed = 0
        self._differences: list[Difference] = []
        self._fault: str | None = None

    def run(
        self, until_ms: int | None = None, progress: Callable[[int], None] | None = None
    ) -> Replayed:
        """All entries, or those stored before a time."""
        last = self._journal.last_position()
        for records in self._units(last):
            if until_ms is not None and records[0].at_ms >= until_ms:
                break
            self.take(records)
            if self._fault is not None:
                break
            if progress is not None and not self._entries % ROWS:
                progress(self._entries)
        return self.done()

    def done(self) -> Replayed:
        """What has come out so far."""
        return Replayed(
            self._entries,
            self._followed,
            dict(self._programs),
            tuple(self._differences),
            self._fault,
        )

    def _units(self, last: int) -> Iterator[list[Record]]:
        after, rest = 0, list[Record]()
        while portion := self._journal.read_all(after, ROWS):
            after = portion[-1].position
            self._secrets.ahead(portion)
            units = [list(unit) for _, unit in groupby(rest + portion, attrgetter("command"))]
            rest = units.pop()
            for unit in units:
                if unit[0].position > last:
                    return
                yield unit
        if rest and rest[0].position <= last:
            yield rest

    def take(self, records: Sequence[Record]) -> None:
        """One entry and its records. Raises Misfit if they can't be read, or can't have followed
        those before.
        """
        first = records[0]
        entry, by_stream, events = self._read(records)
        house = by_stream.get(HOUSE_STREAM, ())
        self._shelf.sealed_now = {
            event.rulebook: read_text(RulebookText(event.toml, event.clauses))
            for event in house
            if isinstance(event, RulebookSealed)
        }
        self._entries += 1
        self._programs[entry.program] = self._programs.get(entry.program, 0) + 1
        after = self._decided(entry, records, events)
        if self._fault is not None:
            return
        for event in house:
            self._shelf.note(event)
        if after is None:
            try:
                after = self._followed_to(entry, first.at_ms, by_stream)
            except _OUT_OF_PLACE as error:
                what = "what the entry led to does not follow on what was before"
                raise Misfit(what, "events that do", repr(error), first) from error
        self._world.entities.update(after)
        for event in by_stream.get(OPERATIONS_STREAM, ()):
            if isinstance(event, ControlsInForce):
                self._controls = controls_of(event)

    def _read(self, records: Sequence[Record]) -> tuple[Entry, dict[str, list[Any]], list[Any]]:
        """An entry, and its events by stream and in order."""
        first = self._secrets.at = records[0]
        try:
            entry = read_entry(first.entry or b"")
            events = [read_event(record, opener=self._secrets) for record in records]
        except (msgspec.DecodeError, UnicodeDecodeError, NotAJournal) as error:
            raise Misfit("the entry can't be read", "an entry", error, first) from error
        if body_of_entry(entry) != first.entry:
            raise Misfit("the bytes of the entry", body_of_entry(entry), first.entry, first)
        if bytes(entry.command) == b"null" and kind_of(entry.to) not in _UNASKED:
            raise Misfit("an entry says what was asked", "a command", "none", first)
        by_stream: dict[str, list[Any]] = {}
        for record, event in zip(records, events, strict=True):
            by_stream.setdefault(record.stream, []).append(event)
        return entry, by_stream, events

    def _decided(
        self, entry: Entry, records: Sequence[Record], events: Sequence[Any]
    ) -> Mapping[str, Entity] | None:
        """The streams after an entry that is decided as it was; None if it is not, or can't be
        decided here.
        """
        first = records[0]
        request = self._request(first, entry, events)
        if request is None or self._is_sealed(entry, events):
            self._followed += 1
            return None
        try:
            decided = draft(self._world, request, self._outside(first, events))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
            place = f"{first.command}, position {first.position}"
            self._fault = f"{place}: {type(error).__name__}: {error}"
            return None
        difference = _difference(records, decided)
        if difference is None:
            return decided.after
        asked = bytes(entry.command).decode()
        self._differences.append(
            Difference(
                first.position, first.at_ms, entry.to, asked, entry.by, entry.program, *difference
            )
        )
        return None

    def _followed_to(
        self, entry: Entry, at_ms: int, by_stream: Mapping[str, Sequence[Any]]
    ) -> dict[str, Entity]:
        world = self._world
        return {
            stream: entered(stream, world.get(stream), events, lambda: (entry, at_ms), world.shelf)
            for stream, events in by_stream.items()
        }

    def _outside(self, first: Record, events: Sequence[Any]) -> Outside:
        """What the decision took from outside."""
        opened = next((one for one in events if isinstance(one, BettingOpened)), None)
        virtual = any(isinstance(one, ShuffleChainPublished) for one in events) or (
            opened is not None and opened.chain is not UNSET
        )
        raised = next((one for one in events if isinstance(one, ClaimRaised)), None)
        return Outside(
            first.at_ms,
            None if opened is None else opened.secret,
            self._controls,
            _PublishedVault(opened, events, self._secrets) if virtual else None,  # type: ignore[arg-type]  # all that is asked of it
            () if raised is None else raised.clock_steps or (),
        )

    def _is_sealed(self, entry: Entry, events: Sequence[Any]) -> bool:
        """Whether the secret of a shuffle is needed that is not published yet."""
        if table_of(entry.to) is None:
            return False
        state = self._world.get(entry.to).table
        if state is not None and state.round is not None:
            return state.round.chain is not None and state.round.secret is None
        return any(
            isinstance(one, BettingOpened) and one.chain is not UNSET and one.secret is None
            for one in events
        )

    # ── requests ──────────────────────────────────────────────────────────────────────────────────

    def _request(self, first: Record, entry: Entry, events: Sequence[Any]) -> Request | None:
        """The request that an entry was; None if nobody asked, or not all of it was stored."""
        command = self._command(entry, events)
        if command is None:
            return None
        id = first.command
        if entry.to == PEOPLE_STREAM:
            return PeopleRequest(id=id, command=command, by=entry.by)
        actor = Actor(entry.post or Post.PLAYER, entry.by)
        if entry.approvals:
            return ApprovedRequest(id, entry.to, command, actor, approval=entry.approvals[0])
        own = OwnRequest if id.startswith(OWN_IDS) else Request
        return own(id, entry.to, command, actor)

    def _command(self, entry: Entry, events: Sequence[Any]) -> Any:
        fields = msgspec.json.decode(entry.command)
        if fields is None or "begins" in fields:
            return None
        if fields["do"] == DropApproval.__struct_config__.tag:
            return msgspec.convert(fields, DropApproval)
        kind = kind_of(entry.to)
        if kind is StreamKind.PEOPLE:
            return self._of_people(entry, fields, events)
        if kind is StreamKind.HOUSE:
            return _of_house(fields, events)
        command: Any = msgspec.convert(
            fields, AnyLinkCommand if kind is StreamKind.LINK else AnyCommand
        )
        if isinstance(command, SetHand) and command.three == ():
            three = next((one.three for one in events if isinstance(one, HandSet)), None)
            return None if three is None else replace(command, three=three)
        return command

    def _of_people(
        self, entry: Entry, fields: CommandJson, events: Sequence[Any]
    ) -> AnyPeopleCommand | None:
        """A command with the credentials that its events hold, or that were compared with those on
        record.
        """
        kind = _PEOPLE_COMMANDS[fields["do"]]
        left_out = {
            field: name
            for field, name in zip(
                kind.__struct_fields__, kind.__struct_encode_fields__, strict=True
            )
            if name in CREDENTIALS
        }
        known: CommandJson = {}
        for event in events:
            for holder in (event, getattr(event, "deed", None), getattr(event, "given", None)):
                for field in left_out:
                    if (value := getattr(holder, field, None)) is not None and value is not UNSET:
                        known.setdefault(field, value)
            if getattr(event, "given", None) is not None and "second" in left_out:
                known["second"] = event.given
        persons = self._world.get(PEOPLE_STREAM).people.persons
        if kind is ChangePassword and entry.by in persons:
            known["old"] = persons[entry.by].password
        if kind is OpenSession and fields["name"] in persons and fields["name"]:
            known["password"] = persons[fields["name"]].password
        if kind is ConfirmTotp and entry.by in persons:
            known["sealed"] = persons[entry.by].factors.pending
        made = {
            left_out_name: msgspec.to_builtins(value)
            for field, left_out_name in left_out.items()
            if (value := known.get(field)) is not None
        }
        try:
            command: AnyPeopleCommand = msgspec.convert(fields | made, AnyPeopleCommand)
        except msgspec.ValidationError:
            return None
        return command


_PEOPLE_COMMANDS: CommandJson = {
    kind.__struct_config__.tag: kind for kind in AnyPeopleCommand.__args__
}


def _of_house(fields: CommandJson, events: Sequence[Any]) -> AnyHouseCommand | None:
    """A command with the texts that its events hold."""
    sealed = tuple(
        RulebookText(one.toml, one.clauses) for one in events if isinstance(one, RulebookSealed)
    )
    digest = fields.pop("sha256", None)
    if fields["do"] == SealRulebooks.__struct_config__.tag:
        return SealRulebooks(texts=sealed)
    if digest is not None:
        text = next((one for one in events if isinstance(one, RulebookProposed)), None)
        if text is None:
            return None
        return ProposeRulebook(
            toml=text.toml, clauses=text.clauses, replaces=fields.get("replaces")
        )
    command: AnyHouseCommand = msgspec.convert(fields, AnyHouseCommand)
    return command


def controls_of(event: ControlsInForce) -> Controls:
    """The controls that were put in force."""

    def post(number: int | None) -> Post | None:
        return None if number is None else Post(number)

    return Controls(
        verifiers=event.verifiers,
        approvals=ApprovalPolicy(
            void=post(event.void),
            stake=post(event.stake),
            payout=post(event.payout),
            payout_above=Cents(event.payout_above),
            money_above=Cents(event.money_above),
            entered_by_hand=event.entered_by_hand,
            walk_in=post(event.walk_in),
            link=post(event.link),
        ),
        people=HouseRules(
            appointments=event.appointments,
            account_age_ms=event.account_age_ms,
            badge_alone=event.badge_alone,
            second_from=post(event.second_from),
            step_up_ms=event.step_up_ms,
            directory_high=event.directory_high,
            supervisors_by_two=event.supervisors_by_two,
        ),
    )


# ── comparing ─────────────────────────────────────────────────────────────────────────────────────


def _difference(records: Sequence[Record], decided: Draft) -> tuple[str, str] | None:
    """What is stored and what would be, where they differ first."""
    made = [
        (stream, new.kind, new.body)
        for stream, events in decided.events.items()
        for new in map(stored, events)
    ]
    kept = [(record.stream, record.kind, record.body) for record in records]
    if made == kept or sorted(made) == sorted(kept):
        return None
    for was, now in zip(kept, made, strict=False):
        if was != now:
            return _told(*was), _told(*now)
    if len(kept) > len(made):
        return _told(*kept[len(made)]), _nothing_more(decided)
    return "nothing more", _told(*made[len(kept)])


def _nothing_more(decided: Draft) -> str:
    return "nothing more" if decided.refusal is None else f"refused: {decided.refusal.message}"


def _told(stream: str, kind: str, body: bytes) -> str:
    return f"{stream}: {body.decode(errors='replace')}" if body else f"{stream}: {kind}"
