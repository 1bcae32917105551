import pytest

from rulesets.core.reference import Branch, Flow, FlowStep


def step(slug: str, row: int, *ways: Branch) -> FlowStep:
    return FlowStep(slug, slug.capitalize(), 0, row, ways)


def test_steps_are_numbered_as_told() -> None:
    flow = Flow("Turn", (step("move", 0, Branch("shoot")), step("shoot", 1)))
    assert [flow.number(slug) for slug in ("move", "shoot")] == [1, 2]
    with pytest.raises(KeyError):
        flow.number("run")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0), step("a", 1)), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0, Branch("b")), step("b", 0)), "Turn: each step needs a name and a place of its own"),
        ((step("a", 0, Branch("b")),), "Turn: a way leads from a to no step"),
        ((step("a", 0, Branch("b", "Yes"), Branch("a")), step("b", 1)), "Turn: a way from a has no answer"),
        ((step("a", 0), step("b", 1, Branch("c")), step("c", 2, Branch("b"))), "Turn: no way leads to b, c"),
    ],
)
def test_a_flow_is_whole(steps: tuple[FlowStep, ...], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Flow("Turn", steps)
