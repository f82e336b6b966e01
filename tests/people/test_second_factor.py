"""The second factor: who needs one, what proves it, and that nothing proves it twice."""

import pytest
from msgspec.structs import replace

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.decide import decide_people
from pitboss.people.evolve import evolve_people
from pitboss.people.factors import (
    CODE_TRIES,
    CodeGiven,
    Factors,
    Passkey,
    PasskeyGiven,
    ProofCarried,
    TotpGiven,
)
from pitboss.people.refusals import PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.second_factor import LATELY_MS, needs_factor, proved_lately, step_up_due
from pitboss.people.state import People, Session
from pitboss.rulebook.authority import Post
from tests.people.crew import HOUR_MS, NOW_MS, Crew

FROM_SUPERVISOR = HouseRules(second_from=Post.PIT_SUPERVISOR, step_up_ms=HOUR_MS)
STEP = 56_666_666


def crew() -> Crew:
    """Max has an app and two recovery codes, and is signed in with it as s1."""
    people = Crew(Role.ADMINISTRATOR, Role.DEALER, Role.SHIFT_MANAGER)
    people.sign_in("max", "s1", "hash of max")
    people.do(c.EnrolTotp("sealed"), "max")
    people.do(c.ConfirmTotp("sealed", STEP, ("one", "two"), "s1"), "max")
    return people


def signing_in(
    given: TotpGiven | CodeGiven | ProofCarried | None, session: str = "s2"
) -> c.OpenSession:
    return c.OpenSession(session, "max", HOUR_MS, "hash of max", given)


# ── setting up ────────────────────────────────────────────────────────────────────────────────────


def test_an_app_counts_once_a_code_has_confirmed_it() -> None:
    people = Crew(Role.SHIFT_MANAGER)
    people.sign_in("max", "s1")
    people.do(c.EnrolTotp("sealed"), "max")
    assert not people.state.persons["max"].factors.any
    people.do(c.ConfirmTotp("sealed", STEP, ("one",), "s1"), "max")
    assert people.state.persons["max"].factors == Factors("sealed", None, STEP, ("one",))


def test_every_session_ends_that_was_opened_without_it() -> None:
    people = Crew(Role.SHIFT_MANAGER, Role.DEALER)
    for name, session in (("max", "s1"), ("max", "s2"), ("dana", "s3")):
        people.sign_in(name, session)
    people.do(c.EnrolTotp("sealed"), "max")
    people.do(c.ConfirmTotp("sealed", STEP, (), "s1"), "max")
    assert set(people.state.sessions) == {"s1", "s3"}
    assert people.state.sessions["s1"].second_ms == people.now_ms


def test_what_is_confirmed_is_what_was_set_up_last() -> None:
    people = crew()
    assert (
        people.refuse(c.ConfirmTotp("sealed", STEP, (), "s1"), "max").code == "nothing-to-confirm"
    )
    people.do(c.EnrolTotp("other"), "max")
    people.do(c.EnrolTotp("third"), "max")
    refused = people.refuse(c.ConfirmTotp("other", STEP, (), "s1"), "max")
    assert refused.code == "nothing-to-confirm"
    assert people.state.persons["max"].factors.totp == "sealed", "until then the old one counts"


@pytest.mark.parametrize("session", ["s9", "d1"])
def test_it_is_confirmed_in_a_session_of_ones_own(session: str) -> None:
    people = crew()
    people.sign_in("dana", "d1")
    people.do(c.EnrolTotp("other"), "max")
    refused = people.refuse(c.ConfirmTotp("other", STEP, (), session), "max")
    assert refused.code == "no-second-factor"


def test_whoever_is_disabled_or_unknown_has_none() -> None:
    people = crew()
    people.do(c.DisablePerson("max"), "root")
    for name in ("max", "zoe"):
        assert people.refuse(c.EnrolTotp("other"), name).code == "no-second-factor"


def test_the_app_can_be_taken_away_where_the_house_does_not_ask_for_it() -> None:
    people = crew()
    decided = decide_people(people.state, c.RemoveTotp(), "max", people.now_ms, FROM_SUPERVISOR)
    assert isinstance(decided, PeopleRefused)
    assert decided.code == "last-factor"
    people.do(c.RemoveTotp(), "max")
    assert people.state.persons["max"].factors == Factors(step=STEP)
    assert people.refuse(c.RemoveTotp(), "max").code == "no-second-factor"
    assert people.refuse(c.RenewCodes(("three",)), "max").code == "no-second-factor"


