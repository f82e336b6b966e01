"""Checks the settlement of a round against the round's events: its record, its amounts, what each
player got.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.audit.books.bet_book import limits_told
from pitboss.audit.books.round_book import (
    PROGRESSIVE,
    BoxBook,
    RoundBook,
)
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rounds import family_of, is_in_round, read_round
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.audit.settlement import check_round
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import Cents, format_cents, to_cents
from pitboss.table.events import JackpotClaimed, RoundSettled

HAD_ONCE = "under_minimum_settled_before"


class PaidClaim(NamedTuple):
    """What a link paid on a claim of the round: from which jackpot, and what was put in to restart
    it.
    """

    box: int
    hand: str
    amount: int
    clauses: tuple[str, ...]
    before: int
    funded_units: int


def check_settlement(table: TableBook, event: RoundSettled, paid: Sequence[PaidClaim]) -> None:
    """Checks a settlement; raises Misfit. ``paid`` are the link's awards in order of payment."""
    round = table.round()
    record, settlement = msgspec.to_builtins((event.record, event.settlement))
    jackpot = _jackpot(table, round, record, paid)
    expected = _record(table, round, jackpot)
    _add_what_decides_citations(table, round, expected, record)
    if expected != record:
        _same("the record of the round", expected, record)
    claimed = bool(round.claimed)
    awards = {claim.box: Cents(claim.amount) for claim in paid} if claimed else None
    wrong = check_round(record, settlement, awards, rulebook=table.book)
    if wrong is not None:
        raise Misfit(
            f"the settlement of {round.id} does not follow from its record",
            "its recomputation",
            wrong,
        )
    if claimed:
        _check_jackpot(settlement, round, paid)
    _check_paid(round, event)
    if event.under_minimum_settled != _under_minimum(table, round, event, seated_only=True):
        fits(
            "players whose wager under the minimum has been settled",
            _under_minimum(table, round, event),
            event.under_minimum_settled,
        )


def check_claimed(table: TableBook, event: JackpotClaimed) -> None:
    """Checks that exactly the hands that win a share of the jackpot claim it; raises Misfit."""
    book = table.book
    family = family_of(book)
    round = read_round(_record(table, table.round(), None), book)
    expected = [
        (box.number, hand, str(pay.share))
        for box in round.boxes
        if box.bets[PROGRESSIVE]
        and is_in_round(round, box)
        and (hand := family.progressive_hand(round, box)) is not None
        and (pay := book.pay_if_any(PROGRESSIVE, hand)) is not None
        and pay.share is not None
    ]
    claimed = [(hand.box, hand.hand, hand.part) for hand in event.hands]
    fits("hands that win a share of the jackpot: box, hand, part", expected, claimed)


# ── the record ────────────────────────────────────────────────────────────────────────────────────


def _record(
    table: TableBook, round: RoundBook, jackpot: Mapping[str, str] | None
) -> dict[str, object]:
    """The record that the round's events amount to."""
    settings = table.settings
    if settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    record: dict[str, object] = {
        "id": round.id,
        "rulebook": table.book.id if table.rules else settings.rulebook,
        "outcome": "void" if round.void else "completed",
        "table": {"limits": limits_told(settings)},
    }
    if jackpot is not None:
        record["jackpot"] = jackpot
    if not round.void:
        if round.deal_ended:
            record["deal_ended"] = True
        else:
            record["dealer"] = _names(round.dealer)
        if family_of(table.book).SHARES_CARDS:
            shown = round.community[: round.community_open] if round.deal_ended else round.community
            record["community"] = _names(shown)
    record["boxes"] = [_box(table, round, box) for box in round.boxes.values()]
    return record


def _add_what_decides_citations(
    table: TableBook, round: RoundBook, expected: dict[str, Any], record: Mapping[str, Any]
) -> None:
    """Adds what older records lack: the clauses by which a round was voided, a hand removed or the
    registered jackpot paid, which folded hand was not shown, and how the cards were dealt.
    """
    if table.settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    if "dealing" in _object(record.get("table")):
        expected["table"]["dealing"] = table.settings.dealing
    if round.void and "void_by" in record:
        expected["void_by"] = list(round.void_by)
    if not round.void and round.registered is not None and "registered_by" in record:
        expected["registered_by"] = list(round.registered.clauses or ())
    boxes = record.get("boxes")
    for box, known in zip(
        expected["boxes"], boxes if isinstance(boxes, list) else (), strict=False
    ):
        if "invalid_by" in _object(known):
            box["invalid_by"] = list(round.box(box["box"]).invalid_by)
        if "kept_back" in _object(known):
            box["kept_back"] = round.box(box["box"]).kept_back
        once = HAD_ONCE in _object(known)
        if once is _had_once(table, round.box(box["box"]), seated_only=True):
            # A shared wager used to be treated as the seated player's alone.
            box.pop(HAD_ONCE, None)
            if once:
                box[HAD_ONCE] = True


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _jackpot(
    table: TableBook, round: RoundBook, record: Mapping[str, Any], paid: Sequence[PaidClaim]
) -> dict[str, str] | None:
    """The jackpot in a record: what the first award was paid from, or the registered one if the
    link had failed.

    If nobody won a share, it is what the sign showed at that moment, which decides nothing.
    """
    registered = None if round.registered is None else round.registered.jackpot
    if table.link is None if round.registered is None else registered is None:
        return None
    jackpot = record.get("jackpot")
    if not isinstance(jackpot, dict) or set(jackpot) != {"displayed", "reset"}:
        raise Misfit(
            "the record of a table on a link has its jackpot", "displayed and reset", jackpot
        )
    displayed, reset = to_cents(jackpot["displayed"]), to_cents(jackpot["reset"])
    if registered is not None:
        displayed, reset = registered.displayed, registered.reset
    if paid:
        displayed = Cents(paid[0].before)
    elif round.claimed:
        # All claims were declined: the record then states what the sign showed, as if nobody had
        # claimed.
        displayed = to_cents(jackpot["displayed"])
    return {"displayed": format_cents(displayed), "reset": format_cents(reset)}


