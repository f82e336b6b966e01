"""Opening a journal by its address."""

from pathlib import Path
from urllib.parse import urlsplit

from pitboss.extras import MissingExtra
from pitboss.journal.port import Journal, NotAJournal

FORMS = "sqlite:PATH (or the path alone), postgresql://user@host/database, or memory:"


def open_journal(url: str, *, read_only: bool = False, archive: Path | None = None) -> Journal:
    """Opens a journal and creates it if it does not exist, unless opened read-only. ``archive`` is
    the folder of its segments; by default that of a SQLite file is beside it.

    Adapters are imported on demand, so that nobody waits for a driver he does not use.
    """
    if url == "memory:":
        return _memory(read_only)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from pitboss.journal.postgres.journal import PostgresJournal
        except MissingExtra as error:
            raise NotAJournal(f"a journal in PostgreSQL needs an extra: {error}.") from None
        return PostgresJournal(url, read_only=read_only, archive=archive)
    scheme, colon, path = url.partition(":")
    if scheme != "sqlite" or not colon:
        if "://" in url or url.startswith("memory:"):
            raise NotAJournal(
                f"{_without_password(url)!r} is not the address of a journal. Write {FORMS}."
            )
        path = url
    if not path:
        raise NotAJournal(f"{url!r} names no file. Write {FORMS}.")
    from pitboss.journal.sqlite.journal import SqliteJournal

    return SqliteJournal(path, read_only=read_only, archive=archive)


def _memory(read_only: bool) -> Journal:
    if read_only:
        raise NotAJournal(
            "a journal in memory begins empty, so there is nothing in it to read. Name a file."
        )
    from pitboss.journal.memory import MemoryJournal

    return MemoryJournal()


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return parts._replace(netloc=f"{parts.username or ''}@{parts.hostname or ''}").geturl()
