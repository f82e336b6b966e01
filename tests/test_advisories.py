"""``make advisories``: what is pinned is held against a service; what was not checked is said."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tools.advisories import pinned

ROOT = Path(__file__).parents[1]
BAD = {"starlette": ["GHSA-aaaa"], "numpy": ["PYSEC-1", "PYSEC-2"]}


class Service(BaseHTTPRequestHandler):
    """A service that knows of two libraries with weaknesses."""

    known = BAD

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        names = [one["package"]["name"] for one in asked["queries"]]
        results = [{"vulns": [{"id": id} for id in self.known.get(name, [])]} for name in names]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"results": results}).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def run(*arguments: str) -> tuple[int, str]:
    program = [sys.executable, str(ROOT / "tools" / "advisories.py"), *arguments]
    done = subprocess.run(program, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_everything_that_is_pinned_is_asked_for() -> None:
    found = pinned()
    assert {one.ecosystem for one in found} == {"PyPI", "npm"}
    assert {"starlette", "argon2-cffi", "coverage"} <= {one.name for one in found}
    assert all(one.version[0].isdigit() for one in found)


def test_an_advisory_is_named_and_a_failure(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = run("--service", service)
    assert code == 1
    assert "starlette" in said
    assert "GHSA-aaaa" in said
    assert "2 with advisories" in said or "1 with advisories" in said
    monkeypatch.setattr(Service, "known", {})
    code, said = run("--service", service)
    assert code == 0
    assert f"{len(pinned())} libraries checked, 0 with advisories" in said


def test_what_can_not_be_reached_is_said_and_no_verdict(service: str) -> None:
    nobody = "http://127.0.0.1:9"
    code, said = run("--service", nobody)
    assert code == 0
    assert f"NOT CHECKED: {len(pinned())} libraries" in said
    assert run("--strict", "--service", nobody)[0] == 2
