"""The auditor knows who: posts at each moment, appointments by two, accounts that are old enough,
players who exist. Journals are changed with all hashes computed again.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.audit import Discrepancy, audit
from pitboss.casino.requests import PeopleRequest
from pitboss.journal.port import Record
from pitboss.people import commands as pc
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Post
from tests.attacks.insiders import A_DAY_MS, Insider
from tests.audit.tampering import entry_to, first, journal_of, numbered_again, with_edit


@pytest.fixture(scope="module")
def house() -> list[Record]:
    """The records of a house whose controls are on record."""
    found = Insider(Post.DEALER, seed=2)
    found.run(250)
    report = found.audited()
    assert report.problem is None, report.problem
    return found.journal.read_all(0, 100_000)


def problem_of(records: list[Record]) -> Discrepancy:
    problem = audit(journal_of(records)).problem
    assert problem is not None, "the auditor noticed nothing"
    return problem


def with_event(records: list[Record], after: Record, event: dict[str, Any]) -> list[Record]:
    """One event more of people, behind a record; as a command of its own."""
    at = records.index(after) + 1
    while at < len(records) and records[at].number:
        at += 1
    made = replace(
        after,
        stream="people",
        command="forged",
        number=0,
        entry=entry_to("people"),
        kind=event["event"],
        body=msgspec.json.encode({"event": event["event"], "at-ms": after.at_ms} | event),
    )
    return numbered_again([*records[:at], made, *records[at:]])


def last_person(records: list[Record]) -> Record:
    return [one for one in records if one.kind == "person-appointed/1"][-1]


A_TOKEN = {
    "event": "program-added/1",
    "by": "root",
    "program": "p1",
    "token": "a hash",
    "name": "Shoe",
    "role": "dealer",
    "scope": {"commands": ["close-betting"]},
}


def with_program(records: list[Record], by: str, **more: Any) -> list[Record]:
    """A program has a token, and betting was closed by somebody."""
    made = {"until-ms": records[-1].at_ms + A_DAY_MS} | more
    known = with_event(records, last_person(records), A_TOKEN | made)
    actor = {"post": 1, "name": by}
    return with_edit(known, first(known, "betting-closed/1"), lambda e: e.update(by=actor))


def test_a_program_acts_by_its_token(house: list[Record]) -> None:
    problem = audit(journal_of(with_program(house, "program/Shoe"))).problem
    assert problem is None, problem


@pytest.mark.parametrize(
    "more",
    [{"until-ms": 1_700_000_000_001}, {"scope": {"tables": ["elsewhere"]}}, {"role": "auditor"}],
)
def test_a_program_does_nothing_that_its_token_is_not_for(
    house: list[Record], more: dict[str, Any]
) -> None:
    problem = problem_of(with_program(house, "program/Shoe", **more))
    assert problem.what in ("what a program does by its token", "a token ends after it was made")


def test_a_program_without_a_token_is_nobody(house: list[Record]) -> None:
    problem = problem_of(with_program(house, "program/Ghost"))
    assert (problem.what, problem.person) == ("what a program does by its token", "program/Ghost")


def test_a_program_gives_nobodys_word(house: list[Record]) -> None:
    at = first(house, "link-opened/1")
    problem = problem_of(
        with_edit(house, at, lambda e: e["by"].update(name="program/Shoe")),
    )
    assert (problem.position, problem.expected) == (at.position, "a person"), problem


def test_a_program_is_not_the_second_who_approves(house: list[Record]) -> None:
    """The approval's own command names whoever gave it, so that is forged with it."""
    at = first(house, "approval-given/1")
    digest = msgspec.json.decode(at.body)["digest"]
    forged = f"approved/{digest}/program/Shoe"
    named = [replace(one, command=forged) if one.command == at.command else one for one in house]
    at = first(named, "approval-given/1")
    problem = problem_of(with_edit(named, at, lambda e: e["by"].update(name="program/Shoe")))
    assert (problem.position, problem.expected) == (at.position, "a person"), problem


def test_whoever_approves_with_a_badge_has_one_and_has_given_the_pin(
    house: list[Record],
) -> None:
    at = first(house, "approval-given/1")
    by = msgspec.json.decode(at.body)["by"]["name"]
    badge = with_edit(house, at, lambda e: e.update(how="badge-and-pin"))
    assert problem_of(badge).what == "who approves with a badge"
    event = {"event": "badge-issued/1", "by": "root", "name": by, "badge": "a hash"}
    one_gave = with_event(house, last_person(house), event)
    assert problem_of(one_gave).what == "a badge is given by two administrators"
    at = first(house, "controls-in-force/1")
    alone = with_edit(house, at, lambda e: e.pop("appointments"))
    known = with_event(alone, last_person(alone), event)
    at = first(known, "approval-given/1")
    fits = with_edit(known, at, lambda e: e.update(how="badge-and-pin"))
    assert audit(journal_of(fits)).problem is None
    no_pin = with_edit(known, at, lambda e: e.update(how="badge"))
    assert problem_of(no_pin).what == "how an approval was proved"


