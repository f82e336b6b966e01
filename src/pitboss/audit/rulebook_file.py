"""Rulebook files, read as written: pay tables, caps, limits, readings and clause lists.

Nothing here uses the engine's model. Errors name the file and the key that it lacks.
"""

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.audit.families import AuditedFamily, added_rulebook, audited_family
from pitboss.kernel.money import Cents, parse_cents

SUFFIX = ".toml"

_ID = re.compile(r"[a-z0-9-]+")
_MOST_KEYS = 1_000
"""How many keys of a file to cache; bounded, because keys may come from a journal."""


class CannotCheck(Exception):
    """Something can't be recomputed: a record or a rulebook lacks what is needed."""


@dataclass(frozen=True, slots=True)
class PayRow:
    """A line of a pay table.

    ``times`` is for odds (``250 to 1``) and multiples (``400 for 1``), ``share`` for a fraction of
    the jackpot. ``row`` is the row in the document's table.
    """

    times: Fraction
    fixed: Cents
    share: Fraction | None
    row: str | None

    def winnings(self, stake: int) -> int:
        """What is paid on a stake, in whole cents."""
        return self.times.numerator * stake // self.times.denominator + self.fixed


@dataclass(frozen=True)
class RulebookFile:
    """A rulebook's file. ``clauses`` are those that may be cited; None if the list could not be
    found. A file does not change, so lookups are cached.
    """

    name: str
    toml: Mapping[str, Any]
    clauses: frozenset[str] | None = None
    pays: Mapping[tuple[str, str], PayRow] = field(default_factory=dict)
    _found: dict[tuple[str, ...], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def family(self) -> str:
        return self.text("family")

    @cached_property
    def game(self) -> AuditedFamily | None:
        """What the auditor knows of the family; None if nobody has described it."""
        return audited_family(self.family)

    @cached_property
    def id(self) -> str:
        return self.text("id")

    @cached_property
    def wagers(self) -> Any:
        """The wagers of the game, by name."""
        return self.find("wagers")

    @cached_property
    def shares_boxes(self) -> bool:
        """Whether several players may bet on one box."""
        return bool(self.find("conduct", "boxes-are-shared"))

    @cached_property
    def plays_once(self) -> bool:
        """Whether a player's wager under the minimum plays only once (MBS 5.13), rather than every
        time (RWS 5.2.1).
        """
        return self.text("limits", "under-minimum") in ("once", "once-a-day")

    def find(self, *keys: str) -> Any:
        """The value at a key, or None."""
        try:
            return self._found[keys]
        except KeyError:
            pass
        value: Any = self.toml
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        if len(self._found) < _MOST_KEYS:
            self._found[keys] = value
        return value

    def text(self, *keys: str) -> str:
        """The text at a key, which must exist."""
        value = self.find(*keys)
        if not isinstance(value, str):
            raise CannotCheck(
                f"rulebook {self.name} has no text at {'.'.join(keys)}; write it there"
            )
        return value

    def reading(self, question: str) -> str:
        """Which reading the rulebook takes where its document is silent."""
        return self.text("readings", question, "take")

    def times_opening(self, raise_: str) -> int:
        """How many times the opening wager a raise is."""
        times = self.find("wagers", raise_, "times-opening")
        if not isinstance(times, int):
            raise CannotCheck(
                f"rulebook {self.name} has no whole number at wagers.{raise_}.times-opening"
            )
        return times

    def cap(self, bet: str) -> int | None:
        """The most that a wager can win on one box, if capped."""
        if self.find("caps", bet) is None:
            return None
        amount = parse_cents(self.text("caps", bet, "winnings"))
        if amount is None:
            raise CannotCheck(f"rulebook {self.name} has no amount at caps.{bet}.winnings")
        return amount

    def pay(self, bet: str, line: str) -> PayRow:
        """A line of a pay table, which must exist."""
        row = self.pay_if_any(bet, line)
        if row is None:
            raise CannotCheck(
                f"rulebook {self.name} has no line pays.{bet}.{line}; write what it pays"
            )
        return row

    def pay_if_any(self, bet: str, line: str) -> PayRow | None:
        """A line of a pay table; a hand without one wins nothing."""
        return self.pays.get((bet, line))


def _pays(book: RulebookFile) -> dict[tuple[str, str], PayRow]:
    """All lines of all pay tables, by wager and name."""
    tables = book.find("pays")
    if not isinstance(tables, Mapping):
        raise CannotCheck(f"rulebook {book.name} has no pay tables; write them at pays")
    return {
        (bet, line): _pay(book, bet, line)
        for bet, lines in tables.items()
        for line, value in lines.items()
        # The least hand that is paid on the ante is listed among the lines, but is not one.
        if isinstance(value, Mapping)
    }


def _pay(book: RulebookFile, bet: str, line: str) -> PayRow:
    row = book.text("pays", bet, line, "clause").partition(":")[2] or None
    text = book.text("pays", bet, line, "pays")
    match text.split():
        case [times, "to", against] if _counts(times, against):
            return PayRow(Fraction(int(times), int(against)), Cents(0), None, row)
        case [times, "for", "1"] if _counts(times):
            return PayRow(Fraction(int(times)), Cents(0), None, row)
        case [percent, "of", "jackpot"] if re.fullmatch(r"\d+(\.\d+)?%", percent, re.ASCII):
            return PayRow(Fraction(0), Cents(0), Fraction(percent[:-1]) / 100, row)
        case [sum_] if sum_.startswith("$") and (amount := parse_cents(sum_[1:])) is not None:
            return PayRow(Fraction(0), amount, None, row)
        case _:
            raise CannotCheck(
                f"rulebook {book.name} has {text!r} at pays.{bet}.{line}; write '250 to 1', "
                "'400 for 1', '$500' "
                "or '10% of jackpot'"
            )


def _counts(*words: str) -> bool:
    """Whether words are whole numbers from 1."""
    return all(word.isascii() and word.isdigit() and int(word) > 0 for word in words)


# ── finding files ─────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=16)
def text_book(name: str, toml: str, clauses: str) -> RulebookFile:
    """A rulebook from its text and its clause list; raises CannotCheck. Cached: every table that
    opens asks for it, and parsing takes longer than a round.
    """
    try:
        bare = RulebookFile(name, tomllib.loads(toml))
    except ValueError as error:
        raise CannotCheck(f"the text of rulebook {name} can't be read: {error}") from None
    rows = csv.DictReader(io.StringIO(clauses, newline=""))
    listed = frozenset(row["clause"] for row in rows)
    return replace(bare, pays=_pays(bare), clauses=listed)


def open_book(rulebook: str | Path | Mapping[str, Any] | RulebookFile) -> RulebookFile:
    """Opens a rulebook given its id, the path of a custom file, a parsed TOML document, or one
    already open; raises CannotCheck.
    """
    if isinstance(rulebook, RulebookFile):
        return rulebook
    if isinstance(rulebook, Mapping):
        return _book(str(rulebook.get("id")), rulebook, None)
    if isinstance(rulebook, Path) or rulebook.endswith(SUFFIX):
        path = Path(rulebook)
        try:
            stat = path.stat()
        except (OSError, ValueError) as error:
            raise CannotCheck(
                f"rulebook {rulebook} can't be read ({error}); put the file back where it was"
            ) from None
        return _own(path, stat.st_mtime_ns, stat.st_size)
    return _installed(rulebook)


@lru_cache(maxsize=64)
def _installed(name: str) -> RulebookFile:
    """A rulebook shipped with Pitboss or with an installed game."""
    if _ID.fullmatch(name):
        file = files("pitboss") / "rulebook" / "data" / f"{name}{SUFFIX}"
        if file.is_file():
            return _book(name, tomllib.loads(file.read_text(encoding="utf-8")), None)
        added = added_rulebook(name)
        if added is not None:
            return _book(name, tomllib.loads(added.read_text(encoding="utf-8")), added.parent)
    raise CannotCheck(
        f"there is no rulebook {name!r}; name one that comes with Pitboss, or a .toml file"
    )


@lru_cache(maxsize=64)
def _own(path: Path, _mtime_ns: int, _size: int) -> RulebookFile:
    # Time and size are part of the cache key, so a changed file is read again.
    try:
        toml = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotCheck(f"rulebook {path} can't be read: {error}") from None
    return _book(str(path), toml, path.parent)


def _book(name: str, toml: Mapping[str, Any], folder: Path | None) -> RulebookFile:
    """``folder`` is that of the file: a custom clause list is named by its path relative to it."""
    bare = RulebookFile(name, toml)
    bare = replace(bare, pays=_pays(bare))
    clause_list = bare.text("clause-list")
    if not clause_list.endswith(".csv"):
        data = files("pitboss") / "rulebook" / "data" / "clauses.csv"
        return replace(bare, clauses=_clauses(data.read_text(encoding="utf-8"), clause_list))
    if folder is None:
        return bare
    try:
        text = (folder / clause_list).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise CannotCheck(
            f"the clause list {clause_list} of {name} can't be read: {error}"
        ) from None
    return replace(bare, clauses=_clauses(text, bare.id))


def _clauses(text: str, rulebook: str) -> frozenset[str]:
    """The clauses of one rulebook in a list."""
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return frozenset(row["clause"] for row in rows if row.get("rulebook") == rulebook)
