"""Every reason for which a command about people is refused, reached, and its sentence."""

from collections.abc import Callable, Mapping

import pytest

from pitboss.people import commands as c
from pitboss.people.appointments import HouseRules
from pitboss.people.decide import decide_people
from pitboss.people.events import DeedProposed, FoundingEnded
from pitboss.people.evolve import evolve_people
from pitboss.people.factors import CODE_TRIES, PasskeyGiven, TotpGiven
from pitboss.people.refusals import WRONG_BADGE, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import PIN_TRIES
from pitboss.rulebook.authority import Post
from tests.people.crew import HOUR_MS, Crew, console, recovery, sign

ROOT = Role.ADMINISTRATOR


def crew() -> Crew:
    return Crew(ROOT, Role.DEALER)


def used() -> Crew:
    """Dana has signed in with a password that root chose."""
    people = Crew(ROOT)
    people.do(c.AddPerson("dana", Role.DEALER, "first"), "root")
    people.sign_in("dana", "s1", "first")
    return people


def locked() -> Crew:
    """Dana's PIN was tried once too often."""
    people = crew()
    people.do(c.SetPin("pin"), "dana")
    for _ in range(PIN_TRIES):
        people.do(c.NoteWrongPin("dana", "10.0.0.7"), "root")
    return people


def enrolled(wrong: int = 0) -> Crew:
    """Dana has an authenticator app, and has given wrong codes."""
    people = crew()
    people.sign_in("dana", "s1")
    people.do(c.EnrolTotp("sealed"), "dana")
    people.do(c.ConfirmTotp("sealed", 1, (), "s1"), "dana")
    for _ in range(wrong):
        people.do(c.NoteWrongCode("dana", "10.0.0.7"), "dana")
    return people


def last_factor() -> PeopleRefused:
    people, rules = enrolled(), HouseRules(second_from=Post.DEALER)
    decided = decide_people(people.state, c.RemoveTotp(), "dana", people.now_ms, rules)
    assert isinstance(decided, PeopleRefused)
    return decided


def directory(role: Role = Role.DEALER) -> c.OpenByDirectory:
    return c.OpenByDirectory(
        session="s", issuer="i", subject="x", name="drew", roles=(role,), lasts_ms=HOUR_MS
    )


def disabled() -> Crew:
    """Drew came by the directory, and is disabled now."""
    people = crew()
    people.do(directory())
    people.do(c.DisablePerson("drew"), "root")
    return people


def badged() -> Crew:
    """Dana has a badge."""
    people = Crew(ROOT, Role.DEALER, Role.SHIFT_MANAGER)
    people.do(c.IssueBadge("dana", "b"), "root")
    return people


def demo() -> Crew:
    people = Crew()
    people.do(c.StartDemo())
    return people


def waiting() -> Crew:
    """Root would make a shift manager, and ida could approve it."""
    people = crew()
    people.do(c.AddPerson("ida", ROOT, "hash"), "root")
    deed = c.AddPerson("mia", Role.SHIFT_MANAGER, "first")
    proposed = DeedProposed(at_ms=people.now_ms, by="root", deed=deed)
    people.state = evolve_people(people.state, proposed)
    return people


def approval(people: Crew) -> c.ApproveDeed:
    return c.ApproveDeed(next(iter(people.state.deeds)))


def too_new() -> PeopleRefused:
    people, rules = waiting(), HouseRules(appointments=True, account_age_ms=HOUR_MS)
    people.state = evolve_people(people.state, FoundingEnded(at_ms=people.now_ms, by="max"))
    decided = decide_people(people.state, approval(people), "ida", people.now_ms, rules)
    assert isinstance(decided, PeopleRefused)
    return decided


