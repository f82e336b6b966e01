"""An evidence folder, or the same as one file: everything gathered, a page, the verifier, a
manifest of every byte, and a seal over the manifest.
"""

import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.evidence import verify
from pitboss.evidence.clauses import clauses_cited
from pitboss.evidence.forms import FolderSeal
from pitboss.evidence.page import page_of
from pitboss.evidence.proofs import Proof
from pitboss.reports.text import iso_time
from pitboss.rulebook.shelf import Shelf

VERIFIER = "verify.py"
MANIFEST, SEAL, TIMESTAMP = "manifest.json", "seal.json", "timestamp.tsr"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

Stamper = Callable[[bytes], bytes]
"""Has an authority time-stamp a digest, and returns its reply unchanged."""

_README = """\
Evidence from a Pitboss journal: {subject}

To check it, offline, with Python 3.11 or later and nothing else:

    python3 verify.py . KEY

KEY is the public key that the house has published. Without it the program prints the key that
signed, and you compare. It says that everything fits, or names the first thing that does not.
A cautious reader takes the program from somebody else: 'pitboss evidence --verifier' prints it.

page.html        for people: open it in a browser (page.pdf is the same on paper, where it is here)
events.jsonl     what the journal stored, a record a line, with its hash
proof.json       signed checkpoints, and the paths from the records to them
record.json      the record of each round        settlement.json  what each wager came to
shuffle.json     secret and deck of each round   who.json         who did what, when
clauses.json     the clauses that decided, in words
rulebooks/       the texts of the rules that were played by, where the journal has them
manifest.json    the hash of every file          seal.json        and of the manifest, signed
"""


class Files(dict[str, bytes]):
    """The files of a folder, by name."""


def files_of(
    proof: Proof,
    sentences: Mapping[int, Sequence[str]],
    rulebooks: Mapping[str, str],
    shelf: Shelf,
) -> Files:
    """Everything except the manifest and what is made from it. ``rulebooks`` holds that of each
    table, by stream.
    """
    rows: list[verify.Row] = [{**row} for row in proof.rows]
    for row in rows:
        row["event"] = row["shown"] if row["body"] is None else msgspec.json.decode(row["body"])
    facts, figures = verify.facts_of(rows, {**proof.proof["subject"]})
    clauses = clauses_cited(rows, rulebooks, shelf)
    points = proof.proof["checkpoints"]
    signed = (
        f"The records are signed by {len(points)} checkpoint{'s' * (len(points) != 1)}, the last "
        f"of them number {points[-1]['number']} of {iso_time(points[-1]['at_ms'])}, with the key "
        f"{points[-1]['key']}."
    )
    files = Files(
        {
            "README.txt": _README.format(subject=figures["subject"]).encode(),
            VERIFIER: verifier(),
            "events.jsonl": b"".join(verify.written(row, None) for row in proof.rows),
            "proof.json": verify.written(proof.proof),
            "clauses.json": verify.written(clauses),
            "page.html": page_of(figures, facts, clauses, sentences, signed),
        }
    )
    files.update({name: verify.written(value) for name, value in facts.items()})
    files.update(_rulebooks(rows))
    return files


def _rulebooks(rows: list[verify.Row]) -> dict[str, bytes]:
    """The rulebook texts among the events as files, for people; the verifier checks those in the
    events against their hashes.
    """
    texts: dict[str, bytes] = {}
    for event in (row["event"] for row in rows if row["of"] and "toml" in row["event"]):
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{event['rulebook']}-{event['rules'][:12]}")
        texts[f"rulebooks/{name}.toml"] = event["toml"].encode()
        texts[f"rulebooks/{name}.clauses.csv"] = event["clauses"].encode()
    return texts


def verifier() -> bytes:
    """The program that checks a folder, as included in it."""
    return Path(verify.__file__).read_bytes()


def sealed(files: Files, key: Ed25519PrivateKey | None, stamp: Stamper | None = None) -> Files:
    """The files with their manifest, its time-stamp if one is wanted, and the seal, signed if the
    key is available.
    """
    digests = {name: sha256(files[name]).hexdigest() for name in sorted(files)}
    done = Files(files)
    done[MANIFEST] = verify.written(digests)
    covers = [MANIFEST]
    if stamp is not None:
        done[TIMESTAMP] = stamp(sha256(done[MANIFEST]).digest())
        covers.append(TIMESTAMP)
    seal: FolderSeal = {
        "covers": {name: sha256(done[name]).hexdigest() for name in covers},
        "key": None,
        "signature": None,
    }
    if key is not None:
        text = b"pitboss-evidence/1\0" + b"".join(map(bytes.fromhex, seal["covers"].values()))
        seal["key"] = key.public_key().public_bytes_raw().hex()
        seal["signature"] = key.sign(text).hex()
    done[SEAL] = verify.written(seal)
    return done


def write_folder(files: Files, folder: Path) -> None:
    """Writes a new folder atomically."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".evidence-") as made:
        fresh = Path(made) / "evidence"
        for name, content in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        fresh.rename(folder)


def write_zip(files: Files, path: Path) -> None:
    """Writes the same as one file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(f"{path.stem}/{name}", content)


def printed(page: bytes, browser: str | None = None) -> bytes | None:
    """The page as PDF; None if there is no browser to print it."""
    program = browser or next(
        (installed for name in BROWSERS if (installed := shutil.which(name))), None
    )
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="pitboss-page-") as made:
        source, target = Path(made) / "page.html", Path(made) / "page.pdf"
        source.write_bytes(page)
        options = ["--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer"]
        command = [program, *options, f"--user-data-dir={made}/profile"]
        subprocess.run(
            [*command, f"--print-to-pdf={target}", source.as_uri()],
            check=False,
            capture_output=True,
            timeout=120,
        )
        return target.read_bytes() if target.exists() else None
