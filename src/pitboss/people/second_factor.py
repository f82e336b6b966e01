"""The second factor: who needs one, when it is proved, and how it is set up, removed and
renewed.
"""

from typing import assert_never

from msgspec.structs import replace

from pitboss.kernel.texts import name_fault
from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.factors import (
    CODE_TRIES,
    AnyGiven,
    CodeGiven,
    DirectoryGiven,
    Factors,
    PasskeyGiven,
    ProofCarried,
    TotpGiven,
)
from pitboss.people.refusals import (
    NO_SECOND_FACTOR,
    WRONG_CODE,
    WRONG_PASSKEY,
    PeopleDecision,
    PeopleRefusal,
    PeopleRefused,
)
from pitboss.people.roles import Role
from pitboss.people.state import DirectoryIdentity, People, Person, Session

FactorCommand = (
    c.EnrolTotp
    | c.ConfirmTotp
    | c.RemoveTotp
    | c.RenewCodes
    | c.AddPasskey
    | c.RemovePasskey
    | c.GivePasskey
    | c.GiveSecond
    | c.NoteWrongCode
)


LATELY_MS = 5 * 60_000


def needs_factor(state: People, person: Person, rules: HouseRules) -> bool:
    """Whether the house requires somebody to sign in with a second factor. Administrators stand
    beside the posts and above them: they appoint everybody else.
    """
    if rules.second_from is None or state.demo:
        return False
    post = person.role.post
    return person.role is Role.ADMINISTRATOR or (post is not None and post >= rules.second_from)


def step_up_due(state: People, session: Session, rules: HouseRules, now_ms: int) -> bool:
    """Whether somebody has to prove the second factor again before approving anything: their own,
    or, if they have none here, that of the directory which has vouched for them.
    """
    person, proved_ms = state.persons[session.name], session.second_ms
    there = person.identity is not None and proved_ms is not None
    if not rules.step_up_ms or state.demo or not (person.factors.any or there):
        return False
    return proved_ms is None or now_ms - proved_ms >= rules.step_up_ms


def proved_lately(session: Session, now_ms: int) -> bool:
    """Whether the second factor was proved in a session just now, which is required for changing
    one's own factors.
    """
    return session.second_ms is not None and now_ms - session.second_ms < LATELY_MS


def given_fault(person: Person, given: AnyGiven | None) -> PeopleRefused | None:
    """Why what was given does not prove somebody's second factor; None if it does, or if they have
    none.
    """
    factors = person.factors
    match given:
        case None:
            return SECOND_FACTOR_NEEDED if factors.any else None
        case TotpGiven():
            if factors.totp is None:
                return WRONG_CODE
            if factors.locked:
                return code_locked(person)
            # A code is good once, and so are all before it.
            return None if given.step > factors.step else WRONG_CODE
        case CodeGiven():
            return None if given.code in factors.codes else WRONG_CODE
        case PasskeyGiven():
            return None if _passkey_fits(factors, given) else WRONG_PASSKEY
        case ProofCarried():
            return None
        case DirectoryGiven():
            # Somebody with a factor here must prove that one: the directory alone is not enough.
            own = person.identity == DirectoryIdentity(given.issuer, given.subject)
            return None if own and not factors.any else NO_SECOND_FACTOR
        case _:
            assert_never(given)


def _passkey_fits(factors: Factors, given: PasskeyGiven) -> bool:
    """Whether it is one's own, has not been cloned according to its count, and answers a new
    challenge.
    """
    known = factors.passkey(given.id)
    if known is None or given.challenge in factors.spent:
        return False
    return given.count > known.count or given.count == known.count == 0


SECOND_FACTOR_NEEDED = PeopleRefused(
    PeopleRefusal.SECOND_FACTOR_NEEDED,
    "Give the code that your authenticator app shows, or a recovery code; or use a passkey.",
    "code",
)


def code_locked(person: Person) -> PeopleRefused:
    """After too many wrong codes."""
    message = (
        f"After {CODE_TRIES} wrong codes {person.name}'s authenticator app is locked. Give a "
        "recovery code, or have two administrators reset the second factor."
    )
    return PeopleRefused(PeopleRefusal.SECOND_FACTOR_LOCKED, message, "code")


def decide_factor(  # noqa: C901 - one case a command
    state: People, command: FactorCommand, who: str, now_ms: int, rules: HouseRules
) -> PeopleDecision:
    """What a command about somebody's own second factor leads to."""
    name = command.name if isinstance(command, c.NoteWrongCode | c.GivePasskey) else who
    person = state.persons.get(name)
    if person is None or not person.enabled:
        return NO_SECOND_FACTOR
    factors = person.factors
    match command:
        case c.EnrolTotp():
            return (e.TotpEnrolled(at_ms=now_ms, by=who, name=name, sealed=command.sealed),)
        case c.ConfirmTotp():
            return _confirmed(state, person, command, now_ms)
        case c.RemoveTotp():
            if factors.totp is None:
                return NO_SECOND_FACTOR
            if not factors.passkeys and needs_factor(state, person, rules):
                return LAST_FACTOR
            return (e.TotpRemoved(at_ms=now_ms, by=who, name=name),)
        case c.AddPasskey():
            return _passkey_added(state, person, command, now_ms)
        case c.RemovePasskey():
            if factors.passkey(command.id) is None:
                message = "You have no such passkey."
                return PeopleRefused(PeopleRefusal.NO_SUCH_PASSKEY, message)
            last = factors.totp is None and len(factors.passkeys) == 1
            if last and needs_factor(state, person, rules):
                return LAST_FACTOR
            return (e.PasskeyRemoved(at_ms=now_ms, by=who, name=name, id=command.id),)
        case c.GivePasskey():
            fault = given_fault(person, command.given)
            return fault or (replace(proof(name, "", command.given, now_ms), by=who),)
        case c.RenewCodes():
            if not factors.any:
                return NO_SECOND_FACTOR
            return (e.RecoveryCodesRenewed(at_ms=now_ms, by=who, name=name, codes=command.codes),)
        case c.GiveSecond():
            return _given_again(state, person, command, now_ms)
        case c.NoteWrongCode():
            if factors.totp is None or factors.locked:
                return ()
            refused = e.SecondFactorRefused(
                at_ms=now_ms, by=who, name=name, address=command.address
            )
            return (refused,)
        case _:
            assert_never(command)


