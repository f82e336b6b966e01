"""What can be done about the rules of a house."""

import msgspec

from pitboss.rulebook.texts import RulebookText


class HouseCommand(msgspec.Struct, frozen=True, tag_field="do", rename="kebab", kw_only=True):
    """Base of all commands."""


class ProposeRulebook(HouseCommand, frozen=True, tag="propose-rulebook", kw_only=True):
    """Proposes a text for tables to play by. ``toml`` is a rulebook file and ``clauses`` its clause
    list, which may be left out if the file names a built-in one. ``replaces`` is the rulebook whose
    tables go over to it, if that has another id.
    """

    toml: str
    clauses: str = ""
    replaces: str | None = None


class ApproveRulebook(HouseCommand, frozen=True, tag="approve-rulebook", kw_only=True):
    """A second person approves a text, by its hash."""

    rules: str


class WithdrawRulebook(HouseCommand, frozen=True, tag="withdraw-rulebook", kw_only=True):
    """Withdraws a proposed text, so that it is not adopted."""

    rules: str


class SealRulebooks(HouseCommand, frozen=True, tag="seal-rulebooks", kw_only=True):
    """Pitboss records the texts that tables play by, where none is on record yet."""

    texts: tuple[RulebookText, ...]


AnyHouseCommand = ProposeRulebook | ApproveRulebook | WithdrawRulebook | SealRulebooks
AnyRuleCommand = ProposeRulebook | ApproveRulebook | WithdrawRulebook
FROM_PERSONS = (ProposeRulebook, ApproveRulebook, WithdrawRulebook)
