"""What goes into the application and what comes out of it."""

import hashlib
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from pitboss.casino.approvals import Approval, ApprovalAsked, DropApproval, post_words
from pitboss.casino.codec import AnyStored
from pitboss.casino.controls.policy import ControlRefusal
from pitboss.casino.displays import FiguresDisplayed
from pitboss.casino.operations import OPERATIONS_STREAM, AnyOperationsEvent
from pitboss.house.commands import AnyHouseCommand
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.journal.port import Part, Unavailable
from pitboss.people.commands import AnyPeopleCommand
from pitboss.people.events import PEOPLE_STREAM
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import AnyCommand, SetHand

MAX_ID_CHARACTERS = 200

OWN_IDS = (
    "approved/",
    "displays/",
    "enter/",
    "house/",
    "interrupted/",
    "operations/",
    "people/",
)
"""How the ids begin under which Pitboss records what nobody asked for."""

SYSTEM = Actor(Post.SHIFT_MANAGER, "pitboss")
"""Who acts when nobody asked: at start-up, and when contributions are entered."""


class Request(msgspec.Struct, frozen=True):
    """A command, by whom, for which table or link (``table/T1``, ``link/mega``).

    ``id`` is the caller's own: sent again with the same command it gets the same answer; with
    another it is refused. ``deadline_ms`` is when the caller gives up: what has not been carried
    out by then is not carried out any more.
    """

    id: str
    target: str
    command: AnyCommand | AnyLinkCommand | AnyPeopleCommand | AnyHouseCommand | DropApproval
    actor: Actor
    deadline_ms: int | None = None

    @property
    def fingerprint(self) -> bytes:
        """What tells this command from another with the same id. There are so few hands that a
        hash would give the cards away, so how a hand was set is not in it.
        """
        command = self.command
        if type(command) is SetHand:
            command = replace(command, three=None)
        return hashlib.sha256(_encode([self.target, self.actor, command])).digest()

    def stored_as(self, parts: Sequence[Part]) -> bytes:  # noqa: ARG002 - some go by what they led to
        """The fingerprint under which what it has led to is stored."""
        return self.fingerprint

    def was(self, fingerprint: bytes | None) -> bool:
        """Whether what is stored under its id was this very command."""
        return fingerprint == self.fingerprint


class OwnRequest(Request, frozen=True):
    """What Pitboss asks of itself: it may use its own ids, and a refusal is not stored."""


class ApprovedRequest(Request, frozen=True, kw_only=True):
    """A command that has waited for a second person, who approves it now. ``actor`` is whoever
    asked for it.
    """

    approval: Approval


class NoteRequest(OwnRequest, frozen=True, kw_only=True):
    """Something that Pitboss puts on record about the machine it runs on."""

    note: AnyOperationsEvent
    target: str = OPERATIONS_STREAM
    command: None = None  # type: ignore[assignment]  # nobody asks for it
    actor: Actor = SYSTEM

    @property
    def fingerprint(self) -> bytes:
        return hashlib.sha256(_encode(self.note)).digest()

    def at(self, now_ms: int) -> AnyOperationsEvent:
        """The note with the time at which it is stored."""
        return replace(self.note, at_ms=now_ms)


class DisplayRequest(OwnRequest, frozen=True, kw_only=True):
    """What a sign reports that it has displayed, for its own stream (``sign/NAME``)."""

    report: FiguresDisplayed
    command: None = None  # type: ignore[assignment]  # it asks for nothing
    actor: Actor = SYSTEM

    @property
    def fingerprint(self) -> bytes:
        return hashlib.sha256(_encode(replace(self.report, at_ms=0))).digest()

    def at(self, now_ms: int) -> FiguresDisplayed:
        """The report with the time at which it is stored. No sign displays the future."""
        figures = tuple(
            one if one.at_ms <= now_ms else replace(one, at_ms=now_ms)
            for one in self.report.figures
        )
        return replace(self.report, at_ms=now_ms, figures=figures)


class PeopleRequest(OwnRequest, frozen=True, kw_only=True):
    """Something that is done about people, ``by`` whoever is signed in.

    Its fingerprint is that of the events: a command about people holds salts and tokens that are
    made anew each time. Whether it was the same command is for the caller to find out: only he can
    compare passwords.
    """

    command: AnyPeopleCommand
    target: str = PEOPLE_STREAM
    actor: Actor = SYSTEM
    by: str | None = None

    def stored_as(self, parts: Sequence[Part]) -> bytes:
        bodies = (record.body for part in parts for record in part.records)
        return hashlib.sha256(b"".join(bodies)).digest()

    def was(self, fingerprint: bytes | None) -> bool:  # noqa: ARG002 - any will do
        return True


_encode = msgspec.json.Encoder().encode


