"""Correcting wrong entries, until the round is concluded.

The last entry is taken back by the person who made it. An earlier one is corrected: the round is
decided again from that entry on, each later entry by its own person and at its own time; entries
that are no longer possible are listed, and must be made again. Nothing is rewritten: what was taken
back or corrected stays in the journal, and the state returns to the result of the events before it.
"""

import msgspec
from msgspec import UNSET

from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table.betting import Decision, refuse
from pitboss.table.commands import Given
from pitboss.table.corrections.entries import plain
from pitboss.table.corrections.events import (
    CorrectionAsked,
    CorrectionDropped,
    EntryTakenBack,
)
from pitboss.table.corrections.plan import OPENING_STANDS, CorrectionPlan, plan_of, table_after
from pitboss.table.corrections.replay import Decide, decided_again
from pitboss.table.corrections.seen_cards import unseen
from pitboss.table.entries import TableEntry
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import TableState

# ── taking back ───────────────────────────────────────────────────────────────────────────────────


def take_back(state: TableState, command: c.TakeBack, actor: Actor, given: Given) -> Decision:
    entry = _last(state)
    if isinstance(entry, TableRefused):
        return entry
    if entry.asked.by.name != actor.name:
        message = (
            f"{entry.asked.by.name} made this entry and nobody else can take it back: correct it "
            "instead."
        )
        return refuse(state, TableRefusal.NOT_ALLOWED, message)
    if command.entry not in (None, entry.number):
        message = (
            f"The last entry is now number {entry.number}: look again before you take it back."
        )
        return refuse(state, TableRefusal.CHANGED_SINCE, message)
    if seen := unseen(state, table_after(state, entry.first)):
        return refuse(state, TableRefusal.CARDS_SEEN, seen)
    assert state.round is not None, "what is taken back was entered in a round"
    return (
        EntryTakenBack(
            round=state.round.id,
            kept=entry.first,
            entry=entry.number,
            was=plain(entry.asked.command, state.settings.cards == "virtual"),
            by=actor,
            at_ms=given.now_ms,
        ),
    )


def _last(state: TableState) -> TableEntry | TableRefused:
    """The entry that can be taken back."""
    if state.round is None:
        message = "No round is in progress, and the entries of the last one stand."
        return refuse(state, TableRefusal.NO_SUCH_ENTRY, message)
    last = state.entries[-1]
    if last.first < state.mended:
        message = (
            "Nothing has been entered since the last correction, and earlier entries can't be "
            "taken back: correct them instead."
        )
        return refuse(state, TableRefusal.NO_SUCH_ENTRY, message)
    if not last.first:
        return refuse(state, TableRefusal.ENTRY_STANDS, OPENING_STANDS)
    return last


# ── correcting ────────────────────────────────────────────────────────────────────────────────────


def correct(
    state: TableState, command: c.Correct, actor: Actor, given: Given, decide: Decide
) -> Decision:
    """Carries out a correction, or submits it to a second person."""
    plan = plan_of(state, command, actor)
    if isinstance(plan, TableRefused):
        return plan
    approved_by = given.approved_by
    if approved_by is not None and (refused := _not_second(state, plan, actor, approved_by)):
        return refused
    corrected = decided_again(state, plan, actor, approved_by, given, decide)
    if isinstance(corrected, TableRefused):
        return corrected
    alone = actor.post < Post.PIT_SUPERVISOR or actor.name in plan.made_by
    if alone and approved_by is None:
        assert state.round is not None, "there is something to correct"
        return (CorrectionAsked(state.round.id, plain(command), actor, given.now_ms),)
    return corrected


def allow(
    state: TableState, command: c.AllowCorrection, actor: Actor, given: Given, decide: Decide
) -> Decision:
    """A second person approves a requested correction."""
    asked = state.asked
    if asked is None:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No correction is waiting.")
    if command.approves not in (UNSET, state.asked_digest):
        message = "Another correction is waiting now: look again before you approve it."
        return refuse(state, TableRefusal.CHANGED_SINCE, message)
    wanted = msgspec.convert(asked.correction, c.Correct)
    plan = plan_of(state, wanted, asked.by)
    if isinstance(plan, TableRefused):
        return plan
    if refused := _not_second(state, plan, asked.by, actor):
        return refused
    return decided_again(state, plan, asked.by, actor, given, decide)


def drop(state: TableState, command: c.DropCorrection, actor: Actor, given: Given) -> Decision:
    """A requested correction is declined, or withdrawn."""
    asked = state.asked
    if asked is None:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No correction is waiting.")
    if actor.post < Post.PIT_SUPERVISOR and actor.name != asked.by.name:
        message = f"Only {asked.by.name}, or a pit supervisor or above, can drop this correction."
        return refuse(state, TableRefusal.NOT_ALLOWED, message)
    return (CorrectionDropped(asked.round, actor, given.now_ms),)


def _not_second(
    state: TableState, plan: CorrectionPlan, asked_by: Actor, second: Actor
) -> TableRefused | None:
    """Whether somebody can be the second person for a correction: they have the post, and neither
    asked for it nor made the entry.
    """
    if second.post >= Post.PIT_SUPERVISOR and second.name not in (asked_by.name, *plan.made_by):
        return None
    message = (
        "A correction needs the approval of a pit supervisor or above who neither asked for "
        "it nor made the entry."
    )
    return refuse(state, TableRefusal.SECOND_PERSON_NEEDED, message)
