"""The battlefield that an address asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from django.http import Http404, HttpRequest
from django.urls import reverse

from armybuilder.armies.loaded_army import SideArmy
from armybuilder.armies.models import Revision
from armybuilder.battlefields.addresses import BattlefieldPlan, Unreadable, read_plan
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.sharing.opponents import find_army
from rulesets.core.battlefields import Battlefield, Surveyor
from rulesets.core.calculators import QuestionError
from rulesets.core.codec import CodecError
from rulesets.core.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset

MOST_FIELDS: Final = 100
"""Fields of a pasted address."""

SideArmies = list[tuple[str, SideArmy]]
"""The armies that an address names, each with its side: ``own`` or ``opposing``."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A battlefield as an address asks for it: the form, the plan, the armies, and the field unless refused."""

    form: SpecForm[Any]
    plan: BattlefieldPlan
    armies: SideArmies
    field: Battlefield | None

    @property
    def address(self) -> str:
        """The query string of the same battlefield."""
        return self.address_of(self.plan)

    def address_of(self, plan: BattlefieldPlan) -> str:
        """The query string of the same ground with another plan."""
        armies = "&".join(f"{side}={army.key}" for side, army in self.armies)
        return "&".join(part for part in (self.form.address(), armies, plan.address()) if part)

    @property
    def address_without_armies(self) -> str:
        """The query string of the same battlefield that names no army: what they decided is spelt out."""
        return "&".join(part for part in (self.form.address_from_blank(), self.plan.address()) if part)


def surveyor_of(ruleset: AnyRuleset) -> Surveyor[Any]:
    """How the game makes battlefields; raises ``Http404`` where it makes none."""
    if ruleset.surveyor is None:
        raise Http404
    return ruleset.surveyor


def armies_in(request: HttpRequest, ruleset: AnyRuleset, data: Mapping[str, str]) -> SideArmies:
    """The armies of an address; raises ``Http404`` and what ``load_head`` raises."""
    found = []
    for side in ("own", "opposing"):
        if key := data.get(side, ""):
            army = find_army(request, key)
            if army.ruleset != ruleset.slug:
                raise Http404
            found.append((side, army))
    return found


def survey(ruleset: AnyRuleset, data: Mapping[str, str], plan: BattlefieldPlan, armies: SideArmies) -> Surveyed:
    """The battlefield that the address asks for; what is wrong with the ground stands at its fields."""
    surveyor = surveyor_of(ruleset)
    forces = [army.loaded.force for _, army in armies]
    initial = surveyor.from_forces(forces[0], forces[1] if len(forces) > 1 else None) if forces else None
    form = form_for(surveyor.question, ruleset.catalogue, data, initial, layouts=layouts_of(ruleset))
    chosen = forces[0].house_rules if forces else ()
    field = None
    if form.is_valid():
        try:
            field = surveyor.make(form.spec(), plan.seed, plan.changes, HouseRules(ruleset.rulings, chosen))
        except QuestionError as error:
            form.refuse(error.field, error.message)
    return Surveyed(form, plan, armies, field)


def find_battlefield(request: HttpRequest, ruleset: AnyRuleset, text: str, armies: SideArmies) -> Surveyed:
    """The battlefield of a seed, on the ground of these armies, or of an address that a player pasted.

    Raises ``Unreadable``, also where there cannot be such a battlefield.
    """
    data = {"seed": text} if text.isdecimal() else _fields_of(ruleset, text)
    plan = read_plan(data)
    try:
        armies = armies if text.isdecimal() else armies_in(request, ruleset, data)
    except (Http404, KeyError, CodecError, Revision.DoesNotExist):
        word = ruleset.words.force
        raise Unreadable(f"You cannot open the {word} in this address; type the battlefield’s seed.") from None
    surveyed = survey(ruleset, data, plan, armies)
    if surveyed.field is None:
        labels, errors = surveyed.form.full_labels, surveyed.form.errors
        wrong = [f"{labels.get(name, name)}: {message}" for name, each in errors.items() for message in each]
        raise Unreadable(f"This ground is not possible. {' '.join(wrong)}")
    return surveyed


def _fields_of(ruleset: AnyRuleset, text: str) -> dict[str, str]:
    text = text.partition("#")[0]
    page, _, query = text.partition("?")
    if "=" in page:
        page, query = "", text
    if page and query and not urlsplit(page).path.startswith(reverse("battlefields:battlefield", args=[ruleset])):
        raise Unreadable(f"This is no address of a battlefield of {ruleset.title}.")
    try:
        fields = dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        fields = {}
    if "seed" not in fields:
        raise Unreadable("Type a seed, which is a whole number, or paste the whole address of a battlefield.")
    return fields