class Stored(msgspec.Struct, frozen=True):
    """An event with its place in the journal."""

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    event: AnyStored


class Refusal(msgspec.Struct, frozen=True):
    """Why a command was refused: a stable code, a sentence, the clauses, and the field it is about,
    if any. ``asked``: it waits for a second person.
    """

    code: str
    message: str
    clauses: tuple[str, ...] = ()
    where: str = ""
    asked: ApprovalAsked | None = None


def one_more_needed(by: str, asked: ApprovalAsked | None = None) -> Refusal:
    """The answer to whoever has approved first where it takes two."""
    message = (
        f"{by} has approved. A console asked for this, and nobody knows who was at it: one "
        "more person must approve."
    )
    return Refusal(ControlRefusal.APPROVAL_NEEDED.value, message, asked=asked)


def approval_needed(asked: ApprovalAsked) -> Refusal:
    """The answer to whoever has asked for something that a second person must approve."""
    message = f"{asked.why} This needs the approval of a {post_words(asked.least)} or above."
    return Refusal(ControlRefusal.APPROVAL_NEEDED.value, message, asked=asked)


class Answer(msgspec.Struct, frozen=True):
    """What a command has led to; stored, whatever happens next. ``repeated``: it had been answered
    before.
    """

    id: str
    events: tuple[Stored, ...]
    refusal: Refusal | None = None
    repeated: bool = False


class OtherCommand(ValueError):
    """An id that was used for another command. Nothing was done."""

    def __init__(self, command: str) -> None:
        super().__init__(
            f"the command id {command!r} was used for another command: give every command an "
            "id of its own"
        )


class TooLate(Exception):
    """A request whose caller has given up. Nothing was done, and nothing is on record: it may be
    sent again.
    """

    def __init__(self) -> None:
        super().__init__(
            "it came after its deadline, when nobody was waiting for it any more, and was not "
            "carried out"
        )


class NothingWaits(LookupError):
    """An approval of something that nobody waits for."""


class BadRequest(ValueError):
    """A request that can't be put to anything: no such target, an id that is none."""


def check_id(request: Request) -> None:
    """Raises BadRequest for an id that can't be stored, or that is not the caller's to use."""
    command = request.id
    if not command or len(command) > MAX_ID_CHARACTERS or not command.isprintable():
        raise BadRequest(
            f"a command id is 1 to {MAX_ID_CHARACTERS} printable characters, not {command!r:.80}"
        )
    if command.startswith(OWN_IDS) and not isinstance(request, OwnRequest | ApprovedRequest):
        raise BadRequest(
            f"ids that begin with {', '.join(OWN_IDS)} are Pitboss's own: choose another one"
        )


class Submission:
    """A request in the pipeline, and where its answer comes; a future of the library takes longer.
    A thread that waits for the result drives the pipeline until it is there.
    """

    __slots__ = (
        "_drive",
        "_then",
        "_woken",
        "answer",
        "done",
        "error",
        "leads",
        "request",
        "taken",
        "waits",
    )

    def __init__(
        self, drive: "Callable[[Submission], None]", request: Request, then: "Then | None"
    ) -> None:
        self.request = request
        self.taken = self.waits = self.leads = self.done = False
        self.answer: Answer | None = None
        self.error: BaseException | None = None
        self._drive = drive
        self._then = then
        # Made for whoever has to wait; mostly nobody has.
        self._woken: threading.Lock | None = None

    def result(self) -> Answer:
        """The answer, once it is durable; raises why there is none."""
        if not self.done:
            self._drive(self)
        if self.answer is not None:
            return self.answer
        raise self.error or AssertionError("what is done has an answer or an error")

    @property
    def settled(self) -> bool:
        """Whether the outcome is known; those who wait may not have been told yet."""
        return self.answer is not None or self.error is not None

    def expect(self) -> None:
        """Somebody is about to wait. Only one thread at a time says so."""
        if self._woken is None:
            woken = threading.Lock()
            woken.acquire()
            self._woken = woken

    def follow(self) -> None:
        """Waits until it is done, or chosen to lead."""
        woken = self._woken
        # Whoever was done before anybody was expected has said so first.
        if woken is not None and not self.done:
            woken.acquire()
        if self.done:
            # Others may wait for the same answer.
            self.wake()

    def wake(self) -> None:
        """Lets go whoever waits, if nobody has done so before."""
        if self._woken is not None:
            with suppress(RuntimeError):
                self._woken.release()

    def tell(self) -> None:
        """Lets go whoever waits, and does what is to be done then."""
        if self.answer is None and self.error is None:
            self.error = Unavailable("stopped before it was known whether the command is stored")
        self.done = True
        if self._woken is not None:
            self.wake()
        if self._then is not None:
            self._then(self)


Then = Callable[[Submission], None]
"""What is done in a thread of the pipeline when a submission is done. It must not raise."""
