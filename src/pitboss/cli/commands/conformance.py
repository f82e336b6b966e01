"""``pitboss conformance``."""

from pathlib import Path
from typing import Annotated

import typer

commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Show which clauses the last test run proved.")
def conformance(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The record of a test run [build/conformance.json]."),
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="Only clauses of this kind; repeatable.")
    ] = None,
    rulebook: Annotated[
        list[str] | None, typer.Option(help="Only this rulebook; repeatable.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what each unproved clause requires.")
    ] = False,
    clause: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="RULEBOOK NUMBER", help="Which tests prove one clause."),
    ] = None,
) -> None:
    """Show how many clauses of the rule documents the last full test run proved, and which it did
    not.
    """
    from pitboss.cli.render.conformance_page import run

    raise typer.Exit(
        run(
            json=json,
            record=record,
            kinds=kind or (),
            rulebooks=rulebook or (),
            verbose=verbose,
            clause=clause,
        )
    )
