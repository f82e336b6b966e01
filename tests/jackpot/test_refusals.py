"""Every reason for which a link refuses a command, reached; and what the sentences are like."""

from collections.abc import Callable, Mapping

import pytest

from pitboss.jackpot import commands as c
from pitboss.jackpot.decide import LEAST_POST
from pitboss.jackpot.parameters import Reason
from pitboss.jackpot.refusals import LinkRefusal, LinkRefused
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.parts import AcrossTables
from tests.jackpot.links import DEALER, MAX, MIA, Link, parameters, royal, straight


def link() -> Link:
    found = Link(reset="1000")
    found.joins("t1")
    return found


def claimed(operator: str = "RWS") -> Link:
    found = Link(operator, reset="1000")
    found.joins("t1")
    found.claim("t1", "t1-1", royal(1))
    return found


def half_verified() -> Link:
    found = Link(reset="1000", verifiers=2)
    found.joins("t1")
    found.claim("t1", "t1-1", royal(1))
    found.do(c.VerifyClaim("t1-1/1", "Ann Lee"), MAX)
    return found


def unopened() -> Link:
    found = link()
    found._state = None
    return found


def paid() -> Link:
    found = claimed()
    found.verify("t1-1/1")
    return found


def down() -> Link:
    found = link()
    found.do(c.FailLink("Power."))
    return found


def proposed() -> Link:
    found = link()
    found.do(c.ProposeParameters(parameters()), MAX)
    return found


def corrected_in_a_claim() -> Link:
    found = claimed()
    found.do(c.ProposeCorrection(Cents(1), Reason.WRONG_AMOUNT, "x"), MAX)
    return found


SITUATIONS: Mapping[LinkRefusal, Callable[[], LinkRefused]] = {
    LinkRefusal.NO_LINK: lambda: unopened().refuse(c.ClearNotice()),
    LinkRefusal.LINK_EXISTS: lambda: link().refuse(c.OpenLink("RWS", parameters()), MAX),
    LinkRefusal.LINK_NOT_ALLOWED: lambda: claimed().refuse(c.VerifyClaim("t1-1/1"), DEALER),
    LinkRefusal.BAD_PARAMETERS: lambda: link().refuse(
        c.ProposeParameters(parameters(rate_bp=-1)), MAX
    ),
    LinkRefusal.OTHER_OPERATOR: lambda: link().refuse(
        c.JoinTable("t9", "MBS", AcrossTables.FIRST_ENTERED)
    ),
    LinkRefusal.OTHER_ORDER: lambda: link().refuse(
        c.JoinTable("t9", "RWS", AcrossTables.FIRST_ENTERED, {"t1": AcrossTables.TIME_DEALT})
    ),
    LinkRefusal.LINK_DOWN: lambda: down().refuse(c.FailLink("Again.")),
    LinkRefusal.LINK_WORKS: lambda: link().refuse(c.RestoreLink(), MAX),
    LinkRefusal.NO_SUCH_CLAIM: lambda: claimed().refuse(c.VerifyClaim("t1-1/2")),
    LinkRefusal.CLAIM_CLOSED: lambda: paid().refuse(c.VerifyClaim("t1-1/1")),
    LinkRefusal.CLAIM_OPEN: lambda: corrected_in_a_claim().refuse(c.ApproveCorrection(), MIA),
    LinkRefusal.SAME_PERSON: lambda: proposed().refuse(c.ApproveParameters(), MAX),
    LinkRefusal.OTHER_WINNER: lambda: half_verified().refuse(c.VerifyClaim("t1-1/1", "Bo Li"), MIA),
    LinkRefusal.NOTHING_PROPOSED: lambda: link().refuse(c.ApproveCorrection(), MAX),
    LinkRefusal.CHANGED_SINCE: lambda: proposed().refuse(c.ApproveParameters("another"), MIA),
    LinkRefusal.PROPOSAL_OPEN: lambda: proposed().refuse(c.ProposeParameters(parameters()), MIA),
    LinkRefusal.BAD_CORRECTION: lambda: link().refuse(
        c.ProposeCorrection(Cents(0), Reason.WRONG_AMOUNT, "x"), MAX
    ),
    LinkRefusal.ORDER_NOT_FREE: lambda: claimed("MBS").refuse(c.OrderClaims(("t1",), "x"), MAX),
    LinkRefusal.REASON_NEEDED: lambda: link().refuse(c.FailLink(" ")),
    LinkRefusal.NOTHING_TO_DO: lambda: link().refuse(c.ClearNotice()),
}


def test_every_code_is_reached() -> None:
    assert list(SITUATIONS) == list(LinkRefusal)


@pytest.mark.parametrize("code", SITUATIONS)
def test_the_situation_reaches_the_code(code: LinkRefusal) -> None:
    found = SITUATIONS[code]()
    assert found.code is code
    assert found.message.endswith(".")
    assert "None" not in found.message


PEOPLE: dict[type[c.LinkCommand], c.AnyLinkCommand] = {
    c.OpenLink: c.OpenLink("RWS", parameters()),
    c.ProposeParameters: c.ProposeParameters(parameters()),
    c.ApproveParameters: c.ApproveParameters(),
    c.WithdrawProposal: c.WithdrawProposal(),
    c.ProposeCorrection: c.ProposeCorrection(Cents(1), Reason.WRONG_AMOUNT, "x"),
    c.ApproveCorrection: c.ApproveCorrection(),
    c.VerifyClaim: c.VerifyClaim("t1-1/1"),
    c.DeclineClaim: c.DeclineClaim("t1-1/1", "x"),
    c.OrderClaims: c.OrderClaims(("t1",), "x"),
    c.FailLink: c.FailLink("x"),
    c.RestoreLink: c.RestoreLink(),
    c.ShowNotice: c.ShowNotice("x"),
    c.ClearNotice: c.ClearNotice(),
}


def test_whatever_a_person_may_ask_for_needs_a_post() -> None:
    assert set(PEOPLE) == set(LEAST_POST) == set(c.FROM_PEOPLE)


@pytest.mark.parametrize("kind", PEOPLE)
def test_one_post_below_is_refused_and_the_post_itself_is_not(kind: type[c.LinkCommand]) -> None:
    least = LEAST_POST[kind]
    assert least in (Post.PIT_SUPERVISOR, Post.SHIFT_MANAGER)
    below, enough = Actor(Post(least - 1), "low"), Actor(least, "right")
    assert claimed().refused(PEOPLE[kind], below) == "link-not-allowed"
    decided = claimed()._decide(PEOPLE[kind], enough)
    assert not isinstance(decided, LinkRefused) or decided.code != "link-not-allowed"


def test_a_refusal_changes_nothing() -> None:
    found = claimed()
    before = found.state
    found.refuse(c.VerifyClaim("t1-1/9"))
    found.claim("t1", "t1-2", straight(1))
    assert before.entries == 1
    assert found.state.entries == 2
