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
        ("AIRn ASF", "AIRn ASF MOBILE engages in any direction."),
        ("ARTn CBA SNS", "ARTn CBA SNS engages in any direction."),
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
        (
            "off",
            "Engaging ARMOUR from the side gives an advantage, but the rulebook gives no number, so we add nothing.",
        ),
        ("on", "Engaging ARMOUR from the side gives R."),
    ):
        for calculator, asked in (("arcs", {}), ("engagement", question)):
            answer = ask(calculator, asked, [("side_arc_r", reading)])
            assert said in answer.notes
            assert "side_arc_r" in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(("text", "notes"), [("AIRn ASF", 0), ("MBTn", 2), ("AIRn CAS", 2)])
def test_notes_concern_the_stand(text, notes):
    assert len(ask("arcs", {"kind": stand(text)}).notes) == notes


@pytest.mark.parametrize(
    ("text", "headline", "matters"),
    [
        ("INF- LAS", "INF- LAS MOBILE engages in any direction.", True),
        ("INFn ADA", "INFn ADA MOBILE engages in any direction.", True),
        ("INFn INFANTRY", "INFn INFANTRY MOBILE engages to its front or side.", False),
        ("MBTn", "MBTn MOBILE engages to its front.", False),
    ],
)
def test_arcs_by_posture_where_so_read(text, headline, matters):
    answer = ask("arcs", {"kind": stand(text)}, [("arcs_by_posture", "on")])
    assert answer.headline == headline
    assert ("arcs_by_posture" in {played.ruling.switch for played in answer.rulings}) is matters
    table = {row[0].text: [cell.text for cell in row[1:]] for row in answer.tables[0].rows}
    assert table["LAS"] == ["yes", "yes", "yes"]
    assert table["INFANTRY"] == ["yes", "yes", "no"]


@pytest.mark.parametrize(
    ("reading", "widths"),
    [
        ("corners", "a quarter-circle each, between lines through the stand’s corners"),
        ("edges", "front is ahead of the front edge, rear behind the rear edge, and side the rest"),
    ],
)
def test_the_width_of_arcs_is_told_as_a_reading(reading, widths):
    answer = ask("arcs", {"kind": stand("MBTn")}, [("arc_widths", reading)])
    assert f"Front, side and rear: {widths}." in answer.notes
    assert "arc_widths" in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(
    ("reading", "where", "moves"),
    [
        ("off", "off the table in a zone up to 4″ deep behind its own edge", "It stays in the off-table zone."),
        ("on", "within 8″ of its own edge but not within 18″ of an opposing stand", "It stays where it was deployed."),
    ],
)
def test_counter_batteries_are_where_they_are_read_to_be(reading, where, moves):
    answers = [
        ask(slug, {"kind": stand("ARTn CBA STATIC")}, [("cba_on_table", reading)]) for slug in ("arcs", "movement")
    ]
    assert (answers[0].steps[1].value, answers[1].headline) == (where, moves)
    for answer in answers:
        assert "cba_on_table" in {played.ruling.switch for played in answer.rulings}
    for text in ("ARTn OTF STATIC", "AIRn ASF"):
        idle = ask("arcs", {"kind": stand(text)}, [("cba_on_table", reading)])
        assert idle.steps[1].value == "off the table in a zone up to 4″ deep behind its own edge"
        assert "cba_on_table" not in {played.ruling.switch for played in idle.rulings}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("MBTn", "within 8″ of its own edge but not within 18″ of an opposing stand"),
        ("INF- ADA STATIC", "within 18″ of its own edge but not within 18″ of an opposing stand"),
        ("AIRn ASF", "off the table in a zone up to 4″ deep behind its own edge"),
        ("ARTn CBA STATIC", "off the table in a zone up to 4″ deep behind its own edge"),
    ],
)
def test_deployed(text, where):
    assert ask("arcs", {"kind": stand(text)}).steps[1].value == where


@pytest.mark.parametrize(
    ("text", "readings", "arcs", "deployed"),
    [
        ("MBTn", [], "ARMOUR and CAS only engage to the front", ""),
        ("MBTn STATIC", [], "ARMOUR and CAS only engage to the front",
         "STATIC infantry and armour may deploy this far forward"),
        ("INFn INFANTRY", [], "INFANTRY engages to front and side", ""),
        ("INF- LAS", [], "the whole class of INFANTRY engages to front and side", ""),
        ("INF- LAS", [("arcs_by_posture", "on")], "only stands in INFANTRY posture cannot engage all round", ""),
        ("AIRn ASF", [], "only ARMOUR, CAS and INFANTRY cannot engage all round",
         "ASF stands are not placed on the table"),
    ],
)  # fmt: skip
def test_arcs_and_deployment_have_their_reasons(text, readings, arcs, deployed):
    assert [step.reason for step in ask("arcs", {"kind": stand(text)}, readings).steps] == [arcs, deployed]
