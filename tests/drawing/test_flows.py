"""Flow charts: which ways are lines, and that nothing lies on anything else."""

import re

import pytest

from armybuilder.drawing.flows import CUT, FlowDrawing, draw_flow, flow_in_words
from armybuilder.drawing.lettering import POINT, width
from rulesets.core.reference import Branch, Flow, FlowStep
from rulesets.registry import all_rulesets
from tests.rulesets.sheets import complete_sheet

AVAILABLE_WIDTH = 188.0
FLOWS = [
    pytest.param(section.flow, id=f"{game.slug}-{section.slug}")
    for game in all_rulesets()
    for section in complete_sheet(game)
    if section.flow is not None
]


def chart(*steps: FlowStep) -> FlowDrawing:
    return draw_flow(Flow("Turn", steps), 9.0, AVAILABLE_WIDTH)


def ends(drawn: FlowDrawing) -> list[tuple[float, float]]:
    """Where the arrows point."""
    return [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+),(-?[\d.]+)l", drawn.heads)]


def corners(outline: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a step's outline."""
    x = y = 0.0
    xs, ys = [], []
    for letter, numbers in re.findall(r"([MlhvaHV])([^MlhvaHVz]*)", outline):
        found = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if letter == "M":
            x, y = found
        elif letter == "h":
            x += found[0]
        elif letter == "v":
            y += found[0]
        else:
            x, y = x + found[-2], y + found[-1]
        xs.append(x)
        ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def test_ways_to_neighbours_are_lines_and_others_are_told_by_number() -> None:
    drawn = chart(
        FlowStep("ask", "Ready?", 0, 0, (Branch("act", "Yes"), Branch("wait", "No"))),
        FlowStep("wait", "Wait.", 1, 0, (Branch("far"),)),
        FlowStep("act", "Act.", 0, 1, (Branch("far"),)),
        FlowStep("far", "Rest.", 2, 2, (Branch("ask"),)),
    )
    kinds = [(box.kind, [way.text.text for way in box.ways]) for box in drawn.boxes]
    assert kinds == [("question", []), ("step", []), ("step", ["→ 4"]), ("step", ["→ 1"])]
    assert [box.number.text.text for box in drawn.boxes] == ["1", "2", "3", "4"]
    assert len(ends(drawn)) == 3
    assert [answer.text for answer in drawn.answers] == ["Yes", "No"]


def test_a_line_does_not_pass_a_step() -> None:
    drawn = chart(
        FlowStep("a", "A", 0, 0, (Branch("b", "Yes"), Branch("c", "No"))),
        FlowStep("b", "B", 0, 1, (Branch("c"),)),
        FlowStep("c", "C", 0, 2, ()),
    )
    assert [way.text.text for way in drawn.boxes[0].ways] == ["No → 3"]
    assert [box.kind for box in drawn.boxes] == ["question", "step", "end"]


def test_lines_that_would_lie_on_each_other_bend_apart() -> None:
    drawn = chart(
        FlowStep("a", "A?", 0, 0, (Branch("c", "Yes"), Branch("y", "No"))),
        FlowStep("c", "C?", 0, 1, (Branch("x", "Yes"), Branch("y", "No"))),
        FlowStep("x", "X", 1, 0),
        FlowStep("y", "Y", 1, 1),
    )
    bends = re.findall(r"H([\d.]+)V", drawn.lines)
    assert len(set(bends)) == 2


def test_the_words_tell_what_the_lines_show() -> None:
    flow = Flow(
        "Turn",
        (
            FlowStep("ask", "Ready?", 0, 0, (Branch("act", "Yes"), Branch("end", "No"))),
            FlowStep("act", "Act.", 0, 1, (Branch("clean"),)),
            FlowStep("clean", "Clean up.", 0, 2, (Branch("ask"),)),
            FlowStep("end", "It ends.", 1, 0),
        ),
    )
    assert flow_in_words(flow) == [
        ("Ready?", ["Yes: go to 2.", "No: go to 4."]),
        ("Act.", []),
        ("Clean up.", ["Then go to 1."]),
        ("It ends.", []),
    ]


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("points", [7.0, 10.5])
def test_the_games_charts_keep_their_words_within_their_steps(flow: Flow, points: float) -> None:
    drawn = draw_flow(flow, points, AVAILABLE_WIDTH)
    assert not drawn.cramped
    for box in drawn.boxes:
        left, top, right, bottom = corners(box.outline)
        assert 0 <= left < right <= AVAILABLE_WIDTH
        assert 0 <= top < bottom <= drawn.height
        for line in box.lines:
            half = width(line.text, CUT, points) / 2
            assert left < line.x - half < line.x + half < right
            assert top < line.y - points * POINT * 0.7 < line.y < bottom
        assert {badge.y + badge.height <= drawn.height for badge in (box.number, *box.ways)} == {True}


@pytest.mark.parametrize("flow", FLOWS)
def test_the_games_charts_have_an_arrow_or_a_number_for_every_way(flow: Flow) -> None:
    drawn = draw_flow(flow, 9.0, AVAILABLE_WIDTH)
    assert len(ends(drawn)) + sum(len(box.ways) for box in drawn.boxes) == sum(len(step.ways) for step in flow.steps)
    for x, y in ends(drawn):
        edges = [corners(box.outline) for box in drawn.boxes]
        assert [
            edge for edge in edges
            if (min(abs(x - edge[0]), abs(x - edge[2])) < 0.02 and edge[1] < y < edge[3])
            or (min(abs(y - edge[1]), abs(y - edge[3])) < 0.02 and edge[0] < x < edge[2])
        ]  # fmt: skip
