"""Decisions about betting: opening it, chips on spots, seeds, closing it."""

from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.authority import PLAYER, Actor
from pitboss.rulebook.parts import WagerKind
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Given
from pitboss.table.queries import (
    PROGRESSIVE,
    has_opening,
    is_raise,
    opening,
    wager,
    wager_names,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.shuffle.deck import SECRET_BYTES, commitment, promise, shuffled
from pitboss.table.state import BoxState, RoundState, TableState

Decision = tuple[e.AnyEvent, ...] | TableRefused

MAX_SEED_CHARACTERS = 200


def refuse(state: TableState, code: TableRefusal, message: str) -> TableRefused:
    """A refusal with the clauses that the rulebook gives for its code."""
    return TableRefused(code, message, state.book.refusals.get(code.value, ()))


REPORT_FIRST = (
    "The jackpot link is down and progressive bets are on the layout: report "
    "progressive-system-down."
)


def open_betting(state: TableState, command: c.OpenBetting, actor: Actor, given: Given) -> Decision:
    if state.round is not None:
        return refuse(
            state,
            TableRefusal.ROUND_IN_PROGRESS,
            "The previous round is still open: conclude it first.",
        )
    if state.operation_awaited:
        message = "The jackpot is down: first choose how to run the next rounds (choose-operation)."
        return refuse(state, TableRefusal.OPERATION_PENDING, message)
    link_is_down = given.link is not None and given.link.down
    if link_is_down and state.book.operations and state.notice is None and not state.barred_boxes:
        message = (
            "The jackpot link is down: first choose how to run rounds until it is back "
            "(choose-operation)."
        )
        return refuse(state, TableRefusal.OPERATION_PENDING, message)
    round_id = f"{state.id}-{state.rounds + 1}"
    if state.settings.cards != "virtual":
        return (e.BettingOpened(round_id, given.now_ms, by=actor),)
    if given.secret is None or len(given.secret) != SECRET_BYTES:
        return refuse(
            state,
            TableRefusal.NO_SECRET,
            f"A virtual shuffle needs a fresh secret of {SECRET_BYTES} bytes.",
        )
    if not given.chains:
        promised = commitment(given.secret)
        return (e.BettingOpened(round_id, given.now_ms, promised, given.secret, actor),)
    promised = promise(state.id, state.rounds + 1, given.secret).hex()
    chain = given.chains[0]
    opened = e.BettingOpened(round_id, given.now_ms, promised, given.secret, actor, chain)
    return (*publish(state, given, actor), opened)


def publish(state: TableState, given: Given, actor: Actor) -> tuple[e.AnyEvent, ...]:
    """Chains of secrets not yet announced: they must be before anybody bets on them."""
    return tuple(
        e.ShuffleChainPublished(chain, given.now_ms, actor)
        for chain in given.chains
        if chain not in state.chains
    )


def give_seed(state: TableState, command: c.GiveSeed, actor: Actor, given: Given) -> Decision:
    if late := not_betting(state):
        return late
    if state.settings.cards != "virtual":
        return refuse(
            state,
            TableRefusal.NO_SEEDS_HERE,
            "Seeds are for virtual shuffles; this table deals real cards.",
        )
    if state.round is not None and state.round.chain is not None:
        return refuse(
            state,
            TableRefusal.NO_SEEDS_HERE,
            "In this round, commit a seed first (commit-seed) and open it after the close "
            "(open-seed).",
        )
    if len(command.seed) > MAX_SEED_CHARACTERS:
        return refuse(
            state,
            TableRefusal.NO_SEEDS_HERE,
            f"A seed has at most {MAX_SEED_CHARACTERS} characters.",
        )
    return (e.SeedGiven(actor.name, command.seed),)


def not_betting(state: TableState) -> TableRefused | None:
    """Why no bets are taken now; None while they are."""
    conduct = state.book.conduct
    if state.round is None:
        return refuse(
            state,
            TableRefusal.BETTING_NOT_OPEN,
            (f'Betting is not open: wait for the call "{conduct.announce_open}".'),
        )
    if state.round.closed or state.round.void_because is not None:
        return refuse(
            state, TableRefusal.NO_MORE_BETS, (f'"{conduct.announce_close}" has been called.')
        )
    return None


def acting_player(actor: Actor, named: str | None) -> str | None:
    """The player for whom something is done: oneself, or, for staff, the player who asked for
    it.
    """
    if actor.post is PLAYER:
        return actor.name if named is None or named == actor.name else None
    return named


def place_bet(state: TableState, command: c.PlaceBet, actor: Actor, given: Given) -> Decision:
    if late := not_betting(state):
        return late
    spot = wager(state, command.bet)
    if spot is not None and is_raise(spot):
        return refuse(
            state, TableRefusal.NOT_NOW, f"{spot.label} is placed when the player decides."
        )
    player = acting_player(actor, command.player)
    assert player is not None, "whoever bets says for whom"
    assert state.round is not None
    box = state.round.boxes.get(command.box)
    if refused := _check_place(state, command, player, box) or _check_bet(
        state, command, player, box
    ):
        return refused
    if command.bet == PROGRESSIVE and given.link is not None and given.link.down:
        return refuse(
            state,
            TableRefusal.LINK_DOWN,
            "The jackpot link is down: no progressive bets are taken.",
        )
    if box is not None and (gone := _has_left(box, player)):
        return gone
    events: tuple[e.AnyEvent, ...] = (
        e.BetPlaced(command.box, command.bet, command.amount, player, actor),
    )
    seated = box is None or box.player == player
    if seated and player not in state.round.told:
        for other in state.round.boxes.values():
            if other.player == player and other.number != command.box:
                return (*events, e.OneHandTold(player))
    return events


def _check_place(
    state: TableState, command: c.PlaceBet, player: str, box: BoxState | None
) -> TableRefused | None:
    """Whether this player may bet on this box at all."""
    assert state.round is not None
    if player in state.barred_players:
        message = f"{player} has been barred from further play."
        return TableRefused(TableRefusal.PLAYER_BARRED, message, state.barred_players[player])
    if not 1 <= command.box <= state.settings.boxes:
        return refuse(
            state, TableRefusal.NO_SUCH_BOX, f"The layout has boxes 1 to {state.settings.boxes}."
        )
    if command.box in state.barred_boxes:
        return refuse(
            state, TableRefusal.BOX_BARRED, f"No bets are taken on box {command.box} for now."
        )
    spot = wager(state, command.bet)
    if spot is None:
        return refuse(
            state,
            TableRefusal.NO_SUCH_BET,
            f"There is no such bet here: the bets are {', '.join(wager_names(state))}.",
        )
    if command.amount <= 0:
        return refuse(state, TableRefusal.BAD_AMOUNT, "A bet must be more than zero.")
    if box is not None and box.player != player and not _may_join(state, spot.kind):
        return refuse(
            state, TableRefusal.SOMEONE_ELSES_BOX, f"Box {command.box} belongs to another player."
        )
    if player in state.one_position and _bets_elsewhere(state.round, player, command.box):
        return refuse(
            state, TableRefusal.ONE_POSITION_ONLY, f"{player} may bet on one position only."
        )
    return None


def _has_left(box: BoxState, player: str) -> TableRefused | None:
    """Why the bets of a player who walked away stay as they are: the hand has been decided."""
    if not box.gone or box.player != player:
        return None
    message = (
        f"{player} has been reported as gone from box {box.number}, and that decides the hand. If "
        "he is there after all, put that right first."
    )
    return TableRefused(TableRefusal.ALREADY_DECIDED, message)


def _bets_elsewhere(round: RoundState, player: str, number: int) -> bool:
    """Whether a player has chips on another box, as its player or beside him."""
    return any(
        player in shares(box, bet)
        for box in round.boxes.values()
        if box.number != number
        for bet in box.bets
    )


def _may_join(state: TableState, kind: WagerKind) -> bool:
    return state.book.conduct.boxes_are_shared and kind is not WagerKind.PROGRESSIVE


def _check_bet(
    state: TableState, command: c.PlaceBet, player: str, box: BoxState | None
) -> TableRefused | None:
    """Whether this bet may be placed here, and be this large."""
    laid = Cents(0) if box is None else box.bets.get(command.bet, Cents(0))
    first = opening(state)
    if command.bet != first and (box is None or not _share(box, first, player)):
        message = f"Box {command.box} needs its {first} first."
        if has_opening(state, box):
            message = f"{player} must place the {first} on box {command.box} first."
        wagers = state.book.wagers
        clauses = (wagers.spot(first).clause, wagers.spot(command.bet).clause)
        return TableRefused(TableRefusal.NEEDS_OPENING_WAGER, message, clauses)
    if command.bet == PROGRESSIVE:
        prescribed = state.settings.progressive_bet
        if prescribed is None:
            message = "This table has no progressive jackpot."
            return TableRefused(
                TableRefusal.NO_PROGRESSIVE, message, (state.book.wagers.spot(PROGRESSIVE).clause,)
            )
        if state.notice is not None:
            return refuse(state, TableRefusal.NO_PROGRESSIVE, state.notice)
        if state.round is not None and state.round.progressive_returned:
            message = "The jackpot has failed: this round is played without progressive bets."
            return refuse(state, TableRefusal.NO_PROGRESSIVE, message)
        if laid + command.amount != prescribed:
            message = f"A progressive bet here is {format_cents(prescribed)}, no more and no less."
            return refuse(state, TableRefusal.WRONG_PROGRESSIVE_AMOUNT, message)
    _, most = state.limits.get(command.bet, (None, None))
    if most is not None and laid + command.amount > most:
        return refuse(
            state,
            TableRefusal.OVER_MAXIMUM,
            f"The maximum for {command.bet} here is {format_cents(most)}.",
        )
    return None


def withdraw_bet(state: TableState, command: c.WithdrawBet, actor: Actor, given: Given) -> Decision:
    if late := not_betting(state):
        return late
    player = acting_player(actor, command.player)
    assert player is not None, "whoever withdraws says for whom"
    assert state.round is not None
    box = state.round.boxes.get(command.box)
    amount = 0 if box is None else _share(box, command.bet, player)
    if box is None or not amount:
        return refuse(
            state,
            TableRefusal.NO_SUCH_BET,
            f"{player} has no {command.bet} on box {command.box}.",
        )
    if gone := _has_left(box, player):
        return gone
    if command.bet == opening(state):
        return taken_off(box, command.bet, player, actor)
    return (e.BetWithdrawn(box.number, command.bet, Cents(amount), player, actor),)


def taken_off(box: BoxState, opening: str, player: str, actor: Actor) -> tuple[e.AnyEvent, ...]:
    """A player's chips leave a box together with their share of the opening wager. Other players'
    chips stay as long as there is an opening wager; without one nothing can.
    """
    alone = list(shares(box, opening)) == [player]
    return tuple(
        e.BetWithdrawn(box.number, bet, Cents(part), who, actor)
        for bet in box.bets
        for who, part in shares(box, bet).items()
        if alone or who == player
    )


def shares(box: BoxState, bet: str) -> dict[str, int]:
    """Whose chips a wager consists of, the seated player's first."""
    others, seated = box.others.get(bet), box.bets.get(bet, 0)
    if not others:
        return {box.player: seated} if seated else {}
    seated -= sum(others.values())
    return ({box.player: seated} if seated else {}) | dict(others)


def owners(box: BoxState) -> list[str]:
    """Everybody with chips on a box, the seated player first."""
    found = {player for bet in box.bets for player in shares(box, bet)}
    return sorted(found, key=lambda player: (player != box.player, player))


def had_once(state: TableState, box: BoxState, bet: str) -> bool:
    """Whether anybody whose chips are in a wager has already had one under the minimum settled."""
    return not state.under_minimum_settled.isdisjoint(shares(box, bet))


def _share(box: BoxState, bet: str, player: str) -> int:
    return shares(box, bet).get(player, 0)


def close_betting(
    state: TableState, command: c.CloseBetting, actor: Actor, given: Given
) -> Decision:
    if late := not_betting(state):
        return late
    round = state.round
    assert round is not None
    if not any(has_opening(state, box) for box in round.boxes.values()):
        return refuse(
            state,
            TableRefusal.NOTHING_BET,
            "Nobody has bet; conclude the round, or wait for a bet.",
        )
    if not command.let_stand:
        for box in round.boxes.values():
            for bet, amount in box.bets.items():
                least, _ = state.limits.get(bet, (None, None))
                if least is not None and amount < least:
                    message = (
                        f"Box {box.number} has less than the minimum of {format_cents(least)} "
                        f"on {bet}: ask {box.player} to raise it or take it back, or let it "
                        "stand (let-stand)."
                    )
                    return refuse(state, TableRefusal.UNDER_MINIMUM, message)
    if given.link is not None and given.link.down:
        if (
            any(box.bets.get(PROGRESSIVE) for box in round.boxes.values())
            and not round.jackpot_failed
        ):
            return refuse(state, TableRefusal.LINK_DOWN, REPORT_FIRST)
    # A deck of version 2 is fixed when the seeds have been opened.
    deck = None
    if round.secret is not None and round.chain is None:
        deck = shuffled(round.secret, round.seeds)
    return (e.BettingClosed(given.now_ms, deck, actor),)
