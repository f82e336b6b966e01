"""The house rules as clients see them: adopted, proposed, and upcoming."""

from pitboss.house.state import AdoptedBook, House
from pitboss.kernel.json_types import Outgoing
from pitboss.rulebook.difference import compare
from pitboss.rulebook.difference_json import WrittenDifference, written_difference
from pitboss.rulebook.parts import NO_END_MS
from pitboss.rulebook.texts import read_text


class AdoptedView(Outgoing, frozen=True, kw_only=True):
    """An adopted text, and who adopted it; Pitboss alone if it was sealed."""

    rules: str
    rulebook: str
    title: str
    version: str
    in_force: bool
    from_ms: int
    until_ms: int | None
    adopted_ms: int
    by: tuple[str, ...]
    replaces: str | None


class ProposedView(Outgoing, frozen=True, kw_only=True):
    """A text that waits for a second person, and how it differs from the one before."""

    rules: str
    rulebook: str
    title: str
    version: str
    since_ms: int | None
    until_ms: int | None
    proposed_ms: int
    by: str
    replaces: str | None
    before: str | None
    difference: WrittenDifference | None


class ComingView(Outgoing, frozen=True, kw_only=True):
    """From when tables of a rulebook play by which text; null if by none."""

    rulebook: str
    at_ms: int
    rules: str | None


class HouseView(Outgoing, frozen=True, kw_only=True):
    """All of it, the latest last."""

    adopted: list[AdoptedView]
    proposed: list[ProposedView]
    coming: list[ComingView]


class RulesText(Outgoing, frozen=True, kw_only=True):
    """The full text."""

    rules: str
    rulebook: str
    toml: str
    clauses: str


def house_view(house: House, now_ms: int) -> HouseView:
    """The current house rules."""
    ids = sorted({book.rulebook for book in house.books})
    in_force = {house.in_force(id, now_ms) for id in ids}
    return HouseView(
        adopted=[_adopted(house, book, book in in_force) for book in house.books],
        proposed=[_proposed(house, rules) for rules in house.proposals],
        coming=[
            ComingView(rulebook=id, at_ms=at_ms, rules=None if book is None else book.rules)
            for id in ids
            for at_ms, book in house.changes(id, now_ms)
        ],
    )


def _adopted(house: House, book: AdoptedBook, in_force: bool) -> AdoptedView:
    said = read_text(house.texts[book.rules])
    return AdoptedView(
        rules=book.rules,
        rulebook=book.rulebook,
        title=said.title,
        version=said.version,
        in_force=in_force,
        from_ms=book.from_ms,
        until_ms=None if book.until_ms == NO_END_MS else book.until_ms,
        adopted_ms=book.adopted_ms,
        by=book.by,
        replaces=book.replaces,
    )


def _proposed(house: House, rules: str) -> ProposedView:
    proposal, said = house.proposals[rules], read_text(house.texts[rules])
    difference = None
    if proposal.before is not None:
        before = read_text(house.texts[proposal.before])
        names = (proposal.before[:12], rules[:12])
        difference = written_difference(compare(before, said, names))
    return ProposedView(
        rules=rules,
        rulebook=proposal.rulebook,
        title=said.title,
        version=said.version,
        since_ms=proposal.since_ms,
        until_ms=proposal.until_ms,
        proposed_ms=proposal.at_ms,
        by=proposal.by.name,
        replaces=proposal.replaces,
        before=proposal.before,
        difference=difference,
    )
