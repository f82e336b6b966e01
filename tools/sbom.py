"""Writes the software bill of materials: what the installed program consists of, as CycloneDX JSON.

Names, versions and hashes come from requirements/run.lock, licences from what is installed in
.venv. The document has no time and no random number in it, so the same lock gives the same bytes.
"""

import argparse
import json
import re
import uuid
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from pitboss.version import __version__

ROOT = Path(__file__).parents[1]
_PINNED = re.compile(
    r"^([A-Za-z0-9_.-]+)==([^ \\]+)((?:[ \\\n]+--hash=sha256:[0-9a-f]{64})+)", re.MULTILINE
)
_HASH = re.compile(r"sha256:([0-9a-f]{64})")
_NAMESPACE = uuid.UUID("6f3f2c1e-5d0b-5f0e-9d6a-70697462ff01")


def licence_of(name: str) -> list[dict[str, Any]]:
    """The licence that an installed package states, if it is installed and states one."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return []
    if "License-Expression" in about:
        return [{"expression": about["License-Expression"]}]
    stated = [
        classifier.rpartition(" :: ")[2]
        for classifier in about.get_all("Classifier") or ()
        if classifier.startswith("License ::")
    ]
    return [{"license": {"name": one}} for one in stated]


def component(name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    purl = f"pkg:pypi/{name.lower()}@{version}"
    entry: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "properties": [{"name": "pitboss:file-sha256", "value": one} for one in hashes],
    }
    if licences := licence_of(name):
        entry["licenses"] = licences
    return entry


def bill(lock: str) -> dict[str, Any]:
    """The whole document."""
    parts = [
        component(name, version, _HASH.findall(hashes))
        for name, version, hashes in _PINNED.findall(lock)
    ]
    own = f"pkg:pypi/pitboss-casino@{__version__}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, lock + __version__)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "pitboss-casino",
                "version": __version__,
                "purl": own,
            }
        },
        "components": parts,
        "dependencies": [{"ref": own, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "sbom.cdx.json")
    to: Path = parser.parse_args().to
    document = bill((ROOT / "requirements" / "run.lock").read_text(encoding="utf-8"))
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(f"{to}: {len(document['components'])} components")


if __name__ == "__main__":
    main()
