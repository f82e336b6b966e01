"""Whatever is asked, in whatever order, by whomever: what must hold of people holds."""

import unicodedata
from itertools import chain

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.people import commands as c
from pitboss.people.decide import decide_people
from pitboss.people.events import ProgramSeen, SecondFactorGiven, SessionSeen
from pitboss.people.evolve import evolve_people
from pitboss.people.factors import CODE_TRIES, CodeGiven, Passkey, PasskeyGiven, TotpGiven
from pitboss.people.refusals import PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.people.state import PIN_TRIES, People, administrators
from tests.people.crew import HOUR_MS, NOW_MS

NAMES = st.sampled_from(["ann", "Ann", "bob", "ida", "root", "pitboss", "a/b"])
HASHES = st.sampled_from(["h1", "h2", "h3"])
IDS = st.sampled_from(["1", "2", "3"])
ROLES = st.sampled_from([Role.ADMINISTRATOR, Role.DEALER, Role.DISPLAY])
MAYBE_NAME = st.none() | NAMES
STEPS = st.integers(1, 5)
PASSKEYS = st.builds(Passkey, IDS, st.just("Key"), HASHES, STEPS, st.just("example"))
PASSKEY_GIVEN = st.builds(PasskeyGiven, IDS, STEPS, HASHES, st.just(NOW_MS + 9))
GIVEN = st.builds(TotpGiven, STEPS) | st.builds(CodeGiven, HASHES) | PASSKEY_GIVEN

IN_A_CASINO = st.one_of(
    st.builds(c.SetUp, NAMES, HASHES),
    st.builds(c.AddPerson, NAMES, ROLES, st.none() | HASHES),
    st.builds(c.ChangeRole, NAMES, ROLES),
    st.builds(c.DisablePerson, NAMES),
    st.builds(c.EnablePerson, NAMES),
    st.builds(c.InvitePerson, NAMES, HASHES),
    st.builds(c.AcceptInvitation, HASHES, HASHES),
    st.builds(c.ChangePassword, HASHES, HASHES),
    st.builds(
        c.RecoverAdministrator, MAYBE_NAME, HASHES, st.just("Why."), st.just("ops"), st.just("host")
    ),
    st.builds(c.OpenSession, IDS, NAMES, st.just(HOUR_MS), st.none() | HASHES, st.none() | GIVEN),
    st.builds(c.NoteSession, IDS, st.just(NOW_MS)),
    st.builds(c.CloseSession, IDS),
    st.builds(c.NoteFailedSignIn, NAMES, st.just("10.0.0.7")),
    st.builds(c.SetPin, HASHES),
    st.builds(c.NoteWrongPin, NAMES, st.just("10.0.0.7")),
    st.builds(c.NoteRightPin, NAMES),
    st.builds(c.EnrolTotp, HASHES),
    st.builds(c.ConfirmTotp, HASHES, STEPS, st.just(("h1", "h2")), IDS),
    st.just(c.RemoveTotp()),
    st.builds(c.RenewCodes, st.just(("h3",))),
    st.builds(c.AddPasskey, PASSKEYS, IDS),
    st.builds(c.RemovePasskey, IDS),
    st.builds(c.GivePasskey, NAMES, PASSKEY_GIVEN),
    st.builds(c.GiveSecond, IDS, GIVEN),
    st.builds(c.NoteWrongCode, NAMES, st.just("10.0.0.7")),
    st.builds(c.ResetFactors, NAMES),
    st.builds(c.IssueBadge, NAMES, HASHES),
    st.builds(c.RevokeBadge, NAMES),
    st.builds(c.AdmitWalkIn, NAMES, st.just("T1")),
    st.builds(c.AddDevice, IDS, IDS, ROLES, NAMES, st.none() | st.just("T1")),
    st.builds(c.RenewDevice, IDS, IDS, st.none() | st.just(1_000)),
    st.builds(c.RevokeDevice, IDS),
    st.builds(
        c.AddProgram,
        program=IDS,
        token=IDS,
        name=NAMES,
        role=st.sampled_from([Role.DEALER, Role.AUDITOR, Role.PLAYER]),
        scope=st.builds(Scope, reads=st.sampled_from([(), (ReadArea.FLOOR,)])),
        until_ms=st.integers(NOW_MS, NOW_MS + 20),
    ),
    st.builds(c.RevokeProgram, IDS),
    st.builds(c.NoteProgram, IDS, st.just(NOW_MS)),
)
ANYWHERE = st.just(c.StartDemo()) | IN_A_CASINO

# A machine that is busy with other tests is slow, and that is no fault of these.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


BY_DIRECTORY = st.builds(
    c.OpenByDirectory,
    session=IDS,
    issuer=st.just("i"),
    subject=IDS,
    name=NAMES,
    roles=st.lists(ROLES, max_size=2).map(tuple),
    lasts_ms=st.just(HOUR_MS),
)


@unhurried
@given(st.lists(st.tuples(IN_A_CASINO | BY_DIRECTORY, MAYBE_NAME), max_size=40))
def test_once_there_is_an_administrator_one_is_left(
    asked: list[tuple[c.AnyPeopleCommand, str | None]],
) -> None:
    state, there_was_one = People(), False
    for step, (command, by) in enumerate(asked):
        decided = decide_people(state, command, by, NOW_MS + step)
        if not isinstance(decided, PeopleRefused):
            for event in decided:
                state = evolve_people(state, event)
        there_was_one |= bool(administrators(state))
        assert bool(administrators(state)) is there_was_one


@unhurried
@given(st.lists(st.tuples(ANYWHERE, MAYBE_NAME), max_size=40))
def test_no_two_names_read_alike_and_every_session_is_of_somebody_enabled(
    asked: list[tuple[c.AnyPeopleCommand, str | None]],
) -> None:
    state = People()
    for step, (command, by) in enumerate(asked):
        now_ms = NOW_MS + step
        decided = decide_people(state, command, by, now_ms)
        if isinstance(decided, PeopleRefused):
            continue
        for event in decided:
            assert event.by == (by or "pitboss") or isinstance(event, SecondFactorGiven)
            assert event.at_ms == now_ms or isinstance(event, SessionSeen | ProgramSeen)
            state = evolve_people(state, event)
        live = (one.label for one in state.devices.values() if not one.revoked)
        names = [
            unicodedata.normalize("NFKC", name).casefold()
            for name in chain(state.persons, state.walk_ins, live)
        ]
        assert len(names) == len(set(names))
        assert "pitboss" not in names
        badges = [one.badge for one in state.persons.values() if one.badge is not None]
        assert len(badges) == len(set(badges)), "a badge is one person's"
        assert all(one.wrong_pins <= PIN_TRIES for one in state.persons.values())
        assert all(one.factors.wrong <= CODE_TRIES for one in state.persons.values())
        for session in state.sessions.values():
            assert state.persons[session.name].enabled
            assert (
                state.demo
                or session.second_ms is not None
                or not state.persons[session.name].factors.any
            )
