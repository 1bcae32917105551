"""The rows of units in the builder."""

from dataclasses import replace
from typing import Any

import pytest
from django.template import Context, Template
from lxml import html

from armybuilder.armies.builder import Builder
from armybuilder.armies.edits import make_edit
from armybuilder.armies.inspector import choose
from armybuilder.armies.loaded_army import LoadedArmy, Mark
from armybuilder.armies.models import Army
from rulesets.core.cards import Chip, Symbol, SymbolSet
from rulesets.core.forces.force import change_unit
from rulesets.core.ruleset import AnyRuleset


@pytest.fixture
def builder(pebbles: AnyRuleset) -> Builder:
    """One pile of three with different notes, the second of them chosen."""
    empty = LoadedArmy(pebbles, pebbles.new_force())
    force = make_edit("add-template", empty, {"template": "three"}).force
    for _, unit in force.units():
        force = change_unit(force, unit.id, notes=unit.id)
    loaded = LoadedArmy(pebbles, force)
    pictures = {"u2": "/pictures/u2?v=1&x"}
    return Builder(Army(pk="a"), loaded, choose(loaded.force, "u3"), True, load_pictures=lambda: pictures)


def rows(builder: Builder, **changed: Any) -> Any:
    """The rows as elements, with the first unit changed."""
    group = builder.loaded.groups[0]
    first = replace(group.units[0], **changed)
    page = Template("{% load unit_rows %}<ol>{% unit_rows builder group %}</ol>")
    group = replace(group, units=(first, *group.units[1:]))
    return html.fromstring(page.render(Context({"builder": builder, "group": group})))


def test_a_row_leads_to_its_unit_and_has_its_tools(builder):
    drawn = rows(builder)
    assert drawn.xpath("li/@id") == ["unit-u2", "unit-u3", "unit-u4"]
    assert drawn.xpath("li/a/@hx-get") == ["?at=u2", "?at=u3", "?at=u4"]
    assert drawn.xpath("li[a/@aria-current='true']/@id") == ["unit-u3"]
    assert drawn.xpath("li[1]/button[@form='edit']/@formaction") == [
        f"{builder.edits}copy-unit",
        f"{builder.edits}remove-unit",
    ]
    assert drawn.xpath("li[1]//img/@src") == ["/pictures/u2?v=1&x&small"]


def test_who_may_not_edit_has_neither_links_nor_tools(builder):
    drawn = rows(replace(builder, own=False))
    assert (len(drawn.xpath("li")), drawn.xpath("li//a | li/button")) == (3, [])


def test_all_that_a_unit_says_is_escaped(builder):
    row = builder.loaded.groups[0].units[0].row
    said = replace(
        row,
        title="<b>",
        subtitle="& " * 21,
        chips=(Chip("<c>", hint='"h'), Chip("d")),
        symbol=Symbol(SymbolSet.ICON, '"s', 'n"'),
    )
    unit = replace(builder.loaded.groups[0].units[0].unit, notes="<n>", locked=True)
    drawn = rows(builder, row=said, unit=unit, findings=(Mark("bad", "<f>"),))[0]
    assert drawn.xpath("string(.//*[@class='unit-name'])") == "<b>"
    assert drawn.xpath("string(.//*[@class='unit-kind unit-kind-long'])") == "& " * 21
    assert drawn.xpath(".//*[@class='unit-chips']/*/text()") == ["<c>", "d"]
    assert drawn.xpath(".//*[@class='unit-chips']/button/@title") == ['"h']
    assert [drawn.xpath(f"normalize-space(.//*[@class='{name}'])") for name in ("part-notes", "findings")] == [
        "<n>",
        "<f>",
    ]
    assert drawn.xpath("boolean(.//*[@aria-label='locked'])")
    assert len(drawn.xpath(".//use[starts-with(@href, '#symbol-')]")) == 1


def test_a_group_without_units_has_no_rows(builder):
    page = Template("{% load unit_rows %}{% unit_rows builder group %}")
    group = replace(builder.loaded.groups[0], units=())
    assert page.render(Context({"builder": builder, "group": group})).strip() == ""


def test_groups_are_options_but_for_the_one_left_out(builder):
    two = make_edit("add-template", builder.loaded, {"template": "three"}).force
    builder = replace(builder, loaded=LoadedArmy(builder.loaded.ruleset, two))
    first, second = (group.id for group, _ in builder.groups)

    def options(**asked: str) -> list[tuple[str, bool]]:
        words = " ".join(f"{name}={group}" for name, group in asked.items())
        page = Template(f"{{% load unit_rows %}}<select>{{% group_options builder {words} %}}</select>")
        drawn = html.fromstring(page.render(Context({"builder": builder})))
        return [(option.get("value"), option.get("selected") is not None) for option in drawn]

    assert options(selected=f"'{second}'") == [(first, False), (second, True)]
    assert options(without=f"'{first}'") == [(second, False)]
