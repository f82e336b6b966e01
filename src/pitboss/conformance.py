"""How much of the rule documents the tests prove: the clause list compared with the record of a
test run.

Only the test suite writes the record, at the end of a full run, so the figures cannot be better
than the last run.
"""

import os
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec

from pitboss.rulebook.clauses import DATA, Clause, ClauseList, Kind

if TYPE_CHECKING:
    pass

FORMAT = 1
RECORD = Path("build", "conformance.json")

# Rulebook, then clause number, then the tests that mark the clause.
Marked: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class ConformanceError(Exception):
    """Something that leaves no figures to report; the text is meant for whoever asked."""


class RecordError(ConformanceError):
    """There is no record of a full test run, or it cannot be read."""


class NotApplicableError(ConformanceError):
    """The list of clauses on which software cannot act is itself wrong."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The results of one full test run. A clause marked by a failing test does not count as
    proved.
    """

    format: int = field(default=FORMAT, kw_only=True)
    finished: Annotated[datetime, msgspec.Meta(tz=True)]
    tests: Count
    failed: Count
    proved: Marked
    failing: Marked


@dataclass(frozen=True, slots=True)
class _Format:
    format: int


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """An operative clause on which software cannot act, and why."""

    rulebook: str
    clause: str
    reason: str


class _NotApplicableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: tuple[NotApplicable, ...] = ()


class ClauseStanding(StrEnum):
    """The status of one clause; the first that applies, from the top."""

    NOT_OPERATIVE = "not operative"
    FAILING = "failing"
    PROVED = "proved"
    NOT_APPLICABLE = "not applicable"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class ClauseFinding:
    """One clause, its status, and the reason for it."""

    clause: Clause
    standing: ClauseStanding
    proved_by: tuple[str, ...] = ()
    failed_by: tuple[str, ...] = ()
    reason: str = ""

    def as_json(self) -> dict[str, object]:
        return {
            "rulebook": self.clause.rulebook,
            "clause": self.clause.number,
            "kind": str(self.clause.kind),
            "operative": self.clause.operative,
            "gist": self.clause.gist,
            "standing": str(self.standing),
            "proved_by": list(self.proved_by),
            "failed_by": list(self.failed_by),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Tally:
    operative: int
    proved: int

    def __str__(self) -> str:
        return f"{self.proved}/{self.operative}"


@dataclass(frozen=True, slots=True)
class Summary:
    """The requested operative clauses, in document order.

    operative = proved + not applicable + unproved; a failing clause is one of the unproved.
    """

    record: RunRecord
    findings: tuple[ClauseFinding, ...] = field(repr=False)

    @property
    def not_applicable(self) -> tuple[ClauseFinding, ...]:
        return self._standing(ClauseStanding.NOT_APPLICABLE)

    @property
    def failing(self) -> tuple[ClauseFinding, ...]:
        return self._standing(ClauseStanding.FAILING)

    @property
    def unproved(self) -> tuple[ClauseFinding, ...]:
        return self._standing(ClauseStanding.UNPROVED, ClauseStanding.FAILING)

    def tally(self, rulebook: str | None = None, kind: Kind | None = None) -> Tally:
        counted = [
            finding.standing
            for finding in self.findings
            if rulebook in (None, finding.clause.rulebook) and kind in (None, finding.clause.kind)
        ]
        return Tally(len(counted), counted.count(ClauseStanding.PROVED))

    @property
    def rulebooks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(finding.clause.rulebook for finding in self.findings))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        present = {finding.clause.kind for finding in self.findings}
        return tuple(kind for kind in Kind if kind in present)

    def as_json(self) -> dict[str, object]:
        total = self.tally()
        return {
            "operative": total.operative,
            "proved": total.proved,
            "not_applicable": [
                {
                    "rulebook": clause_finding.clause.rulebook,
                    "clause": clause_finding.clause.number,
                    "reason": clause_finding.reason,
                }
                for clause_finding in self.not_applicable
            ],
            "unproved": _names(self.unproved),
            "failing": _names(self.failing),
            "recorded": self.record.finished.isoformat(),
            "tests": self.record.tests,
            "failed": self.record.failed,
            "by_rulebook": {
                rulebook: {
                    str(kind): {"operative": tally.operative, "proved": tally.proved}
                    for kind in self.kinds
                    if (tally := self.tally(rulebook, kind)).operative
                }
                for rulebook in self.rulebooks
            },
        }

    def _standing(self, *standings: ClauseStanding) -> tuple[ClauseFinding, ...]:
        return tuple(finding for finding in self.findings if finding.standing in standings)


