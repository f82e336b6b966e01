"""The API's document is one that generators take: clients are made from it in Python and in
TypeScript, and both play a round.
"""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pitboss.people.roles import Role
from tests.patience import PATIENCE_S
from tests.web.service import Browser, House, listening
from tools.page_types import api_document, declaration
from tools.typescript_client import client as client_in_typescript


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("generated") / "pitboss.db") as found:
        yield found


@pytest.fixture(scope="module")
def document(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("document") / "openapi.json"
    file.write_text(json.dumps(house.nobody().json("/api/openapi.json")))
    return file


def generate(module: str, *arguments: str) -> str:
    """Runs a generator; what it said."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


@pytest.fixture(scope="module")
def client(document: Path) -> Iterator[str]:
    """The package of a client that openapi-python-client has made; nothing of the document was left
    out.
    """
    folder = document.parent
    said = generate(
        "openapi_python_client",
        *(
            "generate",
            "--path",
            str(document),
            "--meta",
            "none",
            "--output-path",
            str(folder / "floor_client"),
        ),
    )
    assert "WARNING" not in said, said
    sys.path.insert(0, str(folder))
    yield "floor_client"
    sys.path.remove(str(folder))


class Robot:
    """Somebody who knows the API by its generated client alone."""

    _keys = count()

    def __init__(self, package: str, browser: Browser) -> None:
        self._package = package
        self._csrf = browser.csrf
        self._client = self._module("client").Client(base_url="http://testserver")
        self._client.set_httpx_client(browser.client)

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self._package}.{name}")

    def get(self, group: str, name: str, *path: str, **query: Any) -> Any:
        return self._module(f"api.{group}.{name}").sync(*path, client=self._client, **query)

    def do(self, kind: str, **fields: Any) -> Any:
        """A command at the table; the typed view after it."""
        models = self._module("models")
        command = getattr(models, kind)(do=getattr(models, f"{kind}Do")(_tag(kind)), **fields)
        answer = self._module("api.casino.post_tables_table_commands").sync(
            "Stud",
            client=self._client,
            body=command,
            idempotency_key=f"generated-{next(self._keys)}",
            x_csrf_token=self._csrf,
        )
        assert hasattr(answer, "view"), answer
        return answer.view


def _tag(kind: str) -> str:
    """The command's word: ``PlaceBet`` is ``place-bet``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind).lstrip(
        "-"
    )


def test_a_generated_client_plays_a_round_and_reads_the_books(house: House, client: str) -> None:
    ann = Robot(client, house.person(Role.PLAYER))
    dealer = Robot(client, house.person(Role.DEALER))
    auditor = Robot(client, house.person(Role.AUDITOR))
    assert ann.get("casino", "get_tables_table", "Stud").round_ is None
    dealer.do("OpenBetting")
    ann.do("PlaceBet", box=1, bet="ante", amount="25.00")
    view = dealer.do("CloseBetting")
    while view.round_.phase.value != "deciding":
        view = dealer.do("Deal")
    seen = ann.do("Examine", box=1)
    assert "??" not in seen.round_.boxes[0].cards
    view = ann.do("Raise", box=1, amount=seen.step.amount)
    while view.round_.phase.value in ("dealing", "deciding"):
        view = dealer.do("Deal")
    view = dealer.do("Settle")
    lines = view.round_.settlement.boxes[0].lines
    assert [line.bet for line in lines] == ["ante", "bet"]
    assert lines[0].clauses
    dealer.do("Conclude")
    record = auditor.get("records", "get_rounds_round_record", "Stud-1")
    assert record.record.boxes[0].bets.additional_properties == {"ante": "25.00", "bet": "50.00"}
    assert record.settlement.boxes[0].net == view.round_.settlement.boxes[0].net
    day = auditor.get("records", "get_reports_day")
    assert [(row.table, row.turnover) for row in day.tables] == [("Stud", "75.00")]
    assert auditor.get("records", "get_reports_reconcile").right


def test_a_refusal_is_a_typed_problem(house: House, client: str) -> None:
    ann = Robot(client, house.person(Role.PLAYER))
    with pytest.raises(AssertionError, match="not-allowed"):
        ann.do("CloseBetting")


def test_generated_models_take_every_answer(house: House, document: Path) -> None:
    file = document.parent / "floor_models.py"
    generate(
        "datamodel_code_generator",
        *("--input", str(document), "--input-file-type", "openapi", "--output", str(file)),
        *("--output-model-type", "pydantic_v2.BaseModel"),
    )
    sys.path.insert(0, str(document.parent))
    try:
        models = importlib.import_module("floor_models")
    finally:
        sys.path.remove(str(document.parent))
    auditor = house.person(Role.AUDITOR)
    models.FloorView.model_validate(auditor.json("/api/floor"))
    models.TablePage.model_validate(auditor.json("/api/tables/Stud"))
    models.WrittenDay.model_validate(auditor.json("/api/reports/day"))
    models.WrittenReconciliation.model_validate(auditor.json("/api/reports/reconcile"))
    for report in auditor.json("/api/reports/jackpot"):
        models.WrittenLink.model_validate(report)
    command = models.TableCommand.model_validate(
        {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25.00"}
    )
    assert type(command.root).__name__ == "PlaceBet"


TSC = Path(__file__).parents[2] / "node_modules/typescript/bin/tsc"


@pytest.mark.skipif(not TSC.exists() or shutil.which("node") is None, reason="no TypeScript here")
def test_a_generated_typescript_client_plays_a_round(tmp_path: Path) -> None:
    (tmp_path / "client.ts").write_text(client_in_typescript(api_document()))
    (tmp_path / "api.d.ts").write_text(declaration(api_document()))
    shutil.copy(Path(__file__).with_name("play_a_round.ts"), tmp_path)
    (tmp_path / "node.d.ts").write_text("declare const process: { argv: string[] };")
    files = ("client.ts", "play_a_round.ts", "api.d.ts", "node.d.ts")
    done = subprocess.run(
        ["node", str(TSC), "--strict", "--target", "es2022", "--module", "commonjs", *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    with House(tmp_path / "pitboss.db") as house, listening(house) as address:
        sessions = [
            house.person(role).client.cookies["pitboss"] for role in (Role.DEALER, Role.PLAYER)
        ]
        played = subprocess.run(
            ["node", "play_a_round.js", address, *sessions],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout) == {
        "hidden": False,
        "bets": ["ante", "bet"],
        "cited": True,
        "refused": "not-allowed",
    }
