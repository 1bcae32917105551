"""Tonight's units: the legality of the part, and the army that is made of it."""

from lxml import html

from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army
from armybuilder.armies.tonight import with_units


def units_in(army):
    return [unit.id for _, unit in load_army(army).force.units()]


def text_of(answer):
    return " ".join(html.fromstring(answer.content).text_content().split())


def test_a_part_has_the_chosen_units_in_their_groups_alone(make_army):
    loaded = load_army(make_army(2, 3))
    first, second = loaded.force.groups
    part = with_units(loaded, {first.units[0].id, first.units[2].id, "u99"})
    assert [group.id for group in part.force.groups] == [first.id]
    assert part.force.groups[0].units == (first.units[0], first.units[2])
    assert with_units(loaded, ()).force.groups == ()
    assert with_units(loaded, {unit.id for unit in (*first.units, *second.units)}).force == loaded.force


def test_the_legality_of_the_ticked_units_is_told(alice, army):
    address = f"{army.get_absolute_url()}tonight"
    page = alice.get(address)
    assert html.fromstring(page.content).xpath("//input[@name='unit']/@checked") == ["checked"] * 3
    assert "These 3 pebbles on their own: Legal" in text_of(page)
    few = alice.post(address, {"do": "check", "unit": "u2"})
    assert html.fromstring(few.content).xpath("//input[@name='unit'][@checked]/@value") == ["u2"]
    assert "This pebble on its own: " in text_of(few)
    part = with_units(load_army(army), {"u2"})
    assert all(finding.message in text_of(few) for finding in part.grave)
    assert part.grave != []
    assert Army.objects.count() == 1


def test_the_chosen_units_become_an_army_and_the_other_stays(alice, bob, army):
    address = f"{army.get_absolute_url()}tonight"
    made = alice.post(address, {"unit": ["u2", "u4"]})
    copy = Army.objects.exclude(pk=army.pk).get()
    assert (made.status_code, made.headers["Location"]) == (302, copy.get_absolute_url())
    assert (copy.name, units_in(copy), units_in(army)) == ("Shore (tonight)", ["u2", "u4"], ["u2", "u3", "u4"])
    assert bob.post(address, {"unit": ["u2"]}).status_code == 404


def test_an_army_of_no_units_is_not_made(alice, army):
    refused = alice.post(f"{army.get_absolute_url()}tonight", {})
    assert (refused.status_code, "Tick at least one pebble." in text_of(refused)) == (422, True)
    assert Army.objects.count() == 1
