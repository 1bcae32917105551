from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.armies import edits
from armybuilder.armies.edits import EDITS, EditRefused, FormRefused, make_edit
from armybuilder.armies.inspector import SPEC
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head, save
from armybuilder.revisions.store import NothingToStep
from armybuilder.schema_forms.plain import form_name
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Kind, values_in
from rulesets.core.declarations.text_values import write_scalar
from rulesets.registry import get_ruleset
from tests.rulesets.described.games import games_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded(pebbles):
    """Two piles: g1 of u2 to u4, g5 of u6 to u8."""
    blank = LoadedArmy(pebbles, pebbles.new_force("Shore"))
    first = make_edit("add-template", blank, {"template": "three"})
    return LoadedArmy(pebbles, make_edit("add-template", LoadedArmy(pebbles, first.force), {"template": "three"}).force)


def drawn(force):
    """The ids of a force's groups and units."""
    return {group.id: [unit.id for unit in group.units] for group in force.groups}


@pytest.mark.parametrize(
    ("name", "sent", "after", "summary", "at"),
    [
        (
            "add-units",
            {"entry": "stone/brick", "times": "2", "into": "g1"},
            {"g1": ["u2", "u3", "u4", "u9", "u10"], "g5": ["u6", "u7", "u8"]},
            "Added 2 × Brick to Three flints",
            "u10",
        ),
        (
            "add-units",
            {"entry": "stone/slate", "into": ""},
            {"g1": ["u2", "u3", "u4"], "g5": ["u6", "u7", "u8"], "g9": ["u10"]},
            "Added 1 × Slate to Pile 3",
            "u10",
        ),
        (
            "copy-unit",
            {"unit": "u3"},
            {"g1": ["u2", "u3", "u9", "u4"], "g5": ["u6", "u7", "u8"]},
            "Added one more Flint to Three flints",
            "u9",
        ),
        (
            "remove-unit",
            {"unit": "u4"},
            {"g1": ["u2", "u3"], "g5": ["u6", "u7", "u8"]},
            "Removed Flint from Three flints",
            "u3",
        ),
        (
            "unit-up",
            {"unit": "u3"},
            {"g1": ["u3", "u2", "u4"], "g5": ["u6", "u7", "u8"]},
            "Moved Flint to place 1 of Three flints",
            "u3",
        ),
        (
            "unit-up",
            {"unit": "u6"},
            {"g1": ["u2", "u3", "u4", "u6"], "g5": ["u7", "u8"]},
            "Moved Flint to place 4 of Three flints",
            "u6",
        ),
        (
            "unit-down",
            {"unit": "u4"},
            {"g1": ["u2", "u3"], "g5": ["u4", "u6", "u7", "u8"]},
            "Moved Flint to place 1 of Three flints 2",
            "u4",
        ),
        (
            "move-unit",
            {"unit": "u2", "to": "g5"},
            {"g1": ["u3", "u4"], "g5": ["u6", "u7", "u8", "u2"]},
            "Moved Flint to Three flints 2",
            "u2",
        ),
        (
            "move-unit",
            {"unit": "u2", "to": "g5", "before": "u7"},
            {"g1": ["u3", "u4"], "g5": ["u6", "u2", "u7", "u8"]},
            "Moved Flint to place 2 of Three flints 2",
            "u2",
        ),
        (
            "move-unit",
            {"unit": "u2", "to": "g1", "before": "u4"},
            {"g1": ["u3", "u2", "u4"], "g5": ["u6", "u7", "u8"]},
            "Moved Flint to place 2 of Three flints",
            "u2",
        ),
        (
            "move-group",
            {"group": "g5", "before": "g1"},
            {"g5": ["u6", "u7", "u8"], "g1": ["u2", "u3", "u4"]},
            "Moved Three flints 2 to place 1",
            "g5",
        ),
        (
            "move-group",
            {"group": "g1"},
            {"g5": ["u6", "u7", "u8"], "g1": ["u2", "u3", "u4"]},
            "Moved Three flints to place 2",
            "g1",
        ),
        (
            "lock-unit",
            {"unit": "u2"},
            {"g1": ["u2", "u3", "u4"], "g5": ["u6", "u7", "u8"]},
            "Locked Flint",
            "u2",
        ),
        (
            "add-group",
            {},
            {"g1": ["u2", "u3", "u4"], "g5": ["u6", "u7", "u8"], "g9": []},
            "Added Pile 3",
            "g9",
        ),
        (
            "add-template",
            {"template": "three"},
            {"g1": ["u2", "u3", "u4"], "g5": ["u6", "u7", "u8"], "g9": ["u10", "u11", "u12"]},
            "Added Three flints 3 with 3 pebbles",
            "g9",
        ),
        (
            "copy-group",
            {"group": "g1"},
            {"g1": ["u2", "u3", "u4"], "g9": ["u10", "u11", "u12"], "g5": ["u6", "u7", "u8"]},
            "Copied Three flints as Three flints 3",
            "g9",
        ),
        (
            "remove-group",
            {"group": "g1"},
            {"g5": ["u6", "u7", "u8"]},
            "Removed Three flints with 3 pebbles",
            "the-army",
        ),
        (
            "group-up",
            {"group": "g5"},
            {"g5": ["u6", "u7", "u8"], "g1": ["u2", "u3", "u4"]},
            "Moved Three flints 2 up",
            "g5",
        ),
        (
            "group-down",
            {"group": "g1"},
            {"g5": ["u6", "u7", "u8"], "g1": ["u2", "u3", "u4"]},
            "Moved Three flints down",
            "g1",
        ),
    ],
)
def test_an_edit_does_what_it_says(loaded, name, sent, after, summary, at):
    edited = make_edit(name, loaded, sent)
    assert (drawn(edited.force), edited.summary, edited.at) == (after, summary, at)
    assert list(drawn(edited.force)) == list(after)


