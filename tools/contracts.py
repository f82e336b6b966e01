"""An import contract that import-linter lacks: a package may import what is listed, and nothing
else.
"""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowListContract(Contract):
    """``source`` may import itself, ``allowed`` modules, and no other module of the program; this
    does not bind the modules in ``exempt``.

    Only direct imports count: event types consist of types from elsewhere, which reach the source
    that way and no other.
    """

    source = fields.ModuleField()
    allowed = fields.SetField(subfield=fields.ModuleField())
    exempt = fields.SetField(subfield=fields.ModuleField(), required=False, default=frozenset())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the base class names it
        """Every import of the source that is not on the list."""
        source = self.source.name  # type: ignore[attr-defined]
        allowed = {module.name for module in self.allowed}  # type: ignore[attr-defined]
        root = source.partition(".")[0]
        wrong: list[Any] = []
        exempt = {module.name for module in self.exempt}  # type: ignore[attr-defined]
        for importer in sorted({source} | graph.find_descendants(source) - exempt):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                inside = imported == source or imported.startswith(f"{source}.")
                if imported.partition(".")[0] == root and not inside and imported not in allowed:
                    wrong += graph.get_import_details(importer=importer, imported=imported)
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Each such import, with its line."""
        for each in check.metadata["wrong"]:
            output.print_error(
                f"{each['importer']} may not import {each['imported']} "
                f"(line {each['line_number']}: {each['line_contents']})"
            )
