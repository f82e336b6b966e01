"""``pitboss house``: the rules that a house plays by. They are read from its journal; to change
them, two persons sign in at the server.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from pitboss.cli.context import AsJson, ConfigFile, Database, Zone, explained, load, reading
from pitboss.cli.streams import fail
from pitboss.program.client import Code, Password, Server, ask

if TYPE_CHECKING:
    from pitboss.casino.record_shelf import RecordShelf
    from pitboss.house.state import House
    from pitboss.journal.port import Journal
    from pitboss.operations.config import Config

commands = typer.Typer(rich_markup_mode=None)
house = typer.Typer(
    help="The rules a house plays by: what was adopted, by whom, and what is to come.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
commands.add_typer(
    house, name="house", short_help="Show the adopted rules; propose and approve new ones."
)

Rules = Annotated[str, typer.Argument(metavar="HASH", help="The hash of a text, or its beginning.")]
FullHash = Annotated[str, typer.Argument(metavar="HASH", help="The full hash of a text.")]
Name = Annotated[str, typer.Option("--name", help="Sign in as this shift manager.")]
_COMMANDS = "/api/house/commands"


@house.command("rules", short_help="Show what was adopted and what is waiting for approval.")
def rules_command(
    tz: Zone = None, json: AsJson = False, database: Database = None, config: ConfigFile = None
) -> None:
    """Show what was adopted, by whom, from when to when; what is waiting for a second person; and
    what is to come.
    """
    from pitboss.cli.context import zone_of

    with explained():
        from pitboss.cli.render.house_page import page
        from pitboss.clock import wall_clock_ms
        from pitboss.web.views.house import house_view

        settings = load(config, database)
        with reading(settings) as journal:
            view = house_view(_house(settings, journal)[0], wall_clock_ms())
        if json:
            typer.echo(msgspec.json.format(msgspec.json.encode(view), indent=2))
        else:
            typer.echo(page(view, zone_of(settings, tz)))


@house.command("show", short_help="Print a text in full.")
def show_command(
    rules: Rules,
    clauses: Annotated[bool, typer.Option("--clauses", help="Print its clause list.")] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Print a text as it was proposed or sealed: the rulebook's file, or its clause list."""
    with explained():
        settings = load(config, database)
        with reading(settings) as journal:
            rules_of_house, _ = _house(settings, journal)
        text = rules_of_house.texts[_whole(rules_of_house, rules)]
        typer.echo(text.clauses if clauses else text.toml, nl=False)


@house.command("diff", short_help="Show how two texts differ.")
def diff_command(
    a: Annotated[str, typer.Argument(metavar="A", help="A hash, an id, or your own .toml file.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show how two texts differ, in words: texts in the journal by their hashes, or files."""
    with explained():
        from pitboss.rulebook.difference import compare
        from pitboss.rulebook.difference_json import written_difference

        settings = load(config, database)
        with reading(settings) as journal:
            shelf = _house(settings, journal)[1]
            difference = compare(shelf.find(a), shelf.find(b), (a[:24], b[:24]))
        if json:
            written = written_difference(difference)
            typer.echo(msgspec.json.format(msgspec.json.encode(written), indent=2))
        else:
            from pitboss.cli.render.rulebook_diff_page import print_page

            print_page(difference)


@house.command("propose", short_help="Propose a rulebook; another person approves it.")
def propose_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The rulebook, a .toml file.")],
    server: Server,
    name: Name,
    password: Password = None,
    code: Code = None,
    replaces: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="The rulebook whose tables change over to it, if its id is different.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Propose that tables play by a rulebook. Prints its hash, for another shift manager to
    approve.
    """
    with explained():
        from pitboss.rulebook.loader import load_rulebook
        from pitboss.rulebook.texts import text_of

        text = text_of(load_rulebook(file))
    command = {"do": "propose-rulebook", "toml": text.toml, "clauses": text.clauses}
    command |= {"replaces": replaces} if replaces else {}
    ask(server, name, password, code, _COMMANDS, command)
    typer.echo(f"{text.hash} is waiting for a second shift manager.")


@house.command("approve", short_help="Approve what another person has proposed.")
def approve_command(
    rules: FullHash, server: Server, name: Name, password: Password = None, code: Code = None
) -> None:
    """Approve a text by its full hash. Look at it first: 'pitboss house show', 'pitboss house
    diff'.
    """
    ask(server, name, password, code, _COMMANDS, {"do": "approve-rulebook", "rules": rules})
    typer.echo(f"{rules} is adopted.")


@house.command("withdraw", short_help="Withdraw what was proposed.")
def withdraw_command(
    rules: FullHash, server: Server, name: Name, password: Password = None, code: Code = None
) -> None:
    """Withdraw a text that is waiting for approval, by its full hash."""
    ask(server, name, password, code, _COMMANDS, {"do": "withdraw-rulebook", "rules": rules})
    typer.echo(f"{rules} is withdrawn.")


def _house(settings: "Config", journal: "Journal") -> "tuple[House, RecordShelf]":
    from pitboss.casino.record_shelf import RecordShelf
    from pitboss.casino.stream_ids import HOUSE_STREAM
    from pitboss.casino.streams import load as load_stream
    from pitboss.cli.context import shelf_of

    shelf = RecordShelf(journal, shelf_of(settings))
    return load_stream(journal, HOUSE_STREAM, shelf).house, shelf


def _whole(on_record: "House", rules: str) -> str:
    """The hash with this prefix."""
    hashes = [hash for hash in on_record.texts if hash.startswith(rules)]
    if len(hashes) != 1:
        raise fail(
            f"{len(hashes)} texts on record have a hash beginning with {rules!r}; 'pitboss "
            "house rules' lists them"
        )
    return hashes[0]
