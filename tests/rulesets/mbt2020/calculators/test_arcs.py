"""What is said of arcs and deployment."""

import pytest

from tests.rulesets.mbt2020.shorthand import ask, stand


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("MBTn", "MBTn MOBILE engages to its front."),
        ("AIRn CAS", "AIRn CAS MOBILE engages to its front."),
        ("INF- LAS", "INF- LAS MOBILE engages to its front or side."),
        ("INFn ADA", "INFn ADA MOBILE engages to its front or side."),
        ("AIRn ASF", "AIRn ASF MOBILE engages all round."),
        ("ARTn CBA SNS", "ARTn CBA SNS engages all round."),
    ],
)
def test_arcs(text, headline):
    assert ask("arcs", {"kind": stand(text)}).headline == headline


def test_the_side_of_armour_is_told_as_it_is_played():
    question = {
        "own": stand("MBTn"),
        "opposing": stand("MBTn"),
        "turn": {"facing": "side"},
    }
    for reading, said in (
        ("off", "Engaging ARMOUR on its side gives an advantage without a number, so none is counted."),
        ("on", "Engaging ARMOUR on its side gives R."),
    ):
        for calculator, asked in (("arcs", {}), ("engagement", question)):
            answer = ask(calculator, asked, [("side_arc_r", reading)])
            assert said in answer.notes
            assert "side_arc_r" in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("MBTn", "within 8″ of its own edge, not within 18″ of an opposing stand"),
        ("INF- ADA STATIC", "within 18″ of its own edge, not within 18″ of an opposing stand"),
        ("AIRn ASF", "off the table, in a zone up to 4″ deep behind its own edge"),
        ("ARTn CBA STATIC", "off the table, in a zone up to 4″ deep behind its own edge"),
    ],
)
def test_deployed(text, where):
    assert ask("arcs", {"kind": stand(text)}).steps[1].value == where
