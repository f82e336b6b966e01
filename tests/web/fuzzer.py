"""Asks for everything in the OpenAPI document, with data as it says and data as it does not, and
holds every answer against it: no error of ours, a status that is named there, a body as described.

Half of the cases are filled with names that are there, so that more than "no such table" is
answered.
"""

import io
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from requests.adapters import HTTPAdapter
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from urllib3.response import HTTPResponse

from pitboss.people.roles import Role
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.loader import builtin_ids
from pitboss.web.asgi import document_of
from pitboss.web.auth.permissions import may
from pitboss.web.demo import LINKS, TABLES
from tests.web.evening import Evening
from tests.web.service import Browser, House

Operation = APIOperation[Any, Any, Any, Any]
AnyCase = Case[Any]

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    missing_required_header,
    unsupported_method,
    allow_header_conformance,
]
BASE = "http://testserver"
WEIGHTS = {"/api/tables/{table}/commands": 8, "/api/links/{link}/commands": 4, "/api/rule": 3}
"""Some endpoints take much, and get more cases than others."""

THERE: dict[str, tuple[Any, ...]] = {
    "table": tuple(TABLES),
    "link": tuple(LINKS),
    "round": ("Stud-1", "Stud-2", "Classic-1", "Classic-2"),
    "report": ("jackpot", "reconcile"),
    "rulebook": builtin_ids(),
    "clause": ("3.1", "3.13", "5.1"),
    "name": ("zoe", "ann"),
    "change": ("disable", "enable", "role", "password"),
    "tables": ("*", "Stud", "Stud,Classic"),
    "links": ("*", "Millions"),
    "tz": ("UTC", "Asia/Singapore"),
    "date": ("2026-11-15", "2024-02-29"),
    "a": builtin_ids(),
    "b": builtin_ids(),
    "player": ("ann", "bob", None),
    "box": (1, 2, 3, None),
    "bet": ("ante", "progressive", "main"),
    "amount": ("10.00", "5.00", "20", "0.05"),
    "incident": tuple(incident.value for incident in Incident),
    "layout": ("A", "B"),
    "boxes": (6, 7),
    "dealing": ("shuffler", "shoe"),
    "seed": ("my lucky number",),
    "claim": ("Stud-1/1",),
    "operator": ("RWS", "MBS"),
}
"""Values under which something can be found."""