def test_new_recovery_codes_take_the_place_of_the_old_ones() -> None:
    people = crew()
    people.do(c.RenewCodes(("three",)), "max")
    assert people.refuse(signing_in(CodeGiven("one"))).code == "wrong-code"
    people.do(signing_in(CodeGiven("three")))


# ── signing in ────────────────────────────────────────────────────────────────────────────────────


def test_without_it_nobody_is_signed_in_who_has_one() -> None:
    people = crew()
    assert people.refuse(signing_in(None)).code == "second-factor-needed"
    assert people.refuse(c.OpenSession("s2", "max", HOUR_MS)).code == "second-factor-needed"
    people.sign_in("dana", "s3", "hash of dana")


def test_a_code_is_good_once_and_so_is_each_one_before_it() -> None:
    people = crew()
    for step in (STEP, STEP - 1):
        assert people.refuse(signing_in(TotpGiven(step))).code == "wrong-code"
    opened, proved = people.do(signing_in(TotpGiven(STEP + 2)), "max")
    assert isinstance(opened, e.SessionOpened)
    assert proved == e.SecondFactorGiven(
        at_ms=people.now_ms, by="max", name="max", session="s2", given=TotpGiven(STEP + 2)
    )
    assert people.state.sessions["s2"].second_ms == people.now_ms
    for step in (STEP + 1, STEP + 2):
        assert people.refuse(signing_in(TotpGiven(step), "s3")).code == "wrong-code"


def test_a_recovery_code_is_good_once() -> None:
    people = crew()
    people.do(signing_in(CodeGiven("one")), "max")
    assert people.refuse(signing_in(CodeGiven("one"), "s3")).code == "wrong-code"
    assert people.state.persons["max"].factors.codes == ("two",)


def test_the_proof_of_a_session_goes_on_in_the_one_that_takes_its_place() -> None:
    people = crew()
    people.do(signing_in(ProofCarried(people.now_ms - 7)), "max")
    assert people.state.sessions["s2"].second_ms == people.now_ms - 7


def test_after_wrong_codes_the_app_is_locked_and_a_recovery_code_opens_it() -> None:
    people = crew()
    for _ in range(CODE_TRIES):
        people.do(c.NoteWrongCode("max", "10.0.0.7"), "max")
    assert people.do(c.NoteWrongCode("max", "10.0.0.7"), "max") == (), "nobody counts on"
    assert people.refuse(signing_in(TotpGiven(STEP + 1))).code == "second-factor-locked"
    people.do(signing_in(CodeGiven("one")), "max")
    people.do(signing_in(TotpGiven(STEP + 1), "s3"), "max")


def test_of_whoever_has_none_no_code_counts() -> None:
    people = crew()
    assert people.do(c.NoteWrongCode("dana", "10.0.0.7"), "dana") == ()
    opening = c.OpenSession("s3", "dana", HOUR_MS, "hash of dana", TotpGiven(STEP + 1))
    assert people.refuse(opening).code == "wrong-code"


def test_in_a_demonstration_anybody_is_anybody_still() -> None:
    people = Crew()
    people.do(c.StartDemo())
    people.do(c.AddPerson("max", Role.SHIFT_MANAGER))
    people.sign_in("max", "s1")
    people.do(c.EnrolTotp("sealed"), "max")
    people.do(c.ConfirmTotp("sealed", STEP, (), "s1"), "max")
    people.sign_in("max", "s2")
    person, session = people.state.persons["max"], people.state.sessions["s2"]
    assert not needs_factor(people.state, person, FROM_SUPERVISOR)
    assert not step_up_due(people.state, session, FROM_SUPERVISOR, people.now_ms)


# ── who needs one, and when again ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("role", "needed"),
    [
        (Role.PLAYER, False),
        (Role.DEALER, False),
        (Role.AUDITOR, False),
        (Role.PIT_SUPERVISOR, True),
        (Role.SHIFT_MANAGER, True),
        (Role.ADMINISTRATOR, True),
    ],
)
def test_the_house_says_from_which_post_on(role: Role, needed: bool) -> None:
    people = Crew()
    people.do(c.AddPerson("ida", role))
    person = people.state.persons["ida"]
    assert needs_factor(people.state, person, FROM_SUPERVISOR) is needed
    assert not needs_factor(people.state, person, HouseRules())


