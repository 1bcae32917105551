"""The battlefield of an address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404

from armybuilder.armies.loaded_army import SideArmy
from armybuilder.battlefields.addresses import BattlefieldPlan
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from rulesets.core.battlefields import Battlefield, Surveyor
from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset

SIDES: Final = ("own", "opposing")

SideArmies = list[tuple[str, SideArmy]]
"""The armies in an address, each with its side: ``own`` or ``opposing``."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A battlefield of an address: the form, the plan, the armies, and the field unless there are mistakes."""

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
        """The query string of the same battlefield without armies, with all values spelt out."""
        return "&".join(part for part in (self.form.address_from_blank(), self.plan.address()) if part)


def surveyor_of(ruleset: AnyRuleset) -> Surveyor[Any]:
    """The game's surveyor of battlefields; raises ``Http404`` if it has none."""
    if ruleset.surveyor is None:
        raise Http404
    return ruleset.surveyor


def survey(ruleset: AnyRuleset, data: Mapping[str, str], plan: BattlefieldPlan, armies: SideArmies) -> Surveyed:
    """The battlefield that the address asks for; what is wrong with the ground stands at its fields."""
    surveyor = surveyor_of(ruleset)
    forces = [army.loaded.force for _, army in armies]
    initial = surveyor.from_forces(forces[0], forces[1] if len(forces) > 1 else None) if forces else None
    form = form_for(surveyor.question, ruleset.catalogue, data, initial, layouts=layouts_of(ruleset))
    house_rules = forces[0].house_rules if forces else ()
    field = None
    if form.is_valid():
        try:
            field = surveyor.make(form.spec(), plan.seed, plan.changes, HouseRules(ruleset.rulings, house_rules))
        except QuestionError as error:
            form.refuse(error.field, error.message)
    return Surveyed(form, plan, armies, field)
