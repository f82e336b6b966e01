"""The result of an audit: counts of what was checked, or the first place that does not fit."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.journal.port import Record


class Misfit(Exception):
    """Something does not fit: what it is, what was expected there, and what was found.

    ``record`` is where, if not at the record being read.
    """

    def __init__(
        self, what: str, expected: object, actual: object, record: Record | None = None
    ) -> None:
        super().__init__(f"{what}: expected {expected}, found {actual}")
        self.what = what
        self.expected = str(expected)
        self.found = str(actual)
        self.record = record

    def at(self, record: Record) -> "Misfit":
        """The same, at a record read earlier."""
        self.record = self.record or record
        return self


def fits(what: str, expected: object, actual: object) -> None:
    """Raises Misfit unless the two are equal."""
    if expected != actual:
        raise Misfit(what, expected, actual)


class Discrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """The first place that does not fit, and the person named there. A checkpoint, or a file as a
    whole, has no position in the journal.
    """

    what: str
    expected: str
    found: str
    position: int | None = None
    stream: str | None = None
    version: int | None = None
    kind: str | None = None
    person: str | None = None

    @classmethod
    def at(cls, misfit: Misfit, record: Record | None) -> "Discrepancy":
        """A misfit with its place."""
        record = misfit.record or record
        bare = cls(what=misfit.what, expected=misfit.expected, found=misfit.found)
        if record is None:
            return bare
        return msgspec.structs.replace(
            bare,
            position=record.position,
            stream=record.stream,
            version=record.version,
            kind=record.kind,
            person=person_of(record),
        )

    @property
    def sentence(self) -> str:
        """The place, what does not fit, what was expected and what was found."""
        misfit = f"{self.what}: expected {self.expected}, found {self.found}."
        if self.position is None:
            return misfit[0].upper() + misfit[1:]
        by = "" if self.person is None else f", by {self.person}"
        return (
            f"Position {self.position} (version {self.version} of {self.stream}, {self.kind}{by}): "
            f"{misfit}"
        )


def person_of(record: Record) -> str | None:
    """The person a record names, if its event names one and can be read."""
    try:
        event = msgspec.json.decode(record.body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if not isinstance(event, dict):
        return None
    for field in ("by", "asked-by", "proposed-by"):
        by = event.get(field)
        name = by.get("name") if isinstance(by, dict) else by
        if isinstance(name, str):
            return name
    return None


class Counts(msgspec.Struct):
    """What was checked."""

    records: int = 0
    commands: int = 0
    streams: int = 0
    tables: int = 0
    links: int = 0
    rounds: int = 0
    settlements: int = 0
    rulings: int = 0
    shuffles: int = 0
    contributions: int = 0
    claims: int = 0
    awards: int = 0
    awarded_cents: int = 0
    checkpoints: int = 0
    recoveries: int = 0
    displayed: int = 0


class Restoration(msgspec.Struct, frozen=True, kw_only=True):
    """A backup that replaced the journal: what had been stored after ``up_to`` is not in it.

    ``replaced`` is where the replaced journal ended, if that could be read.
    """

    position: int
    at_ms: int
    by: str
    file: str
    up_to: int
    replaced: int | None


class KeyChange(msgspec.Struct, frozen=True, kw_only=True):
    """Another key signs from here on. ``confirmed``: the old key signed the handover."""

    position: int
    at_ms: int
    by: str
    before: str
    after: str
    confirmed: bool


class AuditBasis(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict an audit continued from: everything up to ``position``, where ``checkpoint``
    ends, was found to fit at ``audited_ms``. ``full_ms`` is when an audit last began at the first
    record. ``reread``: the earlier bytes were read again and have the signed hashes.
    """

    checkpoint: int
    position: int
    audited_ms: int
    full_ms: int
    signed_by: str
    reread: bool


