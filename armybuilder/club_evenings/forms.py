"""The form of a new club evening."""

from django import forms

from armybuilder.club_evenings.models import Evening
from armybuilder.schema_forms.forms import storable
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.registry import all_rulesets


class EveningForm(forms.Form):
    """The name, how players are paired, and the game that is played, if it is one of the site's."""

    name = forms.CharField(max_length=NAME_LENGTH, label="Name", widget=forms.TextInput({"autocomplete": "off"}))
    kind = forms.ChoiceField(choices=Evening.Kind.choices, label="Pairing", required=False)
    ruleset = forms.ChoiceField(
        label="Game", required=False, help_text="With a game, players can start it at the table from their pairing."
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Offer the games that can be played at the table."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        games = [(each.slug, each.title) for each in all_rulesets() if each.play]
        self.fields["ruleset"].choices = [("", "Any"), *games]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """The name in a form that can be stored."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)

    def clean_kind(self) -> str:
        """Swiss rounds unless something else was chosen."""
        return self.cleaned_data["kind"] or Evening.Kind.SWISS.value
