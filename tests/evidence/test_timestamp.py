"""Time-stamps of a folder, by an authority that this test makes with openssl."""

import subprocess
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.evidence import verify
from pitboss.evidence.folder import Files, sealed, write_folder
from pitboss.evidence.timestamp import NoTimestamp, check_stamp, question, stamped
from tests.evidence.authority import StampingAuthority
from tests.evidence.floors import KEY, PUBLIC, files_for, played

DIGEST = sha256(b"a manifest").digest()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> StampingAuthority:
    return StampingAuthority(tmp_path_factory.mktemp("authority") / "ours")


@pytest.fixture(scope="module")
def url(authority: StampingAuthority) -> Iterator[str]:
    with authority.serving() as address:
        yield address


def test_the_question_is_the_one_that_openssl_reads(tmp_path: Path) -> None:
    (tmp_path / "q").write_bytes(question(DIGEST, 258))
    command = ["openssl", "ts", "-query", "-in", str(tmp_path / "q"), "-text"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Hash Algorithm: sha256" in said
    assert "Nonce: 0x0102" in said
    assert "Certificate required: yes" in said


def test_a_stamp_is_got_and_fits_the_authoritys_certificate(
    authority: StampingAuthority, url: str
) -> None:
    token = stamped(url, DIGEST, authority.ca)
    check_stamp(token, DIGEST, authority.ca)
    with pytest.raises(NoTimestamp, match="does not fit"):
        check_stamp(token, sha256(b"another").digest(), authority.ca)


def test_a_stamp_of_another_authority_is_refused(
    authority: StampingAuthority, url: str, tmp_path: Path
) -> None:
    other = StampingAuthority(tmp_path / "other")
    with pytest.raises(NoTimestamp, match="does not fit"):
        stamped(url, DIGEST, other.ca)


def test_what_is_no_stamp_is_not_taken_for_one(url: str) -> None:
    with pytest.raises(NoTimestamp, match="answers something else"):
        stamped(url.replace("/tsa", "/other"), DIGEST)
    with pytest.raises(NoTimestamp, match="gives no time-stamp: "):
        stamped("http://127.0.0.1:1/tsa", DIGEST)
    with pytest.raises(NoTimestamp, match="begins with http"):
        stamped("ftp://127.0.0.1/tsa", DIGEST)


def test_a_folder_with_a_stamp_verifies_and_one_with_another_stamp_does_not(
    authority: StampingAuthority, url: str, tmp_path: Path
) -> None:
    floor = played(4)
    files = files_for(floor.journal, floor.rounds[0])
    for name in ("manifest.json", "seal.json"):
        del files[name]
    done = sealed(files, KEY, partial(stamped, url, ca=authority.ca))
    write_folder(done, tmp_path / "right")
    assert "everything fits" in verify.check(tmp_path / "right", [PUBLIC])
    done = sealed(Files(files), KEY, lambda _digest: stamped(url, DIGEST))
    write_folder(done, tmp_path / "wrong")
    with pytest.raises(verify.Wrong, match=r"timestamp\.tsr: of another manifest"):
        verify.check(tmp_path / "wrong", [PUBLIC])
