"""Settling a round: the one function behind ``pitboss settle`` and every live table."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pitboss.games.awards import Claim, settle_jackpot
from pitboss.games.family import family_of
from pitboss.games.progressive import Awards
from pitboss.games.record import INVALID, Box, Round
from pitboss.games.record_reader import read_record
from pitboss.games.rules import Rules
from pitboss.games.settlement import (
    BoxSettlement,
    JackpotSettlement,
    Line,
    Settlement,
    all_returned,
)
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf


@lru_cache(maxsize=64)
def rules_for(book: Rulebook) -> Rules[Any]:
    """The rules of a rulebook's game, prepared once."""
    return family_of(book).rules(book)


def settle_record(record: object, shelf: Shelf) -> Settlement:
    """Settles a record as JSON gives it; raises Fault where it can't be.

    >>> box = {"box": 1, "bets": {"ante": "25"}, "hand": "folded"}
    >>> dealt = {"dealer": ["2c", "7d", "9h", "Kd", "As"], "boxes": [box]}
    >>> settle_record({"rulebook": "mbs-megalink-stud-6", **dealt}, Shelf())
    <Settlement mbs-megalink-stud-6: box 1 -25.00>
    """
    return settle_round(read_record(record, shelf))


def settle_round(round: Round, paid: JackpotSettlement | None = None) -> Settlement:
    """Settles a round. ``paid`` is what a link has paid on its claims; without it they are paid
    here.

    A claim that the link did not pay was declined: the hand wins nothing of the jackpot.
    """
    rules = rules_for(round.book)
    dealer = rules.dealer(round)
    hands = [rules.hand(round, box) for box in round.boxes]
    jackpot = paid
    if jackpot is None and round.jackpot is not None:
        jackpot = settle_jackpot(round.book, round.jackpot, _claims(round, rules, hands))
    awards: Awards = {} if jackpot is None else {award.box: award for award in jackpot.awards}
    if round.registered_by:
        awards = {
            box: replace(award, clauses=award.clauses + round.registered_by)
            for box, award in awards.items()
        }
    boxes = zip(round.boxes, hands, strict=True)
    return Settlement(
        round.id,
        round.book.id,
        None if dealer is None else rules.dealer_name(dealer),
        tuple([_settle_box(round, box, hand, rules, dealer, awards) for box, hand in boxes]),
        jackpot,
    )


def _in_round(round: Round, box: Box) -> bool:
    """Whether a box has a result: the round has one, the hand is valid, and it has an opening
    wager.
    """
    return bool(box.bets[0]) and box.state is not INVALID and not round.void


def claims_of(round: Round) -> list[Claim]:
    """The hands of a round that win a share of the jackpot, in the order of dealing."""
    rules = rules_for(round.book)
    return _claims(round, rules, [rules.hand(round, box) for box in round.boxes])


def _claims(round: Round, rules: Rules[Any], hands: Sequence[Any]) -> list[Claim]:
    claims: list[Claim] = []
    for box, hand in zip(round.boxes, hands, strict=True):
        if box.bets[-1] and _in_round(round, box):
            category = rules.progressive_hand(round, box, hand)
            part = None if category is None else rules.progressive_pays.share(category)
            if category is not None and part is not None:
                claims.append(Claim(box.number, category, part))
    return claims


def _settle_box(
    round: Round, box: Box, hand: Any, rules: Rules[Any], dealer: Any, awards: Awards
) -> BoxSettlement:
    lines = (
        rules.settle_box(round, box, hand, dealer, awards)
        if _in_round(round, box)
        else _returned(round, box)
    )
    net = 0
    for line in lines:
        net += line.returned + line.winnings - line.stake
    return BoxSettlement(
        box.number, box.player, None if hand is None else rules.hand_name(hand), net, tuple(lines)
    )


def _returned(round: Round, box: Box) -> list[Line]:
    """Every wager goes back: the round is void, the box has no opening wager, or the hand is
    invalid.
    """
    cites = round.book.cites
    if round.void:
        clauses = cites.void_bets or round.void_by or cites.void_round
    elif not box.bets[0]:
        clauses = cites.no_opening_wager
    else:
        clauses = box.invalid_by or cites.invalid_hand
    return all_returned(family_of(round.book).bets, box.bets, clauses)
