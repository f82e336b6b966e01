"""The names by which a server answers, where ``server.hosts`` is set as the operator's guide has
it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web.hosts import WATCHED, is_our_name
from tests.web.service import House

HOSTS = frozenset(("floor.example",))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(Path(tmp_path_factory.mktemp("hosts")) / "pitboss.db", furnished=False) as house:
        house.service.hosts = HOSTS
        yield house


ADDRESSES = ("127.0.0.1:8001", "[::1]:8001", "10.0.0.5", "localhost:8000")
ELSEWHERE = ("evil.example", "127.0.0.1.evil.example", "evil.example:8001")


def ours(path: str, *hosts: str) -> bool:
    headers = [(b"accept", b"*/*"), *[(b"host", host.encode()) for host in hosts]]
    return is_our_name({"type": "http", "path": path, "headers": headers}, HOSTS)


@pytest.mark.parametrize("path", sorted(WATCHED))
def test_what_watches_it_asks_by_address(house: House, path: str) -> None:
    client = house.nobody().client
    for host in ("floor.example", *ADDRESSES):
        assert client.get(path, headers={"Host": host}).status_code == 200, host
    assert not any(ours(path, host) for host in ELSEWHERE)
    assert ours(path), "a balancer that speaks HTTP/1.0 names nobody"


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/floor", "/metrics/", "/healthzz"])
def test_everybody_else_asks_by_name(path: str) -> None:
    assert ours(path, "floor.example")
    assert ours(path, "FLOOR.example:443")
    assert not any(ours(path, host) for host in (*ADDRESSES, *ELSEWHERE))
    assert not ours(path)