def test_for_approvals_it_is_proved_again_after_a_while() -> None:
    people = crew()
    session, now_ms = people.state.sessions["s1"], people.now_ms
    assert not step_up_due(people.state, session, FROM_SUPERVISOR, now_ms + HOUR_MS - 1)
    assert step_up_due(people.state, session, FROM_SUPERVISOR, now_ms + HOUR_MS)
    assert not step_up_due(people.state, session, HouseRules(), now_ms + HOUR_MS)
    unproved = Session("max", now_ms, now_ms + HOUR_MS, now_ms)
    assert step_up_due(people.state, unproved, FROM_SUPERVISOR, now_ms)
    assert proved_lately(session, now_ms + LATELY_MS - 1)
    assert not proved_lately(session, now_ms + LATELY_MS)
    assert not proved_lately(unproved, now_ms)


def test_it_is_proved_again_in_ones_own_session_with_a_code_that_is_new() -> None:
    people = crew()
    people.now_ms += HOUR_MS // 2
    assert people.refuse(c.GiveSecond("s1", TotpGiven(STEP)), "max").code == "wrong-code"
    people.do(c.GiveSecond("s1", TotpGiven(STEP + 1)), "max")
    assert people.state.sessions["s1"].second_ms == people.now_ms
    people.sign_in("dana", "d1")
    for session, who in (("d1", "max"), ("s9", "max"), ("d1", "dana")):
        refused = people.refuse(c.GiveSecond(session, TotpGiven(STEP + 2)), who)
        assert refused.code == "no-second-factor"


def test_a_proof_for_a_session_that_has_ended_brings_nothing_back() -> None:
    people = crew()
    given = e.SecondFactorGiven(
        at_ms=1, by="max", name="max", session="gone", given=TotpGiven(STEP + 1)
    )
    assert set(evolve_people(people.state, given).sessions) == {"s1"}
    confirmed = e.TotpConfirmed(at_ms=1, by="max", name="max", step=STEP, codes=(), session="gone")
    assert evolve_people(people.state, confirmed).sessions == {}


# ── a way back, by two administrators ─────────────────────────────────────────────────────────────


def test_two_administrators_take_away_what_somebody_has_lost() -> None:
    people = crew()
    people.do(c.AddPerson("ida", Role.ADMINISTRATOR), "root")
    people.do(c.SetPin("pin"), "max")
    rules = HouseRules(appointments=True)
    people.now_ms += 5
    dealers = decide_people(people.state, c.ResetFactors("dana"), "root", people.now_ms, rules)
    assert isinstance(dealers, tuple)
    assert isinstance(dealers[0], e.DeedProposed), "of any post"
    proposal = decide_people(people.state, c.ResetFactors("max"), "root", people.now_ms, rules)
    assert isinstance(proposal, tuple)
    people.state = _after(people.state, *proposal)
    approval = c.ApproveDeed(list(people.state.deeds)[-1])
    alone = decide_people(people.state, approval, "root", people.now_ms, rules)
    assert isinstance(alone, PeopleRefused)
    assert alone.code == "second-administrator-needed"
    approved, reset = people.do(approval, "ida")
    assert isinstance(approved, e.DeedApproved)
    assert reset == e.FactorsReset(at_ms=people.now_ms, by="root", name="max")
    person = people.state.persons["max"]
    assert (person.factors, person.pin, person.since_ms) == (Factors(), None, people.now_ms)
    assert "s1" not in people.state.sessions
    assert person.password == "hash of max"


def _after(state: People, *events: e.AnyPeopleEvent) -> People:
    for event in events:
        state = evolve_people(state, event)
    return state


def test_nobody_resets_the_own_one() -> None:
    people = crew()
    assert people.refuse(c.ResetFactors("max"), "max").code == "own-factors"


def test_a_new_password_leaves_the_second_factor_as_it_is() -> None:
    people = crew()
    people.do(c.InvitePerson("max", "link"), "root")
    people.do(c.AcceptInvitation("link", "first"), "max")
    refused = people.refuse(c.OpenSession("s2", "max", HOUR_MS, "first"))
    assert refused.code == "second-factor-needed"


# ── passkeys ──────────────────────────────────────────────────────────────────────────────────────

KEY = Passkey("k1", "Max's telephone", "public", 3, "pitboss.example")


def with_passkey(count: int = 3) -> Crew:
    """Max has a passkey and nothing else, and is signed in with it as s1."""
    people = Crew(Role.ADMINISTRATOR, Role.DEALER, Role.SHIFT_MANAGER)
    people.sign_in("max", "s1", "hash of max")
    people.do(c.AddPasskey(replace(KEY, count=count), "s1"), "max")
    return people


def given(count: int, challenge: str = "c1", until_ms: int = NOW_MS + HOUR_MS) -> PasskeyGiven:
    return PasskeyGiven("k1", count, challenge, until_ms)


