"""Cells of the grids."""

from tests.rulesets.mbt2020.shorthand import ask, stand


def test_grids_say_what_changes_nothing():
    ticked = {"target_built_up": True}
    built_up = "the built-up area (counts for INFANTRY and ARMOUR)"
    some = ask("kinds-grid", {"own": stand("MBTn"), "conditions": ticked})
    assert some.notes == (f"Not used for some of these stands: {built_up}.",)


def test_distances_have_quarters_of_an_inch_everywhere():
    night = {"distance": 1, "part": "3/4", "light": "night"}
    own, opposing = stand("INFn INFANTRY"), stand("INFn INFANTRY FAST")
    answer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night})
    assert answer.headline == "Not allowed: the target is beyond 1½″."
    nearer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night | {"part": "1/2"}})
    assert [step.value for step in nearer.steps if step.label == "Distance"] == ["1½″"]
    far, *_ = ask("kinds-grid", {"own": own, "conditions": night}).tables
    near, *_ = ask("kinds-grid", {"own": own, "conditions": night | {"part": "1/2"}}).tables
    assert (far.title.split()[-1], near.title.split()[-1]) == ("1¾″", "1½″")
    assert far.rows != near.rows