def _names(findings: Iterable[ClauseFinding]) -> list[dict[str, str]]:
    return [{"rulebook": one.clause.rulebook, "clause": one.clause.number} for one in findings]


def record_places() -> tuple[Path, Path]:
    """Where a record is looked for: in the current folder, then in the checkout of this file."""
    return Path.cwd() / RECORD, Path(__file__).resolve().parents[2] / RECORD


def default_record() -> Path:
    for place in record_places():
        if place.is_file():
            return place
    raise RecordError(
        "there is no record of a full test run; run `make test` in the source checkout to make one"
    )


def load_record(path: Path) -> RunRecord:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise RecordError(f"there is no record at {path}; run `make test` to make one") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    try:
        # The format is checked first: another format deserves its own message, not a list of
        # mismatched fields.
        if (version := msgspec.json.decode(data, type=_Format).format) != FORMAT:
            raise RecordError(
                f"{path} has format {version}, and this program reads {FORMAT}; run `make "
                "test` to renew it"
            )
        return msgspec.json.decode(data, type=RunRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(
            f"{path} is not a conformance record: {error}; run `make test` to renew it"
        ) from error


def write_record(path: Path, record: RunRecord) -> None:
    """Replaces the record in one step, so that a reader sees the whole of the old one or of the new
    one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def load_not_applicable(
    clauses: ClauseList, path: Path = DATA / "not-applicable.toml"
) -> tuple[NotApplicable, ...]:
    """Reads the list, rejecting an entry that excuses nothing: it would hide a mistyped number for
    good.
    """
    try:
        text = path.read_text(encoding="utf-8")
        entries = msgspec.convert(tomllib.loads(text), _NotApplicableFile).clause
    except OSError as error:
        raise NotApplicableError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise NotApplicableError(f"{path}: {error}") from error
    seen = set()
    for entry in entries:
        name = f"{path}: clause {entry.clause} of {entry.rulebook}"
        clause = clauses.get(entry.rulebook, {}).get(entry.clause)
        if clause is None:
            raise NotApplicableError(f"{name} does not exist")
        if not clause.operative:
            raise NotApplicableError(f"{name} is not operative, so there is nothing to excuse")
        if not entry.reason.strip():
            raise NotApplicableError(f"{name} has no reason")
        if (entry.rulebook, entry.clause) in seen:
            raise NotApplicableError(f"{name} is listed twice")
        seen.add((entry.rulebook, entry.clause))
    return entries


def finding(
    clause: Clause, record: RunRecord, not_applicable: Collection[NotApplicable] = ()
) -> ClauseFinding:
    """The status of one clause. A failing test outweighs a passing one, and any test outweighs an
    excuse.
    """
    passed = record.proved.get(clause.rulebook, {}).get(clause.number, ())
    failed = record.failing.get(clause.rulebook, {}).get(clause.number, ())
    reason = next(
        (
            na.reason
            for na in not_applicable
            if (na.rulebook, na.clause) == (clause.rulebook, clause.number)
        ),
        "",
    )
    if not clause.operative:
        return ClauseFinding(clause, ClauseStanding.NOT_OPERATIVE, passed, failed)
    if failed:
        return ClauseFinding(clause, ClauseStanding.FAILING, passed, failed)
    if passed:
        return ClauseFinding(clause, ClauseStanding.PROVED, passed)
    if reason:
        return ClauseFinding(clause, ClauseStanding.NOT_APPLICABLE, reason=reason)
    return ClauseFinding(clause, ClauseStanding.UNPROVED)


def summary(
    clauses: ClauseList,
    record: RunRecord,
    not_applicable: Collection[NotApplicable] = (),
    kinds: Collection[str] = (),
    rulebooks: Collection[str] = (),
) -> Summary:
    """The findings on every operative clause, or on those of the named kinds and rulebooks."""
    return Summary(
        record,
        tuple(
            finding(clause, record, not_applicable)
            for rulebook, numbers in clauses.items()
            for clause in numbers.values()
            if clause.operative
            and (not kinds or clause.kind in kinds)
            and (not rulebooks or rulebook in rulebooks)
        ),
    )