LAST_FACTOR = PeopleRefused(
    PeopleRefusal.LAST_FACTOR,
    "In this house your post signs in with a second factor: set up another one first.",
)


def _confirmed(
    state: People, person: Person, command: c.ConfirmTotp, now_ms: int
) -> PeopleDecision:
    """The secret that is confirmed must still be the one that was set up last."""
    if person.factors.pending is None or command.sealed != person.factors.pending:
        message = "There is no authenticator app to confirm; set one up first."
        return PeopleRefused(PeopleRefusal.NOTHING_TO_CONFIRM, message)
    if not _is_own(state, command.session, person):
        return NO_SECOND_FACTOR
    return (
        e.TotpConfirmed(
            at_ms=now_ms,
            by=person.name,
            name=person.name,
            step=command.step,
            codes=command.codes,
            session=command.session,
        ),
    )


def _passkey_added(
    state: People, person: Person, command: c.AddPasskey, now_ms: int
) -> PeopleDecision:
    new = command.passkey
    if (fault := name_fault(new.label)) is not None:
        return PeopleRefused(PeopleRefusal.BAD_NAME, fault, "label")
    known = (one for other in state.persons.values() for one in other.factors.passkeys)
    if any(one.id == new.id for one in known):
        return WRONG_PASSKEY
    if not _is_own(state, command.session, person):
        return NO_SECOND_FACTOR
    return (
        e.PasskeyAdded(
            at_ms=now_ms, by=person.name, name=person.name, passkey=new, session=command.session
        ),
    )


def _given_again(
    state: People, person: Person, command: c.GiveSecond, now_ms: int
) -> PeopleDecision:
    some = person.factors.any or isinstance(command.given, DirectoryGiven)
    if not some or not _is_own(state, command.session, person):
        return NO_SECOND_FACTOR
    if (fault := given_fault(person, command.given)) is not None:
        return fault
    return (proof(person.name, command.session, command.given, now_ms),)


def _is_own(state: People, session: str, person: Person) -> bool:
    known = state.sessions.get(session)
    return known is not None and known.name == person.name


def proof(name: str, session: str, given: AnyGiven, now_ms: int) -> e.SecondFactorGiven:
    """What is stored when a second factor is proved."""
    return e.SecondFactorGiven(at_ms=now_ms, by=name, name=name, session=session, given=given)


# ── what it comes to ────────────────────────────────────────────────────────────────────────────


def evolve_factors(factors: Factors, event: e.FactorEvent) -> Factors:
    """Somebody's factors after an event."""
    match event:
        case e.TotpEnrolled():
            return replace(factors, pending=event.sealed)
        case e.TotpConfirmed():
            return replace(
                factors,
                totp=factors.pending,
                pending=None,
                step=event.step,
                codes=event.codes,
                wrong=0,
            )
        case e.TotpRemoved():
            left = factors.codes if factors.passkeys else ()
            return replace(factors, totp=None, pending=None, codes=left, wrong=0)
        case e.RecoveryCodesRenewed():
            return replace(factors, codes=event.codes)
        case e.PasskeyAdded():
            return replace(factors, passkeys=(*factors.passkeys, event.passkey))
        case e.PasskeyRemoved():
            kept = tuple(one for one in factors.passkeys if one.id != event.id)
            codes = factors.codes if kept or factors.totp is not None else ()
            return replace(factors, passkeys=kept, codes=codes)
        case e.SecondFactorGiven():
            return _used(factors, event.given, event.at_ms)
        case e.SecondFactorRefused():
            return replace(factors, wrong=factors.wrong + 1)
        case e.FactorsReset():
            return Factors()
        case _:
            assert_never(event)


def _used(factors: Factors, given: AnyGiven, at_ms: int) -> Factors:
    match given:
        case TotpGiven():
            return replace(factors, step=given.step, wrong=0)
        case CodeGiven():
            left = tuple(code for code in factors.codes if code != given.code)
            return replace(factors, codes=left, wrong=0)
        case PasskeyGiven():
            used = tuple(
                replace(one, count=given.count) if one.id == given.id else one
                for one in factors.passkeys
            )
            spent = {key: until for key, until in factors.spent.items() if until > at_ms}
            spent[given.challenge] = given.until_ms
            return replace(factors, passkeys=used, spent=spent, wrong=0)
        case ProofCarried() | DirectoryGiven():
            return factors
        case _:
            assert_never(given)
