import pytest

from rulesets.core.reference import Flow, FlowStep, Way


def step(slug: str, row: int, *ways: Way) -> FlowStep:
    return FlowStep(slug, slug.capitalize(), 0, row, ways)


def test_steps_are_numbered_as_told() -> None:
    flow = Flow("Turn", (step("move", 0, Way("shoot")), step("shoot", 1)))
    assert [flow.number(slug) for slug in ("move", "shoot")] == [1, 2]
    with pytest.raises(KeyError):
        flow.number("run")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0), step("a", 1)), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0, Way("b")), step("b", 0)), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0, Way("b")),), "Turn: a way leads from a to no step"),
        ((step("a", 0, Way("b", "Yes"), Way("a")), step("b", 1)), "Turn: a way from a has no answer"),
        ((step("a", 0), step("b", 1, Way("c")), step("c", 2, Way("b"))), "Turn: no way leads to b, c"),
    ],
)
def test_a_flow_is_whole(steps: tuple[FlowStep, ...], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Flow("Turn", steps)
