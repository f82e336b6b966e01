"""``pitboss token``: what programs act by. An administrator signs in at the server for it."""

import re
from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli.context import AsJson
from pitboss.cli.streams import fail
from pitboss.program.asking import Code, Password, Server, ask

commands = typer.Typer(rich_markup_mode=None)
token = typer.Typer(
    help="Tokens of programs: who has one, for what and until when.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
commands.add_typer(token, name="token", short_help="List, create and revoke tokens of programs.")

Name = Annotated[str, typer.Option("--name", help="Sign in as this administrator.")]
_LASTS = re.compile(r"([1-9][0-9]{0,4})([hd])")
_HOUR_MS = {"h": 3_600_000, "d": 24 * 3_600_000}


@token.command("list", short_help="Programs, what their tokens are for, and until when.")
def list_command(
    server: Server,
    name: Name,
    password: Password = None,
    code: Code = None,
    json: AsJson = False,
) -> None:
    """Programs, what their tokens are for, until when, and when each was last used."""
    found = ask(server, name, password, code, "/api/tokens")["tokens"]
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
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
        for one in found
    ]
    typer.echo(columns(head, rows, "l" * len(head)) if rows else "No program has a token.")


@token.command("create", short_help="Let a program act by a token, which is printed once.")
def create_command(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="What the program is called.")],
    role: Annotated[str, typer.Option(help="The role that it acts in, as dealer or auditor.")],
    lasts: Annotated[
        str, typer.Option(metavar="TIME", help="How long it is good for, as 8h or 30d.")
    ],
    server: Server,
    name: Name,
    read: Annotated[
        list[str] | None,
        typer.Option(
            "--read",
            metavar="PART",
            help="What it reads: floor, records, reports or rules. May be given several times.",
        ),
    ] = None,
    command: Annotated[
        list[str] | None,
        typer.Option(
            "--command",
            metavar="COMMAND",
            help="A command that it gives, as deal. May be given several times.",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="A table that it is for [all of them]. May be given several times.",
            show_default=False,
        ),
    ] = None,
    password: Password = None,
    code: Code = None,
) -> None:
    """Let a program act by a token, which is printed once and kept by nobody.

    For posts from pit manager up another administrator approves it first, on the page People.
    """
    from pitboss.cli.render.columns import time_text
    from pitboss.clock import wall_clock_ms

    given = _LASTS.fullmatch(lasts)
    if given is None:
        raise fail(f"{lasts!r} is no length of time; write hours or days, as 8h or 30d")
    until_ms = wall_clock_ms() + int(given[1]) * _HOUR_MS[given[2]]
    scope = {"reads": read or [], "commands": command or [], "tables": table or []}
    body = {"name": program, "role": role, "scope": scope, "until_ms": until_ms}
    made = ask(server, name, password, code, "/api/tokens", body)
    until = f"{time_text(until_ms)} UTC"
    typer.echo(f"{program} acts by this token until {until} (id {made['program']}):")
    typer.echo(f"\n    {made['token']}\n")
    if made.get("waits"):
        typer.echo("It is good from when another administrator has approved it (page People).")


@token.command("revoke", short_help="A token is worth nothing from now on.")
def revoke_command(
    id: Annotated[str, typer.Argument(metavar="ID", help="The token's id, as list shows it.")],
    server: Server,
    name: Name,
    password: Password = None,
    code: Code = None,
) -> None:
    """A program's token is worth nothing from now on."""
    if re.fullmatch(r"[0-9a-f]{1,32}", id) is None:
        raise fail(f"{id!r} is no id of a token; 'pitboss token list' shows them")
    ask(server, name, password, code, f"/api/tokens/{id}/revoke", {})
    typer.echo(f"{id} is revoked.")


def _scope_text(scope: Mapping[str, list[str]]) -> str:
    parts = [f"reads {', '.join(scope['reads'])}"] if scope.get("reads") else []
    parts += [", ".join(scope["commands"])] if scope.get("commands") else []
    parts += [f"at {', '.join(scope['tables'])}"] if scope.get("tables") else []
    return "; ".join(parts)
