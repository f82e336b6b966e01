"""The house rules for the terminal."""

from datetime import tzinfo
from typing import Any

from pitboss.cli.render.columns import columns, time_text

_SHOWN = 12
"""Digits of a hash; enough to tell texts apart, and to ask for one."""


def page(view: Any, zone: tzinfo) -> str:
    """What was adopted, what is waiting and what is upcoming; ``view`` is the API's answer."""
    if not view.adopted and not view.proposed:
        return "Nothing is on record: a server takes down what is known when it starts."
    said = []
    if view.adopted:
        rows = [
            (
                one.rulebook,
                one.rules[:_SHOWN],
                time_text(one.from_ms, zone),
                "" if one.until_ms is None else time_text(one.until_ms, zone),
                ", ".join(one.by),
                "in force" if one.in_force else "",
            )
            for one in view.adopted
        ]
        said.append(columns(("Rulebook", "Hash", "From", "Until", "Adopted by", ""), rows))
    for one in view.proposed:
        replaces = "" if one.replaces is None else f", instead of {one.replaces}"
        changes = "the first of its id"
        if one.difference is not None:
            count = len(one.difference.values)
            changes = f"{count} {'value' if count == 1 else 'values'} changed"
        said.append(
            f"{one.rulebook} {one.rules} waits for approval, proposed by {one.by}{replaces}; "
            f"{changes}."
        )
    for one in view.coming:
        what = "nothing" if one.rules is None else one.rules[:_SHOWN]
        said.append(f"From {time_text(one.at_ms, zone)} on {one.rulebook} plays by {what}.")
    return "\n\n".join(said)
