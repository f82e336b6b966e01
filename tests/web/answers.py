"""A server's answers, as tests compare them."""

from httpx import Response


def code(answer: Response) -> tuple[int, str]:
    """The status and the code of the problem; no code where there is none."""
    if answer.status_code < 400:
        return answer.status_code, ""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]
