from armybuilder.armies.comparison import changes
from armybuilder.armies.edits import make_edit
from armybuilder.armies.opened import Opened


def after(opened, *steps):
    """The army after some edits."""
    for name, sent in steps:
        opened = Opened(opened.ruleset, make_edit(name, opened, sent).force)
    return opened


def test_what_changed_is_said_in_words(pebbles):
    three = {"template": "three"}
    old = after(Opened(pebbles, pebbles.new_force("Shore")), ("add-template", three), ("add-template", three))
    new = after(
        old,
        ("change-army", {"name": "Coast", "spec-tide": "2"}),
        ("change-house-rules", {"rule-wet_stones": "on"}),
        ("change-unit", {"unit": "u3", "name": "Pet", "spec-polished": "1", "add-row": "spec-rounds"}),
        ("remove-unit", {"unit": "u2"}),
        ("add-units", {"entry": "stone/brick", "into": "g1"}),
        ("unit-up", {"unit": "u4"}),
        ("move-unit", {"unit": "u6", "to": "g1"}),
        ("change-group", {"group": "g5", "spec-colour": "red"}),
        ("add-group", {}),
        ("group-down", {"group": "g1"}),
    )
    assert changes(old, new) == (
        "Name: Shore → Coast",
        "Tide: – → 2",
        "House rules: changed",
        "Three flints 2 · Colour: grey → red",
        "Three flints · removed Flint",
        "Three flints · Pet · Name: – → Pet",
        "Three flints · Pet · Polished: no → yes",
        "Three flints · Pet · Rounds: 0 listed → 1 listed",
        "Three flints · added Brick",
        "Three flints · Flint came from Three flints 2",
        "Three flints · another order",
        "Added Pile 3 (0 pebbles)",
        "Piles in another order",
    )
    assert changes(new, after(new, ("remove-group", {"group": "g5"}))) == ("Removed Three flints 2 (2 pebbles)",)
    assert changes(old, old) == ()
