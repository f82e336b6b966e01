"""Refusals about people as a client is told of them."""

import pytest

from pitboss.people.refusals import PeopleRefusal, PeopleRefused
from pitboss.web.auth.people_commands import STATUS, problem_of


def test_every_refusal_has_a_status() -> None:
    assert list(STATUS) == list(PeopleRefusal)


@pytest.mark.parametrize("code", PeopleRefusal)
def test_a_problem_keeps_code_sentence_and_field(code: PeopleRefusal) -> None:
    problem = problem_of(PeopleRefused(code, "It can't be done.", "name"))
    assert (problem.code, problem.where) == (code.value, "name")
    assert 400 <= problem.status < 500
    hint = " (/api/password)" if code is PeopleRefusal.OWN_PASSWORD else ""
    assert problem.detail == f"It can't be done{hint}."