@pytest.mark.parametrize(
    ("name", "sent", "summary"),
    [
        (
            "change-unit",
            {"unit": "u2", "name": " Pet ", "spec-stone": "slate", "spec-surface": "smooth", "notes": "a\r\nb"},
            "Flint: Renamed to Pet; Stone: Flint → Slate; Surface: Rough → Smooth; Notes: changed",
        ),
        ("change-unit", {"unit": "u2", "spec-polished": "1"}, "Flint: Polished: no → yes"),
        ("change-unit", {"unit": "u2", "add-row": "spec-rounds"}, "Flint: Rounds 1 set to 1"),
        ("change-group", {"group": "g1", "spec-colour": "red"}, "Three flints: Colour: grey → red"),
        ("change-army", {"name": "Coast", "spec-tide": "3"}, "Beach: Renamed to Coast; Tide set to 3"),
        ("change-house-rules", {"rule-wet_stones": "on"}, "House rules: P-1"),
    ],
)
def test_a_form_changes_what_was_sent_and_keeps_the_rest(loaded, name, sent, summary):
    edited = make_edit(name, loaded, sent)
    assert edited.summary == summary
    again = make_edit(name, LoadedArmy(loaded.ruleset, edited.force), {k: v for k, v in sent.items() if k != "add-row"})
    assert again.force == edited.force


def test_a_unit_is_locked_and_unlocked_and_its_copy_is_not_locked(loaded):
    locked = LoadedArmy(loaded.ruleset, make_edit("lock-unit", loaded, {"unit": "u2"}).force)
    assert [unit.id for _, unit in locked.force.units() if unit.locked] == ["u2"]
    assert not make_edit("copy-unit", locked, {"unit": "u2"}).force.unit("u9")[1].locked
    unlocked = make_edit("unlock-unit", locked, {"unit": "u2"})
    assert (unlocked.force, unlocked.summary) == (loaded.force, "Unlocked Flint")


def test_notes_are_kept_with_plain_line_ends(loaded):
    edited = make_edit("change-unit", loaded, {"unit": "u2", "notes": "a\r\nb"})
    assert edited.force.unit("u2")[1].notes == "a\nb"


def test_a_default_reading_is_not_stored(loaded):
    changed = LoadedArmy(loaded.ruleset, make_edit("change-house-rules", loaded, {"rule-wet_stones": "on"}).force)
    assert changed.force.house_rules == (("wet_stones", "on"),)
    assert make_edit("change-house-rules", changed, {"rule-wet_stones": "off"}).force == loaded.force


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("copy-unit", {"unit": "u99"}),
        ("copy-unit", {}),
        ("remove-group", {"group": "u2"}),
        ("move-unit", {"unit": "u2", "to": "nowhere"}),
        ("move-unit", {"unit": "u2", "to": "g1", "before": "u6"}),
        ("move-unit", {"unit": "u2", "to": "g1", "before": "u2"}),
        ("move-group", {"group": "g1", "before": "u2"}),
        ("add-units", {"entry": "stone/gold", "into": "g1"}),
        ("add-units", {"entry": "gold"}),
        ("add-units", {"entry": "stone/flint", "into": "g1", "times": "0"}),
        ("add-units", {"entry": "stone/flint", "into": "g1", "times": "51"}),
        ("add-units", {"entry": "stone/flint", "into": "g1", "times": "²"}),
        ("add-template", {"template": "four"}),
    ],
)
def test_what_cannot_be_done_is_refused(loaded, name, sent):
    with pytest.raises(EditRefused):
        make_edit(name, loaded, sent)


