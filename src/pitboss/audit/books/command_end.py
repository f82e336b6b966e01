"""Checks at the end of a command: what it did at a table and on its link must agree."""

from collections.abc import Mapping
from typing import Any

from pitboss.audit.books.correction_book import stakes
from pitboss.audit.books.link_book import LinkBook
from pitboss.audit.books.round_book import RoundBook
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Misfit, fits
from pitboss.audit.round_record import PaidClaim
from pitboss.jackpot.events import ClaimRaised
from pitboss.journal.port import Record


def paid_on(table: TableBook, link: LinkBook | None) -> list[PaidClaim]:
    """What the link has paid on the claims of a table's round, in order of payment."""
    round = table.round()
    if link is None or not round.claimed:
        return []
    claims = link.claims.of_round(round.id)
    waiting = [claim.raised.claim for claim in claims if claim.waits]
    if waiting:
        raise Misfit(
            "a round is settled when its claims have been", "no claim that waits", waiting[0]
        )
    paid = sorted(
        (claim.paid for claim in claims if claim.paid is not None), key=lambda paid: paid.nth
    )
    return [
        PaidClaim(
            one.award.box,
            one.award.hand,
            one.award.amount,
            one.award.clauses,
            one.before,
            one.funding.reserve_units + one.funding.overflow_units + one.funding.house_units,
        )
        for one in paid
    ]


def end_at_table(table: TableBook, link: LinkBook | None) -> None:
    """Checks that what a command did at a table is complete and agrees with its link."""
    corrections, round = table.corrections, table.now
    raised, fell, before = table.raised, table.fell, corrections.before
    if raised or fell or before is not None:
        table.raised = table.fell = False
        corrections.before = None
    if table.owed:
        if round is None or round.formerly != []:
            raise Misfit("what a ruling has ordered happens with it", table.owed[0], "nothing")
        table.owed = []
    if corrections.follow:
        what = "events that a correction has led to and that are missing"
        raise Misfit(what, 0, corrections.follow)
    if link is None:
        return
    name = table.name
    if name not in link.tables:
        raise Misfit("a table on a link has joined it", name, sorted(link.tables))
    if round is None:
        return
    feed = link.feeds.get(name) or link.feed(name)
    if table.agreed is not feed.now:
        accepted, contributed = round.bets_that_count(table.opening_wager), feed.bets_of(round.id)
        if accepted != contributed:
            raise Misfit(
                f"progressive bets of {round.id} that are in, in cents", accepted, contributed
            )
        table.agreed = feed.now
    if raised or fell or before is not None:
        _end_claims(table, link, round, (raised, fell, before))


def _end_claims(
    table: TableBook,
    link: LinkBook,
    round: RoundBook,
    now: tuple[bool, bool, tuple[Any, ...] | None],
) -> None:
    """Checks that claims raised, withdrawn or affected by a correction at a table match those on
    its link.
    """
    raised, fell, before = now
    if before is not None:
        stand = before == stakes(round)
        raised, fell = bool(round.claimed) and not stand, bool(before[0]) and not stand
        if raised:
            _check_raised(table, link.raised)
        if stand and any(one.round == round.id for one in link.raised):
            raise Misfit("claims that a correction does not touch stand", "none", "new ones")
    elif raised and not fell:
        _check_raised(table, link.raised)
    if fell and (before is not None or not round.claimed):
        new = {one.claim for one in link.raised}
        standing = [
            claim
            for claim in link.claims.of_round(round.id)
            if (claim.waits or claim.paid) and claim.raised.claim not in new
        ]
        if standing:
            raise Misfit(
                "claims of a hand that is void are withdrawn",
                "none left",
                standing[0].raised.claim,
            )
    link.accounted |= raised or fell


def _check_raised(table: TableBook, raised: list[ClaimRaised]) -> None:
    """Checks that the claims on the link are those of the table's event in the same command."""
    round = table.round()
    if table.settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    registered = None if round.registered is None else round.registered.jackpot
    value = None if registered is None else registered.displayed
    fits(
        (
            "claims on the link as the table has made them: table, round, box, player, hand, "
            "part, time"
        ),
        [
            (table.name, round.id, hand.box, hand.player, hand.hand, hand.part, hand.dealt_ms)
            for hand in round.claimed
        ],
        [
            (one.table, one.round, one.box, one.player, one.hand, one.part, one.dealt_ms)
            for one in raised
        ],
    )
    for one in raised:
        fits("the rulebook of a claim", table.rules or table.settings.rulebook, one.rulebook)
        fits("the value registered for a claim, in cents", value, one.registered)


def end_on_link(link: LinkBook, tables: Mapping[TableBook, Record] | None) -> None:
    """``tables`` are those the command touched; None if another process has and checks them."""
    raised, withdrawn, joined, accounted = link.raised, link.withdrawn, link.joined, link.accounted
    link.end_command()
    if tables is None:
        return
    if (raised or withdrawn) and not accounted:
        names = [one.claim for one in raised] + [claim.raised.claim for claim in withdrawn]
        raise Misfit(
            "claims come and go with what happens at a table", "an event of the table", names[0]
        )
    names = [table.name for table in tables if table.link == link.name]
    for name in joined:
        if name not in names:
            raise Misfit("a table joins a link when it is opened", "an opened table", name)
