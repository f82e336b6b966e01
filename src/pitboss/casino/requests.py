"""What goes into the application (requests) and what comes out of it (answers and errors)."""

import threading
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from pitboss.casino.approvals import Approval, ApprovalAsked, DropApproval, post_words
from pitboss.casino.codec import AnyStored
from pitboss.casino.controls.policy import ControlRefusal
from pitboss.casino.displays import FiguresDisplayed
from pitboss.casino.entry import Entry, body_of_entry, stored_form
from pitboss.casino.operations import OPERATIONS_STREAM, AnyOperationsEvent
from pitboss.house.commands import AnyHouseCommand
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.journal.port import Unavailable
from pitboss.people.commands import AnyPeopleCommand
from pitboss.people.events import PEOPLE_STREAM
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import AnyCommand

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
"""Prefixes of the ids under which Pitboss records what nobody asked for."""

SYSTEM = Actor(Post.SHIFT_MANAGER, "pitboss")
"""The actor when nobody asked: at start-up, and when contributions are entered."""


class Request(msgspec.Struct, frozen=True):
    """A command, who gives it, and the table or link it is for (``table/T1``, ``link/mega``).

    ``id`` is the caller's own and makes the request idempotent: the same command sent again gets
    the same answer, and a different one under the same id is refused. ``deadline_ms`` is when the
    caller gives up; a request not carried out by then never will be. ``via`` names the device or
    the program that sent it.
    """

    id: str
    target: str
    command: AnyCommand | AnyLinkCommand | AnyPeopleCommand | AnyHouseCommand | DropApproval
    actor: Actor
    deadline_ms: int | None = None
    via: str | None = None

    def entry(self, program: str, *, refused: bool = False) -> Entry:
        """The entry that is stored of it."""
        return Entry(
            by=self.actor.name,
            post=self.actor.post,
            to=self.target,
            command=stored_form(self.command, refused=refused),
            via=self.via,
            program=program,
        )

    def written_entry(self, program: str, *, refused: bool) -> bytes:
        """The entry as it is stored."""
        return body_of_entry(self.entry(program, refused=refused))

    def was(self, stored: Entry, *, refused: bool) -> bool:
        """Whether the command stored under its id was this very one."""
        return stored.request == self.entry("", refused=refused).request


class OwnRequest(Request, frozen=True):
    """A request of Pitboss's own: it may use the reserved ids, and a refusal is not stored."""


class ApprovedRequest(Request, frozen=True, kw_only=True):
    """A command that waited for a second person, who now approves it. ``actor`` is whoever asked
    for it.
    """

    approval: Approval

    def entry(self, program: str, *, refused: bool = False) -> Entry:
        return replace(super().entry(program, refused=refused), approvals=(self.approval,))


class NoteRequest(OwnRequest, frozen=True, kw_only=True):
    """Something Pitboss records about the machine it runs on."""

    note: AnyOperationsEvent
    target: str = OPERATIONS_STREAM
    command: None = None  # type: ignore[assignment]  # nobody asks for it
    actor: Actor = SYSTEM

    def at(self, now_ms: int) -> AnyOperationsEvent:
        """The note with the time at which it is stored."""
        return replace(self.note, at_ms=now_ms)


class DisplayRequest(OwnRequest, frozen=True, kw_only=True):
    """A sign's report of what it has displayed, for its own stream (``sign/NAME``)."""

    report: FiguresDisplayed
    command: None = None  # type: ignore[assignment]  # it asks for nothing
    actor: Actor = SYSTEM

    def at(self, now_ms: int) -> FiguresDisplayed:
        """The report with the time at which it is stored. A figure can't have been displayed later
        than that.
        """
        figures = tuple(
            one if one.at_ms <= now_ms else replace(one, at_ms=now_ms)
            for one in self.report.figures
        )
        return replace(self.report, at_ms=now_ms, figures=figures)


