"""One stand against all kinds."""

from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.systems.mbt2020 import RULESET
from tests.rulesets.mbt2020.shorthand import KINDS, army, ask, stand


def rows_by_kind(table):
    """The cells of each kind; kinds with equal cells share a row: "INF+ LAS, ATM; INFn LAS"."""
    return {
        f"{sub_class} {posture}": row[1:]
        for row in table.rows
        for part in row[0].text.split("; ")
        for sub_class, postures in [part.split(" ", 1)]
        for posture in postures.split(", ")
    }


def test_the_grid_of_kinds_holds_all_94():
    answer = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}})
    (table,) = answer.tables
    rows = {kind: [cell.text for cell in cells] for kind, cells in rows_by_kind(table).items()}
    filled = [text for cells in rows.values() for text in cells if text]
    assert (len(rows), len(table.columns), len(filled)) == (45, 5, 94)
    assert len({row[1:] for row in table.rows}) == len(table.rows) < 12
    assert rows["MBTn ARMOUR"] == ["M green: N P/P N", "M R: N R/R P", "M green: N P/P N", ""]
    assert rows["INFn INFANTRY"] == ["–", "–", "–", ""]
    assert (
        answer.headline == "MBT+ MOBILE may engage 9 of 94 kinds at 12″: 2 to advantage, 5 evenly, 2 to disadvantage."
    )


def test_the_grid_agrees_with_the_engagement_calculator():
    conditions = {"distance": 3, "light": "night"}
    for own in ("INFn INFANTRY FAST", "AIR+ CAS STATIC heli", "ARTn CBA SNS"):
        (table,) = ask("kinds-grid", {"own": stand(own), "conditions": conditions}).tables
        by_kind = {
            (kind, column.heading): cell
            for kind, cells in rows_by_kind(table).items()
            for column, cell in zip(table.columns[1:], cells, strict=True)
        }
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
                assert cell.text.startswith(answer.headline[0])


def test_the_other_side_s_grade_is_filled_in_where_there_is_one():
    force = army([{"stands": ["12x MBTn"]}, {"grade": "GRADE-", "stands": ["12x INFn"]}], {})
    own, opposing = (Side(force, group, group.units[0]) for group in force.groups)
    prefill = RULESET.calculator("kinds-grid").prefill
    assert prefill is not None
    assert prefill(own, opposing)["opposing_grade"] == "GRADE-"
    assert "opposing_grade" not in prefill(own, None)


def test_the_key_has_every_tone_of_a_cell():
    (table,) = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}}).tables
    tones = {cell.tone for row in table.rows for cell in row[1:] if cell.text}
    assert tones <= {cell.tone for cell in table.key}
