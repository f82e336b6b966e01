"""Names that nobody can have because they read like another."""

import pytest

from pitboss.people.names import name_refused


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name has 1 to 64 characters."),
        ("a/b", "A name can't contain a slash (/)."),
        ("a:b", "A name can't contain a colon (:)."),
        ("pitboss", "pitboss is the name under which Pitboss itself acts; choose another."),
        ("Pitboss", "pitboss is the name under which Pitboss itself acts; choose another."),
        ("ｐｉｔｂｏｓｓ", "pitboss is the name under which Pitboss itself acts; choose another."),
    ],
)
def test_a_name_that_is_none(name: str, sentence: str) -> None:
    refused = name_refused(name, ())
    assert refused is not None
    assert (refused.code, refused.message, refused.where) == ("bad-name", sentence, "name")


@pytest.mark.parametrize("name", ["jürgen", "JÜRGEN", "ju\u0308rgen", "ｊürgen"])
def test_a_name_that_reads_like_another_is_taken(name: str) -> None:
    refused = name_refused(name, ("ann", "jürgen"))
    assert refused is not None
    assert (refused.code, refused.message) == (
        "name-taken",
        "The name jürgen is taken; choose another.",
    )


def test_a_name_of_ones_own_is_free() -> None:
    assert name_refused("jürgen", ("ann", "jurgen")) is None
