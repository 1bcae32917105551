"""The form of a new club evening."""

from django import forms

from armybuilder.club_evenings.models import Evening
from armybuilder.schema_forms.forms import storable
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.registry import all_rulesets


def _games() -> list[tuple[str, str]]:
    """The games that can be played at the table, after none."""
    return [("", "Any"), *((each.slug, each.title) for each in all_rulesets() if each.play)]


class EveningForm(forms.Form):
    """The name, how players are paired, and the game that is played, if it is one of the site's."""

    name = forms.CharField(max_length=NAME_LENGTH, label="Name", widget=forms.TextInput({"autocomplete": "off"}))
    kind = forms.TypedChoiceField(
        choices=Evening.Kind.choices, label="Pairing", required=False, empty_value=Evening.Kind.SWISS.value
    )
    ruleset = forms.ChoiceField(
        choices=_games,
        label="Game",
        required=False,
        help_text="If you choose one, players can start their game at the table from their pairing.",
    )

    def clean_name(self) -> str:
        """The name in a form that can be stored."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)
