"""One stand against all kinds."""

from rulesets.core.tables import Tone
from tests.rulesets.mbt2020.shorthand import KINDS, ask, stand


def test_the_grid_of_kinds_holds_all_94():
    answer = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}})
    (table,) = answer.tables
    filled = [cell for row in table.rows for cell in row[1:] if cell.text]
    assert (len(table.rows), len(table.columns), len(filled)) == (45, 5, 94)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
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
            (row[0].text, column.heading): cell
            for row in table.rows
            for column, cell in zip(table.columns[1:], row[1:], strict=True)
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


def test_grids_say_what_changes_nothing():
    ticked = {"target_built_up": True}
    built_up = "the built-up area (counts of INFANTRY and ARMOUR)"
    some = ask("kinds-grid", {"own": stand("MBTn"), "conditions": ticked})
    assert some.notes == (f"Changes nothing for some of these stands: {built_up}.",)
    wings = {"own_stands": [stand("AIRn ASF")], "opposing_stands": [stand("AIRn CAS")], "conditions": ticked}
    assert ask("armies-grid", wings).notes == (f"Changes nothing here: {built_up}.",)
    tanks = {"own_stands": [stand("MBTn")], "opposing_stands": [stand("MBTn")], "conditions": ticked}
    assert ask("armies-grid", tanks).notes == ()


def test_distances_have_quarters_of_an_inch_everywhere():
    night = {"distance": 1, "part": "3/4", "light": "night"}
    own, opposing = stand("INFn INFANTRY"), stand("INFn INFANTRY FAST")
    answer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night})
    assert answer.headline == "Not allowed: 1¾″ is beyond 1½″."
    nearer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night | {"part": "1/2"}})
    assert [step.value for step in nearer.steps if step.label == "Distance"] == ["1½″"]
    for slug, sides in (
        ("kinds-grid", {"own": own}),
        ("armies-grid", {"own_stands": [own], "opposing_stands": [opposing]}),
    ):
        (far,) = ask(slug, {**sides, "conditions": night}).tables
        (near,) = ask(slug, {**sides, "conditions": night | {"part": "1/2"}}).tables
        assert (far.title.split()[-1], near.title.split()[-1]) == ("1¾″", "1½″")
        assert far.rows != near.rows
