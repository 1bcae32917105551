"""The form of the readings by which a question is answered."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from crispy_forms.utils import render_crispy_form
from django import forms
from django.utils.safestring import SafeString

from armybuilder.schema_forms.forms import LateForm, helper_of, reading_choices, switches_layout
from armybuilder.site.played_readings import NAME
from armybuilder.site.rule_places import with_links
from rulesets.core.declarations.house_rules import HouseRules, Ruling, switches
from rulesets.core.ruleset import AnyRuleset


class RulingsForm(LateForm):
    """One choice for each switch of a game; missing ones keep their previous reading."""

    def __init__(self, ruleset: AnyRuleset, data: Mapping[str, str], before: Mapping[str, str]) -> None:
        """Take the submitted data and the previous readings by switch, without the defaults."""
        self.ruleset = ruleset
        self.known = list(switches(ruleset.rulings).values())
        self.before = {ruling.switch: before.get(ruling.switch, ruling.default) for ruling in self.known}
        self.readings = {switch: data.get(f"{NAME}{switch}", key) for switch, key in self.before.items()}
        super().__init__(data={f"{NAME}{switch}": key for switch, key in self.readings.items()})

    def make_fields(self) -> dict[str, forms.Field]:
        """A choice for each switch."""
        return {
            f"{NAME}{ruling.switch}": forms.ChoiceField(
                choices=reading_choices(ruling),
                label=ruling.question,
                help_text=with_links(f"{ruling.id}, {ruling.where}", self.ruleset),
                widget=forms.RadioSelect,
            )
            for ruling in self.known
        }

    @cached_property
    def helper(self) -> FormHelper:
        """How ``{% crispy %}`` draws the form."""
        return helper_of(switches_layout(self.known, lambda ruling: f"{NAME}{ruling.switch}", self.readings))

    def clean(self) -> None:
        """Refuse unknown readings."""
        for ruling in self.known:
            if self.readings[ruling.switch] not in ruling.keys:
                self.add_error(f"{NAME}{ruling.switch}", "This reading does not exist. Choose one of these.")

    @property
    def html(self) -> SafeString:
        """The form as HTML, cached by readings."""
        if self.is_valid():
            return _form_html(self.ruleset, tuple(self.readings.items()))
        return SafeString(render_crispy_form(self))

    @property
    def changed(self) -> list[Ruling]:
        """The rulings with a reading other than the default."""
        return [ruling for ruling in self.known if self.readings[ruling.switch] != ruling.default]

    def house(self) -> HouseRules:
        """The readings; raises ``ValueError`` while the form has errors."""
        if not self.is_valid():
            raise ValueError("the form has errors")
        return HouseRules(self.ruleset.rulings, self.readings.items())

    def address(self) -> str:
        """The query string of the readings that differ from the previous ones."""
        changed = {switch: key for switch, key in self.readings.items() if key != self.before[switch]}
        return urlencode({f"{NAME}{switch}": key for switch, key in changed.items()})


@lru_cache(maxsize=100)
def _form_html(ruleset: AnyRuleset, readings: tuple[tuple[str, str], ...]) -> SafeString:
    return SafeString(render_crispy_form(RulingsForm(ruleset, {}, dict(readings))))
