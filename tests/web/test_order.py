"""Tables and links come in the order in which people list them, wherever they are listed."""

from pathlib import Path

from msgspec.structs import replace

from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import table_stream
from pitboss.demo.house import open_link, settings
from pitboss.jackpot.parameters import LinkParameters
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from tests.support import MS
from tests.web.service import SHELF, House

OPENED = ("T10", "T2", "T11", "T1")
IN_ORDER = ["T1", "T2", "T10", "T11"]
LINK = LinkParameters(Cents(10_000_00), 1_500, verifiers=2)


def test_t2_comes_before_t10(tmp_path: Path) -> None:
    with House(tmp_path / "pitboss.db", furnished=False) as house:
        for name in ("Link 10", "Link 9"):
            open_link(house.casino, name, name, "RWS", LINK)
        for name in OPENED:
            table = replace(settings(SHELF, MS, "virtual"), link="Link 9")
            house.casino.carry_out(Request(name, table_stream(name), table, SYSTEM))
        house.settle_down()
        ada = house.person(Role.AUDITOR)
        floor = ada.json("/api/floor")
        assert [row["table"] for row in floor["tables"]] == IN_ORDER
        assert [row["link"] for row in floor["links"]] == ["Link 9", "Link 10"]
        assert [row["link"] for row in ada.json("/api/links")["links"]] == ["Link 9", "Link 10"]
        assert [row["link"] for row in ada.json("/api/reports/jackpot")] == ["Link 9", "Link 10"]
        assert ada.json("/api/links/Link%209")["tables"] == IN_ORDER
        assert house.casino.tables() == IN_ORDER
