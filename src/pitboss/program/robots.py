"""``pitboss robots``."""

import asyncio
import os
import sys
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import AsJson
from pitboss.cli.streams import fail

if TYPE_CHECKING:
    from pitboss.web.loadtest.load import LoadOutcome, Size
    from pitboss.web.loadtest.target import TargetServer

commands = typer.Typer(rich_markup_mode=None)

PASSWORD = "PITBOSS_ROBOTS_PASSWORD"
_EVERY_S = 1.0
# Less often in a log, where lines stay.
_EVERY_IN_LOG_S = 10.0
_DEFAULT_SECONDS = 30.0


@commands.command(short_help="Load-test a server with tables played by robots.")
def robots(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The server, such as http://127.0.0.1:8000.")
    ],
    tables: Annotated[int, typer.Option(min=1, max=5000, help="How many tables play at once.")] = 5,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            help=f"How long [{_DEFAULT_SECONDS:g}, unless --rounds is given].",
            show_default=False,
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds at each table.", show_default=False)
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The same seed plays the same way, except for the cards.")
    ] = 1,
    pause: Annotated[
        float, typer.Option(min=0.0, help="Seconds that each table pauses between commands.")
    ] = 0.0,
    name: Annotated[
        str | None,
        typer.Option(
            help="Sign in as this shift manager; not needed at a demonstration.", show_default=False
        ),
    ] = None,
    password: Annotated[
        str | None,
        typer.Option(
            envvar=PASSWORD, help="The password; better set in the environment.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Load-test a server with tables played by robots, over HTTP, as people would play from their
    browsers.

    Tables "Robots 1", "Robots 2", … are opened if they do not exist yet, with all five rulebooks in
    turn, and with a jackpot link for each operator that has none. Every table has its own
    connection, on which each command is sent as soon as the one before is answered; every command
    has an idempotency key and is stored before it is answered.

    At a demonstration the robots sign in by themselves. Any other server is left alone unless a
    shift manager's name and password are given: what robots play there stays on its record for
    good.

    The exit code is 1 if anything went wrong: an error in an answer, or a table that stalled.
    """
    from pitboss.web.loadtest.http_client import Address, NoAnswer, NotHttp
    from pitboss.web.loadtest.load import Size
    from pitboss.web.loadtest.target import NotLoaded, TargetServer

    if seconds is None and rounds is None:
        seconds = _DEFAULT_SECONDS
    size = Size(tables, seconds, rounds, seed, pause)
    try:
        server = TargetServer(Address.of(address))
        outcome = asyncio.run(_load(server, size, name, password))
    except (NoAnswer, NotHttp, NotLoaded) as error:
        raise fail(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    _print(outcome, size, as_json)
    if outcome.errors:
        raise typer.Exit(1)


async def _load(
    server: "TargetServer", size: "Size", name: str | None, password: str | None
) -> "LoadOutcome":
    from pitboss.web.loadtest.load import load
    from pitboss.web.loadtest.target import NotLoaded

    try:
        me = await server.me()
        if name is not None:
            if password is None:
                raise NotLoaded(
                    f"a password is needed for {name}: --password, or {PASSWORD} in the environment"
                )
            login = await server.sign_in(name, password)
            if login.must_change:
                raise NotLoaded(
                    f"{name} still has a first password, which must be changed: sign in on a "
                    "page first"
                )
        elif me["demo"]:
            await server.sign_in_everybody()
        else:
            raise NotLoaded(
                f"{server.address} is not a demonstration, and what robots play there stays "
                "on its record for good; if that is what you want, give a shift manager's "
                "--name and --password"
            )
        return await load(server, size, _Telling(size))
    finally:
        server.close()


class _Telling:
    """Shows progress on standard error: a line that is rewritten on a terminal, and now and then
    one in a log.
    """

    def __init__(self, size: "Size") -> None:
        self._size = size
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._told_s = monotonic()
        self._commands = 0

    def __call__(self, outcome: "LoadOutcome", taken_s: float) -> None:
        now_s = monotonic()
        past_s = now_s - self._told_s
        if past_s < (_EVERY_S if self._terminal else _EVERY_IN_LOG_S) or sys.stderr is None:
            return
        rate = (outcome.commands - self._commands) / past_s
        self._told_s, self._commands = now_s, outcome.commands
        of = "" if self._size.seconds is None else f" of {self._size.seconds:g}"
        errors = sum(outcome.errors.values())
        wrong = f", {errors:,} {'error' if errors == 1 else 'errors'}" if errors else ""
        line = (
            f"{taken_s:.0f}{of} s: {rate:,.0f} commands a second, {outcome.rounds:,} rounds{wrong}"
        )
        sys.stderr.write(f"\r\033[K{line}" if self._terminal else f"{line}{os.linesep}")
        sys.stderr.flush()


def _print(outcome: "LoadOutcome", size: "Size", as_json: bool) -> None:
    import msgspec

    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    if as_json:
        typer.echo(
            msgspec.json.encode({"tables": size.tables, "seed": size.seed} | outcome.as_json())
        )
        return
    figures = outcome.as_json()
    tables = f"{size.tables:,} {'table' if size.tables == 1 else 'tables'}"
    typer.echo(
        f"{tables}, {outcome.taken_s:.1f} s: {outcome.commands:,} commands, all stored; "
        f"{figures['commands_per_second']:,.0f} a second."
    )
    typer.echo(
        f"Half were answered within {figures['p50_ms']:.1f} ms (p50), 99 of 100 within "
        f"{figures['p99_ms']:.1f} ms (p99), the slowest in {figures['slowest_ms']:.1f} ms."
    )
    played = f"{outcome.rounds:,} rounds were concluded"
    typer.echo(
        f"{played}, {outcome.claims:,} jackpot claims verified." if outcome.claims else f"{played}."
    )
    for code, count in outcome.refused.most_common():
        typer.echo(f"Refused {count:,} times: {code}.")
    for what, count in outcome.errors.most_common(10):
        typer.echo(f"Went wrong {count:,} times: {what}", err=True)
