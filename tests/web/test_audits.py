"""The audit that is started on a page: from the verdict of the last one, or from the start."""

from pathlib import Path
from time import monotonic
from typing import Any

from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import load_config
from pitboss.people.roles import Role
from tests.patience import PATIENCE_S
from tests.web.service import Browser, House


def audited(browser: Browser, query: str = "") -> dict[str, Any]:
    """The report of an audit that is started now."""
    assert browser.post(f"/api/audit{query}").status_code == 200
    end_s = monotonic() + PATIENCE_S
    while (state := browser.json("/api/audit"))["running"]:
        assert monotonic() < end_s
    report: dict[str, Any] = state["report"]
    assert report["content"] is True, report
    assert state["read"] == state["records"] == report["counts"]["records"]
    return report


def test_an_audit_goes_on_from_the_verdict_of_the_last(tmp_path: Path) -> None:
    config = load_config(folder=tmp_path, environment={})
    config.data.mkdir(exist_ok=True)
    with House(config.database) as house:
        house.service.config = config
        Checkpointer.configured(house.casino.journal, config).make()
        ada = house.person(Role.AUDITOR)
        first = audited(ada)
        assert first["begun"] is None
        second = audited(ada)
        assert second["begun"]["position"] == first["signed_up_to"] > 0
        assert second["begun"]["reread"] is True
        assert second["counts"] == first["counts"]
        assert second["heads"] == first["heads"]
        assert audited(ada, "?extent=all")["begun"] is None
        refused = ada.post("/api/audit?extent=some")
        assert (refused.status_code, refused.json()["where"]) == (422, "extent")


def test_without_a_place_for_verdicts_everything_is_audited(tmp_path: Path) -> None:
    with House(tmp_path / "pitboss.db") as house:
        ada = house.person(Role.AUDITOR)
        assert [audited(ada)["begun"], audited(ada)["begun"]] == [None, None]
