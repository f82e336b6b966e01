"""The names by which clients may address the server."""

from collections.abc import Collection
from ipaddress import ip_address

from starlette.types import Scope

WATCHED = frozenset(("/healthz", "/readyz", "/metrics"))
"""What watches a server asks for these by address: it watches one process, not a name."""


def is_our_name(scope: Scope, hosts: Collection[str]) -> bool:
    """Whether a request is addressed to one of these names; if there are none, any name is ours. A
    page of another site that points its own name here (DNS rebinding) does not get in.
    """
    if not hosts:
        return True
    named = next((value for name, value in scope["headers"] if name == b"host"), b"")
    host = _without_port(named.decode("latin-1")).lower()
    return host in hosts or (scope["path"] in WATCHED and _is_address(host))


def _is_address(host: str) -> bool:
    """Whether no other site can have this name. Without any, it is HTTP/1.0, which no browser
    speaks.
    """
    if host in ("", "localhost"):
        return True
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
