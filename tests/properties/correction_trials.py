"""Something is entered wrongly at a random table, people go on, and it is put right: then the table
is what it would have been had it been entered right the first time.

A history is what people did at a table of ``table_machine``. A trial takes a moment of a round and
says of one of the entries before it that it should have been another, that it should not have been
there, that one was forgotten, or that two were entered in the wrong order. What the table then is
must be what the right commands, with all that came with them, come to: the whole state, to the last
event that the round stands on. A tenth of the trials has two mistakes.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.games.deal_plan import Do
from pitboss.kernel.cards import known_of
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.cards.felt import turned
from pitboss.table.commands import Given
from pitboss.table.corrections.entries import enter
from pitboss.table.decide import decide
from pitboss.table.entries import Asked
from pitboss.table.queries import raise_name, raise_sizes
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import TableState
from tests.properties.table_invariants import JACKPOT, Step, check_chips
from tests.properties.table_machine import BYTES, Codes, chosen_step

CORRECTORS = tuple(Actor(Post.PIT_SUPERVISOR, name) for name in ("sue", "tom"))
"""They correct what others have entered, and do nothing else."""

STEPS_AT_A_TABLE = 160
TRIALS_AT_A_TABLE = 25
NOW_MS = 10**9


_FOR_A_BOX = (
    c.Examine,
    c.Fold,
    c.Raise,
    c.Check,
    c.SetHand,
    c.DeclineToShow,
    c.ChooseOption,
)
"""What staff enter for whoever sits at a box."""


_PUT_RIGHT = (c.TakeBack, c.Correct, c.AllowCorrection, c.DropCorrection, c.DecideMoney)


class Moment(NamedTuple):
    """A step that was carried out, and the table before it."""

    before: TableState
    step: Step


_Made = list[tuple[TableState, Step]]
"""What was entered, each with the table before it."""


class Violated(AssertionError):
    """The table is not what it would have been."""


def trials(rulebook: str, random: Random, count: int) -> Counter[str]:
    """Puts right as many mistakes; what happened, counted. Raises Violated."""
    counts: Counter[str] = Counter()
    while counts["trials"] < count:
        rounds = list(_rounds(_history(rulebook, random)))
        for _ in range(min(TRIALS_AT_A_TABLE, count - counts["trials"]) if rounds else 0):
            moments = random.choice(rounds)
            counts["trials"] += 1
            _try(rulebook, moments[: random.randint(1, len(moments))], random, counts)
    return counts


def _history(rulebook: str, random: Random) -> list[Moment]:
    """What was done at one table, with a jackpot wherever one is asked for."""
    state: TableState | None = None
    found: list[Moment] = []
    for count in range(STEPS_AT_A_TABLE):
        step = chosen_step(state, rulebook, count, Codes(random.randbytes(BYTES)))
        command = step.command
        if isinstance(command, _PUT_RIGHT):
            # What is put right is the trial's own business.
            continue
        if isinstance(command, c.Report):
            # Whom it affects the table works out; who says just that says nothing.
            command = replace(command, boxes=None)
        if isinstance(command, c.ShowHand | c.DeclineToShow) and command.box is None:
            # Several steps of the deal, or several hands, in one; each is an entry of its own.
            continue
        command = _where_it_lies(state, command)
        if step.actor.post > Post.PLAYER and isinstance(command, _FOR_A_BOX):
            command = replace(command, player=None)
        step = Step(step.actor, command, replace(step.given, jackpot=JACKPOT))
        decided = _decided(state, step)
        if not isinstance(decided, TableState):
            continue
        if state is not None:
            found.append(Moment(state, step))
        state = decided
    assert state is not None
    return [*found, Moment(state, found[-1].step)]


def _where_it_lies(state: TableState | None, command: c.AnyCommand) -> c.AnyCommand:
    """Real cards lie where they lie, whatever was entered before them; those of the system come as
    they do.
    """
    virtual = state is not None and state.settings.cards == "virtual"
    if virtual and isinstance(command, c.SetHand):
        return replace(command, three=None)
    if not isinstance(command, c.Deal) or state is None:
        return command
    # Several steps of the deal may be one command; each is an entry.
    command = replace(command, all=UNSET)
    if virtual:
        return replace(command, to=None)
    ahead = None if state.round is None else state.round.step
    if ahead is None or state.round is None:
        return replace(command, to=None)
    if command.cards and ahead.do is Do.TURN_OVER and state.settings.cards == "shown":
        # What a device has read before may be left out.
        known = known_of(turned(state.round, ahead))
        left = tuple(card for card in command.cards if card not in known)
        command = replace(command, cards=left or command.cards)
    return replace(command, to=ahead.place)


def _rounds(history: list[Moment]) -> Iterator[list[Moment]]:
    """The moments of each round, from its opening to the last before it is concluded."""
    current: list[Moment] = []
    for moment in history:
        if moment.before.round is not None:
            current.append(moment)
        elif current:
            yield current
            current = []
    if current:
        yield current


def _decided(state: TableState | None, step: Step) -> TableState | TableRefused:
    decided = decide(state, step.command, step.actor, step.given, "t1")
    if isinstance(decided, TableRefused):
        return decided
    after = enter(state, Asked(step.command, step.actor, step.given.now_ms), decided)
    assert after is not None
    return after


def _try(rulebook: str, moments: list[Moment], random: Random, counts: Counter[str]) -> None:
    """``moments`` are those of one round; the last is where it is noticed."""
    state = moments[-1].before
    # The first entry, "Place your bets", was made before the first moment.
    made = [(moment.before, moment.step) for moment in moments[:-1]]
    if not _is_an_entry_each(state, made, counts):
        return
    if made and random.random() < 0.2:
        _take_back(state, made[-1], counts)
    for corrector in CORRECTORS[: 2 if random.random() < 0.1 else 1]:
        if not _is_an_entry_each(state, made, counts):
            return
        found = _correct(rulebook, state, made, corrector, random, counts)
        if found is None:
            return
        state, made = found
    check_chips(state)


def _is_an_entry_each(state: TableState, made: _Made, counts: Counter[str]) -> bool:
    """Whether each command is one entry. Several steps of a deal of ordinary cards may be one
    command, and are entries each.
    """
    if len(state.entries) == len(made) + 1:
        return True
    if state.settings.cards != "shown":
        raise Violated(f"{len(made) + 1} entries are told as {len(state.entries)}")
    counts["several steps at once"] += 1
    return False


def _take_back(state: TableState, last: tuple[TableState, Step], counts: Counter[str]) -> None:
    before, step = last
    by = Actor(max(step.actor.post, Post.DEALER), step.actor.name)
    back = _decided(state, Step(by, c.TakeBack(), Given(NOW_MS)))
    if isinstance(back, TableRefused):
        _check_refused(state, back, "take-back")
        counts["take-back refused"] += 1
        return
    _same(before, back, "what was taken back is still there")
    counts["taken back"] += 1


class Mistake(NamedTuple):
    """What is to be put right: the command, from which state on, what is then entered right, what
    came later, and how many of the entries before stay as they are.
    """

    command: c.Correct
    then: TableState
    right: list[Step]
    later: _Made
    stay: int


def _correct(
    rulebook: str,
    state: TableState,
    made: _Made,
    corrector: Actor,
    random: Random,
    counts: Counter[str],
) -> tuple[TableState, _Made] | None:
    """Puts one mistake right; the table then, and what was entered."""
    if state.corrected is not None and state.corrected.dropped:
        # What it has dropped may come back, of which nothing is known here.
        return None
    kind = random.choice(("change", "change", "change", "remove", "forgotten", "swap"))
    if kind == "forgotten":
        found = _forgotten(rulebook, state, made, corrector, random)
    elif kind == "swap":
        found = _wrong_way_round(made, random)
    else:
        found = _wrong(rulebook, made, kind == "remove", random)
    if found is None:
        return None
    expected, kept = _entered_right(state, found.then, found.right, found.later)
    corrected = _decided(state, Step(corrector, found.command, Given(NOW_MS, None, JACKPOT)))
    if isinstance(corrected, TableRefused):
        if expected is None:
            counts["impossible"] += 1
        else:
            _check_refused(state, corrected, f"{found.command}")
            counts["refused"] += 1
        return None
    if expected is None:
        raise Violated(f"{found.command} was accepted, and what should be there can't be")
    _same(expected, corrected, f"{found.command}")
    counts[kind] += 1
    counts["later entries"] += len(found.later)
    counts[f"in {state.round.phase if state.round else None}"] += 1
    return corrected, made[: found.stay] + kept


def _wrong(rulebook: str, made: _Made, removed: bool, random: Random) -> Mistake | None:
    """An entry should have been another, or should not be there."""
    if not made:
        return None
    at = random.randrange(len(made))
    then, was = made[at]
    if removed:
        command = c.Correct(entry=at + 2, reason="It never happened.")
        return Mistake(command, then, [], made[at + 1 :], at)
    by = was.actor
    entry = _other(rulebook, then, by, random)
    if entry is None:
        return None
    later = _set_with(was.command, entry, made[at + 1 :])
    command = c.Correct(entry=at + 2, should_be=entry, reason="Mistyped.")
    return Mistake(command, then, [Step(by, entry, was.given)], later, at)


def _forgotten(
    rulebook: str, state: TableState, made: _Made, corrector: Actor, random: Random
) -> Mistake | None:
    at = random.randrange(len(made) + 1)
    then, given = state, Given(NOW_MS, None, JACKPOT)
    if at < len(made):
        then, given = made[at][0], made[at][1].given
    entry = _other(rulebook, then, corrector, random)
    if entry is None:
        return None
    if at < len(made) and random.random() < 0.5:
        command = c.Correct(before=at + 2, should_be=entry, reason="Forgotten.")
    else:
        command = c.Correct(after=at + 1, should_be=entry, reason="Forgotten.")
    return Mistake(command, then, [Step(corrector, entry, given)], made[at:], at)


def _wrong_way_round(made: _Made, random: Random) -> Mistake | None:
    if len(made) < 2:
        return None
    at, other = sorted(random.sample(range(len(made)), 2))
    one, two = _exchanged(made[at], made[other])
    deals = any(isinstance(step.command, c.Deal | c.ShowHand) for step in (one, two))
    if deals and made[at][0].settings.cards == "shown":
        # Which of two ordinary cards was told where depends on what a device has read.
        return None
    right = [one, *(step for _, step in made[at + 1 : other]), two]
    command = c.Correct(entry=at + 2, swap_with=other + 2, reason="The wrong way round.")
    return Mistake(command, made[at][0], right, made[other + 1 :], at)


def _set_with(was: c.AnyCommand, now: c.AnyCommand, later: _Made) -> _Made:
    """A hand that was set, or put right, with a card that was mistyped is so with the right one."""
    if not isinstance(was, c.Deal) or not isinstance(now, c.Deal) or not was.cards or not now.cards:
        return later
    right = dict(zip(was.cards, now.cards, strict=False))

    def told(command: c.AnyCommand) -> c.AnyCommand:
        if not isinstance(command, c.Report) or not command.hands:
            return command
        hands = {place: tuple(right.get(n, n) for n in put) for place, put in command.hands.items()}
        return replace(command, hands=hands)

    later = [(before, step._replace(command=told(step.command))) for before, step in later]
    return [
        (before, Step(step.actor, replace(step.command, three=three), step.given))
        if isinstance(step.command, c.SetHand)
        and (three := step.command.three and tuple(right.get(n, n) for n in step.command.three))
        else (before, step)
        for before, step in later
    ]


def _exchanged(
    first_made: tuple[TableState, Step], second_made: tuple[TableState, Step]
) -> tuple[Step, Step]:
    (before, one), (later, two) = first_made, second_made
    first, second = one.command, two.command
    real = before.settings.cards != "virtual"
    other_step = real and isinstance(first, c.Deal) and _is_another_step(before, later, one)
    if isinstance(first, c.Deal) and isinstance(second, c.Deal) and not other_step:
        return (
            Step(one.actor, replace(first, cards=second.cards), one.given),
            Step(two.actor, replace(second, cards=first.cards), two.given),
        )
    return two, one


def _other(rulebook: str, then: TableState, by: Actor, random: Random) -> c.RoundEntry | None:
    """Something else that this person could have entered then."""
    for _ in range(40):
        step = chosen_step(then, rulebook, 0, Codes(random.randbytes(BYTES)))
        command = _where_it_lies(then, step.command)
        given = Given(0, None, JACKPOT)
        if isinstance(command, c.RoundEntry) and isinstance(
            _decided(then, Step(by, command, given)), TableState
        ):
            return command
    return None


def _entered_right(
    state: TableState, then: TableState, right: list[Step], later: _Made
) -> tuple[TableState | None, _Made]:
    """The table, had it been entered right; None where that can't be. What came later and is no
    longer possible is left out.
    """
    now, kept = then, []
    again = [(None, step) for step in right]
    for nth, (before, step) in enumerate((*again, *later)):
        if isinstance(step.command, c.Settle) and now.round and now.round.settlement is not None:
            continue
        if before is not None and (
            _is_another_step(before, now, step) or _gives_all_back(before, now, step)
        ):
            continue
        told = _as_then(state, now, step if before is None else _by_name(before, now, step))
        decided = _decided(now, told)
        if isinstance(decided, TableState):
            kept.append((now, told))
            now = decided
        elif nth < len(right):
            return None, kept
    return now, kept


def _is_another_step(before: TableState, now: TableState, step: Step) -> bool:
    """Whether real cards would be dealt where they were turned over, or the other way round. What
    a box holds is shown whatever the deal has come to.
    """
    command = step.command
    deals = isinstance(command, c.Deal) or (isinstance(command, c.ShowHand) and command.box is None)
    if not deals or now.settings.cards == "virtual":
        return False
    then, ahead = (None if one.round is None else one.round.step for one in (before, now))
    return then is not None and ahead is not None and then.do is not ahead.do


def _gives_all_back(before: TableState, now: TableState, step: Step) -> bool:
    """Whether bets of a void round went back, and the round is not void any more."""
    was, found = before.round, now.round
    void = was is not None and was.void_because is not None
    return isinstance(step.command, c.Settle) and void and not (found and found.void_because)


def _by_name(before: TableState, now: TableState, step: Step) -> Step:
    """Who chooses for all of his boxes chooses, whichever was named."""
    command = step.command
    if not isinstance(command, c.ChooseOption) or before.round is None or now.round is None:
        return step
    box = before.round.boxes[command.box]
    choosers = before.round.choosers.get(box.number, (box.player,))
    asked = box.player if box.player in choosers else choosers[0]
    player = step.actor.name if step.actor.post is Post.PLAYER else command.player or asked
    number = command.box
    if now.round.all_or_none:
        mine = [n for n, who in now.round.choosers.items() if player in who]
        number = next((n for n in mine if n in now.round.offered), number)
    return Step(step.actor, replace(command, box=number, player=player), step.given)


def _as_then(state: TableState, now: TableState, step: Step) -> Step:
    """What a person would have entered, had the table been right."""
    command = step.command
    if isinstance(command, c.CloseBetting):
        command = c.CloseBetting(let_stand=True)
    if isinstance(command, c.Raise) and now.round is not None and state.round is not None:
        ask = None if now.round.step is None else now.round.step.asks
        bet = None if ask is None else raise_name(now, ask)
        box, was = now.round.boxes.get(command.box), state.round.boxes.get(command.box)
        if bet is not None and box is not None and was is not None:
            sizes = raise_sizes(state, was, bet)
            if command.amount in sizes:
                size = raise_sizes(now, box, bet)[sizes.index(command.amount)]
                command = replace(command, amount=size)
    return Step(step.actor, command, step.given)


def _check_refused(state: TableState, refused: TableRefused, what: str) -> None:
    """Only cards of the system that somebody has seen keep a mistake from being put right."""
    if refused.code is not TableRefusal.CARDS_SEEN:
        raise Violated(f"{what} refused: {refused.code}: {refused.message}")
    assert state.round is not None
    seen = (
        any(box.examined for box in state.round.boxes.values())
        or state.round.dealer_open
        or state.round.community_open
        or state.round.settlement
        or state.round.deck
        or any(box.established for box in state.round.boxes.values())
    )
    if state.settings.cards != "virtual" or not seen:
        raise Violated("refused because of cards that nobody has seen")


def _plain(state: TableState) -> TableState:
    """A table but for who has had a hand in it, and that something was put right."""
    round = None if state.round is None else replace(state.round, acted=frozenset())
    return replace(state, mended=0, asked=None, corrected=None, round=round)


def _same(expected: TableState, found: TableState, what: str) -> None:
    one, other = (_plain(state) for state in (expected, found))
    if one == other:
        return
    for at, (right, event) in enumerate(zip_longest(one.events, other.events)):
        if right != event:
            raise Violated(f"{what}: event {at} is {event}, and would have been {right}")
    raise Violated(f"{what}: the events are the same, and the tables differ")
