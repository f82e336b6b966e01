"""``pitboss rulebook replay OLD NEW``."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import typer

from pitboss.cli.context import explained, load, moment_ms, progress, reading, shelf_of, zone_of

if TYPE_CHECKING:
    from pitboss.reports.rules_replay import RulesReplay


def print_replay(
    old: str,
    new: str,
    since: str | None,
    until: str | None,
    json: bool,
    database: str | None,
    config: Path | None,
) -> None:
    """What the concluded rounds of one rulebook would have paid under another text."""
    with explained():
        from pitboss.casino.record_shelf import RecordShelf
        from pitboss.reports.rules_replay import replay_rules

        settings = load(config, database)
        zone = zone_of(settings, None)
        begin, end = (moment_ms(text, zone) for text in (since, until))
        with reading(settings) as journal, progress() as shown:
            shelf = RecordShelf(journal, shelf_of(settings))
            count = journal.count()
            replayed = replay_rules(
                journal,
                shelf.find(old),
                shelf.find(new),
                begin,
                end,
                lambda done: shown("settling again", done, count),
            )
    encoded = msgspec.json.format(msgspec.json.encode(replayed), indent=2)
    typer.echo(encoded if json else _page(replayed))


_WAGERS = ("Wager", "Wagers", "Staked", "Paid", "By the new", "Difference", "Changed")
_LINES = ("Wager", "Clauses", "By the new", "Wagers", "Paid", "By the new", "Difference")


def _page(replayed: "RulesReplay") -> str:
    from pitboss.cli.render.columns import columns
    from pitboss.cli.render.wording import gain, money

    count, changed = f"{replayed.rounds:,}", f"{replayed.changed_rounds:,}"
    said = [
        f"{count} rounds of {replayed.old} settled again; {changed} would have paid differently."
    ]
    if replayed.unsettled:
        said.append(
            f"{replayed.unsettled:,} could not be settled again; the first: {replayed.reason}"
        )
    wagers = [
        (
            one.wager,
            f"{one.count:,}",
            money(one.staked),
            money(one.old),
            money(one.new),
            gain(one.new - one.old),
            f"{one.changed:,}",
        )
        for one in replayed.wagers
    ]
    lines = [
        (
            one.wager,
            ", ".join(one.old_clauses),
            ", ".join(one.new_clauses),
            f"{one.count:,}",
            money(one.old),
            money(one.new),
            gain(one.new - one.old),
        )
        for one in replayed.lines
        if one.old != one.new or one.old_clauses != one.new_clauses
    ]
    if wagers:
        said += ["", columns(_WAGERS, wagers, "lrrrrrr")]
    if lines:
        said += ["", "Where it differs, by the clauses that decide:", ""]
        said.append(columns(_LINES, lines, "lllrrrr"))
    return "\n".join(said)