@pytest.mark.parametrize(
    ("name", "sent", "field"),
    [
        ("change-unit", {"unit": "u2", "name": "x" * 81}, "name"),
        ("change-unit", {"unit": "u2", "notes": "bell \x07"}, "notes"),
        ("change-unit", {"unit": "u2", "name": "\ud800"}, "name"),
        ("change-unit", {"unit": "u2", "spec-surface": "wet"}, "spec-surface"),
        ("change-army", {"spec-tide": "10"}, "spec-tide"),
        ("change-army", {"spec-tide": "high"}, "spec-tide"),
        ("change-house-rules", {"rule-wet_stones": "maybe"}, "wet_stones"),
    ],
)
def test_a_form_with_errors_says_where(loaded, name, sent, field):
    with pytest.raises(FormRefused) as refused:
        make_edit(name, loaded, sent)
    assert list(refused.value.form.errors) == [field]


def test_an_army_holds_so_many_units_and_groups_and_no_more(loaded, monkeypatch):
    monkeypatch.setattr(edits, "MAX_UNITS", 7)
    make_edit("copy-unit", loaded, {"unit": "u2"})
    with pytest.raises(EditRefused, match="at most 7 rows of pebbles"):
        make_edit("copy-group", loaded, {"group": "g1"})
    monkeypatch.setattr(edits, "MAX_GROUPS", 2)
    with pytest.raises(EditRefused, match="at most 2 piles"):
        make_edit("add-group", loaded, {})


def test_a_mark_that_only_one_may_bear_is_not_copied():
    ruleset = get_ruleset("mbt2020")
    blank = LoadedArmy(ruleset, ruleset.new_force())
    tanks = LoadedArmy(ruleset, make_edit("add-template", blank, {"template": "tank"}).force)
    headquarters = next(unit for _, unit in tanks.force.units() if unit.spec.hq)
    edited = make_edit("copy-unit", tanks, {"unit": headquarters.id})
    copied = edited.force.unit(edited.at)[1]
    assert copied.spec == replace(headquarters.spec, hq=False)


@pytest.mark.parametrize(
    ("name", "data"), [("add-template", {"template": "tank"}), ("add-group", {}), ("copy-group", {"group": "g1"})]
)
def test_one_more_group_raises_the_number_agreed(name, data):
    ruleset = get_ruleset("mbt2020")
    blank = LoadedArmy(ruleset, ruleset.new_force())
    one = LoadedArmy(ruleset, make_edit("add-template", blank, {"template": "tank"}).force)
    assert one.force.spec.agreed_groups == 1
    two = make_edit(name, one, data)
    assert two.force.spec.agreed_groups == 2
    assert two.summary.endswith("; Agreed battle groups: 1 → 2")
    more_agreed = LoadedArmy(ruleset, replace(one.force, spec=replace(one.force.spec, agreed_groups=4)))
    assert make_edit(name, more_agreed, data).force.spec.agreed_groups == 4


def test_any_other_mark_is_copied(loaded):
    smooth = {"unit": "u2", "spec-surface": "smooth", "spec-polished": "1"}
    polished = LoadedArmy(loaded.ruleset, make_edit("change-unit", loaded, smooth).force)
    edited = make_edit("copy-unit", polished, {"unit": "u2"})
    assert edited.force.unit(edited.at)[1].spec == polished.force.unit("u2")[1].spec


def test_moving_past_either_end_changes_nothing(loaded):
    for name, sent in (
        ("unit-up", {"unit": "u2"}),
        ("unit-down", {"unit": "u8"}),
        ("group-up", {"group": "g1"}),
        ("group-down", {"group": "g5"}),
    ):
        assert make_edit(name, loaded, sent).force == loaded.force


