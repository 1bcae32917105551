"""The contents of the battlefield's page, on the site and on an offline device."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict
from django.urls import reverse

from armybuilder.armies.loaded_army import ArmyChoice
from armybuilder.battlefields.addresses import LISTS, BattlefieldPlan, Unreadable, read_plan
from armybuilder.battlefields.surveys import Surveyed
from armybuilder.calculators.questions import PREFIX
from armybuilder.drawing.battlefields import ON_SCREEN, battlefield_svg, legend_of
from armybuilder.drawing.map_names import on_table
from armybuilder.schema_forms.plain import blank_spec, differences, fill_blanks
from rulesets.core.battlefields import Area, Battlefield
from rulesets.core.calculators import Calculator
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import new_seed
from rulesets.core.shapes import INCH


def plans(data: QueryDict) -> tuple[BattlefieldPlan, BattlefieldPlan | None]:
    """The plan of an address, and the plan after its button was pressed, or ``None``.

    Without a seed a random one is used. Raises ``Unreadable``.
    """
    if "seed" not in data:
        new_plan = read_plan({"seed": str(new_seed())})
        return new_plan, new_plan
    plan = read_plan(data)
    return plan, _changed(data, plan)


def _changed(data: QueryDict, plan: BattlefieldPlan) -> BattlefieldPlan | None:
    """The plan changed by a button; ``None`` if none was pressed. Raises ``Unreadable``."""
    act, _, which = data.get("do", "").partition(" ")
    if act == "new":
        return BattlefieldPlan(new_seed(), read_plan({"seed": "0"}).changes)
    if act == "again":
        return plan.rolled_again(_whole(which, "The square"))
    piece = which or data.get("piece", "")
    if act == "move":
        return plan.moved(piece, _tenths(data, "right"), _tenths(data, "down"))
    if act == "remove":
        return plan.removed(piece)
    if act == "place":
        return plan.placed(data.get("kind", ""), *(_tenths(data, name) for name in ("left", "top", "wide", "high")))
    return None


def _whole(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise Unreadable(f"{what} should be a whole number.")
    return int(text)


def _tenths(data: QueryDict, name: str) -> int:
    try:
        inches = float(data.get(name) or 0)
    except ValueError:
        raise Unreadable(f"“{name}” should be a number of inches.") from None
    if not abs(inches) <= 500:  # also true of NaN
        raise Unreadable(f"“{name}” should be at most 500 inches.")
    return round(inches * INCH)


@dataclass(frozen=True, slots=True)
class AreaItem:
    """A piece of terrain in the list beside the map, with its problems."""

    area: Area
    faults: list[str]
    where: str


def _pieces(field: Battlefield) -> list[AreaItem]:
    names = {number: square.name for number, square in enumerate(field.squares)}
    return [
        AreaItem(area, [fault.message for fault in field.faults if fault.at == area.id], names.get(area.square, "–"))
        for area in field.areas
    ]


def _lookups(ruleset: AnyRuleset, surveyed: Surveyed) -> list[tuple[Calculator[Any], list[tuple[str, str]]]]:
    """The calculators to ask about the battlefield, each with titles and addresses of questions of its armies."""
    armies = [(f"army.{side}", army.key) for side, army in surveyed.armies]
    lookups = []
    for calculator in ruleset.calculators:
        page = reverse("calculators:calculator", args=[ruleset, calculator.slug])
        before = blank_spec(calculator.question)
        links = []
        for lookup in surveyed.field.lookups if surveyed.field else ():
            if lookup.calculator == calculator.slug:
                completed_question = fill_blanks(calculator.question, lookup.data)
                parameters = differences(calculator.question, PREFIX, completed_question, before)
                query = urlencode([*armies, *parameters], safe=":")
                links.append((lookup.title, f"{page}?{query}" if query else page))
        if links:
            lookups.append((calculator, links))
    return lookups


def field_context(
    ruleset: AnyRuleset, surveyed: Surveyed, data: QueryDict, path: str, armies: Iterable[ArmyChoice]
) -> dict[str, Any]:
    """What the page's template takes, but for the form of printing; ``path`` is the page's, without a question."""
    field = surveyed.field
    chosen = {side: army.key for side, army in surveyed.armies}
    return {
        "ruleset": ruleset,
        "surveyor": ruleset.surveyor,
        "surveyed": surveyed,
        "path": path,
        "address": f"{path}?{surveyed.address}",
        "kept": [(name, data[name]) for name in ("seed", *LISTS) if data.get(name)],
        "kept_address": parse_qsl(surveyed.address),
        "map": battlefield_svg(field, ON_SCREEN, live=True) if field else "",
        "pieces": _pieces(field) if field else [],
        "legend": legend_of(field, ON_SCREEN) if field else [],
        "lines": sorted({strip.title for strip in field.strips if on_table(strip, field)}) if field else [],
        "lookups": _lookups(ruleset, surveyed),
        "armies": armies,
        "chosen": chosen,
        "played_on": urlencode({"battlefield": surveyed.address_without_armies, **chosen}) if field else "",
    }
