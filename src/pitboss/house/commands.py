"""What can be done about the rules of a house."""

import msgspec

from pitboss.rulebook.texts import RulebookText


class HouseCommand(msgspec.Struct, frozen=True, tag_field="do", rename="kebab", kw_only=True):
    """Base of all commands."""


class ProposeRulebook(HouseCommand, frozen=True, tag="propose-rulebook", kw_only=True):
    """A text that tables are to play by. ``toml`` is a rulebook's file and ``clauses`` its clause
    list, which may be left out where the file names one of ours. ``replaces`` is the rulebook whose
    tables go over to it, where that has another id.
    """

    toml: str
    clauses: str = ""
    replaces: str | None = None


class ApproveRulebook(HouseCommand, frozen=True, tag="approve-rulebook", kw_only=True):
    """A second person's word for a text, by its hash."""

    rules: str


class WithdrawRulebook(HouseCommand, frozen=True, tag="withdraw-rulebook", kw_only=True):
    """A text that was proposed is not to be adopted."""

    rules: str


class SealRulebooks(HouseCommand, frozen=True, tag="seal-rulebooks", kw_only=True):
    """Pitboss takes down what tables play by where nothing is on record about it yet."""

    texts: tuple[RulebookText, ...]


AnyHouseCommand = ProposeRulebook | ApproveRulebook | WithdrawRulebook | SealRulebooks
AnyRuleCommand = ProposeRulebook | ApproveRulebook | WithdrawRulebook
FROM_PERSONS = (ProposeRulebook, ApproveRulebook, WithdrawRulebook)
