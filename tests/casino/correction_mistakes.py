"""What somebody enters wrongly at a table, and how that is corrected afterwards."""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from pitboss.games.deal_plan import Do
from pitboss.kernel.cards import NAMES, known_of
from pitboss.table.queries import is_raise, to_ask, wager, wager_names
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import Phase
from tests.casino.correction_rounds import SUE, Entered, Play

TRIES = 10
"""Steps at which one kind of mistake is looked for."""


class Mistake(NamedTuple):
    """What was entered, one entry after another; the fields of the correction, without its reason;
    and what is not entered until then.
    """

    entered: tuple[Entered, ...]
    fix: Callable[[int], Mapping[str, Any]]
    overlooked: tuple[tuple[int, str], ...] = ()


def mistakes_of(random: Random) -> list[str]:
    """What is entered wrongly in a round: one thing, two in a tenth of them. Of two that are wanted
    the second often comes too late.
    """
    return random.sample(KINDS, 2 if random.random() < 0.2 else 1)


def mistaken(play: Play, random: Random, wanted: list[str]) -> list[str]:
    """Plays a round with these mistakes, goes on for a while and corrects them; what kinds of
    mistakes there were, and ``refused`` where one can't be put right any more.
    """
    told: list[str] = []
    fixes: list[Mapping[str, Any]] = []
    at, after = random.randrange(4 if wanted[0] in ABOUT_BETS else 12), random.randrange(30)
    tries = 0
    for step in islice(play.steps(), 400):
        if wanted and at <= 0:
            number = len(play.table.state.entries) + 1
            found = _WRONG[wanted[0]](play, step, random)
            if found is not None and _made(play, found):
                fixes.append(found.fix(number))
                told.append(wanted.pop(0))
                continue
            tries += 1
            if tries > TRIES:
                # Not in this round, or not so late: then somebody makes another mistake.
                wanted[0] = random.choice(KINDS if tries % 3 else ABOUT_HANDS)
        play.enter(step)
        at -= 1
        after -= bool(fixes)
        if after < 0:
            break
    if random.random() < 0.5:
        play.verify()
    # The later one first: what comes after it may get other numbers.
    for fix in reversed(fixes):
        refused = play.table._decide("correct", SUE, {"reason": "Mistyped.", **fix})
        if isinstance(refused, TableRefused):
            assert play.cards == "virtual", f"{fix}: {refused}"
            assert refused.code == TableRefusal.CARDS_SEEN, f"{fix}: {refused}"
            told.append("refused")
    play.overlooked.clear()
    return told


def _made(play: Play, mistake: Mistake) -> bool:
    """Whether it could be entered; of two entries the first alone is taken back."""
    play.verify()
    for nth, step in enumerate(mistake.entered):
        if isinstance(play.table._decide(step.do, step.by, step.fields), TableRefused):
            if nth:
                play.table.do("take-back", by=step.by)
            return False
    play.overlooked.update(mistake.overlooked)
    return True


# ── one kind after another ────────────────────────────────────────────────────────────────────────


def _instead(step: Entered, **wrong: Any) -> Mistake:
    """The same entry with something wrong in it."""
    entered = Entered(step.do, {**step.fields, **wrong}, step.by)
    return Mistake((entered,), lambda number: {"entry": number, "should-be": _written(step)})


def _besides(do: str, **fields: Any) -> Mistake:
    """Something that never happened."""
    return Mistake((Entered(do, fields),), lambda number: {"entry": number})


def _written(step: Entered) -> dict[str, Any]:
    return {"do": step.do, **step.fields}


def _card(play: Play, step: Entered, random: Random) -> Mistake | None:
    cards = [*step.fields.get("cards", ())]
    if not cards:
        return None
    # Nor those of a box that is there by mistake, nor a card that was mistyped elsewhere before:
    # the round could not be settled with it twice.
    known = {card for held in play.truth.cards.values() for card in held}.union(play.planned("5"))
    round = play.table.round
    lying = (round.dealer, round.community, *(box.cards for box in round.boxes.values()))
    known.update(NAMES[card] for cards in lying for card in known_of(cards))
    cards[random.randrange(len(cards))] = random.choice([n for n in NAMES if n not in known])
    return _instead(step, cards=cards)


def _amount(play: Play, step: Entered, random: Random) -> Mistake | None:
    if step.do != "place-bet" or step.fields["bet"] == "progressive":
        return None
    return _instead(step, amount=random.choice(("10", "30", "75")))


def _spot(play: Play, step: Entered, random: Random) -> Mistake | None:
    """The chips lie on another spot than the one that is entered."""
    if step.do != "place-bet":
        return None
    box, bet = step.fields["box"], step.fields["bet"]
    state = play.table.state
    opening = wager_names(state)[0]
    theirs = {other for number, other, *_ in play.truth.bets if number == box} - {opening}
    others = [
        name
        for name in wager_names(state)
        if name not in theirs and (spot := wager(state, name)) and not is_raise(spot)
    ]
    if bet == opening or not others:
        return None
    return _instead(step, bet=random.choice(others))._replace(overlooked=((box, bet),))


def _alone(play: Play, step: Entered) -> bool:
    """Whether a bet is the only one on its box."""
    boxes = [number for number, *_ in play.truth.bets]
    return step.do == "place-bet" and boxes.count(step.fields["box"]) == 1


