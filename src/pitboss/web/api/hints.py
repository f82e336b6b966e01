"""Hints for a practice seat: what exactly each choice is worth to the player, and what it costs
compared with the best one.

A hint knows only what the player sees: the cards are taken from the player's own view. Values are
those of ``maths.strategy`` in dollars for this box; anything that does not depend on the choice,
such as a side bet, is left out.
"""

import threading
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.extras import MissingExtra
from pitboss.games.family import family_of
from pitboss.kernel.cards import NAMES, parse_cards
from pitboss.kernel.json_types import AmountText, CardText, Outgoing
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.loader import installed_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.table.queries import PROGRESSIVE, opening, raise_name, raise_size
from pitboss.table.state import TableState
from pitboss.table.views.table import HIDDEN
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.api.tables import found_table
from pitboss.web.service import Service
from pitboss.web.views.tables import TablePage, table_view

if TYPE_CHECKING:
    from pitboss.maths.strategy.best_play import Advice, Choice


class PricedChoice(Outgoing, frozen=True, kw_only=True):
    """A choice, what the round is worth on average after it, and what it costs against the best."""

    choice: str
    cards: Annotated[list[CardText], msgspec.Meta(description="The cards it sets, if any.")]
    amount: Annotated[AmountText | None, msgspec.Meta(description="The wager, if it is one.")]
    value: Annotated[
        str,
        msgspec.Meta(
            description="Dollars and cents, rounded to the nearest cent.",
            extra_json_schema={"pattern": r"^(0|[+-][0-9]+)\.[0-9]{2}$"},
        ),
    ]
    exact: Annotated[
        str,
        msgspec.Meta(
            description="The same in dollars, exactly.",
            extra_json_schema={"pattern": r"^-?[0-9]+(/[0-9]+)?$"},
        ),
    ]
    costs: AmountText


class Hint(Outgoing, frozen=True, kw_only=True):
    """What each choice is worth, the best first, and the best in one sentence."""

    table: str
    box: int
    best: str
    choices: list[PricedChoice]
    says: str


_MOST_DIGITS = 4
_computing = threading.Lock()
"""The tables of counts are built once; requests that arrive in the meantime wait for them."""


def declare(add: Endpoints) -> None:
    """The endpoint of this module."""
    add.add(
        "GET",
        "/api/hint",
        hint,
        summary="In practice: what each choice is worth to a player",
        query={
            "table": Parameter(required=True),
            "box": Parameter(
                kind=int, required=True, description="The player's own box, looked at."
            ),
        },
        answers={200: "The choices, the best first; of equal ones that with the smaller wager."},
        problems=(404, 409, 422),
        answer=Hint,
    )


async def hint(call: Call) -> Response:
    service, name, number = call.service, call.query("table"), call.query("box")
    if not service.practice:
        raise Problem(
            404,
            "not-practice",
            "Hints are for practice only; this service does not run in practice mode.",
        )
    if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
        raise Problem(422, "bad-field", "A box must be a number.", where="box")
    state = await found_table(call, name)
    seen = table_view(state, call.caller, service.hub.position)
    cards, box = _situation(seen, call.caller.name, int(number))
    return json(await run_in_threadpool(_answer, service, state, box, cards))


def _situation(seen: TablePage, player: str, number: int) -> tuple[list[str], int]:
    """The cards that a player decides by, in the order of ``maths.strategy``; the player sees all
    of them.
    """
    round = seen.round
    boxes = {} if round is None else {box.box: box for box in round.boxes}
    box = boxes.get(number)
    if round is None or box is None:
        raise Problem(404, "no-such-box", f"Nobody plays box {number} in this round.", where="box")
    if box.player != player:
        raise Problem(403, "not-your-box", f"Box {number} is somebody else's.", where="box")
    if number not in round.to_decide or round.ruling is not None or round.options:
        raise Problem(
            409,
            "nothing-to-decide",
            f"There is no decision to make for box {number} now.",
            where="box",
        )
    if HIDDEN in box.cards:
        raise Problem(
            409,
            "hand-not-seen",
            f"There are no hints at {seen.table}: its cards are not known before they are turned "
            "over."
            if seen.cards == "shown"
            else f"You have not looked at box {number}; it is played blind.",
            where="box",
        )
    return [*box.cards, *_open(round.dealer), *_open(round.community)], number


