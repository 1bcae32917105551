"""The forms for a set: its name and its readings."""

from collections.abc import Iterator, Mapping

from crispy_forms.layout import Layout
from django import forms
from django.template.loader import render_to_string

from armybuilder.armies.inspector import HouseRulesForm
from armybuilder.schema_forms.blocks import Chapter
from armybuilder.schema_forms.forms import helper_of, storable
from armybuilder.site.rule_groups import rulings_by_place
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset


class SetNameForm(forms.Form):
    """The name of a set."""

    name = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, data: Mapping[str, str] | None = None, name: str = "") -> None:
        super().__init__(data, auto_id="set_%s", initial={"name": name})

    def clean_name(self) -> str:
        """Return the name as documents can store it."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)


class SetForm(HouseRulesForm):
    """The readings of a set, by chapters: the first is open, and those with another reading than the default.

    Where there is an example of what a switch changes, its help has a link to it.
    """

    def __init__(self, ruleset: AnyRuleset, readings: Mapping[str, str], data: Mapping[str, str] | None) -> None:
        super().__init__(ruleset, readings, data)
        for switch in ruleset.examples:
            context = {"ruleset": ruleset, "switch": switch, "help": self.fields[switch].help_text}
            self.fields[switch].help_text = render_to_string("house_rules/switch_help.html", context)
        self.helper = helper_of(Layout(*self._chapters(ruleset, data or readings)))

    def _chapters(self, ruleset: AnyRuleset, selected: Mapping[str, str]) -> Iterator[Chapter]:
        places = ((place.title, [each for each in place.items if each.switch]) for place in rulings_by_place(ruleset))
        for number, (title, rulings) in enumerate(place for place in places if place[1]):
            changed = (
                selected.get(self.add_prefix(each.switch), selected.get(each.switch, each.default)) != each.default
                for each in rulings
            )
            yield Chapter([ruling.switch for ruling in rulings], title, number == 0 or any(changed))
