"""Commands that are imported when they are asked for, or listed: nobody waits for what he does not use."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

MODULES = {
    "maths": "maths",
    "strategy": "strategy",
    "simulate": "simulate",
    "serve": "serve",
    "robots": "robots",
    "config": "config",
    "floor": "floor",
    "tables": "floor",
    "links": "floor",
    "replay": "replay",
    "report": "reports",
    "audit": "audit",
    "checkpoint": "operations",
    "backup": "operations",
    "restore": "operations",
    "move-to-postgres": "operations",
    "doctor": "operations",
    "recover-administrator": "recovery",
    "demo": "floor",
    "conformance": "conformance",
}
"""The module of ``pitboss.cli`` that has each command, in its ``commands``; in the order of the help."""


class Later(TyperGroup):
    """The commands of ``app.py``, and those above. Typer keeps the types of contexts and commands to itself."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *MODULES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in MODULES:
            return super().get_command(ctx, cmd_name)
        commands: typer.Typer = import_module(f"pitboss.cli.{MODULES[cmd_name]}").commands
        return typer.main.get_group(commands).get_command(ctx, cmd_name)