SITUATIONS: Mapping[PeopleRefusal, Callable[[], PeopleRefused]] = {
    PeopleRefusal.ALREADY_SET_UP: lambda: crew().refuse(c.SetUp("ida", "hash")),
    PeopleRefusal.IN_USE: lambda: crew().refuse(c.StartDemo()),
    PeopleRefusal.REASON_NEEDED: lambda: crew().refuse(recovery(reason=" ")),
    PeopleRefusal.BAD_REASON: lambda: crew().refuse(recovery(reason="two\nlines")),
    PeopleRefusal.DEMONSTRATION: lambda: demo().refuse(recovery("ida")),
    PeopleRefusal.NAME_NEEDED: lambda: Crew(Role.DEALER).refuse(recovery()),
    PeopleRefusal.NOT_AN_ADMINISTRATOR: lambda: crew().refuse(recovery("dana")),
    PeopleRefusal.BAD_FIELD: lambda: crew().refuse(console("Console", None), "root"),
    PeopleRefusal.BAD_NAME: lambda: crew().refuse(c.AddPerson("a/b", Role.PLAYER), "root"),
    PeopleRefusal.NAME_TAKEN: lambda: crew().refuse(c.AddPerson("Dana", Role.PLAYER), "root"),
    PeopleRefusal.OWN_PASSWORD: lambda: crew().refuse(c.InvitePerson("root", "link"), "root"),
    PeopleRefusal.OWN_ROLE: lambda: crew().refuse(c.ChangeRole("root", Role.DEALER), "root"),
    PeopleRefusal.OWN_FACTORS: lambda: crew().refuse(c.ResetFactors("root"), "root"),
    PeopleRefusal.NOTHING_WAITS: lambda: crew().refuse(c.ApproveDeed("x"), "root"),
    PeopleRefusal.SECOND_NEEDED: lambda: waiting().refuse(approval(waiting()), "root"),
    PeopleRefusal.ACCOUNT_TOO_NEW: too_new,
    PeopleRefusal.NO_SUCH_PERSON: lambda: crew().refuse(c.DisablePerson("zoe"), "root"),
    PeopleRefusal.NO_SUCH_DEVICE: lambda: crew().refuse(c.RevokeDevice("d9"), "root"),
    PeopleRefusal.NO_SUCH_PROGRAM: lambda: crew().refuse(c.RevokeProgram("p9"), "root"),
    PeopleRefusal.NO_SUCH_PASSKEY: lambda: crew().refuse(c.RemovePasskey("k"), "dana"),
    PeopleRefusal.LAST_ADMINISTRATOR: lambda: crew().refuse(c.DisablePerson("root"), "root"),
    PeopleRefusal.WRONG_NAME_OR_PASSWORD: lambda: crew().refuse(c.OpenSession("s", "zoe", HOUR_MS)),
    PeopleRefusal.ACCOUNT_DISABLED: lambda: disabled().refuse(directory()),
    PeopleRefusal.NO_ROLE: lambda: crew().refuse(directory(Role.DISPLAY)),
    PeopleRefusal.FIRST_PASSWORD_USED: lambda: used().refuse(
        c.OpenSession("s2", "dana", HOUR_MS, "first")
    ),
    PeopleRefusal.NO_INVITATION: lambda: crew().refuse(c.AcceptInvitation("link", "hash"), "dana"),
    PeopleRefusal.WRONG_NAME_OR_PIN: lambda: crew().refuse(c.NoteRightPin("dana"), "root"),
    PeopleRefusal.BADGE_TAKEN: lambda: badged().refuse(c.IssueBadge("max", "b"), "root"),
    PeopleRefusal.NO_BADGE: lambda: crew().refuse(c.RevokeBadge("dana"), "root"),
    PeopleRefusal.WRONG_BADGE: lambda: WRONG_BADGE,
    PeopleRefusal.PIN_LOCKED: lambda: locked().refuse(c.NoteRightPin("dana"), "root"),
    PeopleRefusal.NO_SECOND_FACTOR: lambda: crew().refuse(c.RemoveTotp(), "dana"),
    PeopleRefusal.NOTHING_TO_CONFIRM: lambda: crew().refuse(
        c.ConfirmTotp("sealed", 1, (), "s"), "dana"
    ),
    PeopleRefusal.LAST_FACTOR: last_factor,
    PeopleRefusal.SECOND_FACTOR_NEEDED: lambda: enrolled().refuse(
        c.OpenSession("s2", "dana", HOUR_MS)
    ),
    PeopleRefusal.WRONG_CODE: lambda: enrolled().refuse(
        c.OpenSession("s2", "dana", HOUR_MS, None, TotpGiven(1))
    ),
    PeopleRefusal.WRONG_PASSKEY: lambda: enrolled().refuse(
        c.OpenSession("s2", "dana", HOUR_MS, None, PasskeyGiven("k", 1, "c", 1))
    ),
    PeopleRefusal.SECOND_FACTOR_LOCKED: lambda: enrolled(CODE_TRIES).refuse(
        c.OpenSession("s2", "dana", HOUR_MS, None, TotpGiven(2))
    ),
}


def test_every_code_is_reached() -> None:
    assert list(SITUATIONS) == list(PeopleRefusal)


@pytest.mark.parametrize("code", SITUATIONS)
def test_the_situation_reaches_the_code(code: PeopleRefusal) -> None:
    refused = SITUATIONS[code]()
    assert refused.code is code
    assert refused.message.endswith(".")
    assert "None" not in refused.message


