"""The builder with every game there is."""

from dataclasses import replace

import pytest
from lxml import html

from armybuilder.armies.comparison import changes
from armybuilder.armies.edits import make_edit
from armybuilder.armies.inspector import illegal_choices
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import create_army, load_head, pack
from armybuilder.interchange.army_files import read_army, write_army
from armybuilder.interchange.texts import write_text
from armybuilder.revisions.store import plain_document
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.force_document import encode_force, force_schema
from rulesets.core.forces.findings import Severity
from rulesets.core.insignia import Badge, Colour
from rulesets.registry import is_provided
from tests.rulesets.described.games import games_with

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug),
]


def whole_catalogue(ruleset):
    """An army with every ready group and one unit of every entry."""
    loaded = LoadedArmy(ruleset, ruleset.new_force("Everything"))
    for template in ruleset.templates:
        loaded = LoadedArmy(ruleset, make_edit("add-template", loaded, {"template": template.slug}).force)
    group = loaded.force.groups[-1].id
    for kind in ruleset.kinds:
        for entry in ruleset.catalogue.of_kind(kind.slug) if kind.enlist else ():
            sent = {"entry": f"{kind.slug}/{entry.key}", "into": group}
            loaded = LoadedArmy(ruleset, make_edit("add-units", loaded, sent).force)
    return loaded


def test_a_stored_document_is_the_codecs(ruleset):
    force = whole_catalogue(ruleset).force
    assert plain_document(pack(force)) == encode_force(force)
    reading = next(ruling for ruling in ruleset.rulings if ruling.switch)
    ruled = replace(force, house_rules=((reading.switch, reading.readings[-1].key),), entries=ruleset.catalogue.entries)
    assert plain_document(pack(ruled)) == encode_force(ruled)


def test_a_form_sent_as_it_is_changes_nothing(ruleset, alice, author):
    loaded = LoadedArmy(ruleset, ruleset.demo().with_ids())
    army = create_army(loaded, "Demo", author)
    parts = ["the-army", "house-rules", *(group.id for group in loaded.force.groups)]
    for at in [*parts, *(unit.id for _, unit in loaded.force.units())]:
        page = html.fromstring(alice.get(army.get_absolute_url(), {"at": at}).content.decode())
        (form,) = page.xpath("//form[contains(@class, 'part-form')]")
        sent: dict[str, list[str]] = {}
        for name, value in form.form_values():
            sent.setdefault(name, []).append(value)
        assert alice.post(form.action, sent).status_code == 302
        assert (at, Revision.objects.count()) == (at, 1)


def test_everything_of_the_catalogue_can_be_added_shown_and_exported(ruleset, alice, author):
    loaded = whole_catalogue(ruleset)
    army = create_army(loaded, "Everything", author)
    unfolded = {"open": ",".join(group.id for group in loaded.force.groups)}
    page = html.fromstring(alice.get(army.get_absolute_url(), unfolded).content.decode())
    assert len(page.xpath("//li[@class='unit']")) == loaded.row_count
    assert read_army(write_army(loaded.force)).force == loaded.force
    assert read_army(write_text(loaded)).force == loaded.force


def unit_errors(loaded, unit_id):
    """Rule and field of every error of one unit by itself."""
    group, unit = loaded.force.unit(unit_id)
    found = loaded.ruleset.check_unit(loaded.context, group, unit)
    return {(finding.rule, finding.where.field) for finding in found if finding.severity is Severity.ERROR}


def test_a_choice_is_marked_when_taking_it_is_an_error_and_only_then(ruleset):
    loaded = LoadedArmy(ruleset, ruleset.demo().with_ids())
    tried = 0
    for group in loaded.force.groups[:3]:
        for unit in group.units[:4]:
            marks = illegal_choices(loaded, group, unit)
            before = unit_errors(loaded, unit.id)
            for field in fields_of(ruleset.unit):
                if field.kind not in (Kind.CHOICE, Kind.BOOL):
                    continue
                for choice in field.choices or ("0", "1"):
                    sent = {"unit": unit.id, f"spec-{field.name}": str(choice)}
                    taken = unit_errors(LoadedArmy(ruleset, make_edit("change-unit", loaded, sent).force), unit.id)
                    wrong = taken - before or {(rule, at) for rule, at in taken if at == field.name}
                    assert (field.name, choice, bool(wrong)) == (
                        field.name,
                        choice,
                        str(choice) in marks.get(field.name, {}),
                    )
                    tried += 1
    assert tried > 0 or not any(field.kind in (Kind.CHOICE, Kind.BOOL) for field in fields_of(ruleset.unit))


def test_colour_and_badge_are_asked_for_stored_compared_and_exported(client, ruleset):
    if is_provided(ruleset.slug):
        pytest.skip("a described army has the fields of its document alone")
    form = html.fromstring(client.get(f"/armies/new/{ruleset.slug}").text)
    for name, words in (("colour", "brick"), ("badge", "wolf")):
        assert words in [option.text.strip() for option in form.xpath(f"//select[@name='spec-{name}']/option")]
    client.post(f"/armies/new/{ruleset.slug}", {"name": "X", "spec-colour": "brick", "spec-badge": "wolf-head"})
    stored = load_head(Army.objects.get())
    assert (stored.force.spec.colour, stored.force.spec.badge) == (Colour.BRICK, Badge.WOLF)
    assert read_army(write_army(stored.force)).force == read_army(write_text(stored)).force == stored.force
    plain = LoadedArmy(ruleset, replace(stored.force, spec=ruleset.force()))
    assert {"Colour: none → brick", "Badge: none → wolf"} <= set(changes(plain, stored))
    properties = force_schema(ruleset)["properties"]["spec"]["properties"]
    assert (properties["colour"]["default"], properties["badge"]["default"]) == ("none", "none")
