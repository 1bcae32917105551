from dataclasses import replace

import pytest
from crispy_forms.utils import render_crispy_form
from lxml import html

from armybuilder.armies.edits import make_edit
from armybuilder.armies.inspector import HouseRulesForm, choose, illegal_choices, part_form
from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.declarations.house_rules import Reading, Ruling
from rulesets.core.forces.force import change_unit
from rulesets.registry import get_ruleset
from tests.rulesets.described.armies import army
from tests.rulesets.described.games import described

SWITCHES = tuple(
    Ruling(switch, "p. 1", f"{switch}?", (Reading(first, first), Reading(second, second)), first, "So.", switch, rarer)
    for switch, first, second, rarer in (("pace", "fast", "slow", False), ("hats", "off", "on", True))
)


@pytest.fixture
def loaded(pebbles):
    """One pile: g1 of u2 to u4."""
    return LoadedArmy(
        pebbles, make_edit("add-template", LoadedArmy(pebbles, pebbles.new_force()), {"template": "three"}).force
    )


REASON = "A rough pebble cannot be polished; make it smooth."


def test_a_choice_that_would_be_illegal_is_marked_with_the_reason(loaded):
    group, rough = loaded.force.unit("u2")
    assert illegal_choices(loaded, group, rough) == {"polished": {"1": REASON}}


def test_the_present_choice_is_marked_where_it_is_wrong_itself(loaded):
    group, rough = loaded.force.unit("u2")
    polished = replace(rough, spec=replace(rough.spec, polished=True))
    assert illegal_choices(loaded, group, polished) == {"polished": {"1": REASON}}


def test_a_choice_that_makes_another_field_wrong_is_marked(loaded):
    group, rough = loaded.force.unit("u2")
    smooth = type(rough.spec.surface)("smooth")
    fine = replace(rough, spec=replace(rough.spec, surface=smooth, polished=True))
    assert illegal_choices(loaded, group, fine) == {"surface": {"rough": REASON}}


def test_an_entry_that_has_gone_is_marked(loaded):
    group, unit = loaded.force.unit("u2")
    lost = replace(unit, spec=replace(unit.spec, stone="gold"))
    marks = illegal_choices(loaded, group, lost)
    assert "flint" not in marks.get("stone", {})
    form = part_form(loaded, replace(choose(loaded.force, "u2"), part=lost))
    assert "gold" in str(form.spec["spec-stone"])


def test_a_box_says_why_not(loaded):
    form = part_form(loaded, choose(loaded.force, "u2"))
    assert form.spec.fields["spec-polished"].help_text == f"Ticked: {REASON}"


@pytest.mark.parametrize(
    ("at", "kind", "edit"),
    [
        ("u2", "unit", "change-unit"),
        ("g1", "group", "change-group"),
        ("the-army", "the-army", "change-army"),
        ("house-rules", "house-rules", "change-house-rules"),
        ("u99", "the-army", "change-army"),
        ("", "the-army", "change-army"),
    ],
)
def test_a_part_is_chosen_by_its_id(loaded, at, kind, edit):
    chosen = choose(loaded.force, at)
    assert (chosen.kind, chosen.edit) == (kind, edit)


def test_the_weapons_of_a_unit_stay_in_sight_however_many():
    ruleset = get_ruleset("forge-of-war")
    demo = ruleset.demo()
    _, squad = next(each for each in demo.units() if each[1].spec.weapons)
    force = change_unit(demo, squad.id, spec=replace(squad.spec, weapons=squad.spec.weapons[:1] * 12))
    form = part_form(LoadedArmy(ruleset, force), choose(force, squad.id))
    drawn = html.fromstring(render_crispy_form(form.spec))
    assert len(drawn.xpath("//*[@class='schema-form-row'][not(ancestor::details)]")) == 12


