"""Checks every pinned library against the published advisories.

Names and versions come from the lock files; the service is OSV, which has the advisories of PyPI
and npm. If it can't be reached, the tool says so and declares nothing safe: the exit code is then
0, unless ``--strict`` asks for a full check. If an advisory is found, it is 1.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
SERVICE = "https://api.osv.dev"
VARIABLE = "PITBOSS_ADVISORIES"
AT_ONCE = 500
PATIENCE_S = 20.0
_PINNED = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^ \\;]+)", re.MULTILINE)


class Library(NamedTuple):
    ecosystem: str
    name: str
    version: str

    @property
    def query(self) -> dict[str, Any]:
        package = {"ecosystem": self.ecosystem, "name": self.name}
        return {"package": package, "version": self.version}


class Unreachable(Exception):
    """The service does not answer."""


def pinned(root: Path = ROOT) -> list[Library]:
    """Everything that the lock files pin, without duplicates."""
    libraries = {
        Library("PyPI", name.lower(), version)
        for lock in sorted((root / "requirements").glob("*.lock"))
        for name, version in _PINNED.findall(lock.read_text(encoding="utf-8"))
    }
    locked = root / "package-lock.json"
    if locked.is_file():
        packages = json.loads(locked.read_text(encoding="utf-8"))["packages"]
        libraries |= {
            Library("npm", path.rpartition("node_modules/")[2], one["version"])
            for path, one in packages.items()
            if path and "version" in one
        }
    return sorted(libraries)


def advisories(libraries: list[Library], service: str) -> dict[Library, list[str]]:
    """The advisories of each library that has any; raises Unreachable."""
    advisories_of: dict[Library, list[str]] = {}
    for first in range(0, len(libraries), AT_ONCE):
        batch = libraries[first : first + AT_ONCE]
        answer = _ask(f"{service}/v1/querybatch", {"queries": [one.query for one in batch]})
        results = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(results, list) or len(results) != len(batch):
            raise Unreachable("it does not answer what was asked")
        for library, result in zip(batch, results, strict=True):
            known = [str(one.get("id")) for one in (result or {}).get("vulns", ())]
            if known:
                advisories_of[library] = known
    return advisories_of


def _ask(address: str, question: object) -> Any:
    body = json.dumps(question).encode()
    request = Request(address, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return json.loads(answer.read())
    except (URLError, OSError, ValueError) as error:
        raise Unreachable(str(getattr(error, "reason", error))) from error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="what can't be checked is a failure")
    parser.add_argument("--service", default=os.environ.get(VARIABLE, SERVICE))
    given = parser.parse_args()
    libraries = pinned()
    try:
        affected = advisories(libraries, given.service.rstrip("/"))
    except Unreachable as reason:
        print(
            f"NOT CHECKED: {len(libraries)} libraries, as {given.service} can't be reached "
            f"({reason}).\nRun this where it can, or name a mirror in {VARIABLE}."
        )
        return 2 if given.strict else 0
    for library, known in affected.items():
        print(f"{library.name} {library.version} ({library.ecosystem}): {', '.join(known)}")
    print(f"{len(libraries)} libraries checked, {len(affected)} with advisories.")
    return 1 if affected else 0


if __name__ == "__main__":
    sys.exit(main())
