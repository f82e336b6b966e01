"""The doctor's checks of the two kinds of store: how they write, and whether the disk keeps its
promises.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw

from pitboss.journal.migrate import shipped
from pitboss.journal.sqlite.file import connect
from pitboss.operations.doctor.findings import Finding, failure, fine, warning

_SYNCS = 20
_FULL = 2
"""How SQLite numbers ``synchronous=FULL``."""

# A real disk takes at least this long to store anything; beyond the other limit, a network or a
# broken disk makes players wait.
_TOO_FAST_S = 10e-6
_SLOW_S = 0.050

_VOLATILE = ("tmpfs", "ramfs")
_HERE = ("localhost", "127.0.0.1", "::1")
_FAR = ("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs")


def disk_findings(folder: Path) -> Iterator[Finding]:
    """The file system of a folder, and how long it takes to make something durable there."""
    kind = _file_system(folder)
    move = "Put the data folder on a local disk (setting data)."
    if kind in _VOLATILE:
        yield warning(
            "file system", f"{folder} is in memory ({kind}): a power cut loses everything", move
        )
    elif kind in _FAR:
        yield warning(
            "file system",
            f"{folder} is on another machine ({kind}): its locks may not hold",
            move,
        )
    else:
        yield fine("file system", kind or "unknown")
    try:
        yield _sync(folder)
        yield _scratch(folder)
    except (OSError, apsw.Error) as error:
        yield failure(
            "fsync",
            f"nothing can be written in {folder}: {error}",
            "Give this user write access there.",
        )


def _file_system(folder: Path) -> str | None:
    """The kind of file system, if the system says so."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    best, kind = -1, None
    where = str(folder.resolve())
    for line in mounts.splitlines():
        fields = line.split()
        point = fields[1].replace("\\040", " ") if len(fields) > 2 else ""
        inside = where == point or where.startswith(point.rstrip("/") + "/")
        if point and inside and len(point) >= best:
            best, kind = len(point), fields[2]
    return kind


def _sync(folder: Path) -> Finding:
    times_s = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(_SYNCS):
            file.write(b"pitboss" * 64)
            file.flush()
            begun_s = time.perf_counter()
            os.fsync(file.fileno())
            times_s.append(time.perf_counter() - begun_s)
    return sync_finding(statistics.median(times_s))


def sync_finding(median_s: float) -> Finding:
    """How to judge the time it takes to make something durable."""
    said = f"{median_s * 1e6:,.0f} µs"
    if median_s < _TOO_FAST_S:
        return warning(
            "fsync",
            f"{said}: faster than any disk",
            "Something makes fsync do nothing (a RAM disk, eatmydata, a virtual machine "
            "setting): remove it, or a power cut loses acknowledged commands.",
        )
    if median_s > _SLOW_S:
        return warning(
            "fsync",
            f"{said}: every command waits that long",
            "Use a faster disk, preferably one whose write cache survives a power cut.",
        )
    return fine("fsync", said)


def _scratch(folder: Path) -> Finding:
    """Whether SQLite accepts our settings on this file system, tried on a temporary database."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".pitboss-doctor-") as inside:
        path = Path(inside) / "scratch.db"
        with closing(connect(path, write=True, vfs=None, synchronous="FULL")) as connection:
            mode = connection.execute("PRAGMA journal_mode = WAL").get
            level = connection.execute("PRAGMA synchronous").get
    if mode != "wal" or level != _FULL:
        return failure(
            "durable writes",
            f"journal mode {mode}, synchronous {level} in {folder}",
            (
                "This file system does not support write-ahead logging. Put the data folder "
                "on a local disk (setting data)."
            ),
        )
    return fine("durable writes", "journal mode wal, synchronous full")


def sqlite_findings(path: Path) -> Iterator[Finding]:
    """The settings that a SQLite file stores itself, and its size."""
    with closing(connect(path, write=False, vfs=None, synchronous="FULL")) as connection:
        mode = connection.execute("PRAGMA journal_mode").get
        applied = connection.execute("SELECT max(number) FROM migrations").get
    yield fine("migrations", f"version {applied} of {len(shipped('sqlite'))}")
    yield fine("journal mode", mode if mode == "wal" else f"{mode}; a server makes it wal")
    log = path.with_name(path.name + "-wal")
    size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    yield fine("size", f"{size / (1 << 20):,.1f} MiB")


_POSTGRES = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}


def way_finding(url: str) -> Finding:
    """Whether somebody between here and a remote database could read along, or impersonate it."""
    from psycopg.conninfo import conninfo_to_dict

    options = conninfo_to_dict(url)
    hosts = str(options.get("host") or options.get("hostaddr") or "").split(",")
    here = all(not host or host.startswith("/") or host in _HERE for host in hosts)
    if here or options.get("sslmode") == "verify-full":
        return fine(
            "connection to the database", "on this machine" if here else "encrypted and verified"
        )
    return warning(
        "connection to the database",
        f"{', '.join(hosts)} is another machine, and the address does not say to verify who "
        "answers there",
        "Add ?sslmode=verify-full&sslrootcert=FILE to the database's address.",
    )


def postgres_findings(url: str) -> Iterator[Finding]:
    """The server settings that decide whether acknowledged data is stored."""
    import psycopg

    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
            rights = {
                name: str(value)
                for name, value in connection.execute(
                    "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)",
                    ([*_POSTGRES, "server_version"],),
                )
            }
            row = connection.execute("SELECT max(number) FROM pitboss.migrations").fetchone()
    except psycopg.Error as error:
        yield failure(
            "postgresql",
            str(error).strip(),
            "Check that the server is running and that this user may read pg_settings.",
        )
        return
    yield fine("postgresql", rights.get("server_version", "unknown version"))
    yield way_finding(url)
    applied = None if row is None else row[0]
    yield fine("migrations", f"version {applied} of {len(shipped('postgres'))}")
    for name, wanted in _POSTGRES.items():
        value = rights.get(name, "unknown")
        stronger = name == "synchronous_commit" and value in ("remote_write", "remote_apply")
        if value == wanted or stronger:
            yield fine(name, value)
        else:
            yield failure(
                name,
                f"{value}: acknowledged commands may be lost",
                f"Set {name} = {wanted} in postgresql.conf, and reload the server.",
            )