def _open(cards: list[str]) -> list[str]:
    return [card for card in cards if card != HIDDEN]


def _answer(service: Service, state: TableState, number: int, cards: list[str]) -> Hint:
    from pitboss.maths.exact.results import CannotAnalyse
    from pitboss.maths.strategy.best_play import ProgressiveStakes, advise

    round, book = state.round, state.book
    assert round is not None, "somebody decides in it"
    bets = round.boxes[number].bets
    ante = Cents(bets[opening(state)])
    stakes = None
    link = state.settings.link
    if bets.get(PROGRESSIVE) and link is not None and link in service.hub.links:
        stakes = ProgressiveStakes(ante, Cents(bets[PROGRESSIVE]), service.hub.links[link][1])
    try:
        with _computing:
            advice = advise(
                book, parse_cards(" ".join(cards)), stakes, turn_down=bool(bets.get("turn"))
            )
    except (CannotAnalyse, MissingExtra, ValueError) as error:
        raise Problem(
            409, "no-hint", f"The exact strategy can't be worked out here: {error}."
        ) from None
    step = round.step
    bet = None if step is None or step.asks is None else raise_name(state, step.asks)
    wager = None if bet is None else raise_size(state, round.boxes[number], bet)
    choices = [
        _priced(choice, advice, ante, wager if choice.name == bet else None)
        for choice in advice.choices
    ]
    return Hint(
        table=state.id,
        box=number,
        best=advice.best.name,
        choices=choices,
        says=_says(state, advice, choices),
    )


def _priced(choice: "Choice", advice: "Advice", ante: Cents, wager: Cents | None) -> PricedChoice:
    exact = choice.value * ante / 100
    return PricedChoice(
        choice=choice.name,
        cards=[NAMES[card] for card in choice.cards],
        amount=None if wager is None else format_cents(wager),
        value=_signed(exact),
        exact=str(exact),
        costs=format_cents(round((advice.best.value - choice.value) * ante)),
    )


def _signed(dollars: Fraction) -> str:
    cents = round(dollars * 100)
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents)


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def _says(state: TableState, advice: "Advice", choices: list[PricedChoice]) -> str:
    """One plain sentence."""
    best, *others = choices
    worth = f"{_named(state, best)}: on average the round is then worth {best.value}"
    if best.choice == "none":
        return f"No three of these cards make 10, 20 or 30, so the hand is worth {best.value}."
    if not others:
        return f"{worth}, and there is no other way to set this hand."
    forfeits = (
        "; folding would give up the progressive bet, which is counted" if advice.forfeits else ""
    )
    second = next((other for other in others if other.exact != best.exact), None)
    if second is None:
        return f"{worth}, and so it is with whatever else can be done{forfeits}."
    costs = "less than a cent" if second.costs == "0.00" else second.costs
    return f"{worth}, while to {_other(state, second)} would cost {costs}{forfeits}."


def _named(state: TableState, choice: PricedChoice) -> str:
    if choice.cards:
        words = (part.upper() if len(part) == 1 else part for part in choice.choice.split("-"))
        return f"Set {' '.join(choice.cards)} for {' '.join(words)}"
    if choice.amount is None:
        return choice.choice.capitalize()
    label = state.book.wagers.spot(choice.choice).label
    return f"{label} {choice.amount}"


def _other(state: TableState, choice: PricedChoice) -> str:
    """A choice after the word "to"."""
    if choice.amount is not None:
        return f"bet {choice.amount}"
    named = _named(state, choice)
    return f"{named[0].lower()}{named[1:]}"


# ── warming up ────────────────────────────────────────────────────────────────────────────────────


def compile_all() -> None:
    """Requests a hint of every kind, so that all the code for it gets compiled."""
    from pitboss.maths.family import maths_of
    from pitboss.maths.strategy.best_play import advise

    shelf = Shelf(paths=False)
    for book in map(shelf.get, installed_ids()):
        if family_of(book).maths:
            for cards in maths_of(book).samples:
                advise(book, parse_cards(cards))
