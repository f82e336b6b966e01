"""A disk whose power can be cut, and which can fail: a file system for SQLite that knows what has
been synced.

Files lie in a real folder, where the running program sees all that it wrote. Beside that the disk
keeps what would be left of each file if the power failed: what was synced, and of what was written
since then any part, torn at the boundaries of sectors, whatever the order of writing. The same goes
for files that were made or deleted and whose folder has not been synced. Nothing is really flushed,
so it is fast.
"""

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random

import apsw

_numbers = itertools.count()

_KEEPS_ITS_NAME = (
    apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
)
"""SQLite syncs the folder too when it first syncs one of these that it may have made."""


class _Content:
    """A file's content. A pending change is a write (offset and bytes) or a new size."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[tuple[int, bytes] | int] = []

    def sync(self) -> None:
        for change in self.pending:
            _apply(self.synced, change, b"\0")
        self.pending.clear()

    def after_cut(self, random: Random) -> bytearray:
        """What a power failure leaves of it."""
        sector = random.choice((512, 512, 4096))
        pieces = [piece for change in self.pending for piece in _pieces(change, sector)]
        match random.randrange(4):
            case 0:
                kept = []
            case 1:
                kept = pieces
            case 2:
                kept = pieces[: random.randint(0, len(pieces))]
            case _:
                share = random.random()
                kept = [piece for piece in pieces if random.random() < share]
        # A file that has grown over what never reached the disk holds nothing there, or what was
        # there before.
        filler = random.choice((b"\0", b"\0", random.randbytes(1)))
        content = bytearray(self.synced)
        for change in kept:
            _apply(content, change, filler)
        return content


def _pieces(change: tuple[int, bytes] | int, sector: int) -> list[tuple[int, bytes] | int]:
    if isinstance(change, int):
        return [change]
    offset, data = change
    found: list[tuple[int, bytes] | int] = []
    while data:
        room = sector - offset % sector
        found.append((offset, data[:room]))
        offset, data = offset + room, data[room:]
    return found


def _apply(content: bytearray, change: tuple[int, bytes] | int, filler: bytes) -> None:
    end = change if isinstance(change, int) else change[0]
    if len(content) < end:
        content.extend(filler * (end - len(content)))
    if isinstance(change, int):
        del content[change:]
    else:
        content[end : end + len(change[1])] = change[1]


class Disk:
    """A folder on a disk that can fail. ``vfs`` is the name under which SQLite finds it.

    ``cut_at`` is the step, counted from now, before which the power fails; ``trouble`` is asked
    before each step, and may raise. A step is a write, a truncation, a sync or a deletion.
    """

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self.vfs = f"disk-{next(_numbers)}"
        self.steps = 0
        self.cut_at: int | None = None
        self.trouble: Callable[[str], None] | None = None
        self._random = random
        self._now: dict[str, _Content] = {}
        self._durable: dict[str, _Content] = {}
        self._left: dict[str, bytearray] | None = None
        self._vfs = _Vfs(self)

    def close(self) -> None:
        self._vfs.unregister()

    @property
    def off(self) -> bool:
        """Whether the power has failed. What the program does after that, nobody sees."""
        return self._left is not None

    def cut(self) -> None:
        """The power fails now."""
        names = sorted({*self._now, *self._durable})
        entries = {
            name: self._random.choice((self._now, self._durable)).get(name) for name in names
        }
        self._left = {
            name: content.after_cut(self._random)
            for name, content in entries.items()
            if content is not None
        }

    def power_on(self, folder: Path) -> None:
        """Starts again with what is left, in another folder: the dead program still has files open
        in this one.
        """
        assert self._left is not None, "the power is on"
        left, self._left = self._left, None
        self.folder, self.steps, self.cut_at = folder, 0, None
        folder.mkdir()
        for name, content in left.items():
            (folder / name).write_bytes(content)
        self._now = {}
        for name, content in left.items():
            kept = self._now[name] = _Content()
            kept.synced = content
        self._durable = dict(self._now)

    # What the files say

    def step(self, what: str) -> None:
        self.steps += 1
        if self.steps == self.cut_at and not self.off:
            self.cut()
        if self.trouble is not None:
            self.trouble(what)

    def opened(self, name: str) -> _Content:
        return self._now.setdefault(name, _Content())

    def deleted(self, name: str) -> None:
        self._now.pop(name, None)

    def renamed(self, name: str, into: str) -> None:
        self._now[into] = self._now.pop(name)

    def sync_folder(self) -> None:
        self._durable = dict(self._now)


class _Vfs(apsw.VFS):
    """The disk as SQLite sees it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(disk.vfs, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("delete")
        super().xDelete(filename, syncdir)
        self._disk.deleted(Path(filename).name)
        if syncdir:
            self._disk.sync_folder()


class _File(apsw.VFSFile):
    """A file that tells the disk what becomes of it. Files without a name are SQLite's scratch
    paper.
    """

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        kind = flags[0]
        super().__init__("", name, flags)
        self._disk = disk
        self._content: _Content | None = None
        self._names_folder = False
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is not None and Path(path).parent == disk.folder:
            self._content = disk.opened(Path(path).name)
            self._names_folder = bool(kind & apsw.SQLITE_OPEN_CREATE and kind & _KEEPS_ITS_NAME)

    def xLock(self, level: int) -> None:  # noqa: N802 - SQLite's name
        try:
            super().xLock(level)
        except apsw.IOError as error:
            # Who can only read asks in vain for the lock of a writer when he is the last to leave.
            # SQLite takes the answer as it is; an exception would stay behind, but for this one.
            raise apsw.BusyError from error

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        try:
            self._disk.step("write")
        except apsw.Error:
            # A write that fails may have written something.
            self._write(data[: len(data) // 2], offset)
            raise
        self._write(data, offset)

    def _write(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        if self._content is not None:
            self._content.pending.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("truncate")
        super().xTruncate(newsize)
        if self._content is not None:
            self._content.pending.append(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("sync")
        if self._content is not None:
            self._content.sync()
            if self._names_folder:
                self._names_folder = False
                self._disk.sync_folder()
