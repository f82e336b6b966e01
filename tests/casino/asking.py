"""Several requests at once: they are in the inbox together, and so in one group."""

from collections.abc import Sequence

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Request


def all_answers(casino: Casino, requests: Sequence[Request]) -> list[Answer]:
    """All answers; raises the first error there is, after all have been tried."""
    submissions = casino.submit(*requests)
    for submission in submissions:
        submission.exception()
    return [submission.result() for submission in submissions]


def outcomes(casino: Casino, requests: Sequence[Request]) -> list[Answer | BaseException]:
    """The same, with each one's own error in the place of its answer."""
    submissions = casino.submit(*requests)
    return [submission.exception() or submission.result() for submission in submissions]
