"""Steps of a computation are told to whoever listens, and to nobody else."""

from pitboss.maths.progress import step, told_to


def test_steps_are_told_inside_only() -> None:
    heard: list[str] = []
    step("before")
    with told_to(heard.append):
        step("one")
        step("two")
    step("after")
    assert heard == ["one", "two"]