class _Adapter(HTTPAdapter):
    """Brings the requests of schemathesis to a house; of a stream it takes the first piece."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self._browser = browser

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        body = request.body.encode() if isinstance(request.body, str) else request.body or b""
        assert isinstance(body, bytes), "schemathesis sends no files here"
        sent = httpx.Request(
            request.method or "GET",
            request.url or "",
            headers=_as_bytes(request.headers),
            content=body,
        )
        if sent.url.path == "/api/stream" and sent.method == "GET":
            status, headers, content = self._first_piece(sent)
        else:
            answer = self._browser.client.send(sent)
            status, headers, content = answer.status_code, dict(answer.headers), answer.content
        raw = HTTPResponse(
            io.BytesIO(content), headers=headers, status=status, version=11, preload_content=False
        )
        return self.build_response(request, raw)

    def _first_piece(self, request: httpx.Request) -> tuple[int, dict[str, str], bytes]:
        query = dict(request.url.params)
        with self._browser.stream(query.get("tables", ""), query.get("links", "")) as stream:
            if stream.status == 200:
                stream.event()
            else:
                stream.rest()
            return stream.status, stream.headers, bytes(stream.bytes)


def _as_bytes(headers: Any) -> list[tuple[bytes, bytes]]:
    def raw(text: str | bytes) -> bytes:
        return text if isinstance(text, bytes) else text.encode("latin-1", "replace")

    return [(raw(name), raw(value)) for name, value in headers.items()]


class Found(NamedTuple):
    """How often each endpoint answered with each status."""

    cases: int
    statuses: Counter[tuple[str, int]]


class Fuzzer:
    """Somebody who asks a house for everything."""

    def __init__(self, house: House, role: Role, seed: int) -> None:
        self.house = house
        self.role = role
        self.seed = seed
        self.schema: BaseSchema = schemathesis.openapi.from_dict(document_of(house.app.endpoints))
        self.schema.config.generation.update(with_security_parameters=False)
        self._session = requests.Session()
        self._come_in()
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.cases = 0

    def _come_in(self) -> None:
        browser = self.house.person(self.role)
        self._session.mount(BASE, _Adapter(browser))
        self._session.headers["X-CSRF-Token"] = browser.csrf or ""
        self._session.cookies.set("pitboss", browser.token)
        self._browser = browser

    @property
    def operations(self) -> list[Operation]:
        return [found.ok() for found in self.schema.get_all_operations() if isinstance(found, Ok)]

    def run(self, cases: int) -> Found:
        """Sends about so many cases."""
        weights = {operation: self._weight(operation) for operation in self.operations}
        for operation, weight in weights.items():
            share = max(2, round(cases * weight / sum(weights.values())))
            for case in self._boundaries(operation, share // 3):
                self._ask(case)
            # Where nothing is taken but a name there is nothing that could be wrong.
            wrong = share // 4 if operation.body or operation.query else 0
            for mode, part in (
                (GenerationMode.POSITIVE, share - share // 3 - wrong),
                (GenerationMode.NEGATIVE, wrong),
            ):
                if part:
                    self._generated(operation, mode, part)
        # Some endpoints have only one way to be asked; what they leave over goes to one that has
        # many.
        most = max(weights, key=weights.__getitem__)
        while self.cases < cases:
            self.seed += 1
            self._generated(most, GenerationMode.POSITIVE, cases - self.cases)
        return Found(self.cases, self.statuses)

    def _weight(self, operation: Operation) -> int:
        """What the caller may not do is always answered in the same way."""
        allowed = may(self.role, operation.method.upper(), operation.path)
        return 4 * WEIGHTS.get(operation.path, 1) if allowed else 1

    def _boundaries(self, operation: Operation, most: int) -> Iterator[AnyCase]:
        """Cases at the edges of what is described: some of them, chosen by the seed."""
        modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
        found = list(
            self.schema.iter_coverage_cases(
                operation, generation_modes=modes, generation_config=self.schema.config.generation
            )
        )
        yield from random.Random(f"{self.seed}/{operation.label}").sample(
            found, min(most, len(found))
        )

    def _generated(self, operation: Operation, mode: GenerationMode, cases: int) -> None:
        strategy = operation.as_strategy(generation_mode=mode)

        @hypothesis.seed(self.seed)
        @settings(
            max_examples=cases,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(case=strategy, fill=st.randoms(use_true_random=False))
        def each(case: AnyCase, fill: random.Random) -> None:
            if mode is GenerationMode.POSITIVE and fill.random() < 0.7:
                _fill(case, fill)
                if case.operation.path.endswith("{table}/commands") and fill.random() < 0.5:
                    self._go_on(case, fill)
            self._ask(case)

        run: Callable[[], None] = each
        with suppress(Unsatisfiable):
            run()

    def _go_on(self, case: AnyCase, fill: random.Random) -> None:
        """What a table offers, so that rounds go on and more can be asked for; sometimes with a
        field of the case.
        """
        view = self._browser.json(f"/api/tables/{case.path_parameters['table']}")
        if not view["next"]:
            return
        step = fill.choice(view["next"])
        body: dict[str, Any] = {"do": step["do"]}
        if step["do"] == "ask":
            amount = view["step"]["amount"]
            offered: list[dict[str, Any]] = [{"do": "fold"}, {"do": "check"}, {"do": "set-hand"}]
            offered.append({"do": "raise", "amount": amount or "10.00"})
            body = fill.choice(offered) | {"box": step["box"]}
        elif step["do"] == "close-betting":
            body["let-stand"] = True
        elif step["do"] == "conclude" and view["round"]["phase"] == "betting":
            body = {
                "do": "place-bet",
                "box": 1,
                "bet": view["wagers"][0]["bet"],
                "amount": "10.00",
                "player": "ann",
            }
        elif step["do"] == "confirm":
            body["decision"] = fill.choice(["void-round", "continue"])
            body["approves"] = view["round"]["ruling"]["digest"]
        case.body = body

    def _ask(self, case: AnyCase) -> None:
        answer = case.call(base_url=BASE, session=self._session)
        self.cases += 1
        self.statuses[case.operation.label, answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)
        if case.operation.path == "/api/sign-out" and answer.status_code == 200:
            self._come_in()


def _fill(case: AnyCase, fill: random.Random) -> None:
    """Puts names that are there into a case."""
    for part in (case.path_parameters, case.query):
        for name in part or {}:
            if name in THERE:
                part[name] = str(fill.choice(THERE[name]))
    if isinstance(case.body, dict):
        for name in case.body:
            if name in THERE and fill.random() < 0.8:
                case.body[name] = fill.choice(THERE[name])


def furnished(house: House) -> None:
    """Two rounds that are over, two that run, and somebody who may be changed."""
    for table in ("Stud", "Classic"):
        evening = Evening(house, table, seed=4)
        evening.begin(progressive="5.00")
        evening.play()
        evening.begin()
        evening.play(until="deciding")
    house.person(Role.PLAYER, "zoe")
    house.settle_down()
