"""A robot that plays: it bets on its own box, looks at its own hand, and decides only for
itself.
"""

from random import Random

from pitboss.demo.scene import Scene, turn_of
from pitboss.games.deal_plan import Ask
from pitboss.games.family import family_of
from pitboss.kernel.cards import whole
from pitboss.kernel.money import Cents
from pitboss.rulebook.effects import Option
from pitboss.table import commands as c
from pitboss.table.queries import PROGRESSIVE, is_raise, opening, raise_name, raise_size, wager
from pitboss.table.ruling_effects import STAY
from pitboss.table.state import BoxState, Phase, RoundState, TableState

_JACKPOT = 0.9
_SIDE = 0.25
_LOOK = 0.9
_BLIND_FOLD = 0.3
_CHECK = 0.5


def play(scene: Scene, box: int, name: str) -> c.AnyCommand | None:
    """What the robot does at its box now, or nothing."""
    state, round = scene.table, scene.table.round
    if round is None or round.pending is not None:
        return None
    random = Random(f"{name}/{round.id}/{round.cursor}")
    if round.offered:
        return _option(round, box, name, random)
    if round.phase is Phase.BETTING:
        return _bet(scene, round, box, name, random)
    if turn_of(round) == box and round.boxes[box].player == name:
        return _decision(state, round, round.boxes[box], random)
    return None


def _bet(scene: Scene, round: RoundState, box: int, name: str, random: Random) -> c.PlaceBet | None:
    """Its next bet that is not placed yet. Its bets are fixed when the round opens."""
    state, laid = scene.table, round.boxes.get(box)
    seated = laid is None or laid.player == name
    if (
        not seated
        or box > state.settings.boxes
        or box in state.barred_boxes
        or name in state.barred_players
    ):
        return None
    least, most = state.limits[opening(state)]
    least = least or Cents(1_00)
    wished = {opening(state): Cents(min(least * random.randint(1, 4), most or least))}
    jackpot, side = random.random() < _JACKPOT, random.random() < _SIDE
    prescribed = state.settings.progressive_bet
    if jackpot and prescribed is not None and state.notice is None and not scene.link_down:
        wished[PROGRESSIVE] = prescribed
    if side and (other := _side_bet(state)) is not None:
        wished[other] = Cents(state.limits.get(other, (None, None))[0] or 5_00)
    bets = {} if laid is None else laid.bets
    return next(
        (c.PlaceBet(box, bet, amount) for bet, amount in wished.items() if bet not in bets), None
    )


def _side_bet(state: TableState) -> str | None:
    """The first bet of the layout that is neither the opening wager, nor a raise, nor the
    progressive bet.
    """
    for bet in state.book.wagers.names[1:]:
        kind = wager(state, bet)
        if bet != PROGRESSIVE and kind is not None and not is_raise(kind):
            return bet
    return None


def _option(round: RoundState, box: int, name: str, random: Random) -> c.ChooseOption | None:
    """Robots like to play on."""
    options = round.offered.get(box)
    if not options or round.boxes[box].player != name:
        return None
    on = [
        option
        for option in options
        if option in (STAY, Option.CONTINUE, Option.CONTINUE_RECONSTRUCTED)
    ]
    return c.ChooseOption(box, random.choice(on or options))


def _decision(state: TableState, round: RoundState, box: BoxState, random: Random) -> c.AnyCommand:
    """It looks first, as nearly everybody does; a hand that it has not looked at is played
    blind.
    """
    # Only their player sees ordinary cards.
    looks = random.random() < _LOOK and None not in box.cards
    if looks and not any(
        other.examined and other.player == box.player for other in round.boxes.values()
    ):
        return c.Examine(box.number)
    assert round.step is not None, "somebody is asked"
    ask = round.step.asks
    assert ask is not None, "players decide when they are asked"
    bet = raise_name(state, ask)
    if bet is None:
        return c.SetHand(box.number)
    stake = c.Raise(box.number, raise_size(state, box, bet))
    if ask is not Ask.STAY:
        return c.Check(box.number) if random.random() < _CHECK else stake
    seen = whole(box.cards) if box.examined else None
    good = random.random() >= _BLIND_FOLD if seen is None else family_of(state.book).plays_on(seen)
    return stake if good else c.Fold(box.number)
