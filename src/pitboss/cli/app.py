"""The commands. Each imports what it needs when it runs, so that ``pitboss settle`` starts
quickly.
"""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.context import ConfigFile, Database
from pitboss.cli.lazy_group import LazyGroup

app = typer.Typer(
    name="pitboss",
    cls=LazyGroup,
    help=(
        "Casino table games and their linked jackpots, run to the letter of the approved rule "
        "documents."
    ),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

InputFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="One JSON object per line; standard input if omitted or '-'."
    ),
]
OwnRulebooks = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulebook",
        metavar="FILE",
        help="A rulebook file of your own, which the input names by its id; repeatable.",
    ),
]


@app.callback(invoke_without_command=True)
def pitboss(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Casino table games and their linked jackpots, run to the letter of the approved rule
    documents.
    """
    if version:
        from pitboss.version import __version__

        typer.echo(f"pitboss {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(short_help="Settle round records: JSON lines in, settlements out.")
def settle(file: InputFile = None, rulebook: OwnRulebooks = None) -> None:
    """Settle round records, one JSON object per line in, one settlement per line out
    (docs/settlement.md).

    Exit code 0: all were settled. 1: some could not be, and their lines say why. 2: nothing was
    read.
    """
    from pitboss.cli.streams import answer_stream, make_shelf
    from pitboss.games.answer import Settler

    settler = Settler(make_shelf(rulebook))
    raise typer.Exit(answer_stream(file, settler.answer, "records", settler.answer_quickly))


@app.command(short_help="Rule on incidents: JSON lines in, rulings out.")
def rule(file: InputFile = None, rulebook: OwnRulebooks = None) -> None:
    """Rule on incidents, one JSON object per line in, one ruling per line out (docs/rulings.md).

    Exit code 0: all were answered. 1: some could not be, and their lines say why. 2: nothing was
    read.
    """
    from pitboss.cli.streams import answer_stream, make_shelf
    from pitboss.table.rulings import rule_incident, written_ruling

    shelf = make_shelf(rulebook)
    raise typer.Exit(
        answer_stream(
            file, lambda incident: written_ruling(rule_incident(incident, shelf)), "incidents"
        )
    )


@app.command(short_help="Run a script of table commands.")
def play(
    file: InputFile = None,
    show: Annotated[
        str,
        typer.Option(
            metavar="story|table|json",
            help="How to print what happens: in words, as a drawing of the table, or as JSON.",
        ),
    ] = "story",
    seed: Annotated[
        str, typer.Option(help="The seed for the secrets of virtual shuffles.")
    ] = "pitboss",
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the round records, for 'pitboss settle'."),
    ] = None,
    shuffles: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the published shuffles, for 'pitboss verify'."),
    ] = None,
    rulebook: OwnRulebooks = None,
) -> None:
    """Run a script of table commands, one JSON object per line; lines that begin with # are
    comments (docs/tables.md).

    Exit code 0: the script ran, even if commands were refused. 1: a line could not be read. 2:
    nothing was read.
    """
    from pitboss.cli.commands.play import play_script
    from pitboss.cli.streams import make_shelf

    raise typer.Exit(play_script(file, show, seed, records, shuffles, make_shelf(rulebook)))


@app.command(short_help="Check the shuffles of concluded rounds.")
def verify(file: InputFile = None) -> None:
    """Check the shuffles of concluded rounds: does the published secret produce the deck, and match
    the commitment published beforehand?

    Takes what 'pitboss play --shuffles' writes, one JSON object per line. Exit code 0: all match.
    1: at least one does not.
    """
    from pitboss.cli.streams import answer_stream
    from pitboss.table.shuffle.verify import verify_shuffle

    raise typer.Exit(answer_stream(file, verify_shuffle, "shuffles"))


@app.command(short_help="List the rulebooks that come with Pitboss.")
def rulebooks(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the rulebooks that come with Pitboss."""
    from pitboss.cli.commands import rulebooks as pages

    pages.print_rulebooks(json)


@app.command(short_help="Show one rulebook, or how two differ.")
def rulebook(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="ID | diff A B | replay OLD NEW",
            help=(
                "A rulebook id, the path to your own .toml file or, with replay, the hash of a "
                "text in the journal; or the word diff or replay followed by two of them."
            ),
        ),
    ],
    toml: Annotated[
        bool,
        typer.Option(
            "--toml", help="Print the file itself, as a starting point for your own variant."
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help=(
                "replay: only rounds concluded at or after TIME, such as 2026-11-01 or "
                "2026-11-01T08:00+08:00."
            ),
            show_default=False,
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="replay: only rounds concluded before TIME.", show_default=False
        ),
    ] = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show one rulebook (wagers, pay tables, options, readings, clauses), the differences between
    two, or what past rounds of the journal would have paid under another version.
    """
    from pitboss.cli.commands import rulebooks as pages

    if names[0] == "replay" and len(names) == 3:
        from pitboss.cli.commands.rules_replay import print_replay

        print_replay(names[1], names[2], since, until, json, database, config)
        return

    if names[0] == "diff" and len(names) == 3:
        raise typer.Exit(pages.print_difference(names[1], names[2], json))
    if len(names) == 1:
        raise typer.Exit(pages.print_rulebook(names[0], toml, json))
    raise typer.BadParameter(
        "give one rulebook, as in 'pitboss rulebook rws-casino-stud-6', 'diff A B' or "
        "'replay OLD NEW'"
    )
