"""The end of a round: its record, its settlement, and the chips that move."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from pitboss.games.awards import Claim
from pitboss.games.family import family_of
from pitboss.games.fast_reader import read_quickly
from pitboss.games.record import Jackpot, Round
from pitboss.games.record_json import (
    RecordArrangement,
    RecordBox,
    RecordJackpot,
    RecordLimit,
    RecordTable,
    RoundRecord,
)
from pitboss.games.record_reader import read_record
from pitboss.games.settle import claims_of, settle_round
from pitboss.games.settlement import Result, Settlement, written
from pitboss.kernel.cards import NAMES, Lying, known_of, whole
from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.poker import CATEGORY_LABELS
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import REPORT_FIRST, Decision, had_once, refuse, shares
from pitboss.table.cards.felt import reads_nothing, to_show, twice
from pitboss.table.cards.wrong_entries import which_is_wrong
from pitboss.table.commands import FromLink, Given
from pitboss.table.evolve import evolve
from pitboss.table.queries import HAND_STATES, PROGRESSIVE, deal_can_end, shown_at_settlement
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import BoxState, Phase, RoundState, TableState


class _OneBook(Shelf):
    """A shelf with the table's own rulebook on it, whatever name it was opened under."""

    def __init__(self, state: TableState) -> None:
        super().__init__()
        self._found[state.rulebook] = state.book


def record_of(state: TableState, round: RoundState, jackpot: Jackpot | None) -> RoundRecord:
    """The contract's round record. A hand that is not turned up appears in it without its cards."""
    void, ended = round.void_because is not None, round.deal_ended
    family = family_of(state.book)
    limits = {bet: _limit(limit) for bet, limit in state.limits.items()}
    return RoundRecord(
        id=round.id,
        rulebook=state.rulebook,
        outcome="void" if void else "completed",
        table=RecordTable(limits, state.settings.dealing if family.cites_dealing else UNSET),
        void_by=list(round.void_clauses) if void and round.void_clauses else UNSET,
        registered_by=list(round.registered_by) if round.registered_by and not void else UNSET,
        jackpot=UNSET
        if jackpot is None
        else RecordJackpot(format_cents(jackpot.displayed), format_cents(jackpot.reset)),
        deal_ended=True if ended and not void else UNSET,
        dealer=UNSET if void or ended else _names(round.dealer),
        community=UNSET
        if void or not family.community_cards
        else _names(round.community[: round.community_open] if ended else round.community),
        boxes=[_box_record(state, round, box) for box in round.boxes.values()],
    )


def _names(cards: Lying) -> list[str]:
    return [NAMES[card] for card in known_of(cards)]


def _limit(limit: tuple[Cents | None, Cents | None]) -> RecordLimit:
    least, most = (UNSET if end is None else format_cents(end) for end in limit)
    return RecordLimit(least, most)


def _box_record(state: TableState, round: RoundState, box: BoxState) -> RecordBox:
    shown = round.void_because is None and shown_at_settlement(state, box)
    had_his_once = state.book.limits.under_minimum.is_limited and _had_once(state, box)
    return RecordBox(
        box=box.number,
        player=box.player,
        hand=HAND_STATES[box.standing],
        cards=_names(box.cards) if shown and whole(box.cards) else UNSET,
        bets={bet: format_cents(amount) for bet, amount in box.bets.items()},
        arrangement=RecordArrangement(_names(box.three)) if shown and box.three else UNSET,
        invalid_by=list(box.invalid_by) if box.invalid_by else UNSET,
        kept_back=True if box.kept_back and round.void_because is None else UNSET,
        established=list(box.established) if box.established else UNSET,
        under_minimum_settled_before=True if had_his_once else UNSET,
    )


def _had_once(state: TableState, box: BoxState) -> bool:
    """Whether wagers under the minimum go back. A shared one is a wager of everybody who made
    it.
    """
    if not box.others:
        return box.player in state.under_minimum_settled
    return any(
        had_once(state, box, bet)
        for bet, amount in box.bets.items()
        if amount < (state.limits.get(bet, (None, None))[0] or 0)
    )


def settle(state: TableState, command: c.Settle, actor: Actor, given: Given) -> Decision:
    round = state.round
    if round is not None and deal_can_end(state, round):
        # Everybody has given up: no more cards are needed (Q-D2).
        decided = settle(evolve(state, e.DealEnded()), command, actor, given)
        return decided if isinstance(decided, TableRefused) else (e.DealEnded(), *decided)
    if (
        round is None
        or round.phase not in (Phase.REVEALED, Phase.VOID)
        or round.settlement is not None
    ):
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Settle the round when all cards have been turned over, or it is void.",
        )
    if refused := _not_all_shown(state, round):
        return refused
    jackpot = round.registered if round.jackpot_failed else given.jackpot
    if jackpot is None and any(box.bets.get(PROGRESSIVE) for box in round.boxes.values()):
        return refuse(
            state,
            TableRefusal.NO_JACKPOT,
            "There are progressive bets: give the jackpot's value (jackpot).",
        )
    link = given.link
    if link is not None and (refused := _held_up(state, round, link)):
        return refused
    paid = link.paid if link is not None and round.claimed else None
    if paid is not None and jackpot is not None:
        jackpot = Jackpot(paid.before, jackpot.reset)
    record = record_of(state, round, jackpot)
    read = _read(state, record)
    if link is not None and paid is None and (claims := claims_of(read)):
        # At a table on a link, somebody must verify the hands first, and the link says what they
        # are paid.
        return (e.JackpotClaimed(_claimed(round, claims), actor),)
    settlement = settle_round(read, paid)
    played = _played_under_minimum(state, round, settlement)
    paid_out = _paid(round, settlement)
    return (e.RoundSettled(record, written(settlement), paid_out, played, actor),)


