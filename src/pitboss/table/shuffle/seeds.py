"""Decisions about a shuffle of version 2: committing and opening seeds, and the moment when it is
fixed.

Nobody moves last. The secret is fixed by the chain before betting opens; a player with a bet
commits to a seed before betting closes, and opens it when nobody can add or change one any more. A
seed that is not opened in time is left out, and that is on record.
"""

from msgspec import UNSET, UnsetType

from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, not_betting, refuse, shares
from pitboss.table.commands import Given
from pitboss.table.dealing import deal as dealt
from pitboss.table.evolve import fold
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.shuffle.deck import SEED_BYTES, is_hex, number_of, seed_commitment
from pitboss.table.state import Phase, RoundState, TableState

ALIAS_BYTES = 8

OPENING_MS = 3_000
"""How long the first card waits for seeds that have not been opened."""


def commit_seed(state: TableState, command: c.CommitSeed, actor: Actor, given: Given) -> Decision:
    if refused := not_betting(state) or _no_seeds(state):
        return refused
    if not is_hex(command.commitment, SEED_BYTES):
        message = f"A commitment is {2 * SEED_BYTES} hexadecimal digits, in small letters."
        return refuse(state, TableRefusal.NO_SEEDS_HERE, message)
    round = state.round
    assert round is not None
    if actor.post is not Post.PLAYER or actor.name not in bettors(round):
        message = "Only players with a bet give seeds: place a bet first."
        return refuse(state, TableRefusal.SEED_NEEDS_BET, message)
    if any(one.player == actor.name for one in round.committed):
        message = "You have already committed a seed for this round, and one is all."
        return refuse(state, TableRefusal.SEED_FIXED, message)
    if refused := _bad_alias(state, command.alias, {one.under for one in round.committed}):
        return refused
    return (e.SeedCommitted(actor.name, command.commitment, command.alias),)


def _bad_alias(state: TableState, alias: str | UnsetType, taken: set[str]) -> TableRefused | None:
    """An alias that reveals nothing about the player: it is drawn at random."""
    if alias is UNSET:
        return None
    if not is_hex(alias, ALIAS_BYTES):
        message = f"An alias is {2 * ALIAS_BYTES} hexadecimal digits, in small letters."
        return refuse(state, TableRefusal.NO_SEEDS_HERE, message)
    if alias in taken:
        message = "This alias is taken in this round: draw another one."
        return refuse(state, TableRefusal.SEED_FIXED, message)
    return None


def open_seed(state: TableState, command: c.OpenSeed, actor: Actor, given: Given) -> Decision:
    round = state.round
    if round is None or round.phase is not Phase.CLOSED or round.deck is not None:
        message = "Open the seed after the close and before the first card."
        return refuse(state, TableRefusal.NOT_NOW, message)
    if refused := _no_seeds(state):
        return refused
    mine = next((one for one in round.committed if one.player == actor.name), None)
    if mine is None:
        message = "You have committed no seed in this round."
        return refuse(state, TableRefusal.NO_SEEDS_HERE, message)
    if mine.seed is not None:
        return refuse(state, TableRefusal.SEED_FIXED, "Your seed has been opened already.")
    assert round.commitment is not None, "a shuffle with a chain is promised"
    if not is_hex(command.seed, SEED_BYTES) or mine.commitment != seed_commitment(
        state.id, number_of(round.id), round.commitment, mine.under, command.seed
    ):
        message = "This is not the seed you committed."
        return refuse(state, TableRefusal.WRONG_SEED, message)
    return (e.SeedOpened(actor.name, command.seed),)


def _no_seeds(state: TableState) -> TableRefused | None:
    if state.settings.cards != "virtual":
        message = "Seeds are for virtual shuffles; this table deals real cards."
        return refuse(state, TableRefusal.NO_SEEDS_HERE, message)
    if state.round is not None and state.round.chain is None:
        message = "The seeds of this round are given openly (give-seed)."
        return refuse(state, TableRefusal.NO_SEEDS_HERE, message)
    return None


def bettors(round: RoundState) -> set[str]:
    """Everybody whose chips lie on the layout."""
    return {
        player for box in round.boxes.values() for bet in box.bets for player in shares(box, bet)
    }


def deal(state: TableState, command: c.Deal, actor: Actor, given: Given) -> Decision:
    """A step of the deal. The shuffle is fixed before the first card: seeds opened by then go into
    it.
    """
    round = state.round
    if round is None or round.chain is None or round.deck or round.phase is not Phase.CLOSED:
        return dealt(state, command, actor, given)
    missing = tuple(one.player for one in round.committed if one.seed is None)
    assert round.closed_ms is not None, "betting has been closed"
    if missing and given.now_ms < round.closed_ms + OPENING_MS:
        message = (
            f"Not opened yet: the seed of {', '.join(missing)}. Deal once it is, or without it "
            f"{OPENING_MS // 1000} seconds after the close."
        )
        return refuse(state, TableRefusal.SEEDS_OUTSTANDING, message)
    opened = tuple(one.player for one in round.committed if one.seed is not None)
    fixed = e.ShuffleFixed(given.now_ms, opened, missing)
    decided = dealt(fold((fixed,), state), command, actor, given)  # type: ignore[arg-type]  # never None
    return decided if isinstance(decided, TableRefused) else (fixed, *decided)


_WITHOUT_THE_KEY = (
    c.Report,
    c.Confirm,
    c.ChooseOption,
    c.CloseOptions,
    c.WithdrawBet,
    c.Conclude,
    c.DropCorrection,
    c.DecideMoney,
)


def locked(state: TableState, command: c.AnyCommand) -> TableRefused | None:
    """Why only the rules' way out is left if the key to a round's cards is not available."""
    round = state.round
    if round is None or round.chain is None or round.secret is not None:
        return None
    void = round.void_because is not None
    if isinstance(command, _WITHOUT_THE_KEY) or (isinstance(command, c.Settle) and void):
        return None
    message = (
        "The key to this round's cards is not at hand. Put its file back and start Pitboss again; "
        "if it is lost, report unlisted and have the round voided."
    )
    return refuse(state, TableRefusal.NO_SECRET, message)