@pytest.mark.parametrize(
    ("people", "command", "by", "code"),
    [
        (crew(), c.SetUp("a/b", "hash"), None, PeopleRefusal.ALREADY_SET_UP),
        (demo(), recovery(None, " "), None, PeopleRefusal.REASON_NEEDED),
        (demo(), recovery(None, "\n"), None, PeopleRefusal.REASON_NEEDED),
        (demo(), recovery(None, "a\nb"), None, PeopleRefusal.BAD_REASON),
        (demo(), recovery(None), None, PeopleRefusal.DEMONSTRATION),
        (crew(), recovery("a/b"), None, PeopleRefusal.NOT_AN_ADMINISTRATOR),
        (crew(), console("a/b", None), "root", PeopleRefusal.BAD_FIELD),
        (Crew(), c.InvitePerson("zoe", "link"), "zoe", PeopleRefusal.OWN_PASSWORD),
    ],
)
def test_of_several_reasons_the_first_is_given(
    people: Crew, command: c.AnyPeopleCommand, by: str | None, code: PeopleRefusal
) -> None:
    assert people.refuse(command, by).code is code


def test_the_first_administrator_needs_a_name_too() -> None:
    assert Crew().refuse(c.SetUp("pitboss", "hash")).code == "bad-name"


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (c.ChangePassword("hash of dana", "new"), "zoe"),
        (c.ChangePassword("an older hash", "new"), "dana"),
        (c.OpenSession("s", "dana", HOUR_MS, "an older hash"), "dana"),
    ],
)
def test_a_password_that_was_changed_meanwhile_is_wrong(
    command: c.AnyPeopleCommand, by: str
) -> None:
    assert crew().refuse(command, by).code == "wrong-name-or-password"


@pytest.mark.parametrize(
    "command",
    [c.ChangePassword("hash of dana", "new"), c.OpenSession("s", "dana", HOUR_MS, "hash of dana")],
)
def test_who_is_disabled_is_told_no_more_than_a_stranger(command: c.AnyPeopleCommand) -> None:
    people = crew()
    stranger = people.refuse(c.OpenSession("s", "zoe", HOUR_MS))
    people.do(c.DisablePerson("dana"), "root")
    assert people.refuse(command, "dana") == stranger


def test_a_device_that_was_revoked_gets_no_other_token() -> None:
    people = crew()
    people.do(sign("Sign"), "root")
    people.do(c.RevokeDevice("d1"), "root")
    refused = people.refuse(c.RenewDevice("d1", "another token"), "root")
    assert refused.code is PeopleRefusal.NO_SUCH_DEVICE
    assert "add it again" in refused.message


@pytest.mark.parametrize("name", ["Box 3", "box 12", "BOX3", "Box  1", "Bοx 7", "Box l"])
def test_nobody_has_the_name_of_a_box(name: str) -> None:
    for command in (
        c.AddPerson(name, Role.PLAYER),
        c.AdmitWalkIn(name, "T1"),
        sign(name),
    ):
        assert crew().refuse(command, "root").code is PeopleRefusal.BAD_NAME


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (c.AddDevice("d", "t", Role.PLAYER, "Seat"), "role"),
        (console("Console", None), "table"),
        (c.AddDevice("d", "t", Role.DISPLAY, "Sign", "T1"), "table"),
        (sign(" Sign"), "label"),
        (c.AddPerson("a\u200bb", Role.PLAYER), "name"),
    ],
)
def test_it_says_which_field_is_wrong(command: c.AnyPeopleCommand, where: str) -> None:
    assert crew().refuse(command, "root").where == where


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (None, "There are several administrators: root, ida. Name one of them."),
        ("zoe", "zoe is not an enabled administrator; these are: root, ida."),
    ],
)
def test_a_recovery_says_whom_it_could_let_in(name: str | None, sentence: str) -> None:
    people = crew()
    people.do(c.AddPerson("ida", ROOT), "root")
    assert people.refuse(recovery(name)).message == sentence


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("dana", "not-an-administrator", "dana already works here as dealer and stays so"),
        ("Dana", "name-taken", "'Dana' can't be the name of a new administrator. The name dana is"),
        ("a\x1bb", "bad-name", r"'a\x1bb' can't be the name of a new administrator. A name can't"),
        (None, "name-needed", "No administrator is left; name a new one."),
    ],
)
def test_where_none_is_left_it_says_who_can_not_be_a_new_one(
    name: str | None, code: str, sentence: str
) -> None:
    refused = Crew(Role.DEALER).refuse(recovery(name))
    assert refused.code == code
    assert refused.message.startswith(sentence)
