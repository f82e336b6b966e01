"""A table at which people do what they like.

A step is told by a few bytes: each choice (who acts, what is asked for, on which box, for how much)
takes one, and when they run out the first choice is made. So Hypothesis can shrink a step, a plain
generator can make any number, and the same bytes always mean the same step at the same moment of
the same table.

Most steps are what the table itself offers somebody (``next_steps``), so that rounds get somewhere;
the others are irregularities with random facts, and commands that nobody waits for.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from itertools import islice
from operator import xor
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.games.deal_plan import Do
from pitboss.kernel.cards import DECK, Card, known_of
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.effects import Option
from pitboss.rulebook.incidents import FACTS, Incident
from pitboss.rulebook.parts import WagerKind
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table.commands import Given, LimitSetting
from pitboss.table.facts import known_facts
from pitboss.table.next_steps import NextStep, next_steps
from pitboss.table.occasions import WHEN, check_occasion
from pitboss.table.queries import boxes_of, cards_out, wager_names
from pitboss.table.state import Phase, RoundState, Standing, TableState
from tests.properties.table_invariants import (
    DEALER,
    JACKPOT,
    PEOPLE,
    PIT_MANAGER,
    PLAYERS,
    SHIFT_MANAGER,
    SUPERVISOR,
    Step,
    Watched,
    plain_command,
)
from tests.support import RULEBOOKS

BYTES = 16
"""What tells one step."""

T = TypeVar("T")
_shelf = Shelf()


class Codes:
    """Choices told by bytes. Where the bytes have run out, the first choice is made."""

    def __init__(self, told: bytes) -> None:
        self._told = iter(told)

    def number(self, below: int) -> int:
        return next(self._told, 0) % below

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.number(len(choices))]

    def once_in(self, times: int) -> bool:
        return self.number(times) == times - 1


def run(rulebook: str, told: Iterable[bytes], table: Watched | None = None) -> Watched:
    """A table of a rulebook at which everything told has been done, under watch."""
    found = Watched() if table is None else table
    for codes in told:
        take_step(found, rulebook, codes)
    return found


class Way(StrEnum):
    """How a step comes about."""

    OFFERED = "the table offers it"
    REPORTED = "something goes wrong"
    ANYTHING = "nobody waits for it"


def take_step(table: Watched, rulebook: str, told: bytes, way: Way | None = None) -> None:
    """One step; now and then all events together are read again.

    The same bytes mean another step at another moment: Hypothesis likes to repeat itself, and
    tables would stand still.
    """
    codes = Codes(bytes(map(xor, told, sha256(repr(table.moment).encode()).digest())))
    ends = codes.once_in(24)
    table.do(chosen_step(table.state, rulebook, len(table.steps), codes, way))
    if ends:
        table.check_end()


def chosen_step(
    state: TableState | None, rulebook: str, count: int, codes: Codes, way: Way | None = None
) -> Step:
    """Who does what next, and what comes from outside."""
    actor, command = _chosen(state, rulebook, codes, way)
    # A shuffle's secret is fresh for every step and needs none of its bytes; seldom it is missing
    # or too short.
    secret: bytes | None = sha256(count.to_bytes(4, "big")).digest()
    if codes.once_in(32):
        secret = codes.pick((None, b"short"))
    return Step(actor, command, Given(count * 1000, secret, None if codes.once_in(24) else JACKPOT))


def _chosen(
    state: TableState | None, rulebook: str, codes: Codes, way: Way | None
) -> tuple[Actor, c.AnyCommand]:
    if state is None:
        return (
            _anything(None, rulebook, codes)
            if codes.once_in(8)
            else (SUPERVISOR, _opening(rulebook, codes))
        )
    match way or _way(state, codes):
        case Way.OFFERED:
            return _offered(state, rulebook, codes)
        case Way.REPORTED:
            return _reported(state, codes)
        case Way.ANYTHING:
            return _anything(state, rulebook, codes)


def _way(state: TableState, codes: Codes) -> Way:
    # Before any card is dealt little goes wrong, and what does mostly voids the round.
    dealing = state.round is not None and state.round.closed
    number, reported = codes.number(16), 3 if dealing else 1
    if number < 3:
        return Way.ANYTHING
    return Way.REPORTED if number < 3 + reported else Way.OFFERED


# ── settings ──────────────────────────────────────────────────────────────────────────────────────

_OPENING_LIMITS = (
    (10_00, 1000_00),
    (25_00, 100_00),
    (10_00, 10_00),
    (None, 100_00),
    (100_00, 10_00),
)
_SIDE_LIMITS = (None, None, (5_00, 100_00), (None, 50_00), (5_00, None))


def _opening(rulebook: str, codes: Codes) -> c.OpenTable:
    """Settings of a table, mostly good ones; few boxes, so that players meet."""
    book = _shelf.get(rulebook)
    cards: c.CardSource = codes.pick(("virtual", "entered", "shown"))
    layout = codes.pick(tuple(book.layouts))
    least, most = book.layouts[layout].boxes
    boxes = codes.number(min(most - least, 3) + 1) + least
    limits = {}
    for name in book.wagers.__struct_fields__:
        kind = getattr(book.wagers, name).kind
        if kind is WagerKind.OPENING:
            bad = codes.once_in(16)
            limits[name] = _limit(codes.pick(_OPENING_LIMITS[3:] if bad else _OPENING_LIMITS[:3]))
        elif kind is WagerKind.SIDE:
            ends = codes.pick(_SIDE_LIMITS)
            limits |= {} if ends is None else {name: _limit(ends)}
    return c.OpenTable(
        rulebook=rulebook if not codes.once_in(32) else "no-such-rulebook",
        layout=layout if not codes.once_in(32) else "Z",
        boxes=boxes if not codes.once_in(32) else codes.pick((0, 99)),
        dealing=codes.pick(tuple(book.dealing)) if not codes.once_in(32) else "by-post",
        cards=cards,
        limits=limits,
        progressive_bet=codes.pick((Cents(5_00), Cents(5_00), None)),
    )


def _limit(ends: tuple[int | None, int | None]) -> LimitSetting:
    least, most = (None if end is None else Cents(end) for end in ends)
    return LimitSetting(least, most)


# ── what the table offers ─────────────────────────────────────────────────────────────────────────


def _offered(state: TableState, rulebook: str, codes: Codes) -> tuple[Actor, c.AnyCommand]:
    """A step that the table offers somebody, with what it needs besides."""
    offered = {person: next_steps(state, person.post, person.name) for person in PEOPLE}
    # What ends something comes seldom, so that there are rounds, several hands in them, and hands
    # that are not shown.
    if not codes.once_in(3):
        closing = {"close-table", "close-betting"} | _ends(state)
        offered = {
            person: tuple(
                step for step in steps if step.do not in closing and step.option != "rest"
            )
            for person, steps in offered.items()
        }
    people = [person for person, steps in offered.items() if steps]
    if not people:
        return _anything(state, rulebook, codes)
    actor = codes.pick(people)
    return actor, _completed(state, rulebook, actor, codes.pick(offered[actor]), codes)


def _ends(state: TableState) -> set[str]:
    phase = None if state.round is None else state.round.phase
    return (
        {"conclude"} if phase is Phase.BETTING else {"settle"} if phase is Phase.REVEALED else set()
    )


def _completed(
    state: TableState, rulebook: str, actor: Actor, step: NextStep, codes: Codes
) -> c.AnyCommand:
    round = state.round
    match step.do:
        case "open-table":
            # Sometimes another game is played at the same table, by the same players.
            return _opening(codes.pick(RULEBOOKS) if codes.once_in(4) else rulebook, codes)
        case "choose-operation":
            names = tuple(state.book.operations)
            return c.ChooseOperation(codes.pick(names), codes.pick((1, None, 2)))
        case "place-bet":
            return _bet(state, actor, codes)
        case "close-betting":
            return c.CloseBetting(let_stand=codes.once_in(2))
        case "deal":
            return _deal(state, step, codes)
        case "show-hand":
            assert round is not None
            return _shown(round, step, codes)
        case "correct":
            return c.Correct(entry=int(step.option or 0), reason="It never happened.")
        case "confirm":
            return msgspec.convert({"do": "confirm", "decision": codes.pick(_DECISIONS)}, c.Confirm)
        case "ask":
            # The dealer says for the player what he was told across the table.
            box = step.box or 0
            assert round is not None
            theirs = Actor(PLAYERS[0].post, round.boxes[box].player)
            answers = next_steps(state, theirs.post, theirs.name)
            return _completed(
                state, rulebook, theirs, codes.pick([a for a in answers if a.box == box]), codes
            )
        case "set-hand" if round is not None and codes.once_in(2):
            cards = [card for card in round.boxes[step.box or 0].cards if card is not None]
            if len(cards) < 3:
                return c.SetHand(step.box or 0)
            return c.SetHand(
                step.box or 0, tuple(cards.pop(codes.number(len(cards))) for _ in range(3))
            )
        case _:
            command = plain_command(state, step)
            assert command is not None, f"nobody knows how to {step.do}"
            return command


_DECISIONS = (
    None, "continue", "decline", "bar-player", "invalidate-hand", "void-round", (
        "return-progressive"
    ),
)  # fmt: skip

_AMOUNTS = tuple(
    map(
        Cents,
        (
            25_00,
            10_00,
            10_00,
            30_00,
            5_00,
            9_99,
            50_00,
            100_00,
            100_01,
            1,
            0,
            -5_00,
            1000_00,
            2000_00,
        ),
    )
)


def _bet(state: TableState, player: Actor, codes: Codes) -> c.PlaceBet:
    """A bet that is likely to be taken: the first one on a free box, or a further one on the
    player's own.
    """
    assert state.round is not None
    boxes = state.round.boxes
    near = [
        n
        for n in range(1, state.settings.boxes + 1)
        if n not in boxes or boxes[n].player == player.name
    ]
    number = codes.pick(tuple(boxes) if not near or (boxes and codes.once_in(6)) else near)
    first, *further = (
        name for name in wager_names(state) if getattr(state.book.wagers, name).kind != "raise"
    )
    bet = first if number not in boxes else codes.pick((*further, first))
    return c.PlaceBet(
        number, bet, Cents(5_00) if bet == "progressive" else codes.pick(_AMOUNTS[:7])
    )


def _deal(state: TableState, step: NextStep, codes: Codes) -> c.Deal:
    """The next step, or many; ordinary cards that lie face up are told, seldom one that is out."""
    if state.settings.cards != "shown":
        return c.Deal(_coming(state, codes), all=UNSET if codes.number(4) else True)
    assert state.round is not None
    told = _any_cards(state.round, step.cards or 0, codes)
    return c.Deal(told or None, all=step.option == "all" or UNSET)


def _shown(round: RoundState, step: NextStep, codes: Codes) -> c.ShowHand:
    """Cards are turned over: mostly ones that are not out."""
    cards = _any_cards(round, step.cards or 0, codes)
    three = cards[:3] if len(cards) == 5 and codes.once_in(3) else None
    return c.ShowHand(cards=cards, box=step.box, place=step.option, three=three)


def _any_cards(round: RoundState, count: int, codes: Codes) -> tuple[Card, ...]:
    out = () if codes.once_in(8) else cards_out(round)
    left = [card for card in DECK if card not in out]
    return tuple(left.pop(codes.number(len(left))) for _ in range(count))


def _coming(state: TableState, codes: Codes) -> tuple[Card, ...] | None:
    """The cards of the next step where they are entered."""
    step = None if state.round is None else state.round.step
    if (
        state.round is None
        or step is None
        or state.settings.cards == "virtual"
        or step.do is Do.TURN_OVER
    ):
        return None
    if step.do is Do.BURN and codes.once_in(2):
        return None
    left = [card for card in DECK if card not in cards_out(state.round)]
    return tuple(left.pop(codes.number(len(left))) for _ in range(step.cards))


# ── what goes wrong ───────────────────────────────────────────────────────────────────────────────


def _reported(state: TableState, codes: Codes) -> tuple[Actor, c.AnyCommand]:
    """An irregularity, mostly one that can happen now, with random facts."""
    round = state.round
    # What can happen in few phases comes more often in these.
    likely = [
        incident
        for incident in Incident
        if round is not None and check_occasion(state, incident, {}) is None
        for _ in range(len(WHEN[incident]), 7)
    ]
    incident = codes.pick(tuple(Incident) if not likely or codes.once_in(8) else likely)
    box = _some_box(round, codes)
    named = None if round is None or box is None else round.boxes.get(box)
    known = known_facts(state, incident, {}, named)
    # Seldom is something told that the table knows, or not told that it asks.
    facts = {
        name: codes.pick(kind.samples())
        for name, kind in FACTS.get(incident, {}).items()
        if codes.once_in(12) is (name in known)
    }
    names = wager_names(state)
    laid = (
        ()
        if round is None or box is None or box not in round.boxes
        else tuple(round.boxes[box].bets)
    )
    return codes.pick(
        (DEALER, SHIFT_MANAGER, SUPERVISOR, PIT_MANAGER, DEALER, *PLAYERS[:1])
    ), c.Report(
        incident=incident,
        facts=facts,
        box=box,
        # Whom cards that are told affect depends on those that lay there.
        boxes=()
        if incident in _CARD_BY_CARD
        else codes.pick((None, None, (), (1,), (1, 2), (2, 3, 9))),
        bet=codes.pick((*laid, *laid, None, *names)),
        amount=codes.pick((Cents(1500_00), None, *_AMOUNTS)),
        moves=() if incident in _CARD_BY_CARD else _moves(round, codes),
        hands=_hands(round, codes) if incident in _CARD_BY_CARD else None,
    )


_CARD_BY_CARD = (
    Incident.WRONG_PLAYER_CARD_COUNT,
    Incident.WRONG_DEALER_CARD_COUNT,
    Incident.WRONG_COMMUNITY_CARD_COUNT,
    Incident.OTHER_DEALING_ERROR,
)
"""What may be put right card by card."""


def _hands(round: RoundState | None, codes: Codes) -> dict[str, tuple[Card, ...]] | None:
    """Cards of some places, all moved on by some; seldom with another one at the end."""
    lie = {} if round is None else {str(n): box.cards for n, box in round.boxes.items()}
    lie |= {} if round is None else {"dealer": round.dealer, "community": round.community}
    held = {place: known_of(cards) for place, cards in lie.items() if cards and None not in cards}
    first = codes.number(4)
    places = list(held)[first : first + 1 + codes.number(3)]
    cards = [card for place in places for card in held[place]]
    turn = codes.number(max(len(cards), 1))
    cards = cards[turn:] + cards[:turn]
    if cards and codes.once_in(3):
        cards[-1] = codes.pick(DECK)
    if not cards or codes.once_in(4):
        return None
    coming = iter(cards)
    return {place: tuple(islice(coming, len(held[place]))) for place in places}


def _some_box(round: RoundState | None, codes: Codes) -> int | None:
    boxes = () if round is None else tuple(round.boxes)
    return codes.pick((*boxes, *boxes, 1, None))


def _moves(round: RoundState | None, codes: Codes) -> tuple[tuple[int, int], ...]:
    """Hands that change places: in a circle among some boxes, seldom nonsense."""
    dealt = [] if round is None else [number for number, box in round.boxes.items() if box.cards]
    first = codes.number(4)
    circle = dealt[first : first + 2 + codes.number(2)]
    if codes.once_in(16):
        return ((1, 2),)
    return tuple(zip(circle, circle[1:] + circle[:1], strict=True)) if len(circle) > 1 else ()


# ── what nobody waits for ─────────────────────────────────────────────────────────────────────────

_KINDS = (
    "place-bet", "withdraw-bet", "examine", "raise", "fold", "check", "set-hand", "decline-to-show",
    "establish-hand", "show-hand", "give-seed", "deal", "settle", "conclude", "open-betting", (
        "close-betting"
    ), "confirm",
    "choose-option", "close-options", "choose-operation", "restore-progressive", (
        "hold-to-one-position"
    ),
    "stop-player", "close-table", "open-table", "lift-one-position", "lift-bar",
    "take-back", "take-back", "correct", "correct", "allow-correction", "drop-correction",
    "decide-money",
)  # fmt: skip
_LIKELY = {
    Phase.BETTING: ("place-bet", "withdraw-bet", "give-seed"),
    Phase.DECIDING: ("examine", "raise", "fold", "check", "set-hand"),
    Phase.REVEALED: ("decline-to-show", "establish-hand", "show-hand"),
}


def _anything(state: TableState | None, rulebook: str, codes: Codes) -> tuple[Actor, c.AnyCommand]:
    """Any command by anybody; often one that fits the phase, and about a box of the one who gives
    it.
    """
    round = None if state is None else state.round
    fitting = () if round is None else _LIKELY.get(round.phase, ())
    kind = codes.pick(fitting if fitting and codes.once_in(2) else _KINDS)
    actor = codes.pick(PEOPLE)
    number = 1 + codes.number(5)
    if round is not None and codes.once_in(2):
        mine = [box.number for box in boxes_of(round, actor.name)]
        hidden = [box.number for box in round.boxes.values() if box.standing is Standing.DECLINED]
        number = codes.pick(
            (hidden if kind == "establish-hand" else mine) or tuple(round.boxes) or (1,)
        )
    player = codes.pick((None, None, None, "ann", "bob", "eve"))
    names = ("ante",) if state is None else wager_names(state)
    return actor, _command(kind, state, rulebook, number, player, (*names, "ante", "luck"), codes)


def _command(  # noqa: C901 - one case for each
    kind: str,
    state: TableState | None,
    rulebook: str,
    box: int,
    player: str | None,
    bets: Sequence[str],
    codes: Codes,
) -> c.AnyCommand:
    match kind:
        case "place-bet":
            return c.PlaceBet(box, codes.pick(bets), codes.pick(_AMOUNTS), player)
        case "withdraw-bet":
            return c.WithdrawBet(box, codes.pick(bets), player)
        case "examine":
            return c.Examine(box, player)
        case "raise":
            return c.Raise(box, codes.pick(_AMOUNTS), player)
        case "fold":
            return c.Fold(box, player)
        case "check":
            return c.Check(box, player)
        case "set-hand":
            three = codes.pick((None, (0, 1, 2), (4, 4, 8), (51,)))
            return c.SetHand(box, None if three is None else tuple(map(Card, three)), player)
        case "decline-to-show":
            rest: bool | UnsetType = True if codes.once_in(4) else UNSET
            return c.DeclineToShow(codes.pick((box, box, None)), player, rest)
        case "establish-hand":
            told: tuple[Card, ...] | UnsetType = UNSET
            if codes.once_in(2):
                told = codes.pick((_FIVE, _FIVE[:2]))
            proved = codes.pick((("progressive",), tuple(bets[:2]), (), ("bonus", "bet")))
            return c.EstablishHand(box, proved, told)
        case "show-hand":
            return c.ShowHand(
                cards=codes.pick((_FIVE, _FIVE[:4], _FIVE[:2], (Card(9), Card(9)))),
                box=codes.pick((box, box, None)),
                place=codes.pick((None, None, "dealer", "community", "burn", "nowhere")),
                three=codes.pick((None, None, _FIVE[:3], _FIVE[:2])),
            )
        case "give-seed":
            return c.GiveSeed(codes.pick(("seven", "", "luck" * 60)))
        case "deal":
            cards = codes.pick((None, (Card(0),), _FIVE, (Card(9), Card(9))))
            whole: bool | UnsetType = True if codes.once_in(3) else UNSET
            return c.Deal(cards, codes.pick((None, None, "dealer", "1")), whole)
        case "confirm":
            facts: dict[str, Any] = codes.pick(
                ({}, {"intentional": True}, {"count": 2}, {"intentional": "yes"})
            )
            return c.Confirm(
                facts, codes.pick((None, "void-round", "bar-player", "invalidate-hand"))
            )
        case "choose-option":
            return c.ChooseOption(box, codes.pick(("withdraw", "stay", *Option)), player)
        case "choose-operation":
            operations = ("close-table", "bar-box", "run-without-progressive", "pray")
            return c.ChooseOperation(codes.pick(operations), codes.pick((1, None, 99)))
        case "open-table":
            return _opening(rulebook, codes)
        case "hold-to-one-position":
            return c.HoldToOnePosition(player or "cat")
        case "stop-player":
            return c.StopPlayer(player or "cat")
        case "lift-one-position":
            return c.LiftOnePosition(player or "cat")
        case "lift-bar":
            return c.LiftBar(player or "cat")
        case "close-betting":
            return c.CloseBetting(let_stand=codes.once_in(2))
        case "correct":
            return _correction(state, rulebook, box, bets, codes)
        case "decide-money":
            over = "t1-1" if state is None else f"t1-{state.rounds - codes.number(2)}"
            return c.DecideMoney(
                round=over, amount=codes.pick(_AMOUNTS), payee=player, reason="It was so."
            )
        case _:
            return _PLAIN[kind]


def _correction(
    state: TableState | None, rulebook: str, box: int, bets: Sequence[str], codes: Codes
) -> c.Correct:
    """One of the entries of the round should not be there, should be another, or change places;
    or one was forgotten.
    """
    entries = 1 if state is None or state.round is None else len(state.entries)
    entry, other = 1 + codes.number(entries + 1), 1 + codes.number(entries + 1)
    kind = codes.pick(("place-bet", "fold", "raise", "examine", "set-hand", "decline-to-show"))
    entered = _command(kind, state, rulebook, box, codes.pick((None, "ann")), bets, codes)
    assert isinstance(entered, c.RoundEntry)
    match codes.number(4):
        case 0:
            return c.Correct(entry=entry, reason="It never happened.")
        case 1:
            return c.Correct(entry=entry, should_be=entered, reason="Mistyped.")
        case 2:
            return c.Correct(after=entry, should_be=entered, reason="Forgotten.")
        case _:
            return c.Correct(entry=entry, swap_with=other, reason="The wrong way round.")


_FIVE = tuple(map(Card, (3, 7, 11, 15, 19)))

_PLAIN: dict[str, c.AnyCommand] = {
    "settle": c.Settle(),
    "conclude": c.Conclude(),
    "open-betting": c.OpenBetting(),
    "close-options": c.CloseOptions(),
    "restore-progressive": c.RestoreProgressive(),
    "close-table": c.CloseTable(),
    "take-back": c.TakeBack(),
    "allow-correction": c.AllowCorrection(),
    "drop-correction": c.DropCorrection(),
}