def _names(cards: Sequence[int | None]) -> list[str]:
    return [NAMES[card] for card in cards if card is not None]


def _box(table: TableBook, round: RoundBook, box: BoxBook) -> dict[str, object]:
    fields: dict[str, object] = {"box": box.number, "player": box.player, "hand": box.hand}
    shown = not round.void and _is_shown(table.book, box)
    if shown and box.cards and None not in box.cards:
        fields["cards"] = _names(box.cards)
    fields["bets"] = {bet: format_cents(amount) for bet, amount in box.bets.items()}
    if shown and box.three is not None:
        fields["arrangement"] = {"three": _names(box.three)}
    if box.established:
        fields["established"] = list(box.established)
    if _had_once(table, box):
        fields[HAD_ONCE] = True
    return fields


def _had_once(table: TableBook, box: BoxBook, seated_only: bool = False) -> bool:
    """Whether wagers under the minimum go back because a player has used his one chance; for a
    shared wager, any player with chips in it.
    """
    if not table.book.plays_once:
        return False
    if seated_only or not box.beside:
        return box.player in table.played_under_minimum
    least = _least(table)
    return any(
        player in table.played_under_minimum
        for bet, amount in box.bets.items()
        if amount < least.get(bet, 0)
        for player, _ in box.owners(bet)
    )


def _least(table: TableBook) -> dict[str, int]:
    if table.settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    return {bet: limit.min or 0 for bet, limit in table.settings.limits.items()}


def _is_shown(book: RulebookFile, box: BoxBook) -> bool:
    """Whether a hand is turned up at settlement; the record omits the cards of others."""
    if box.kept_back or box.hand in ("played", "invalid"):
        return box.hand == "played"
    return family_of(book).turned_up(
        book,
        box.hand,
        bets=[bet for bet, amount in box.bets.items() if amount],
        established=bool(box.established),
    )


def _same(where: str, expected: Any, actual: Any) -> None:
    """Compares two JSON values and names the first place where they differ."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in [*expected, *(key for key in actual if key not in expected)]:
            missing = "nothing"
            _same(f"{where}, {key}", expected.get(key, missing), actual.get(key, missing))
    elif (
        isinstance(expected, list | tuple)
        and type(expected) is type(actual)
        and len(expected) == len(actual)
    ):
        for index, (one, other) in enumerate(zip(expected, actual, strict=True), start=1):
            _same(f"{where} {index}", one, other)
    elif expected != actual or type(expected) is not type(actual):
        raise Misfit(where, expected, actual)


# ── amounts ───────────────────────────────────────────────────────────────────────────────────────


def _check_jackpot(
    settlement: Mapping[str, Any], round: RoundBook, paid: Sequence[PaidClaim]
) -> None:
    """Checks that a settlement's jackpot is what the link paid on the round's claims."""
    jackpot = settlement.get("jackpot")
    if not isinstance(jackpot, Mapping):
        raise Misfit(
            f"the settlement of {round.id} tells of the jackpot that was claimed",
            "a jackpot",
            jackpot,
        )
    awards = [
        {
            "box": claim.box,
            "hand": claim.hand,
            "amount": format_cents(claim.amount),
            "clauses": claim.clauses,
        }
        for claim in paid
    ]
    added = sum(claim.funded_units for claim in paid) // 10_000
    before = paid[0].before if paid else to_cents(jackpot.get("before", ""))
    expected = {
        "before": format_cents(before),
        "after": format_cents(before + added - sum(claim.amount for claim in paid)),
        "added": format_cents(added),
        "awards": tuple(awards),
    }
    _same("the jackpot of the settlement", expected, dict(jackpot))


def _check_paid(round: RoundBook, event: RoundSettled) -> None:
    """Checks that each player gets back and wins what his chips are due; odd cents of a shared
    wager go to the seated player.
    """
    paid: dict[str, int] = {}
    for settled in event.settlement.boxes:
        box = round.box(settled.box)
        for line in settled.lines:
            amount = to_cents(line.returned) + to_cents(line.winnings)
            stake, laid = to_cents(line.stake), box.bets.get(line.bet, 0)
            if stake != laid:
                raise Misfit(f"{line.bet} on box {box.number} in cents", laid, stake)
            rest = amount
            if line.bet in box.beside:
                for player, chips in box.owners(line.bet):
                    if player != box.player:
                        part = amount * chips // stake
                        paid[player] = paid.get(player, 0) + part
                        rest -= part
            paid[box.player] = paid.get(box.player, 0) + rest
    expected = {player: amount for player, amount in paid.items() if amount}
    if expected == event.paid:
        return
    for player in sorted(expected.keys() | event.paid.keys()):
        fits(f"what {player} gets, in cents", expected.get(player, 0), event.paid.get(player, 0))


def _under_minimum(
    table: TableBook, round: RoundBook, event: RoundSettled, seated_only: bool = False
) -> tuple[str, ...]:
    """Players who have now used their one chance to play under the minimum: all with chips in the
    wager, or in older records only the seated one.
    """
    if not table.book.plays_once:
        return ()
    least = _least(table)
    players = {
        player
        for settled in event.settlement.boxes
        for line in settled.lines
        if line.result in ("win", "lose") and to_cents(line.stake) < least.get(line.bet, 0)
        for box in (round.box(settled.box),)
        for player in ((box.player,) if seated_only else dict(box.owners(line.bet)))
    }
    return tuple(sorted(players - table.played_under_minimum))
