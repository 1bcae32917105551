"""The sheet: complete, or with what one army needs, under the readings played."""

from dataclasses import replace

from rulesets.core.reference import Section
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.units import WarForce
from tests.rulesets.sheets import complete_sheet, sheet_for
from tests.rulesets.warstrike import shorthand
from tests.rulesets.warstrike.shorthand import army_of
from tests.rulesets.warstrike.test_cards import ARMY


def sheet(force: ARMY | None) -> dict[str, Section]:
    sections = complete_sheet(RULESET) if force is None else sheet_for(RULESET, RULESET.context(force))
    return {section.slug: section for section in sections}


def test_the_whole_sheet() -> None:
    found = sheet(None)
    assert list(found) == [
        "flow", "check", "falling-back", "actions", "snap-fire", "orders", "context", "open-ends",
    ]  # fmt: skip
    for section in found.values():
        assert section.tables or section.lines or section.flow
        assert all(table.rows for table in section.tables)
    assert [[cell.text for cell in row] for row in found["snap-fire"].tables[0].rows] == [
        ["Snap RoF", "0", "1", "1", "2", "2", "3"]
    ]
    assert [[cell.text for cell in row] for row in found["context"].tables[0].rows] == [
        ["To hit", "always", "2+", "3+", "4+", "5+", "6+", "never"],
        ["Chance", "100%", "83%", "67%", "50%", "33%", "17%", "0%"],
    ]


def flow_of(**house_rules: str) -> dict[str, list[tuple[str, str]]]:
    """Each step with the answers that lead from it, and where to."""
    flow = sheet(replace(RULESET.demo(), house_rules=tuple(house_rules.items())))["flow"].flow
    assert flow is not None
    return {step.slug: [(way.answer, way.to) for way in step.ways] for step in flow.steps}


def test_the_flow_is_the_phase() -> None:
    assert flow_of() == {
        "pick": [("Yes", "markers"), ("No", "end")],
        "markers": [("Yes", "help"), ("No", "act")],
        "help": [("", "roll")],
        "roll": [("Yes", "passed"), ("No", "failed")],
        "passed": [("", "act")],
        "act": [("", "pick")],
        "failed": [("Over 50%", "choice"), ("25–50%", "forced"), ("Under 25%", "destroyed")],
        "choice": [("", "pick")],
        "forced": [("", "pick")],
        "destroyed": [("", "pick")],
        "end": [],
    }
    half = flow_of(exact_half="choice")["failed"]
    assert [answer for answer, _ in half] == ["50% or more", "25% or more", "Under 25%"]
    at_once = flow_of(destroy_at_once="on")
    assert "destroyed" not in at_once
    assert at_once["failed"] == [("Over 50%", "choice"), ("25–50%", "forced")]


def test_dice_without_a_leader_have_their_chances_on_the_sheet() -> None:
    force = army_of(shorthand.unit("1 | 6 12 5 4 | -"), shorthand.unit("4* | 6 12 3 4 | -"))
    for reading, rolled in (("same", ["Ld 3", "Ld 5"]), ("minus_one", ["Ld 2", "Ld 3", "Ld 5"])):
        found = sheet(replace(force, house_rules=(("leaderless_ld", reading),)))
        assert [row[0].text for row in found["check"].tables[1].rows] == rolled


def test_the_sheet_of_an_army_is_its_own() -> None:
    found = sheet(RULESET.demo())
    assert "context" not in found
    assert [column.heading for column in found["check"].tables[0].columns] == ["Markers", "Nv 4", "Nv 5"]
    assert [[cell.text for cell in row] for row in found["check"].tables[0].rows] == [
        ["1", "4", "5"], ["2", "3", "4"], ["3", "2", "3"], ["4", "1", "2"], ["5", "–", "1"],
    ]  # fmt: skip
    assert [row[0].text for row in found["check"].tables[1].rows] == ["Ld 1", "Ld 2", "Ld 3"]
    assert [[cell.text for cell in row] for row in found["falling-back"].tables[0].rows] == [
        ["Over 50%: Snap Shots or Fall Back Move", "1+", "3+", "5+", "6+"],
        ["25–50%: Fall Back Move", "–", "1–2", "2–4", "3–5"],
        ["Under 25%: destroyed", "–", "–", "1", "1–2"],
    ]  # fmt: skip
    assert [column.heading for column in found["falling-back"].tables[0].columns] == ["Of", "1", "4", "8", "10"]
    assert "context" in sheet(replace(RULESET.demo(), spec=WarForce(context_sheet=True)))
