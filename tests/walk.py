"""Follows a real request through the service, from the ASGI application to the journal.

    with recorded() as recorder, House(tmp_path / "pitboss.db") as house:
        ann = house.person(Role.PLAYER)
        walk = recorder.follow(lambda: ann.done("Stud", "place-bet", ...))
        assert walk.owners["casino.process"] == ["casino.pipeline"]

Every function that is called in any thread is seen (``threading.setprofile``). A walk holds what
the request itself does: what begins in the ASGI application, in the bridge's hand-over, or in a
worker of the pipeline. What other threads do meanwhile, such as the live updates of what was stored
before, is no part of it.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

ROOTS = frozenset(("web.asgi", "web.bridge", "casino.pipeline"))
APPEND = ("journal", "append")


class Visit(NamedTuple):
    """A stay in a module: all that one visit of the caller's module has it do."""

    module: str
    number: int


class Step(NamedTuple):
    """A call from one module to another; ``path`` are the modules on the stack, outermost first."""

    caller: Visit | None
    module: str
    function: str
    path: tuple[str, ...]


class Walk:
    """The calls of one request, in order."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        ends = [at for at, step in enumerate(steps) if _is_append(step)]
        assert ends, "nothing was stored"
        self.to_append = steps[: ends[0] + 1]

    @property
    def owners(self) -> dict[str, list[str]]:
        """Which modules have entered each module before the append: one for each visit, in the
        order of the first entries.
        """
        visits: dict[str, dict[Visit | None, None]] = defaultdict(dict)
        for step in self.to_append:
            visits[step.module].setdefault(step.caller)
        return {
            module: ["" if caller is None else caller.module for caller in callers]
            for module, callers in visits.items()
        }

    def between(self, *parts: str) -> list[tuple[str, str]]:
        """The calls between these parts alone, as (caller, called); the same one again at once
        counts once. A part is a module, or a package with all its modules.
        """
        calls: list[tuple[str, str]] = []
        for step in self.steps:
            called = part_of(step.module, parts)
            callers = [part for name in step.path if (part := part_of(name, parts))]
            if called and callers and callers[-1] != called:
                call = (callers[-1], called)
                if not calls or calls[-1] != call:
                    calls.append(call)
        return calls


def part_of(module: str, parts: Sequence[str]) -> str | None:
    return next((part for part in parts if module == part or module.startswith(f"{part}.")), None)


def _is_append(step: Step) -> bool:
    package, function = APPEND
    return step.module.startswith(f"{package}.") and step.function == function


class Recorder:
    """Sees calls while it is on."""

    def __init__(self) -> None:
        self._on = False
        self._steps: list[Step] = []
        self._visits: dict[FrameType, Visit] = {}
        self._of_module: dict[str, dict[Visit | None, Visit]] = defaultdict(dict)
        self._lock = threading.Lock()

    def follow(self, request: Callable[[], object]) -> Walk:
        """Has something asked for, and follows it until it is answered."""
        self._steps, self._on = [], True
        try:
            request()
        finally:
            self._on = False
            with self._lock:
                steps, self._steps = self._steps, []
                self._visits.clear()
                self._of_module.clear()
        return Walk(steps)

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self._on and event == "call" and (module := _module(frame)):
            with self._lock:
                if frame not in self._visits:
                    self._note(frame, module)

    def _note(self, frame: FrameType, module: str) -> None:
        stack = _stack(frame)
        if _module(stack[-1]) not in ROOTS:
            return
        path = tuple(_module(one) for one in reversed(stack[1:]))
        goes_on = path[-1] == module if path else bool(self._of_module[module])
        self._visit(stack)
        if not goes_on:
            caller = self._visit(stack[1:]) if path else None
            self._steps.append(Step(caller, module, frame.f_code.co_name, path))

    def _visit(self, stack: Sequence[FrameType]) -> Visit:
        """The visit that the innermost frame of a stack belongs to."""
        frame, module = stack[0], _module(stack[0])
        if frame not in self._visits:
            caller = self._visit(stack[1:]) if len(stack) > 1 else None
            visits = self._of_module[module]
            if caller is not None and caller.module == module:
                visit = caller
            elif caller is None and visits:
                # The event loop or a thread goes on with what a module has handed over to itself.
                visit = next(iter(visits.values()))
            else:
                visit = visits.setdefault(caller, Visit(module, len(visits)))
            self._visits[frame] = visit
        return self._visits[frame]


def _module(frame: FrameType) -> str:
    """The module of a frame without the package's name; nothing for code of others."""
    name = str(frame.f_globals.get("__name__", ""))
    return name.removeprefix("pitboss.") if name.startswith("pitboss.") else ""


def _stack(frame: FrameType) -> list[FrameType]:
    """A frame of Pitboss and those that it was called from, the innermost first."""
    stack: list[FrameType] = []
    behind: FrameType | None = frame
    while behind is not None:
        if _module(behind):
            stack.append(behind)
        behind = behind.f_back
    return stack


@contextmanager
def recorded() -> Iterator[Recorder]:
    """Threads that are started inside it are seen; none but these."""
    recorder, before = Recorder(), threading.getprofile()
    threading.setprofile(recorder)
    try:
        yield recorder
    finally:
        threading.setprofile(before)
