"""The file of a signing key."""

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from pitboss.journal.keys import BadKey, create_key, ensure_key, load_key


def raw(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes_raw()


def test_a_new_key_is_for_its_owners_eyes_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    key = create_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert raw(load_key(path)) == raw(key)
    assert [file.name for file in tmp_path.iterdir()] == ["key.pem"]


def test_a_key_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    key = create_key(path)
    with pytest.raises(BadKey, match="is there already"):
        create_key(path)
    assert raw(load_key(path)) == raw(key)
    assert [file.name for file in tmp_path.iterdir()] == ["key.pem"]


def test_a_key_is_made_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    assert raw(ensure_key(path)) == raw(ensure_key(path))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o601, 0o610])
def test_a_key_that_others_may_use_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "key.pem"
    create_key(path)
    path.chmod(mode)
    for use in (load_key, ensure_key):
        with pytest.raises(
            BadKey, match=rf"\(mode {mode:04o}\)\. Put it right: chmod 600 .*key\.pem"
        ):
            use(path)


def test_a_key_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match=r"key\.pem can't be read: No such file"):
        load_key(tmp_path / "key.pem")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        BadKey, match=r"nowhere/key\.pem can't be written: No such file.*Check its folder"
    ):
        create_key(tmp_path / "nowhere" / "key.pem")


def _private(path: Path, content: bytes) -> Path:
    path.touch(0o600)
    path.write_bytes(content)
    return path


def test_rubbish_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="holds no key that can be read"):
        load_key(_private(tmp_path / "key.pem", b"rubbish"))


def test_a_key_under_a_password_can_not_be_read(tmp_path: Path) -> None:
    content = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )
    with pytest.raises(BadKey, match="holds no key that can be read"):
        load_key(_private(tmp_path / "key.pem", content))


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    content = X25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    with pytest.raises(BadKey, match="is not an Ed25519 key"):
        load_key(_private(tmp_path / "key.pem", content))


def test_what_an_interrupted_attempt_left_behind_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getpid", lambda: 4711)
    (tmp_path / ".key.pem.4711").write_bytes(b"half a k")
    create_key(tmp_path / "key.pem")
    assert [file.name for file in tmp_path.iterdir()] == ["key.pem"]
