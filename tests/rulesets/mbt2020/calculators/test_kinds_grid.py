"""One stand against all kinds."""

from rulesets.core.play.states import Side
from rulesets.core.tables import Cell, Tone
from rulesets.systems.mbt2020 import RULESET
from tests.rulesets.mbt2020.shorthand import KINDS, army, ask, stand

MODES = ("STATIC", "MOBILE", "FAST", "SNS")


def cells_by_kind(answer):
    """The cell of each mode of each kind: those of the grid, and "–" for kinds that may not be engaged at all.

    Kinds with equal cells share a row ("INF+ LAS, ATM; INFn LAS"), sub-classes with the same reason one of the others.
    """
    *grids, never = answer.tables
    cells = {
        (f"{sub_class} {posture}", column.heading): cell
        for grid in grids
        for row in grid.rows
        for part in row[0].text.split("; ")
        for sub_class, postures in [part.split(" ", 1)]
        for posture in postures.split(", ")
        for column, cell in zip(grid.columns[1:], row[1:], strict=True)
    }
    none = Cell("–", Tone.MUTED)
    return cells | {
        (f"{sub_class} {posture}", mode): none
        for sub_classes, postures, _ in never.rows
        for sub_class in sub_classes.text.split(", ")
        for posture in postures.text.split(", ")
        for mode in MODES
    }


def test_the_grid_of_kinds_holds_all_94():
    answer = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}})
    grid, never = answer.tables
    cells = cells_by_kind(answer)
    names = {f"{kind.sub_class} {kind.posture.label}{' helicopter' if kind.helicopter else ''}" for kind in KINDS}
    assert {name for name, _ in cells} == names
    assert [column.heading for column in grid.columns] == ["Opposing", "STATIC", "MOBILE", "FAST"]
    assert len({row[1:] for row in grid.rows}) == len(grid.rows) == 2
    in_grid = [cells["MBTn ARMOUR", mode].text for mode in MODES[:3]]
    assert in_grid == [
        "even M\u00a0middle:\u00a0N\u00a0P/P\u00a0N",
        "favourable M\u00a01\u00a0right:\u00a0N\u00a0R/R\u00a0P",
        "even M\u00a0middle:\u00a0N\u00a0P/P\u00a0N",
    ]
    assert {row[2].text for row in never.rows} == {"may never engage it"}
    assert ["INF+, INFn, INF-", "INFANTRY, LAS, ATM, REC, ADA, PDA"] in [
        [cell.text for cell in row[:2]] for row in never.rows
    ]
    assert answer.headline == "MBT+ MOBILE may engage 9 of 94 types at 12″: 2 favourable, 5 even, 2 unfavourable."


def test_kinds_out_of_range_say_how_far_the_range_is():
    (never,) = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 20}}).tables
    assert [cell.text for cell in never.rows[0]] == [
        "MBT+, MBTn, MBT-",
        "ARMOUR",
        "out of range, which is 12″ by day",
    ]


def test_the_grid_agrees_with_the_engagement_calculator():
    conditions = {"distance": 3, "light": "night"}
    for own in ("INFn INFANTRY FAST", "AIR+ CAS STATIC heli", "ARTn CBA SNS"):
        by_kind = cells_by_kind(ask("kinds-grid", {"own": stand(own), "conditions": conditions}))
        for kind in KINDS[::7]:
            name = f"{kind.sub_class} {kind.posture}{' helicopter' if kind.helicopter else ''}"
            cell = by_kind[name, kind.mode.label]
            opposing = {"sub_class": kind.sub_class, "posture": kind.posture.value, "mode": kind.mode.value}
            answer = ask(
                "engagement",
                {
                    "own": stand(own),
                    "opposing": opposing | {"helicopter": kind.helicopter},
                    "conditions": conditions,
                },
            )
            assert (cell.tone is Tone.MUTED) is (answer.charts == ())
            if answer.charts:
                assert cell.tone is answer.tone
                word, code = cell.text.split(" ", 1)
                assert word == {Tone.GOOD: "favourable", Tone.FAIR: "even", Tone.BAD: "unfavourable"}[answer.tone]
                assert code.startswith(answer.headline[0])


def test_the_other_side_s_grade_is_filled_in_where_there_is_one():
    force = army([{"stands": ["12x MBTn"]}, {"grade": "GRADE-", "stands": ["12x INFn"]}], {})
    own, opposing = (Side(force, group, group.units[0]) for group in force.groups)
    prefill = RULESET.calculator("kinds-grid").prefill
    assert prefill is not None
    assert prefill(own, opposing)["opposing_grade"] == "GRADE-"
    assert "opposing_grade" not in prefill(own, None)


def test_the_key_has_every_tone_of_a_cell():
    grid, _ = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}}).tables
    tones = {cell.tone for row in grid.rows for cell in row[1:] if cell.text}
    assert tones <= {cell.tone for cell in grid.key}
