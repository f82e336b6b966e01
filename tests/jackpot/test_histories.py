"""Any history of a link: no unit is made or lost, nothing acknowledged is missing from the sign,
all is paid once.
"""

from random import Random

from hypothesis import given, note, settings
from hypothesis import strategies as st

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.evolve import fold_link
from pitboss.jackpot.parameters import UNITS_PER_CENT, Reason
from pitboss.jackpot.refusals import LinkRefused
from pitboss.jackpot.state import ClaimStanding
from pitboss.kernel.money import Cents
from tests.jackpot.links import MAX, MIA, SUPERVISOR, Link, parameters, royal, straight
from tests.properties.rounds import reproducible

TABLES = ("t1", "t2", "t3", "t4")


class History:
    """What people and tables do on a link, drawn from a seed. Refusals are part of life."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        operator = self.random.choice(("RWS", "MBS"))
        self.link = Link(
            operator,
            reset=self.random.choice(("0", "10", "1000")),
            rate_bp=self.random.choice((0, 333, 5_000, 9_000)),
            reserve_bp=self.random.choice((0, 77, 1_000)),
            cap=self.random.choice((None, "1000", "1000.50")),
            verifiers=self.random.choice((1, 2)),
        )
        self.link.joins(*TABLES)
        self.rounds = dict.fromkeys(TABLES, 1)
        self.claimed: set[str] = set()

    def step(self) -> None:
        before = self.link.shown
        which = self.random.randrange(12)
        table = self.random.choice(TABLES)
        round = f"{table}-{self.rounds[table]}"
        if which < 4:
            raised = self.random.choice((5_00, 10_00, 5_05, 7_77))
            was_in = self.link.feeds[table].bets_in if self._is_on(table, round) else 0
            self.link.bets(table, round, f"{(was_in + raised) // 100}.{(was_in + raised) % 100:02}")
            # A bet that has been taken never lowers what the sign shows.
            assert self.link.shown >= before
        elif which == 4:
            self.link.bets(table, round, "0")
        elif which == 5 and round not in self.claimed:
            self._claim(table, round)
            self.rounds[table] += 1
        elif which == 6 and self.claimed:
            self._try(c.WithdrawClaims(self.random.choice(sorted(self.claimed)), "Void."))
        elif which < 9:
            self._decide_a_claim()
        else:
            self._run()

    def _is_on(self, table: str, round: str) -> bool:
        return table in self.link.feeds and self.link.feeds[table].round == round

    def _claim(self, table: str, round: str) -> None:
        boxes = self.random.sample(range(1, 7), self.random.choice((1, 1, 2)))
        hands = [
            self.random.choice((royal, straight))(box, self.random.randrange(3))
            for box in sorted(boxes)
        ]
        self.link.claim(table, round, *hands)
        self.claimed.add(round)

    def _decide_a_claim(self) -> None:
        waiting = self.link.state.waiting_claims
        if not waiting:
            return
        claim = self.random.choice(waiting)
        if self.random.random() < 0.1:
            self._try(c.DeclineClaim(claim.id, "No."), by_max=self.random.random() < 0.5)
        elif self.random.random() < 0.2:
            self._try(c.OrderClaims((claim.table,), "So."), by_max=True)
        else:
            self._try(c.VerifyClaim(claim.id), by_max=self.random.random() < 0.5)

    def _run(self) -> None:
        change = parameters(
            reset=self.random.choice(("5", "500")),
            rate_bp=self.random.choice((100, 2_000)),
            cap="1000",
        )
        amount = Cents(self.random.choice((-3_00, 1_23, -1)))
        self._try(
            self.random.choice(
                (
                    c.FoldFeeds(),
                    c.FoldFeeds(),
                    c.FailLink("Power."),
                    c.RestoreLink(),
                    c.RestoreLink(),
                    c.ProposeParameters(change),
                    c.ApproveParameters(),
                    c.WithdrawProposal(),
                    c.ProposeCorrection(amount, Reason.WRONG_AMOUNT, "x"),
                    c.ApproveCorrection(),
                )
            ),
            by_max=self.random.random() < 0.5,
        )

    def _try(self, command: c.AnyLinkCommand, by_max: bool = False) -> None:
        by = MAX if by_max else MIA
        if not isinstance(self.link._decide(command, by), LinkRefused):
            # Every event is counted inside.
            self.link.do(command, by)


@given(st.integers(0, 2**32))
@settings(reproducible, max_examples=120)
def test_no_unit_is_made_or_lost_after_any_event_of_any_history(seed: int) -> None:
    note(f"seed {seed}")
    history = History(seed)
    for _ in range(60):
        history.step()
    link = history.link
    # At the end everything is let in: what the tables put in is what has been entered.
    for claim in link.state.waiting_claims:
        if claim.standing is ClaimStanding.OPEN:
            # Whoever has not declined it yet does now, until as many have as must verify.
            for person in (SUPERVISOR, MAX, MIA):
                now = link.state.claims[claim.id]
                if now.standing is ClaimStanding.OPEN and person not in now.declined_by:
                    link.do(c.DeclineClaim(claim.id, "The shift is over."), person)
    if link.state.waiting_claims:
        # Verified, but completed at one time at two tables.
        tables = sorted({claim.table for claim in link.state.waiting_claims})
        link.do(c.OrderClaims(tuple(tables), "So."), MAX)
    assert not link.state.waiting_claims
    if link.state.down:
        link.do(c.RestoreLink(), MAX)
    if not isinstance(link._decide(c.FoldFeeds(), SUPERVISOR), LinkRefused):
        link.enter()
    made = sum(
        (1 if isinstance(entry, e.ContributionMade) else -1) * entry.bets * entry.rate_bp
        for entry in link.entries
    )
    assert sum(mark.meter_units for mark in link.state.feeds.values()) == made
    assert link.shown == link.state.meter_units // UNITS_PER_CENT
    assert fold_link(link.events) == link.state


@given(st.integers(0, 2**32))
@settings(reproducible, max_examples=60)
def test_every_claim_is_paid_at_most_once_and_reversed_at_most_once(seed: int) -> None:
    note(f"seed {seed}")
    history = History(seed)
    for _ in range(60):
        history.step()
    link = history.link
    paid = [claim for claim, _ in link.awards]
    assert len(paid) == len(set(paid))
    back = [event.claim for event in link.happened(e.AwardReversed)]
    assert len(back) == len(set(back))
    assert set(back) <= set(paid)
    standing = {
        claim.id for claim in link.state.claims.values() if claim.standing is ClaimStanding.PAID
    }
    assert standing == set(paid) - set(back)
    assert link.state.totals.hits == len(paid) - len(back)
    raised = [event.claim for event in link.happened(e.ClaimRaised)]
    assert len(raised) == len(set(raised))
