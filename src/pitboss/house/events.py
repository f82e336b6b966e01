"""What has happened to the rules of a house: the events of one stream, with every text whole."""

import msgspec

from pitboss.rulebook.authority import Actor

HOUSE_STREAM = "house"


class HouseEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of all events. ``rules`` is the hash of a text (docs/journal-format.md says of what)."""

    rules: str
    at_ms: int
    by: Actor


class _WithText(HouseEvent, frozen=True, kw_only=True):
    """The text itself. ``since_ms`` and ``until_ms`` are the first millisecond in which it is in
    force and the first in which it is not any more, where it says so.
    """

    rulebook: str
    toml: str
    clauses: str
    since_ms: int | None = None
    until_ms: int | None = None


class RulebookSealed(_WithText, frozen=True, tag="rulebook-sealed/1", kw_only=True):
    """Pitboss found tables without rules on record, or a house without any, and took down what is
    known: the text that goes by this name here. It holds from here on, and for all that was played
    under the name before.
    """


class RulebookProposed(_WithText, frozen=True, tag="rulebook-proposed/1", kw_only=True):
    """``before`` is the text that it was compared with. ``replaces`` is the rulebook whose tables
    go over to it.
    """

    before: str | None = None
    replaces: str | None = None


class RulebookAdopted(HouseEvent, frozen=True, tag="rulebook-adopted/1", kw_only=True):
    """A second person has approved what was proposed."""


class RulebookWithdrawn(HouseEvent, frozen=True, tag="rulebook-withdrawn/1", kw_only=True):
    """What was proposed is proposed no longer."""


AnyHouseEvent = RulebookSealed | RulebookProposed | RulebookAdopted | RulebookWithdrawn