def test_a_name_with_a_number_still_fits(pebbles):
    force = pebbles.new_force()
    long = "x" * 80
    blank = make_edit("add-group", LoadedArmy(pebbles, force), {}).force
    named = make_edit("change-group", LoadedArmy(pebbles, blank), {"group": "g1", "name": long}).force
    copied = make_edit("copy-group", LoadedArmy(pebbles, named), {"group": "g1"}).force
    assert copied.groups[1].name == f"{'x' * 78} 2"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(0), st.just(0)),
        st.tuples(
            st.sampled_from(sorted(EDITS)),
            st.integers(0, 9),
            st.integers(0, 9),
        ),
    ),
    min_size=200,
    max_size=200,
)


def sent_for(name, loaded, first, second):
    """Form data for an edit of some part of the force."""
    force, ruleset = loaded.force, loaded.ruleset
    groups = [group.id for group in force.groups] or [""]
    units = [unit.id for _, unit in force.units()] or [""]
    entries = [
        f"{kind.slug}/{entry.key}"
        for kind in ruleset.kinds
        if kind.enlist
        for entry in loaded.context.catalogue.of_kind(kind.slug)
    ]
    sent = {
        "group": groups[first % len(groups)],
        "to": groups[second % len(groups)],
        "into": groups[second % len(groups)],
        "unit": units[first % len(units)],
        "entry": entries[first % len(entries)],
        "times": str(1 + second % 3),
        "template": ruleset.templates[first % len(ruleset.templates)].slug,
        "name": f"Number {second}",
    }
    if name == "change-house-rules":
        switches = [ruling for ruling in ruleset.rulings if ruling.switch]
        if switches:
            ruling = switches[first % len(switches)]
            sent[f"rule-{ruling.switch}"] = ruling.readings[second % len(ruling.readings)].key
    elif name.startswith("change-"):
        part = {"change-unit": force.unit, "change-group": lambda each: (None, force.group(each))}
        kind = name.removeprefix("change-")
        spec = part[name](sent[kind])[1].spec if name in part and sent[kind] else force.spec
        chosen = [(path, field) for path, field, _ in values_in(spec) if field.kind is Kind.CHOICE]
        if chosen:
            path, field = chosen[second % len(chosen)]
            sent[form_name(path, SPEC)] = write_scalar(encode(field.choices[first % len(field.choices)]))
    return sent


def make_and_replay(army, author, steps):
    """Make the steps on the army as one that forgets what it has opened; gives how many edits were stored.

    Each step is the name of an edit (or undo, or redo) and two numbers that choose what it is about.
    """
    kept = [load_head(army).force]
    place = stored = 0
    for name, first, second in steps:
        ARMIES.cache.clear()
        loaded = load_head(army)
        assert loaded.force == kept[place]
        if name == "undo":
            if place == 0:
                with pytest.raises(NothingToStep):
                    ARMIES.undo(army, army.head)
            else:
                ARMIES.undo(army, army.head)
                place -= 1
        elif name == "redo":
            if place + 1 == len(kept):
                with pytest.raises(NothingToStep):
                    ARMIES.redo(army, army.head)
            else:
                ARMIES.redo(army, army.head)
                place += 1
        else:
            try:
                edited = make_edit(name, loaded, sent_for(name, loaded, first, second))
            except (EditRefused, FormRefused):
                continue
            if edited.force != loaded.force:
                save(army, army.head, LoadedArmy(loaded.ruleset, edited.force), edited.summary, author)
                kept[place + 1 :] = [edited.force]
                place += 1
                stored += 1
    ARMIES.cache.clear()
    assert load_head(Army.objects.get(pk=army.pk)).force == kept[place]
    return stored


@settings(
    max_examples=3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(STEPS)
def test_edits_undos_and_redos_equal_a_replay_of_the_kept_edits(make_army, author, steps):
    make_and_replay(make_army(), author, steps)


@pytest.mark.parametrize("ruleset", games_with("duel", "starter"), ids=lambda ruleset: ruleset.slug)
def test_edits_undos_and_redos_equal_a_replay_of_the_edits(ruleset, author):
    army = create_army(LoadedArmy(ruleset, ruleset.demo()), "New army", author)
    dice = Random(ruleset.slug)
    names = [*sorted(EDITS), "change-unit", "change-group", *["undo"] * 4, *["redo"] * 2]
    steps = [(dice.choice(names), dice.randrange(100), dice.randrange(100)) for _ in range(200)]
    assert make_and_replay(army, author, steps) >= 100
