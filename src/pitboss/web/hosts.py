"""The names by which clients may address the server."""

from collections.abc import Collection

from starlette.types import Scope


def is_our_name(scope: Scope, hosts: Collection[str]) -> bool:
    """Whether a request is addressed to one of these names; if there are none, any name is ours. A
    page of another site that points its own name here (DNS rebinding) does not get in.
    """
    if not hosts:
        return True
    named = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return _without_port(named.decode("latin-1")).lower() in hosts


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
