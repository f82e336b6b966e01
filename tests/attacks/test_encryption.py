"""Whoever listens between a proxy and the server, or between the server and its database, hears
nothing: the server speaks https itself where it has a certificate, and plain http then no more.
"""

import re
import socket
import ssl
from pathlib import Path

import httpx
import pytest

from pitboss.operations.config import BadConfig, load_config
from pitboss.operations.doctor.store import way_finding
from pitboss.web.encryption import certificate
from tests.patience import PATIENCE_S
from tests.web.servers import Server
from tests.web.test_proxy import make_certificate

SETTINGS = """
data = "data"
[server]
certificate = "{0}/floor.pem"
certificate_key = "{0}/{1}"
"""


def settings(folder: Path, key: str = "floor.key") -> Path:
    make_certificate(folder)
    path = folder / "pitboss.toml"
    path.write_text(SETTINGS.format(folder, key), encoding="utf-8")
    return path


def test_with_a_certificate_the_server_speaks_https_and_nothing_else(tmp_path: Path) -> None:
    settings(tmp_path)
    server = Server(tmp_path, "--demo", "--no-robots", "--port", "0", plain=True)
    try:
        found = server.wait_for(re.compile(r"Pitboss is at (https://127\.0\.0\.1:(\d+))/"))
        trusted = ssl.create_default_context(cafile=tmp_path / "floor.pem")
        with httpx.Client(base_url=found[1], verify=trusted, timeout=PATIENCE_S) as client:
            answer = client.post("/api/demo/sign-in", json={"role": "dealer"})
            assert answer.headers["set-cookie"].startswith("__Host-pitboss=")
            assert client.get("/api/floor").status_code == 200
        address = ("127.0.0.1", int(found[2]))
        with socket.create_connection(address, PATIENCE_S) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert not line.recv(100).startswith(b"HTTP"), "no fallback"
    finally:
        server.close()


def test_old_versions_of_tls_are_not_spoken(tmp_path: Path) -> None:
    found = certificate(load_config(settings(tmp_path)))
    assert found is not None
    assert found.minimum_version >= ssl.TLSVersion.TLSv1_2


@pytest.mark.parametrize("key", ["none.key", "floor.pem"])
def test_a_certificate_that_can_not_be_used_is_said_before_anything_is_served(
    tmp_path: Path, key: str
) -> None:
    with pytest.raises(BadConfig, match=r"server\.certificate"):
        certificate(load_config(settings(tmp_path, key)))


def test_nor_one_without_its_key(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.toml"
    path.write_text('[server]\ncertificate = "floor.pem"\n', encoding="utf-8")
    with pytest.raises(BadConfig, match=r"server\.certificate_key is empty"):
        certificate(load_config(path))


@pytest.mark.parametrize(
    ("url", "warned"),
    [
        ("postgresql://pitboss@db.example/pitboss", True),
        ("postgresql://pitboss@db.example/pitboss?sslmode=require", True),
        ("postgresql://pitboss@127.0.0.1,db.example/pitboss", True),
        ("postgresql://pitboss@db.example/pitboss?sslmode=verify-full", False),
        ("postgresql://pitboss@127.0.0.1/pitboss", False),
        ("postgresql:///pitboss?host=/run/postgresql", False),
        ("postgresql:///pitboss", False),
    ],
)
def test_the_doctor_names_a_database_elsewhere_that_anybody_could_be(
    url: str, warned: bool
) -> None:
    assert ("verify-full" in (way_finding(url).fix or "")) == warned