@pytest.mark.parametrize(
    ("chosen", "is_open"),
    [({}, False), ({"pace": "slow"}, False), ({"hats": "on"}, True)],
    ids=["none", "usual", "rarer"],
)
def test_house_rules_at_their_defaults_are_folded_away(chosen, is_open):
    ruleset = replace(get_ruleset("warstrike"), rulings=SWITCHES)
    form = html.fromstring(render_crispy_form(HouseRulesForm(ruleset, chosen, None)))
    (rarer,) = form.xpath("//details")
    assert set(rarer.xpath(".//input/@name")) == {"rule-hats"}
    assert set(form.xpath("//input[not(ancestor::details)]/@name")) == {"rule-pace"}
    assert rarer.xpath("normalize-space(summary)") == "More 1 rare ruling"
    assert ("open" in rarer.attrib) is is_open


def test_a_unit_of_either_kind_is_chosen_in_one_select():
    game = get_ruleset("forge-of-war")
    loaded = LoadedArmy(game, game.demo())
    first = next(unit for unit in loaded.force.groups[0].units if unit.spec.troops)
    chosen = choose(loaded.force, first.id)
    form = part_form(loaded, chosen)
    page = html.fromstring(f"<form>{render_crispy_form(form.spec)}</form>")
    (select,) = page.xpath("//label[.='Troops or vehicle']/following-sibling::select")
    offered: dict[str, list[str]] = {}
    for part in select.iter("optgroup"):
        names = offered.setdefault(part.get("label").partition(":")[0], [])
        names += [option.text.partition(" – ")[0] for option in part]
    printed = {kind: [entry.name for entry in game.catalogue.of_kind(kind)] for kind in ("troop_type", "vehicle")}
    assert offered == {"Troops": printed["troop_type"], "Vehicle": printed["vehicle"]}
    (selected,) = select.xpath(".//option[@selected]/@value")
    assert selected == f"troops:{first.spec.troops}"
    data = {"name": "", "notes": "", select.get("name"): f"vehicle:{game.catalogue.of_kind('vehicle')[0].key}"}
    changed = part_form(loaded, chosen, data).spec.spec()
    assert (changed.troops, changed.vehicle) == ("", game.catalogue.of_kind("vehicle")[0].key)


def asked(units):
    """The form of the first unit of an army of Star Lanes, and the loaded army."""
    game = described("lanes")
    loaded = LoadedArmy(game, army(game, ({}, units)))
    return part_form(loaded, choose(loaded.force, next(loaded.force.units())[1].id)).spec, loaded


def offered(form, name):
    return [value for value, _ in form.fields[name].widget.choices if value]


def test_a_form_asks_only_for_what_the_other_choices_leave():
    without, _ = asked([{"gear": ("jump-pack",), "grenades": 5}])
    assert "spec-grenades" not in without.fields
    assert without.plain["grenades"] == 5
    with_grenades, _ = asked([{"gear": ("grenades",)}])
    assert "spec-grenades" in with_grenades.fields
    assert "spec-stance" not in with_grenades.fields


def test_what_is_sent_is_read_even_if_it_was_not_asked():
    game = described("lanes")
    loaded = LoadedArmy(game, army(game, ({}, [{}])))
    sent = {"spec-gear-rows": "1", "spec-gear-0": "grenades", "spec-grenades": "7"}
    form = part_form(loaded, choose(loaded.force, next(loaded.force.units())[1].id), sent).spec
    assert (form.plain["gear"], form.plain["grenades"]) == (["grenades"], 7)


def test_a_field_is_not_sent_with_one_whose_name_begins_alike():
    game = described("lanes")
    loaded = LoadedArmy(game, army(game, ({}, [{"gear": ("jump-pack",)}])))
    form = part_form(loaded, choose(loaded.force, next(loaded.force.units())[1].id), {"spec-grenadesmore": "7"}).spec
    assert "spec-grenades" not in form.fields


def test_a_select_offers_the_entries_that_fit_and_the_present_one():
    form, loaded = asked([{"gear": ("jump-pack", "heavy-plate")}])
    assert offered(form, "spec-gear-0") == ["jump-pack", "grenades", "booster", "sun-banner"]
    assert offered(form, "spec-gear-1") == ["jump-pack", "grenades", "booster", "sun-banner", "heavy-plate"]
    assert "militia" not in illegal_choices(loaded, *next(loaded.force.units())).get("troop", {})