OF_DIRECTORY = {
    "event": "directory-person-added/1",
    "by": "pitboss",
    "name": "drew",
    "role": "dealer",
    "issuer": "https://login.example",
    "subject": "s-1",
}


def test_the_directory_gives_high_posts_where_the_house_trusts_it_alone(
    house: list[Record],
) -> None:
    known = with_event(house, last_person(house), OF_DIRECTORY)
    assert audit(journal_of(known)).problem is None
    high = OF_DIRECTORY | {"role": "shift-manager"}
    set_high = {"event": "role-set/1", "by": "pitboss", "name": "ann", "role": "shift-manager"}
    trusted = with_edit(
        house, first(house, "controls-in-force/1"), lambda e: e.update({"directory-high": True})
    )
    for event in (high, set_high):
        forged = with_event(house, last_person(house), event)
        assert problem_of(forged).what == "a high post takes two administrators"
    given = with_event(trusted, last_person(trusted), high)
    assert audit(journal_of(given)).problem is None


def test_a_directory_opens_its_own_accounts(house: list[Record]) -> None:
    opened = {
        "event": "directory-session-opened/1",
        "by": "pitboss",
        "session": "a hash",
        "name": "second",
        "issuer": "https://login.example",
        "subject": "s-1",
        "expires-ms": 9_999_999_999_999,
        "second": False,
    }
    problem = problem_of(with_event(house, last_person(house), opened))
    assert problem.what == "whose account a directory opens"


ACTS: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "in another post": (
        "betting-opened/1",
        lambda e: e["by"].update(post=4),
        "the post in which somebody acts",
    ),
    "somebody whom nobody knows": (
        "betting-closed/1",
        lambda e: e["by"].update(name="ghost"),
        "whoever acts has an account",
    ),
    "Pitboss itself": (
        "table-opened/1",
        lambda e: e.update(by={"post": 4, "name": "pitboss"}),
        "whoever acts has an account",
    ),
    "a bet for nobody": (
        "bet-placed/1",
        lambda e: e.update(player="ghost", by={"post": 1, "name": "robot-dealer"}),
        "for whom staff bet",
    ),
    "a bet for staff": (
        "bet-placed/1",
        lambda e: e.update(player="second", by={"post": 1, "name": "robot-dealer"}),
        "for whom staff bet",
    ),
    "a link with one verifier": (
        "link-opened/1",
        lambda e: e["parameters"].update(verifiers=1),
        "how many verify a claim",
    ),
    "an approval that asks too little": (
        "approval-asked/1",
        lambda e: e.update(least=1),
        "who approves link at least",
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_who_acts_is_held_against_his_post(house: list[Record], act: str) -> None:
    kind, change, says = ACTS[act]
    at = first(house, kind)
    problem = problem_of(with_edit(house, at, change))
    assert (problem.position, problem.what) == (at.position, says), problem


def test_whoever_was_disabled_acts_no_more(house: list[Record]) -> None:
    event = {"event": "person-disabled/1", "by": "root", "name": "robot-dealer"}
    problem = problem_of(with_event(house, last_person(house), event))
    assert problem.what == "the post in which somebody acts"
    assert problem.expected == "robot-dealer, dealer, disabled"
    assert problem.person == "robot-dealer"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            {"event": "role-set/1", "by": "root", "name": "ann", "role": "shift-manager"},
            "a high post takes two administrators",
        ),
        (
            {"event": "person-added/1", "by": "pitboss", "name": "eve", "role": "pit-manager"},
            "a high post takes two administrators",
        ),
        (
            {
                "event": "person-invited/1",
                "by": "root",
                "name": "second",
                "invitation": "a hash",
                "link-until-ms": 9_999_999_999_999,
            },
            "a high post takes two administrators",
        ),
        (
            {"event": "password-set/1", "by": "root", "name": "second", "password": "a hash"},
            "who chooses a password",
        ),
        (
            {"event": "invitation-accepted/1", "by": "ann", "name": "ann", "password": "a hash"},
            "who accepts an invitation",
        ),
        (
            {
                "event": "person-added/1",
                "by": "root",
                "name": "eve",
                "role": "player",
                "password": None,
                "founding": True,
            },
            "who counts at once",
        ),
        (
            {"event": "factors-reset/1", "by": "root", "name": "ann"},
            "a second factor is reset by two administrators",
        ),
        (
            {"event": "person-added/1", "by": "second", "name": "eve", "role": "player"},
            "who changes people and devices",
        ),
        (
            A_TOKEN | {"by": "second", "until-ms": 9_999_999_999_999},
            "who changes people and devices",
        ),
        (
            A_TOKEN | {"role": "shift-manager", "until-ms": 9_999_999_999_999},
            "a high post takes two administrators",
        ),
        (
            {"event": "deed-approved/1", "by": "root", "digest": "0" * 32, "proposed-by": "eve"},
            "what is approved was proposed",
        ),
        (
            {"event": "walk-in-admitted/1", "by": "ann", "name": "Guest", "table": "T0"},
            "who admits a walk-in",
        ),
    ],
)
def test_nobody_appoints_alone(house: list[Record], event: dict[str, Any], says: str) -> None:
    filled = event | ({"password": None} if event["event"].startswith("person-added") else {})
    problem = problem_of(with_event(house, last_person(house), filled))
    assert (problem.what, problem.person) == (says, event["by"])


