from armybuilder.armies.comparison import Difference, Does, changes, differences
from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.cards import Symbol, SymbolSet
from rulesets.core.forces.force import Unit, add_group
from tests.tiny_system.pebbles import Throwing


def after(loaded, *steps):
    """The army after some edits."""
    for name, sent in steps:
        loaded = LoadedArmy(loaded.ruleset, make_edit(name, loaded, sent).force)
    return loaded


def test_what_changed_is_said_in_words(pebbles):
    three = {"template": "three"}
    old = after(LoadedArmy(pebbles, pebbles.new_force("Shore")), ("add-template", three), ("add-template", three))
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
        "Renamed to Coast",
        "Tide set to 2",
        "House rule P-1: no → yes",
        "Three flints 2 · Colour: grey → red",
        "Three flints · removed Flint",
        "Three flints · Pet · Renamed to Pet",
        "Three flints · Pet · Polished: no → yes",
        "Three flints · Pet · Rounds 1 set to 1",
        "Three flints · added Brick",
        "Three flints · Flint moved here from Three flints 2",
        "Three flints · Pebbles reordered",
        "Added Pile 3 (0 pebbles)",
        "Piles reordered",
    )
    assert changes(new, after(new, ("remove-group", {"group": "g5"}))) == ("Removed Three flints 2 (2 pebbles)",)
    assert changes(old, old) == ()


def test_the_rows_of_a_list_are_compared_row_by_row(pebbles):
    def rounds(*throws):
        spec = pebbles.unit(rounds=tuple(Throwing(number) for number in throws))
        return LoadedArmy(pebbles, add_group(pebbles.new_force(), "Pile", pebbles.group(), (Unit("", spec),)))

    assert changes(rounds(2, 3, 4), rounds(2, 5, 4, 6)) == (
        "Pile · Flint · Rounds 2, Throws: 3 → 5",
        "Pile · Flint · Rounds 4 set to 6",
    )
    assert changes(rounds(2, 3, 4), rounds(3, 4)) == ("Pile · Flint · Rounds 1: 2 → –",)


FLINT = Symbol(SymbolSet.ICON, "stone", "Flint")


def test_a_difference_has_both_states_in_words(pebbles):
    old = after(LoadedArmy(pebbles, pebbles.new_force("Shore")), ("add-template", {"template": "three"}))
    new = after(
        old,
        ("change-unit", {"unit": "u3", "notes": "Round"}),
        ("lock-unit", {"unit": "u3"}),
        ("remove-unit", {"unit": "u2"}),
        ("change-house-rules", {"rule-wet_stones": "on"}),
    )
    assert list(differences(old, new)) == [
        Difference("House rule P-1", "no", "yes"),
        Difference("Flint", "Flint", "–", "removed Flint", ("Three flints",), Does.REMOVE, FLINT),
        Difference("Notes", "–", "Round", "Notes: changed", ("Three flints", "Flint")),
        Difference("Locked", "no", "yes", "", ("Three flints", "Flint")),
    ]


def test_a_difference_is_proposed_as_an_act(pebbles):
    two = ({"template": "three"}, {"template": "three"})
    old = after(LoadedArmy(pebbles, pebbles.new_force()), *(("add-template", sent) for sent in two))
    new = after(
        old,
        ("change-army", {"spec-tide": "2"}),
        ("remove-unit", {"unit": "u2"}),
        ("add-units", {"entry": "stone/brick", "into": "g1"}),
        ("change-unit", {"unit": "u3", "spec-polished": "1"}),
        ("remove-group", {"group": "g5"}),
        ("add-group", {}),
    )
    assert [each.proposed() for each in differences(old, new)] == [
        "Set Tide to 2",
        "Remove Three flints 2 (3 pebbles)",
        "Remove Flint from Three flints",
        "Change Polished of Three flints · Flint from no to yes",
        "Add Brick to Three flints",
        "Add Pile 2 (0 pebbles)",
    ]
    moved = after(old, ("move-unit", {"unit": "u6", "to": "g1"}), ("change-army", {"name": "Coast"}))
    named = after(moved, ("change-unit", {"unit": "u2", "name": "Pet"}))
    assert [each.proposed() for each in differences(old, named)] == [
        "Rename to Coast",
        "Rename Three flints · Pet to Pet",
        "Move Flint from Three flints 2 to Three flints",
    ]
    polished = Difference("Polished", "no", "yes", place=("Pile", "Flint"))
    assert polished.proposed(2) == "2 × Change Polished of Pile · Flint from no to yes"
    assert Difference("Leader", "Bob", "–", place=("A",)).proposed() == "Remove Bob as Leader of A"
    (brick,) = [each for each in differences(old, new) if each.what == "Brick"]
    assert brick.proposed(2) == "Add 2 × Brick to Three flints"
