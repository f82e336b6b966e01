"""Errors as clients see them: problem documents with stable codes (application/problem+json)."""

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pitboss.casino.requests import BadRequest, OtherCommand, TooLate
from pitboss.games.faults import Fault
from pitboss.journal.port import JournalError, NotAJournal
from pitboss.kernel.json_types import Outgoing
from pitboss.web.reads import TookTooLong
from pitboss.web.views.approvals import WaitingApproval

PROBLEM_JSON = "application/problem+json"


class Problem(Exception):
    """An error for the client: an HTTP status, a stable code and a sentence; clauses and the place
    where there are any. ``approval`` is what is waiting for a second person.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        clauses: Sequence[str] = (),
        where: str = "",
        headers: dict[str, str] | None = None,
        approval: WaitingApproval | None = None,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.clauses, self.where, self.headers = tuple(clauses), where, headers or {}
        self.approval = approval

    @property
    def document(self) -> "ProblemDocument":
        return ProblemDocument(
            type=f"about:blank#{self.code}",
            title=HTTPStatus(self.status).phrase,
            status=self.status,
            code=self.code,
            detail=self.detail,
            clauses=self.clauses,
            where=self.where,
            approval=UNSET if self.approval is None else self.approval,
        )


class ProblemDocument(Outgoing, frozen=True, kw_only=True):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: Annotated[str, msgspec.Meta(description="Stable: programs may depend on it.")]
    detail: Annotated[str, msgspec.Meta(description="A sentence for people.")]
    clauses: tuple[str, ...]
    where: Annotated[str, msgspec.Meta(description="Where in the request the error is.")]
    approval: Annotated[
        WaitingApproval | UnsetType,
        msgspec.Meta(description="What is waiting for a second person (approval-needed)."),
    ] = UNSET


def answer(problem: Problem) -> Response:
    """A problem as a response."""
    body = msgspec.json.encode(problem.document)
    return Response(body, problem.status, headers=problem.headers, media_type=PROBLEM_JSON)


def as_problem(error: Exception) -> Problem:
    """The client's view of an error. An unforeseen one is our fault, and reveals nothing
    internal.
    """
    match error:
        case Problem():
            return error
        case Fault():
            return Problem(422, error.code.value, _ended(error.message), where=error.at)
        case OtherCommand():
            return Problem(409, "other-command", _sentence(error))
        case TooLate():
            return Problem(409, "too-late", _sentence(error), where="X-Deadline")
        case BadRequest():
            return Problem(422, "bad-request", _sentence(error))
        case TookTooLong():
            return Problem(503, "took-too-long", _sentence(error), headers={"Retry-After": "5"})
        case NotAJournal():
            logging.getLogger("pitboss.web").error("what is stored can't be read: %s", error)
            return Problem(
                500, "journal-damaged", "The stored data is inconsistent: run pitboss audit."
            )
        case JournalError():
            detail = (
                "The journal does not answer. Nothing was acknowledged; send a command again with "
                "the same Idempotency-Key."
            )
            return Problem(503, "journal-unavailable", detail, headers={"Retry-After": "1"})
        case ClientDisconnect():
            # Nobody is left to read this.
            return Problem(
                400,
                "bad-request",
                "The connection was closed before the whole request had arrived.",
            )
        case _:
            logging.getLogger("pitboss.web").error("a request failed", exc_info=error)
            return Problem(
                500, "internal-error", "Something went wrong inside Pitboss; it is in the log."
            )


def _sentence(error: Exception) -> str:
    text = str(error)
    return _ended(f"{text[:1].upper()}{text[1:]}")


def _ended(text: str) -> str:
    """Ends the sentence with a full stop. It may begin with the name of a field, which is left as
    it is.
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."


async def on_error(_request: Request, error: Exception) -> Response:
    """The handler for every exception."""
    return answer(as_problem(error))


def no_post() -> Problem:
    """The answer to a caller who may not act at any table. The table of permissions normally stops
    them earlier.
    """
    return Problem(403, "not-permitted", "This is for those who act at tables.")


def step_up_needed(before: str) -> Problem:
    """The answer to a caller who has to prove the second factor again."""
    detail = f"Prove your second factor again before {before} (/api/step-up)."
    return Problem(403, "step-up-needed", detail, where="code")