class PeopleRequest(OwnRequest, frozen=True, kw_only=True):
    """A command about people, given ``by`` whoever is signed in.

    It holds salts and tokens that are new each time, so whether a repeat is the same command is for
    the caller to find out, who alone can compare passwords.
    """

    command: AnyPeopleCommand
    target: str = PEOPLE_STREAM
    actor: Actor = SYSTEM
    by: str | None = None

    def entry(self, program: str, *, refused: bool = False) -> Entry:
        by = self.actor.name if self.by is None else self.by
        return replace(super().entry(program, refused=refused), by=by, post=None)

    def was(self, stored: Entry, *, refused: bool) -> bool:  # noqa: ARG002 - the caller compares
        return True


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
    if any. ``asked`` is set if the command waits for a second person.
    """

    code: str
    message: str
    clauses: tuple[str, ...] = ()
    where: str = ""
    asked: ApprovalAsked | None = None


def one_more_needed(by: str, asked: ApprovalAsked | None = None) -> Refusal:
    """The answer to the first of two approvers."""
    message = (
        f"{by} has approved. A console asked for this, and nobody knows who was at it: one "
        "more person must approve."
    )
    return Refusal(ControlRefusal.APPROVAL_NEEDED.value, message, asked=asked)


def approval_needed(asked: ApprovalAsked) -> Refusal:
    """The answer to a command that a second person must approve."""
    message = f"{asked.why} This needs the approval of a {post_words(asked.least)} or above."
    return Refusal(ControlRefusal.APPROVAL_NEEDED.value, message, asked=asked)


class Answer(msgspec.Struct, frozen=True):
    """What a command led to, already durable. ``repeated``: it had been answered before."""

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
    """The request's deadline has passed. Nothing was done or recorded, so it may be sent again."""

    def __init__(self) -> None:
        super().__init__(
            "it came after its deadline, when nobody was waiting for it any more, and was not "
            "carried out"
        )


class NothingWaits(LookupError):
    """No command is waiting for this approval."""


class BadRequest(ValueError):
    """A malformed request: a target of the wrong kind, or an unusable id."""


def check_id(request: Request) -> None:
    """Raises BadRequest for an id that can't be stored or is reserved."""
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
    """A request in the pipeline, and a future for its answer (leaner than the standard library's).
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
        # Created only when a thread has to wait, which is rare.
        self._woken: threading.Lock | None = None

    def result(self) -> Answer:
        """The answer, once it is durable; raises the error if there is none."""
        if not self.done:
            self._drive(self)
        if self.answer is not None:
            return self.answer
        raise self.error or AssertionError("a submission that is done has an answer or an error")

    @property
    def settled(self) -> bool:
        """Whether the outcome is known; waiting threads may not have been woken yet."""
        return self.answer is not None or self.error is not None

    def expect(self) -> None:
        """Prepares for a thread to wait. Only one thread may call this at a time."""
        if self._woken is None:
            woken = threading.Lock()
            woken.acquire()
            self._woken = woken

    def follow(self) -> None:
        """Sleeps until the submission is done or chosen to lead."""
        woken = self._woken
        # ``done`` is set before anybody is woken, so checking it here misses nothing.
        if woken is not None and not self.done:
            woken.acquire()
        if self.done:
            # Other threads may be waiting for the same answer.
            self.wake()

    def wake(self) -> None:
        """Wakes the waiting thread, unless it has been woken already."""
        if self._woken is not None:
            with suppress(RuntimeError):
                self._woken.release()

    def tell(self) -> None:
        """Marks the submission done, wakes whoever waits, and calls the callback."""
        if self.answer is None and self.error is None:
            self.error = Unavailable("stopped before it was known whether the command is stored")
        self.done = True
        if self._woken is not None:
            self.wake()
        if self._then is not None:
            self._then(self)


Then = Callable[[Submission], None]
"""A callback, run in a thread of the pipeline when a submission is done. It must not raise."""
