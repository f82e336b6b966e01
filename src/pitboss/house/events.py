"""What has happened to the house rules: the events of one stream, with every text in full."""

import msgspec

from pitboss.rulebook.authority import Actor

HOUSE_STREAM = "house"


class HouseEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of all events. ``rules`` is the hash of a text (docs/journal-format.md defines it)."""

    rules: str
    at_ms: int
    by: Actor


class _WithText(HouseEvent, frozen=True, kw_only=True):
    """The text itself. ``since_ms`` and ``until_ms`` are the first millisecond in which it is in
    force and the first in which it no longer is, if it says so.
    """

    rulebook: str
    toml: str
    clauses: str
    since_ms: int | None = None
    until_ms: int | None = None


class RulebookSealed(_WithText, frozen=True, tag="rulebook-sealed/1", kw_only=True):
    """Pitboss found tables without rules on record, or a house without any, and recorded what is
    known: the text that goes by this name here. It applies from here on, and to everything played
    under the name before.
    """


class RulebookProposed(_WithText, frozen=True, tag="rulebook-proposed/1", kw_only=True):
    """``before`` is the text that it was compared with. ``replaces`` is the rulebook whose tables
    switch to it.
    """

    before: str | None = None
    replaces: str | None = None


class RulebookAdopted(HouseEvent, frozen=True, tag="rulebook-adopted/1", kw_only=True):
    """A second person has approved the proposal."""


class RulebookWithdrawn(HouseEvent, frozen=True, tag="rulebook-withdrawn/1", kw_only=True):
    """The proposal was withdrawn."""


AnyHouseEvent = RulebookSealed | RulebookProposed | RulebookAdopted | RulebookWithdrawn