def _not_all_shown(state: TableState, round: RoundState) -> TableRefused | None:
    """Why a round whose cards nobody reads can't be settled yet: a card was entered twice, or
    nothing is known about some hands.
    """
    if round.phase is not Phase.REVEALED or not reads_nothing(state):
        return None
    if twice(round):
        message = (
            f"{which_is_wrong(state)[0].says}: put right which of the two is wrong; if both are "
            "there, report foreign-card."
        )
        return refuse(state, TableRefusal.CARD_TWICE, message)
    if waiting := to_show(state, round):
        boxes = ", ".join(map(str, waiting))
        message = f"Show these hands or mark them as not shown: box {boxes}."
        return refuse(state, TableRefusal.HANDS_TO_SHOW, message)
    return None


def _read(state: TableState, record: RoundRecord) -> Round:
    """The record as its rules see it, read by the same two readers as ``pitboss settle``."""
    shelf = _OneBook(state)
    line = msgspec.json.encode(record)
    return read_quickly(line, shelf) or read_record(msgspec.json.decode(line), shelf)


def _held_up(state: TableState, round: RoundState, link: FromLink) -> TableRefused | None:
    """Why a table on a link can't settle yet."""
    if round.claimed and link.paid is None:
        boxes = ", ".join(str(hand.box) for hand in round.claimed)
        message = f"The jackpot claimed on box {boxes} has not been verified and paid yet."
        return refuse(state, TableRefusal.JACKPOT_PENDING, message)
    playing = round.void_because is None and any(
        box.bets.get(PROGRESSIVE) for box in round.boxes.values()
    )
    if link.down and playing and not round.jackpot_failed and not round.claimed:
        return refuse(state, TableRefusal.LINK_DOWN, REPORT_FIRST)
    return None


def _claimed(round: RoundState, claims: Sequence[Claim]) -> tuple[e.ClaimedHand, ...]:
    """Hands that win a share of the jackpot."""
    return tuple(
        e.ClaimedHand(
            claim.box,
            round.boxes[claim.box].player,
            CATEGORY_LABELS[claim.category],
            str(claim.part),
            # In hold'em too it is the player's own last card that counts: community cards are dealt
            # to nobody (Q-D9).
            round.boxes[claim.box].dealt_ms or 0,
        )
        for claim in claims
    )


def conclude(state: TableState, command: c.Conclude, actor: Actor, given: Given) -> Decision:
    round = state.round
    nothing_bet = round is not None and not round.boxes and not round.closed
    if not nothing_bet and (round is None or round.settlement is None):
        return refuse(state, TableRefusal.NOT_NOW, "Settle the round before you conclude it.")
    # A secret of version 2 is stored here for the first time.
    opened = UNSET if round is None or round.chain is None else round.secret
    return (e.RoundConcluded(given.now_ms, actor, opened),)


def _paid(round: RoundState, settlement: Settlement) -> dict[str, Cents]:
    """What each player gets: returned and won. A shared wager is divided in proportion to its
    chips, odd cents to the seated player.
    """
    paid: dict[str, int] = {}
    for settled in settlement.boxes:
        box = round.boxes[settled.box]
        for line in settled.lines:
            amount = line.returned + line.winnings
            rest = amount
            for player, part in shares(box, line.bet).items() if box.others else ():
                if player != box.player:
                    theirs = amount * part // line.stake
                    rest -= theirs
                    paid[player] = paid.get(player, 0) + theirs
            paid[box.player] = paid.get(box.player, 0) + rest
    return {player: Cents(amount) for player, amount in paid.items() if amount}


def _played_under_minimum(
    state: TableState, round: RoundState, settlement: Settlement
) -> tuple[str, ...]:
    """Players who have now had a wager under the minimum paid or collected, if that may happen only
    once.
    """
    if not state.book.limits.under_minimum.is_limited:
        return ()
    players = {
        player
        for settled in settlement.boxes
        for line in settled.lines
        if line.result in (Result.WIN, Result.LOSE)
        and line.stake < (state.limits.get(line.bet, (None, None))[0] or 0)
        for player in shares(round.boxes[settled.box], line.bet)
    }
    return tuple(sorted(players - state.under_minimum_settled))
