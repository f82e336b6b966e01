"""The auditor's settlement is a second one: it shares no code with the game's rules."""

import ast
from pathlib import Path

import casino_holdem

ALLOWED = ("pitboss.audit.", "pitboss.kernel.cards", "pitboss.kernel.money")


def test_it_imports_nothing_of_the_game() -> None:
    file = Path(casino_holdem.__file__).parent / "audit.py"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or "."]
        else:
            continue
        for module in modules:
            assert module in ("collections.abc", "pathlib") or module.startswith(ALLOWED), module