def by_passkey(proof: PasskeyGiven, session: str = "s2") -> c.OpenSession:
    return c.OpenSession(session, "max", HOUR_MS, None, proof)


def test_a_passkey_is_a_second_factor_and_needs_no_password() -> None:
    people = with_passkey()
    assert people.state.persons["max"].factors.any
    assert people.refuse(c.OpenSession("s2", "max", HOUR_MS, "hash of max")).code == (
        "second-factor-needed"
    )
    people.do(by_passkey(given(4)), "max")
    assert people.state.sessions["s2"].second_ms == people.now_ms
    assert people.state.persons["max"].factors.passkeys[0].count == 4


@pytest.mark.parametrize(("kept", "count"), [(3, 3), (3, 2), (3, 0), (0, -1)])
def test_a_copy_is_found_by_what_it_counts(kept: int, count: int) -> None:
    assert with_passkey(kept).refuse(by_passkey(given(count))).code == "wrong-passkey"


def test_one_that_does_not_count_is_good_for_each_challenge_once() -> None:
    people = with_passkey(0)
    people.do(by_passkey(given(0)), "max")
    assert people.refuse(by_passkey(given(0), "s3")).code == "wrong-passkey"
    people.do(by_passkey(given(0, "c2"), "s3"), "max")
    people.now_ms += 2 * HOUR_MS
    people.do(by_passkey(given(0, "c3", people.now_ms + 1), "s4"), "max")
    spent = people.state.persons["max"].factors.spent
    assert spent == {"c3": people.now_ms + 1}, "those that have ended are forgotten"


def test_a_passkey_is_one_persons_and_has_a_name() -> None:
    people = with_passkey()
    people.sign_in("dana", "d1")
    assert people.refuse(c.AddPasskey(KEY, "d1"), "dana").code == "wrong-passkey"
    other = replace(KEY, id="k2")
    for label in ("", "two\nlines", " "):
        refused = people.refuse(c.AddPasskey(replace(other, label=label), "d1"), "dana")
        assert (refused.code, refused.where) == ("bad-name", "label")
    assert people.refuse(c.AddPasskey(other, "s1"), "dana").code == "no-second-factor"
    people.do(c.AddPasskey(other, "d1"), "dana")
    opening = c.OpenSession("s2", "dana", HOUR_MS, None, given(9))
    assert people.refuse(opening).code == "wrong-passkey", "it is max's"


def test_several_and_one_is_removed() -> None:
    people = with_passkey()
    people.do(c.RenewCodes(("one",)), "max")
    people.do(c.AddPasskey(replace(KEY, id="k2", label="Token"), "s1"), "max")
    assert people.refuse(c.RemovePasskey("k3"), "max").code == "no-such-passkey"
    people.do(c.RemovePasskey("k1"), "max")
    assert [one.id for one in people.state.persons["max"].factors.passkeys] == ["k2"]
    assert people.state.persons["max"].factors.codes == ("one",)
    last = decide_people(people.state, c.RemovePasskey("k2"), "max", NOW_MS, FROM_SUPERVISOR)
    assert isinstance(last, PeopleRefused)
    assert last.code == "last-factor"
    people.do(c.RemovePasskey("k2"), "max")
    assert people.state.persons["max"].factors == Factors()


def test_an_app_beside_a_passkey_can_be_taken_away() -> None:
    people = crew()
    people.do(c.AddPasskey(KEY, "s1"), "max")
    removed = decide_people(people.state, c.RemoveTotp(), "max", people.now_ms, FROM_SUPERVISOR)
    assert isinstance(removed, tuple)
    people.state = _after(people.state, *removed)
    assert people.state.persons["max"].factors.codes == ("one", "two")
    people = crew()
    people.do(c.AddPasskey(KEY, "s1"), "max")
    people.do(c.RemovePasskey("k1"), "max")
    assert people.state.persons["max"].factors.codes == ("one", "two")


def test_at_somebody_elses_console_it_proves_who_approves_and_opens_nothing() -> None:
    people = with_passkey()
    people.sign_in("dana", "d1")
    (event,) = people.do(c.GivePasskey("max", given(4)), "dana")
    assert event == e.SecondFactorGiven(
        at_ms=people.now_ms, by="dana", name="max", session="", given=given(4)
    )
    assert set(people.state.sessions) == {"s1", "d1"}
    assert people.refuse(c.GivePasskey("max", given(4)), "dana").code == "wrong-passkey"
    assert people.refuse(c.GivePasskey("dana", given(5)), "max").code == "wrong-passkey"
