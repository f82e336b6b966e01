"""What a command about the house rules leads to."""

from typing import Any, assert_never

from pitboss.house.commands import (
    AnyHouseCommand,
    ApproveRulebook,
    ProposeRulebook,
    SealRulebooks,
    WithdrawRulebook,
)
from pitboss.house.events import (
    RulebookAdopted,
    RulebookProposed,
    RulebookSealed,
    RulebookWithdrawn,
)
from pitboss.house.refusals import HouseDecision, HouseRefusal, HouseRefused
from pitboss.house.state import AdoptedBook, House
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.clauses import all_clauses, written_clauses
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.texts import RulebookText, declared_list, read_text

MOST_CHARACTERS = 200_000
"""For a file and its clause list together; ours have some 45 000."""


def decide_house(
    state: House, command: AnyHouseCommand, actor: Actor, now_ms: int
) -> HouseDecision:
    """The events that a command leads to, or why it is refused; then nothing has changed."""
    if isinstance(command, SealRulebooks):
        return _sealed(state, command, actor, now_ms)
    if actor.post < Post.SHIFT_MANAGER:
        message = "Only shift managers propose and approve the rules of a house."
        return HouseRefused(HouseRefusal.NOT_ALLOWED, message)
    match command:
        case ProposeRulebook():
            return _propose(state, command, actor, now_ms)
        case ApproveRulebook():
            return _approve(state, command, actor, now_ms)
        case WithdrawRulebook():
            if command.rules not in state.proposals:
                return _nothing(command.rules)
            return (RulebookWithdrawn(rules=command.rules, at_ms=now_ms, by=actor),)
        case _:
            assert_never(command)


def last_of_line(state: House, name: str, now_ms: int) -> AdoptedBook | None:
    """What a new text of a rulebook is compared with: the one in force, or else the latest."""
    return state.in_force(name, now_ms) or next(reversed(state.line(name)), None)


# ── sealing ───────────────────────────────────────────────────────────────────────────────────────


def _sealed(state: House, command: SealRulebooks, actor: Actor, now_ms: int) -> HouseDecision:
    """Only for rulebooks with nothing on record: adopted texts are for people to change."""
    known = {book.rulebook for book in state.books}
    events = []
    for text in command.texts:
        book = read_text(text)
        if book.id not in known:
            events.append(RulebookSealed(**_fields(text, book), at_ms=now_ms, by=actor))
            known.add(book.id)
    return tuple(events)


def _fields(text: RulebookText, book: Rulebook) -> dict[str, Any]:
    effective = book.effective
    return {
        "rules": text.hash,
        "rulebook": book.id,
        "toml": text.toml,
        "clauses": text.clauses,
        "since_ms": None if effective.since is None else effective.since_ms,
        "until_ms": None if effective.until is None else effective.until_ms,
    }


# ── proposing and approving ───────────────────────────────────────────────────────────────────────


def _propose(state: House, command: ProposeRulebook, actor: Actor, now_ms: int) -> HouseDecision:
    if len(command.toml) + len(command.clauses) > MOST_CHARACTERS:
        message = f"A rulebook and its clauses have at most {MOST_CHARACTERS} characters."
        return HouseRefused(HouseRefusal.TOO_LONG, message, "toml")
    try:
        text = _with_clauses(command)
        book = read_text(text)
    except RulebookError as error:
        where = "clauses" if error.key == "clause-list" else "toml"
        return HouseRefused(
            HouseRefusal.BAD_RULEBOOK, f"{str(error)[0].upper()}{str(error)[1:]}.", where
        )
    replaces = None if command.replaces == book.id else command.replaces
    if replaces is not None and not state.line(replaces):
        message = f"No rulebook {replaces} has been adopted, so this one can't replace it."
        return HouseRefused(HouseRefusal.UNKNOWN_RULEBOOK, message, "replaces")
    before = last_of_line(state, replaces or book.id, now_ms)
    if before is not None and (problem := _other_game(state, before, book)) is not None:
        return HouseRefused(HouseRefusal.OTHER_GAME, problem)
    if text.hash in state.proposals:
        return HouseRefused(
            HouseRefusal.PROPOSAL_OPEN, "This text is already waiting for approval."
        )
    if before is not None and before.rules == text.hash and before.holds(now_ms):
        return HouseRefused(HouseRefusal.IN_FORCE, "Tables already play by this text.")
    if now_ms >= book.effective.until_ms:
        return _ended(book)
    return (
        RulebookProposed(
            **_fields(text, book),
            at_ms=now_ms,
            by=actor,
            before=None if before is None else before.rules,
            replaces=replaces,
        ),
    )


def _with_clauses(command: ProposeRulebook) -> RulebookText:
    """The text with its clause list: the one that came with it, or the built-in one it names."""
    if command.clauses:
        return RulebookText(command.toml, command.clauses)
    ours = all_clauses().get(declared_list(command.toml))
    if ours is None:
        raise RulebookError("the rulebook", "clause-list", "comes without its clause list; send it")
    return RulebookText(command.toml, written_clauses(ours.values()))


def _other_game(state: House, before: AdoptedBook, book: Rulebook) -> str | None:
    """Tables switch from one text to the next between two rounds, with their players, limits and
    link; so it must be the same game of the same house.
    """
    last = read_text(state.texts[before.rules])
    for what, was, now in (
        ("family", last.family, book.family),
        ("operator", last.operator, book.operator),
        (
            "jackpot.across-tables",
            last.jackpot.across_tables.value,
            book.jackpot.across_tables.value,
        ),
    ):
        if was != now:
            return (
                f"Its {what} is {now} and that of {before.rulebook} is {was}, so tables can't "
                "go over to it. Give it an id of its own and open tables under that."
            )
    return None


def _approve(state: House, command: ApproveRulebook, actor: Actor, now_ms: int) -> HouseDecision:
    proposal = state.proposals.get(command.rules)
    if proposal is None:
        return _nothing(command.rules)
    if proposal.by.name == actor.name:
        message = f"{actor.name} proposed this rulebook; a second person must approve it."
        return HouseRefused(HouseRefusal.SAME_PERSON, message)
    if proposal.until_ms is not None and now_ms >= proposal.until_ms:
        return _ended(read_text(state.texts[command.rules]))
    return (RulebookAdopted(rules=command.rules, at_ms=now_ms, by=actor),)


def _nothing(rules: str) -> HouseRefused:
    message = (
        f"No rulebook with the hash {rules} is waiting for approval: look again at those that are."
    )
    return HouseRefused(HouseRefusal.NOTHING_PROPOSED, message, "rules")


def _ended(book: Rulebook) -> HouseRefused:
    message = (
        f"{book.title} ended on {book.effective.until}, by its own effective.until: propose a "
        "text that is still to end."
    )
    return HouseRefused(HouseRefusal.ENDED, message, "toml")
