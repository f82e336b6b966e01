"""``pitboss token``: the tokens that programs act with. An administrator signs in at the server for
it.
"""

import re
from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli.context import AsJson
from pitboss.cli.streams import fail
from pitboss.program.client import Code, Password, Server, ask

commands = typer.Typer(rich_markup_mode=None)
token = typer.Typer(
    help="Tokens for programs: who has one, what for, and until when.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
commands.add_typer(token, name="token", short_help="List, create and revoke tokens for programs.")

Name = Annotated[str, typer.Option("--name", help="Sign in as this administrator.")]
_LASTS = re.compile(r"([1-9][0-9]{0,4})([hd])")
_HOUR_MS = {"h": 3_600_000, "d": 24 * 3_600_000}


@token.command("list", short_help="List programs, what their tokens are for, and when they expire.")
def list_command(
    server: Server,
    name: Name,
    password: Password = None,
    code: Code = None,
    json: AsJson = False,
) -> None:
    """List programs, what their tokens are for, when they expire, and when each was last used."""
    tokens = ask(server, name, password, code, "/api/tokens")["tokens"]
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(tokens), indent=2).decode())
        return
    from pitboss.cli.render.columns import columns, time_text

    head = ("id", "program", "role", "for", "until", "last used", "by")
    rows = [
        (
            one["program"],
            one["name"],
            one["role"],
            _scope_text(one["scope"]),
            "revoked" if one["revoked"] else time_text(one["until_ms"]),
            "" if one["used_ms"] is None else time_text(one["used_ms"]),
            one["by"],
        )
        for one in tokens
    ]
    typer.echo(columns(head, rows, "l" * len(head)) if rows else "No program has a token.")


@token.command("create", short_help="Create a token for a program; it is printed once.")
def create_command(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="The program's name.")],
    role: Annotated[str, typer.Option(help="The role it acts in, such as dealer or auditor.")],
    lasts: Annotated[
        str, typer.Option(metavar="TIME", help="How long it is valid, such as 8h or 30d.")
    ],
    server: Server,
    name: Name,
    read: Annotated[
        list[str] | None,
        typer.Option(
            "--read",
            metavar="PART",
            help="What it may read: floor, records, reports or rules; repeatable.",
        ),
    ] = None,
    command: Annotated[
        list[str] | None,
        typer.Option(
            "--command",
            metavar="COMMAND",
            help="A command it may give, such as deal; repeatable.",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="A table it may act at [all of them]; repeatable.",
            show_default=False,
        ),
    ] = None,
    password: Password = None,
    code: Code = None,
) -> None:
    """Create a token for a program; it is printed once and stored nowhere.

    From pit manager up, another administrator has to approve it first, on the People page.
    """
    from pitboss.cli.render.columns import time_text
    from pitboss.clock import wall_clock_ms

    given = _LASTS.fullmatch(lasts)
    if given is None:
        raise fail(f"{lasts!r} is not a length of time; write hours or days, such as 8h or 30d")
    until_ms = wall_clock_ms() + int(given[1]) * _HOUR_MS[given[2]]
    scope = {"reads": read or [], "commands": command or [], "tables": table or []}
    body = {"name": program, "role": role, "scope": scope, "until_ms": until_ms}
    made = ask(server, name, password, code, "/api/tokens", body)
    until = f"{time_text(until_ms)} UTC"
    typer.echo(f"{program} may use this token until {until} (id {made['program']}):")
    typer.echo(f"\n    {made['token']}\n")
    if made.get("waits"):
        typer.echo(
            "It becomes valid once another administrator has approved it (on the People page)."
        )


@token.command("revoke", short_help="Revoke a program's token, with immediate effect.")
def revoke_command(
    id: Annotated[
        str, typer.Argument(metavar="ID", help="The token's id, as shown by 'pitboss token list'.")
    ],
    server: Server,
    name: Name,
    password: Password = None,
    code: Code = None,
) -> None:
    """Revoke a program's token, with immediate effect."""
    if re.fullmatch(r"[0-9a-f]{1,32}", id) is None:
        raise fail(f"{id!r} is not the id of a token; 'pitboss token list' shows them")
    ask(server, name, password, code, f"/api/tokens/{id}/revoke", {})
    typer.echo(f"{id} is revoked.")


def _scope_text(scope: Mapping[str, list[str]]) -> str:
    parts = [f"reads {', '.join(scope['reads'])}"] if scope.get("reads") else []
    parts += [", ".join(scope["commands"])] if scope.get("commands") else []
    parts += [f"at {', '.join(scope['tables'])}"] if scope.get("tables") else []
    return "; ".join(parts)
