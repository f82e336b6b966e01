"""Writes docs/irregularities.md: every incident, reported at a live table of every rulebook in
every phase of a round.

Nothing is looked up: a table is actually brought into the phase, the incident is actually reported,
and the page says what the table answers. ``python tools/irregularities.py`` prints the page; a test
compares it with the one in the repository.
"""

import sys
from collections.abc import Iterator

from pitboss.games.deal_plan import Do
from pitboss.games.record import Jackpot
from pitboss.kernel.cards import DECK
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import FACTS, Incident
from pitboss.rulebook.loader import builtin_ids, installed
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.evolve import fold
from pitboss.table.facts import known_facts
from pitboss.table.occasions import NEEDS_BOX
from pitboss.table.queries import cards_out, raise_name, raise_size, to_ask
from pitboss.table.refusals import TableRefused
from pitboss.table.state import Phase, TableState

PHASES = (None, *Phase)
DEALER = Actor(Post.DEALER, "dana")
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "sam")
GIVEN = c.Given(1_000, bytes(range(32)), Jackpot(Cents(25_000_000), Cents(10_000_000)))
SHORT = {
    "mbs-megalink-bullseye-4": "Bullseye 4",
    "mbs-megalink-stud-6": "Singapore Stud 6",
    "rws-casino-stud-6": "Casino Stud 6",
    "rws-multilink-holdem-2": "Hold'em 2",
    "rws-multilink-stud-3": "Multi-Link Stud 3",
}


def do(state: TableState | None, command: c.AnyCommand, actor: Actor = DEALER) -> TableState:
    """The state after a command that must be accepted."""
    decided = decide(state, command, actor, GIVEN)
    assert not isinstance(decided, TableRefused), decided
    after = fold(decided, state)
    assert after is not None
    return after


def states(rulebook: str) -> Iterator[tuple[Phase | None, TableState]]:
    """One table in each phase: between rounds, and then from betting to the end."""
    book = installed(rulebook)
    assert book is not None
    main = book.wagers.__struct_fields__[0]
    settings = c.OpenTable(
        rulebook=rulebook,
        layout="A",
        boxes=5,
        dealing=next(iter(book.dealing)),
        cards="entered",
        limits={main: c.LimitSetting(Cents(1_000), Cents(100_000))},
        progressive_bet=Cents(500),
    )
    state = do(None, settings, SUPERVISOR)
    yield None, state
    state = do(state, c.OpenBetting())
    for box, player in ((1, "ann"), (2, "ann"), (3, "bob")):
        state = do(state, c.PlaceBet(box, main, Cents(2_500)), Actor(Post.PLAYER, player))
    yield Phase.BETTING, state
    state = do(state, c.CloseBetting())
    yield Phase.CLOSED, state
    seen: set[Phase] = set()
    while state.round is not None and state.round.phase is not Phase.REVEALED:
        before = state.round.phase
        state = _answer(state, before not in seen) if before is Phase.DECIDING else _deal(state)
        assert state.round is not None
        now = state.round.phase
        if now in (Phase.DEALING, Phase.DECIDING) and now not in seen and now is before:
            seen.add(now)
            yield now, state
    yield Phase.REVEALED, state
    settled = do(state, c.Settle())
    yield Phase.SETTLED, settled
    yield Phase.VOID, do(state, c.Report(incident=Incident.FOREIGN_CARD))


def _deal(state: TableState) -> TableState:
    """The next step of the deal, with any remaining cards."""
    round = state.round
    assert round is not None
    step = round.step
    assert step is not None
    left = [card for card in DECK if card not in cards_out(round)]
    return do(state, c.Deal(tuple(left[: step.cards]) if step.do is Do.DEAL else None))


def _answer(state: TableState, first: bool) -> TableState:
    """The next player answers; the first time nobody does yet, so that there is something left to
    decide.
    """
    round = state.round
    assert round is not None
    assert round.step is not None
    box = round.boxes[to_ask(round)[0]]
    player = Actor(Post.PLAYER, box.player)
    if first:
        return do(state, c.Examine(box.number), player)
    assert round.step.asks is not None
    bet = raise_name(state, round.step.asks)
    if bet is None:
        return do(state, c.SetHand(box.number), player)
    return do(state, c.Raise(box.number, raise_size(state, box, bet)), player)


# Ann has boxes 1 and 2 and looks at the first; nobody plays on box 5.
_BOX = {
    Incident.EXTRA_HAND_EXAMINED: 2,
    Incident.SEVERAL_POSITIONS_IN_ERROR: 1,
    Incident.PROGRESSIVE_WITHOUT_ANTE: 5,
}


def answer(state: TableState, incident: Incident) -> str:
    """How the table answers a report with all facts given that it does not know itself."""
    box = _BOX.get(incident, 3) if incident in NEEDS_BOX else None
    hands = {} if state.round is None else state.round.boxes
    known = known_facts(state, incident, {}, None if box is None else hands.get(box))
    facts = {
        name: kind.samples()[0]
        for name, kind in FACTS.get(incident, {}).items()
        if name != "noticed" and name not in known
    }
    # Whole hands of the same size change places: those of boxes 1 and 2, or one with itself.
    dealt = [n for n in (1, 2) if n in hands and len(hands[n].cards) == len(hands[1].cards) > 0]
    moves = tuple(zip(dealt, reversed(dealt), strict=True))
    report = c.Report(
        incident=incident,
        facts=facts,
        box=box,
        moves=moves if incident is Incident.MISDEAL else (),
    )
    decided = decide(state, report, DEALER, GIVEN)
    if isinstance(decided, TableRefused):
        return f"– {decided.code}"
    reported = next(event for event in decided if isinstance(event, e.IncidentReported))
    clauses = ", ".join(reported.ruling.clauses)
    waits = f" ({reported.ruling.authority})" if reported.waits else ""
    return f"{', '.join(reported.ruling.effects)}{waits} [{clauses}]"


def page() -> str:
    """The whole page."""
    lines = [
        "# Irregularities on a live table",
        "",
        "Each incident of the rulings contract, reported by a dealer to a table of each rulebook",
        "in each phase of a round. A cell shows what the ruling orders, in brackets who it waits",
        "for, and its clauses; a dash means that the table refuses the report, with the code of",
        "the reason. Facts that the table does not know itself are told as their first value",
        "(`true`, one card, …); others may lead to other rulings: see `pitboss rulebook ID`.",
        "",
        "Made by `python tools/irregularities.py`; a test keeps it true.",
        "",
    ]
    tables = {rulebook: dict(states(rulebook)) for rulebook in builtin_ids()}
    for rulebook in builtin_ids():
        lines += [f"## {SHORT.get(rulebook, rulebook)} (`{rulebook}`)", ""]
        names = ["between rounds" if phase is None else phase.value for phase in PHASES]
        lines += ["| incident | " + " | ".join(names) + " |", "|---" * (len(PHASES) + 1) + "|"]
        for incident in Incident:
            cells = [answer(tables[rulebook][phase], incident) for phase in PHASES]
            lines.append(f"| `{incident}` | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(page())
