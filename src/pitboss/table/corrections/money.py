"""Money after a round: the round stands, and a shift manager decides who pays whom on account of
it.
"""

from pitboss.rulebook.authority import Actor
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table.betting import Decision, refuse
from pitboss.table.commands import Given
from pitboss.table.corrections.events import MoneyDecided
from pitboss.table.refusals import TableRefusal
from pitboss.table.state import TableState


def decide_money(state: TableState, command: c.DecideMoney, actor: Actor, given: Given) -> Decision:
    if not command.reason.strip():
        return refuse(state, TableRefusal.REASON_NEEDED, "Say why the money is paid (reason).")
    if given.approved_by is not None and given.approved_by.name == actor.name:
        message = "The second person must be somebody other than the one who decides."
        return refuse(state, TableRefusal.SECOND_PERSON_NEEDED, message)
    if command.round not in _concluded(state):
        message = (
            f"No round {command.round} has been concluded at this table. Correct a round that "
            "is still in progress (correct)."
        )
        return refuse(state, TableRefusal.NO_SUCH_ROUND, message)
    if command.amount <= 0 or command.payer == command.payee:
        message = (
            "Say who pays (payer), who is paid (payee) and an amount above zero; leave out "
            "the one that is the house."
        )
        return refuse(state, TableRefusal.BAD_AMOUNT, message)
    if command.clause is not None and command.clause not in clauses(state.book.id):
        message = f"{state.book.title} has no clause {command.clause}."
        return refuse(state, TableRefusal.BAD_FACT, message)
    return (
        MoneyDecided(
            round=command.round,
            amount=command.amount,
            payer=command.payer,
            payee=command.payee,
            reason=command.reason.strip(),
            clauses=_left_open(state) if command.clause is None else (command.clause,),
            by=actor,
            at_ms=given.now_ms,
            approved_by=given.approved_by,
        ),
    )


def _left_open(state: TableState) -> tuple[str, ...]:
    """Where the rules send whatever they do not cover."""
    return state.book.rulings[Incident.UNLISTED][0].clauses


def _concluded(state: TableState) -> set[str]:
    """Rounds of the table that are over."""
    over = state.rounds if state.round is None else state.rounds - 1
    return {f"{state.id}-{number}" for number in range(1, over + 1)}