class Difference(msgspec.Struct, frozen=True):
    """An entry that this program decides otherwise than the one that decided it. ``at`` is the
    position of its first record; ``stored`` and ``decided`` say what differs first.
    """

    at: int
    at_ms: int
    stream: str
    command: str
    by: str
    program: str
    stored: str
    decided: str


class Replayed(msgspec.Struct, frozen=True):
    """How many entries were decided again; how many were only ``followed``, because something that
    decided them is not in the journal or not yet; by which programs; and where they differ.
    ``fault`` is an error of this program, which accuses nobody: replay ended there.
    """

    entries: int
    followed: int
    programs: Mapping[str, int]
    differences: tuple[Difference, ...]
    fault: str | None = None


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of an audit. ``problem`` is None if everything fits.

    ``heads`` is the Merkle root over the heads of all streams: two journals with the same root have
    the same content. ``keys`` are the public keys that signed the checkpoints; ``trusted``: they
    were checked against given ones. Signatures reach up to ``signed_up_to``; ``unsigned`` records
    came after that. ``unaudited`` are rulebooks of games whose order of dealing and rulings nobody
    has described for the auditor. ``begun`` is where the audit continued from, None if it began at
    the first record; ``ignored`` says why verdicts were not accepted. ``decided`` is the
    replay: what was decided again, if everything was. Counts cover everything up to the last
    record.
    """

    journal: str
    counts: Counts
    last_position: int
    heads: str
    last_checkpoint: int | None
    keys: tuple[str, ...]
    trusted: bool
    signed_up_to: int
    unsigned: int
    restored: tuple[Restoration, ...]
    key_changes: tuple[KeyChange, ...]
    unaudited: tuple[str, ...] = ()
    begun: AuditBasis | None = None
    ignored: tuple[str, ...] = ()
    decided: Replayed | None = None
    problem: Discrepancy | None

    @property
    def content(self) -> bool:
        """Whether everything fits."""
        return self.problem is None

    @property
    def written(self) -> "WrittenAudit":
        """The report in its JSON form, the problem with its sentence."""
        fields = msgspec.structs.asdict(self)
        problem = fields.pop("problem")
        if problem is not None:
            problem = WrittenDiscrepancy(
                **msgspec.structs.asdict(problem), sentence=problem.sentence
            )
        return WrittenAudit(**fields, problem=problem, content=self.content)


class WrittenDiscrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """The first place that does not fit, in a sentence and in its parts, where it has any."""

    what: str | UnsetType = UNSET
    expected: str | UnsetType = UNSET
    found: str | UnsetType = UNSET
    position: int | UnsetType | None = UNSET
    stream: str | UnsetType | None = UNSET
    version: int | UnsetType | None = UNSET
    kind: str | UnsetType | None = UNSET
    person: str | UnsetType | None = UNSET
    sentence: str


class WrittenAudit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether everything fits; counts of what was checked; the position up to which checkpoints
    sign everything, and how many records came after it; rulebooks of games whose order of dealing
    and rulings were not recomputed. A journal that could not be read has only
    its problem.
    """

    journal: str | UnsetType = UNSET
    counts: Counts | UnsetType = UNSET
    last_position: int | UnsetType = UNSET
    heads: str | UnsetType = UNSET
    last_checkpoint: int | UnsetType | None = UNSET
    keys: tuple[str, ...] | UnsetType = UNSET
    trusted: bool | UnsetType = UNSET
    signed_up_to: int | UnsetType = UNSET
    unsigned: int | UnsetType = UNSET
    restored: tuple[Restoration, ...] | UnsetType = UNSET
    key_changes: tuple[KeyChange, ...] | UnsetType = UNSET
    unaudited: tuple[str, ...] | UnsetType = UNSET
    begun: AuditBasis | UnsetType | None = UNSET
    ignored: tuple[str, ...] | UnsetType = UNSET
    decided: Replayed | UnsetType | None = UNSET
    problem: WrittenDiscrepancy | None
    content: bool
