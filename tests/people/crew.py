"""People for tests: a state that commands are put to, one after another."""

from pitboss.people import commands as c
from pitboss.people.decide import decide_people
from pitboss.people.events import AnyPeopleEvent
from pitboss.people.evolve import evolve_people
from pitboss.people.refusals import PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.people.state import People

NOW_MS = 1_700_000_000_000
HOUR_MS = 3_600_000


class Crew:
    """Everybody, and a clock that a test sets."""

    def __init__(self, *roles: Role) -> None:
        self.state = People()
        self.now_ms = NOW_MS
        for role in roles:
            self.do(c.AddPerson(NAMES[role], role, f"hash of {NAMES[role]}"))

    def decide(self, command: c.AnyPeopleCommand, by: str | None = None) -> object:
        """Events or a refusal; nothing changes."""
        return decide_people(self.state, command, by, self.now_ms)

    def do(self, command: c.AnyPeopleCommand, by: str | None = None) -> tuple[AnyPeopleEvent, ...]:
        """The events of a command that must not be refused."""
        decided = decide_people(self.state, command, by, self.now_ms)
        assert not isinstance(decided, PeopleRefused), decided
        for event in decided:
            self.state = evolve_people(self.state, event)
        return decided

    def refuse(self, command: c.AnyPeopleCommand, by: str | None = None) -> PeopleRefused:
        """Why a command is refused, which must be."""
        decided = decide_people(self.state, command, by, self.now_ms)
        assert isinstance(decided, PeopleRefused), decided
        return decided

    def sign_in(self, name: str, session: str, password: str | None = None) -> None:
        self.do(c.OpenSession(session, name, HOUR_MS, password), name)


NAMES = {
    Role.PLAYER: "ann",
    Role.DEALER: "dana",
    Role.SHIFT_MANAGER: "max",
    Role.ADMINISTRATOR: "root",
}


def recovery(name: str | None = None, reason: str = "Root has left.") -> c.RecoverAdministrator:
    return c.RecoverAdministrator(name, "hash of a way back", reason, "ops", "floor-1")


def sign(label: str, device: str = "d1") -> c.AddDevice:
    return c.AddDevice(device, f"token of {device}", Role.DISPLAY, label)


READS = Scope(reads=(ReadArea.FLOOR,))


def program(id: str, name: str) -> c.AddProgram:
    return c.AddProgram(
        program=id,
        token=f"token of {id}",
        name=name,
        role=Role.AUDITOR,
        scope=READS,
        until_ms=NOW_MS + HOUR_MS,
    )


def console(label: str, table: str | None, device: str = "d2") -> c.AddDevice:
    return c.AddDevice(device, f"token of {device}", Role.DEALER, label, table)