def test_two_administrators_appoint_and_one_alone_does_not() -> None:
    found = Insider(Post.DEALER, seed=1)
    casino = found.casino

    def ask(id: str, command: pc.AnyPeopleCommand, by: str) -> None:
        answer = casino.carry_out(PeopleRequest(id=id, command=command, by=by))
        assert answer.refusal is None, answer.refusal

    ask("two", pc.AddPerson("rita", Role.ADMINISTRATOR, "a hash"), "root")
    found.clock.now_ms += 2 * A_DAY_MS
    ask("propose", pc.AddPerson("pia", Role.PIT_MANAGER, "a hash"), "root")
    (digest,) = casino.people().deeds
    ask("approve", pc.ApproveDeed(digest), "rita")
    ask("enrol", pc.EnrolTotp("sealed"), "pia")
    ask("propose-reset", pc.ResetFactors("pia"), "root")
    (digest,) = casino.people().deeds
    ask("approve-reset", pc.ApproveDeed(digest), "rita")
    report = found.audited()
    assert report.problem is None, report.problem
    records = found.journal.read_all(0, 10_000)
    at = first(records, "deed-approved/1")
    assert problem_of(with_edit(records, at, lambda e: e.update(by="root"))).what == (
        "an appointment takes two administrators"
    )
    added = [one for one in records if one.kind == "person-added/1"][-1]
    other = with_edit(records, added, lambda e: e.update(role="shift-manager"))
    assert problem_of(other).what == "what was approved is done"
    alone = numbered_again([one for one in records if one is not at])
    assert problem_of(alone).what == "a high post takes two administrators"
    young = with_edit(
        records,
        first(records, "controls-in-force/1"),
        lambda e: e.update({"account-age-ms": 10 * A_DAY_MS}),
    )
    assert problem_of(young).what.startswith("how old an account is that approves")
    taken = {"event": "role-set/1", "by": "root", "name": "rita", "role": "player"}
    rid_of = with_event(records, records[-1], taken)
    assert problem_of(rid_of).what == "an administrator's post is taken by two"
    disabled = {"event": "person-disabled/1", "by": "root", "name": "rita"}
    alone = with_event(records, records[-1], disabled)
    assert audit(journal_of(alone)).problem is None, "an alarm takes one"
    made_up = {"event": "person-added/1", "by": "root", "name": "eve", "role": "administrator"}
    again = [replace(one, command="disabled") if one.command == "forged" else one for one in alone]
    again = with_event(again, again[-1], made_up | {"password": None})
    assert problem_of(again).what == "a high post takes two administrators"


def test_time_does_not_go_back(house: list[Record]) -> None:
    at = first(house, "bet-placed/1")
    later = house.index(at)
    back = [
        replace(one, at_ms=one.at_ms - A_DAY_MS) if one.command == at.command else one
        for one in house
    ]
    problem = problem_of(numbered_again(back))
    assert (problem.position, problem.what) == (house[later].position, "time does not go back")


def test_a_demonstration_lets_anybody_be_anybody(house: list[Record]) -> None:
    started = {"event": "demo-started/1", "by": "pitboss"}
    records = with_event(house, first(house, "controls-in-force/1"), started)
    at = first(records, "betting-closed/1")
    changed = with_edit(records, at, lambda e: e["by"].update(name="ghost"))
    assert audit(journal_of(changed)).problem is None


def test_whoever_lays_chips_on_a_box_of_real_cards_need_not_say_who_he_is(
    house: list[Record],
) -> None:
    at = first(house, "bet-placed/1")
    box = msgspec.json.decode(at.body)["box"]
    by = {"post": 1, "name": "robot-dealer"}
    known = with_edit(house, at, lambda e: e.update(player=f"Box {box}", by=by))
    problem = audit(journal_of(known)).problem
    assert problem is None or problem.what != "for whom staff bet"
    other = with_edit(house, at, lambda e: e.update(player=f"Box {box + 1}", by=by))
    assert problem_of(other).what == "for whom staff bet"