def _box(play: Play, step: Entered, random: Random) -> Mistake | None:
    report = play.truth.report or {}
    if not _alone(play, step) or report.get("box") == step.fields["box"]:
        # Nothing can be told of a box that nobody has entered.
        return None
    return _instead(step, box=5)._replace(overlooked=((step.fields["box"], step.fields["bet"]),))


def _player(play: Play, step: Entered, random: Random) -> Mistake | None:
    return _instead(step, player="eve") if _alone(play, step) else None


def _decision(play: Play, step: Entered, random: Random) -> Mistake | None:
    box = step.fields.get("box", 0)
    if step.do == "raise" and box not in play.truth.hidden:
        wrong = Entered("fold", {"box": box})
    elif step.do in ("fold", "check"):
        wrong = Entered("raise", {"box": box, "amount": play.raise_of(box)})
    else:
        return None
    return Mistake((wrong,), lambda number: {"entry": number, "should-be": _written(step)})


def _order(play: Play, step: Entered, random: Random) -> Mistake | None:
    """Two cards are exchanged, or two bets come the wrong way round."""

    def fix(number: int) -> Mapping[str, Any]:
        return {"entry": number, "swap-with": number + 1}

    round = play.table.round
    if step.do == "place-bet":
        here = {*round.boxes, step.fields["box"], *(box for box, _ in play.overlooked)}
        left = [bet for bet in play.truth.bets if bet[0] not in here]
        if not left or step.fields["box"] in round.boxes:
            return None
        box, bet, amount, player = left[0]
        other = Entered("place-bet", {"box": box, "bet": bet, "amount": amount, "player": player})
        return Mistake((other, step), fix)
    if step.do != "deal" or play.cards != "entered" or not step.fields:
        return None
    ahead = round.program[round.cursor : round.cursor + 2]
    alike = len(ahead) == 2 and ahead[1].do is Do.DEAL and ahead[0].cards == ahead[1].cards
    if not alike:
        return None
    more = ahead[0].cards if ahead[0].place == ahead[1].place else 0
    one, two = play.coming(round, ahead[0]), play.coming(round, ahead[1], more)
    entered = (
        Entered("deal", {"cards": two, "to": ahead[0].place}),
        Entered("deal", {"cards": one, "to": ahead[1].place}),
    )
    return Mistake(entered, fix)


def _look(play: Play, step: Entered, random: Random) -> Mistake | None:
    """A look that never was, or one that was forgotten."""
    round = play.table.round
    if step.do == "examine":
        here = (step.fields["box"], "look")
        return Mistake(
            (), lambda number: {"after": number - 1, "should-be": _written(step)}, (here,)
        )
    if round.phase is not Phase.DECIDING or step.do == "report":
        return None
    return _besides("examine", box=to_ask(round)[0])


def _not_shown(play: Play, step: Entered, random: Random) -> Mistake | None:
    if step.do == "show-hand":
        wrong = Entered("decline-to-show", {"box": step.fields["box"]})
        return Mistake((wrong,), lambda number: {"entry": number, "should-be": _written(step)})
    if play.table.round.phase is not Phase.REVEALED or step.do != "settle":
        return None
    return _besides("decline-to-show", box=random.choice([*play.table.round.boxes]))


def _left(play: Play, step: Entered, random: Random) -> Mistake | None:
    round = play.table.round
    if not round.closed or step.do not in ("deal", "raise", "fold", "check", "set-hand"):
        return None
    return _besides("report", incident="player-absent", box=random.choice([*round.boxes]))


def _report(play: Play, step: Entered, random: Random) -> Mistake | None:
    if step.do in ("report", "confirm", "close-options"):
        return None
    incidents = {"foreign-card", "unlisted", "error-noticed-later"}
    real = () if play.truth.report is None else (play.truth.report["incident"],)
    return _besides("report", incident=random.choice(sorted(incidents.difference(real))))


def _fact(play: Play, step: Entered, random: Random) -> Mistake | None:
    facts = dict(step.fields.get("facts", {}))
    if step.do != "report" or not facts:
        return None
    name = random.choice([*facts])
    facts[name] = 2 if name == "count" else not facts[name]
    if step.fields["incident"] == "misdeal" and name == "whole_hands_can_move":
        return None
    return _instead(step, facts=facts)


def _forgotten(play: Play, step: Entered, random: Random) -> Mistake | None:
    if step.do != "place-bet" or step.fields["bet"] != "progressive":
        return None
    here = (step.fields["box"], step.fields["bet"])
    return Mistake((), lambda number: {"after": number - 1, "should-be": _written(step)}, (here,))


_WRONG: Mapping[str, Callable[[Play, Entered, Random], Mistake | None]] = {
    "card": _card,
    "amount": _amount,
    "spot": _spot,
    "box": _box,
    "player": _player,
    "decision": _decision,
    "order": _order,
    "look": _look,
    "not shown": _not_shown,
    "left": _left,
    "report": _report,
    "fact": _fact,
    "forgotten": _forgotten,
}

KINDS = tuple(_WRONG)
ABOUT_HANDS = ("card", "decision", "look", "not shown")
ABOUT_BETS = ("amount", "spot", "box", "player", "forgotten")
