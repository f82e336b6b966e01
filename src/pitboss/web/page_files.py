"""The files of the pages, at addresses that contain their version.

A page is revalidated each time, and references its files under one version stamp for all of them: a
browser caches these for good, and requests none again until one has changed. Modules import each
other by relative path, so they stay under the stamp. A page that was open while the server was
replaced still asks with the old stamp; it gets the current files, uncached.
"""

import gzip
import os
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.web import fonts

PAGES = Path(__file__).parent / "pages"
FILES = "/static/"
ANEW = "no-cache"
FOR_GOOD = "public, max-age=31536000, immutable"
_STAMPED = f"{FILES}@"
_PACKED = (".js", ".css", ".svg", ".json")
"""What compresses well; the fonts are compressed already."""


@cache
def stamp() -> str:
    """The version stamp: it changes whenever any file of the pages does."""
    digest = sha256()
    for folder in (PAGES, fonts.FOLDER):
        for file in sorted(one for one in folder.rglob("*") if one.is_file()):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


@cache
def _html(file: str) -> str:
    named = (PAGES / file).read_text("utf-8")
    return named.replace(f'="{FILES}', f'="{_STAMPED}{stamp()}/')


def page(file: str, status: int = 200) -> Response:
    """A page, which references its files under their stamp."""
    return HTMLResponse(_html(file), status, headers={"Cache-Control": ANEW})


def without_stamp(path: str) -> tuple[str, str]:
    """Where the file requested with or without a stamp is, and how long it may be cached."""
    if not path.startswith(_STAMPED):
        return path, ANEW
    asked, _, rest = path.removeprefix(_STAMPED).partition("/")
    return f"{FILES}{rest}", FOR_GOOD if asked == stamp() else ANEW


class PageFiles(StaticFiles):
    """The files of the pages, compressed for clients that can decompress them."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, or the answer that it has not changed."""
        plain = super().file_response(full_path, stat_result, scope, status_code)
        can_unpack = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        if not isinstance(plain, FileResponse) or not str(full_path).endswith(_PACKED):
            return plain
        plain.headers["Vary"] = "Accept-Encoding"
        if not can_unpack:
            return plain
        kept = {name: plain.headers[name] for name in ("Content-Type", "ETag", "Vary")}
        content = _packed(str(full_path), stat_result.st_mtime_ns)
        return Response(content, status_code, headers=kept | {"Content-Encoding": "gzip"})


@cache
def _packed(path: str, _changed_ns: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)
