"""T1: the setting links.verifiers has an effect on links that are opened through the API.

That every other setting has one too is held by tests/web/test_settings.py, and that the doctor
warns of links below it by tests/operations/test_doctor.py.
"""

from pathlib import Path

from pitboss.casino.controls.policy import Controls
from pitboss.operations.settings import Settings
from tests.attacks.desks import PARAMETERS, managers, told
from tests.web.service import House


def test_two_verify_where_no_setting_says_otherwise() -> None:
    assert Settings().links.verifiers == 2


def test_a_link_has_as_many_verifiers_as_the_house_asks_for(house: House) -> None:
    max_, una = managers(house)
    few = max_.on_link(
        "Small", "open-link", operator="RWS", parameters=PARAMETERS | {"verifiers": 1}
    )
    assert told(few) == (409, "too-few-verifiers")
    assert "links.verifiers" in few.json()["detail"]
    assert max_.get("/api/links/Small").status_code == 404
    assert max_.open_link("Small", operator="RWS", parameters=PARAMETERS).status_code == 200
    assert max_.json("/api/links/Small")["parameters"]["verifiers"] == 2
    lower = max_.on_link("Small", "propose-parameters", parameters=PARAMETERS | {"verifiers": 1})
    assert told(lower) == (409, "too-few-verifiers")
    assert max_.on_link("Small", "propose-parameters", parameters=PARAMETERS).status_code == 200
    assert una.approve("Small", "parameters").status_code == 200


def test_a_house_that_asks_for_one_gets_one(tmp_path: Path) -> None:
    with House(tmp_path / "one.db", controls=Controls(verifiers=1)) as house:
        max_, _ = managers(house)
        assert max_.open_link("Small", operator="RWS", parameters=PARAMETERS).status_code == 200
        assert max_.json("/api/links/Small")["parameters"]["verifiers"] == 1
