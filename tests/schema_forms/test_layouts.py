"""Each game's layouts name forms and fields that there are."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from armybuilder.schema_forms.layouts import layouts_of
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.ruleset import AnyRuleset
from tests.rulesets.described.games import games_with

STYLE = (settings.BASE_DIR / "static/css/schema_forms.css").read_text()


def parts(declaration: type[Any]) -> Iterator[type[Any]]:
    yield declaration
    for field in fields_of(declaration):
        each = field.item or field
        if each.kind is Kind.PART:
            yield from parts(each.type)


def on_forms(game: AnyRuleset) -> dict[str, type[Any]]:
    """The declarations of which the site makes forms, by their names; each name stands for one."""
    made = [game.force, game.group, game.unit, *(kind.spec for kind in game.kinds)]
    made += [calculator.question for calculator in game.calculators]
    made += [game.surveyor.question] if game.surveyor else []
    if game.desk:
        made += [game.desk.setup, game.desk.ending, *(edit.declaration for edit in game.desk.edits)]
    found: dict[str, type[Any]] = {}
    for declaration in (part for whole in made for part in parts(whole)):
        assert found.setdefault(declaration.__name__, declaration) is declaration
    return found


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_layouts_name_forms_and_fields_that_there_are(game: AnyRuleset) -> None:
    declarations = on_forms(game)
    layouts = layouts_of(game)
    assert set(layouts) - set(declarations) == set()
    for name, layout in layouts.items():
        fields = {field.name: field for field in fields_of(declarations[name])}
        in_sections = [field for names in layout.sections.values() for field in names]
        assert len(in_sections) == len(set(in_sections))
        assert {*in_sections, *layout.folded, *layout.long, *layout.lines} - set(fields) == set()
        assert {fields[field].kind for field in layout.long} <= {Kind.TEXT}
        assert {fields[field].kind for field in layout.lines} <= {Kind.REPEAT}
        for together in layout.joined.values():
            assert {(fields[field].kind, fields[field].default) for field in together} == {(Kind.ENTRY, "")}, name
            assert {layout.heading(field) for field in together} == {layout.heading(together[0])}, name
            assert len(set(together) & set(layout.folded)) in (0, len(together)), name
        for deciding, cases in layout.only.items():
            values = {choice.value for choice in fields[deciding].choices} or {"true"}
            if fields[deciding].kind is Kind.ENTRY:
                values = {entry.key for entry in game.catalogue.of_kind(fields[deciding].ask.entry)}
            assert set(cases) <= values, name
            assert f"option:nth-child({len(values)}):checked" in STYLE, name
            dependent = [each for names in cases.values() for each in names]
            order = list(fields)
            # The style sheet finds them behind what decides, in the same section.
            assert all(order.index(each) > order.index(deciding) for each in dependent), name
            assert {layout.heading(each) for each in dependent} == {layout.heading(deciding)}, name
            assert set(dependent) & set(layout.folded) == set(), name
            assert {fields[each].kind for each in dependent} & {Kind.PART} == set(), name
