"""Several requests at once: they are in the inbox together, and so in one group."""

from collections.abc import Sequence

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Request, Submission


def all_answers(casino: Casino, requests: Sequence[Request]) -> list[Answer]:
    """All answers; raises the first error there is, after all have been tried."""
    found = []
    for outcome in outcomes(casino, requests):
        if isinstance(outcome, BaseException):
            raise outcome
        found.append(outcome)
    return found


def outcomes(casino: Casino, requests: Sequence[Request]) -> list[Answer | BaseException]:
    """The same, with each one's own error in the place of its answer."""
    return [_outcome(submission) for submission in casino.submit(*requests)]


def _outcome(submission: Submission) -> Answer | BaseException:
    try:
        return submission.result()
    except Exception as error:  # noqa: BLE001 - the test looks at it
        return error
