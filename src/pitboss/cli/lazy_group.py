"""Commands that are imported only when they are run or listed, so that nobody waits for code they
do not use.
"""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

MODULES = {
    "maths": "pitboss.cli.commands.maths",
    "strategy": "pitboss.cli.commands.strategy",
    "simulate": "pitboss.cli.commands.simulate",
    "serve": "pitboss.program.serve",
    "robots": "pitboss.program.robots",
    "config": "pitboss.cli.commands.config",
    "floor": "pitboss.cli.commands.floor",
    "tables": "pitboss.cli.commands.floor",
    "links": "pitboss.cli.commands.floor",
    "replay": "pitboss.cli.commands.replay",
    "report": "pitboss.cli.commands.reports",
    "audit": "pitboss.cli.commands.audit",
    "evidence": "pitboss.cli.commands.evidence",
    "redact": "pitboss.cli.commands.evidence",
    "checkpoint": "pitboss.cli.commands.operations",
    "vault": "pitboss.cli.commands.operations",
    "archive": "pitboss.cli.commands.archive",
    "backup": "pitboss.cli.commands.operations",
    "restore": "pitboss.cli.commands.operations",
    "move-to-postgres": "pitboss.cli.commands.operations",
    "doctor": "pitboss.cli.commands.operations",
    "recover-administrator": "pitboss.program.recovery",
    "appoint": "pitboss.program.recovery",
    "token": "pitboss.program.token",
    "house": "pitboss.program.house",
    "demo": "pitboss.cli.commands.floor",
    "conformance": "pitboss.cli.commands.conformance",
}
"""The module that defines each command, in its ``commands``; in the order of the help."""


class LazyGroup(TyperGroup):
    """The commands of ``app.py``, and those above. Typer keeps the types of contexts and commands
    private.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *MODULES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in MODULES:
            return super().get_command(ctx, cmd_name)
        commands: typer.Typer = import_module(MODULES[cmd_name]).commands
        return typer.main.get_group(commands).get_command(ctx, cmd_name)
