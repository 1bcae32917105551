"""The forms to begin a game at the table and to join one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, QueryDict

from armybuilder.armies.access import armies_of
from armybuilder.armies.loaded_army import SideArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.battlefields.addresses import Unreadable
from armybuilder.battlefields.armies import find_battlefield
from armybuilder.matches.log.creation import ChosenForce, differences
from armybuilder.matches.log.seats import last_player_name
from armybuilder.matches.models import PLAYER_LENGTH
from armybuilder.schema_forms.forms import storable
from armybuilder.sharing.links import BadLink, find_pasted_link
from armybuilder.sharing.opponents import armies_to_choose, find_army
from armybuilder.site.rule_places import with_links
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.house_rules import HouseRules, Ruling
from rulesets.core.play.matches import AT_START
from rulesets.core.ruleset import AnyRuleset

JOINS: Final = "joins"
BY_KIND: Final = "by-kind"
OTHERS: Final = (
    (JOINS, "The opponent brings one with a link"),
    (BY_KIND, "No list: add units as they appear"),
)
NAME: Final = "house."
MAX_ADDRESS_LENGTH: Final = 8_000
"""Characters of the address of a battlefield."""


class PlayerField(forms.CharField):
    """The name of a player in a game, if the player likes to be called by one."""

    def __init__(self, initial: str) -> None:
        """Offer the name that the player had before."""
        super().__init__(
            required=False,
            max_length=PLAYER_LENGTH,
            label="Your name",
            initial=initial,
            widget=forms.TextInput({"autocomplete": "nickname", "placeholder": "Optional"}),
        )

    def clean(self, value: str) -> str:
        """The name as it can be stored."""
        return storable(super().clean(value), PLAYER_LENGTH)


class _ArmyForm(forms.Form):
    """A form to choose armies of a game."""

    def __init__(self, request: HttpRequest, ruleset: AnyRuleset, data: QueryDict | None) -> None:
        """List the armies that the visitor may choose; the address may preselect some."""
        initial = {name: request.GET[name] for name in ("own", "opposing") if request.GET.get(name)}
        super().__init__(data, initial=initial)
        self.request, self.ruleset = request, ruleset
        self.armies = [(choice.key, str(choice)) for choice in armies_to_choose(request, ruleset)]
        for key in initial.values():
            if key not in dict(self.armies) and (name := self._name_of(key)):
                self.armies.append((key, name))

    def _name_of(self, key: str) -> str:
        try:
            army = find_army(self.request, key)
        except (Http404, KeyError, CodecError, Revision.DoesNotExist):
            return ""
        return army.name if army.ruleset == self.ruleset.slug else ""

    def _load_force(self, key: str) -> ChosenForce:
        """The army of that key or pasted link; raises ``ValidationError``."""
        word = self.ruleset.words.force
        try:
            army = find_army(self.request, find_pasted_link(key).token if "/" in key else key)
        except BadLink as error:
            raise forms.ValidationError(str(error)) from None
        except (Http404, KeyError, Revision.DoesNotExist):
            raise forms.ValidationError(f"This {word} no longer exists. Choose another.") from None
        except CodecError as error:
            raise forms.ValidationError(f"This {word} can no longer be opened: {error}") from None
        if army.ruleset != self.ruleset.slug:
            raise forms.ValidationError(
                f"This army is for {army.loaded.ruleset.title}. Choose one for {self.ruleset.title}."
            )
        own: Army | None = armies_of(self.request).filter(pk=army.key).first()
        return ChosenForce(army.loaded, own)


class NewMatchForm(_ArmyForm):
    """The setup of a new game: two armies, house rules where they differ, battlefield, hidden units."""

    def __init__(self, request: HttpRequest, ruleset: AnyRuleset, data: QueryDict | None) -> None:
        """Offer the visitor's armies for both sides."""
        super().__init__(request, ruleset, data)
        self.own: ChosenForce
        self.opposing: ChosenForce | None = None
        self.differing: list[Ruling] = []
        word = ruleset.words.force
        self.fields["own"] = forms.ChoiceField(choices=self.armies, label=f"Your {word}")
        self.fields["player"] = PlayerField(last_player_name(request))
        self.fields["opposing"] = forms.ChoiceField(
            choices=[*OTHERS, *self.armies], label=f"The other {word}", initial=JOINS
        )
        self.fields["link"] = forms.CharField(required=False, max_length=500, label="Or its share link")
        self.battlefield, self.start = "", AT_START
        if ruleset.surveyor is not None:
            self.fields["battlefield"] = forms.CharField(
                required=False,
                max_length=MAX_ADDRESS_LENGTH,
                label="Battlefield",
                initial=request.GET.get("battlefield"),
                help_text="Its seed or link",
            )
        if ruleset.play is not None and ruleset.play.hidden is not None:
            self.fields["hides"] = forms.BooleanField(required=False, label="Start hidden, as blanks")
        self.fields["at_once"] = forms.BooleanField(
            required=False,
            label="Results for the other side take effect at once",
        )
        self.fields["plans"] = forms.BooleanField(
            required=False,
            label="Allow plans of who engages whom, if both players agree",
        )

    def clean(self) -> dict[str, Any]:
        """Load both armies; where they differ in house rules, each difference needs an answer."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("own", "opposing"):
            key = data.get("link") or data.get(name) if name == "opposing" else data.get(name)
            if not key or key in (JOINS, BY_KIND):
                continue
            try:
                setattr(self, name, self._load_force(key))
            except forms.ValidationError as error:
                self.add_error("link" if name == "opposing" and data.get("link") else name, error)
        if data.get("opposing") == BY_KIND and not data.get("link") and data.get("hides"):
            self.add_error("hides", "A generic opponent has no player for units to hide from.")
        if not self.errors and self.opposing is not None:
            self._add_differences(self.opposing)
            if data.get("hides") and self.opposing.army is None:
                self._add_confirmation()
        if data.get("battlefield") and not self.errors:
            try:
                self._begin_on(data["battlefield"])
            except Unreadable as error:
                self.add_error("battlefield", str(error))
        return data

    def _begin_on(self, text: str) -> None:
        """Set the initial conditions from a battlefield's seed or address; raises ``Unreadable``."""
        ruleset, forces = self.ruleset, {"own": getattr(self, "own", None), "opposing": self.opposing}
        assert ruleset.surveyor is not None  # noqa: S101
        assert ruleset.play is not None  # noqa: S101
        armies = [(side, SideArmy("", ruleset.slug, each.loaded)) for side, each in forces.items() if each]
        battlefield = find_battlefield(self.request, ruleset, text, armies)
        conditions = AT_START.conditions
        house = HouseRules(ruleset.rulings, self.house_rules().items())
        for change in ruleset.surveyor.begins(battlefield.form.spec(), battlefield.plan.seed, house):
            conditions = conditions.changed(change, ruleset.play.conditions)
        self.battlefield, self.start = battlefield.address_without_armies, replace(AT_START, conditions=conditions)

    def _add_confirmation(self) -> None:
        """Ask whoever begins a game with a list that is open to them whether its units begin hidden all the same."""
        self.fields["is_read"] = forms.BooleanField(required=False, label="Start hidden anyway")
        if not self.data.get("is_read"):
            self.add_error(
                "hides",
                f"You can see the other {self.ruleset.words.force}, including everything that would start hidden. "
                "Let its player bring it with a link instead, or tick “Start hidden anyway”.",
            )

    def _add_differences(self, opposing: ChosenForce) -> None:
        self.differing = differences(self.own.loaded, opposing.loaded)
        for ruling in self.differing:
            field = forms.ChoiceField(
                choices=[(reading.key, reading.text) for reading in ruling.readings],
                label=ruling.question,
                help_text=with_links(f"{ruling.id}, {ruling.where}", opposing.loaded.ruleset),
                widget=forms.RadioSelect,
            )
            name = f"{NAME}{ruling.switch}"
            self.fields[name] = field
            key = self.data.get(name, "")
            if key in {reading.key for reading in ruling.readings}:
                self.cleaned_data[name] = key
            else:
                self.add_error(name, "The two armies play this differently. Choose one reading for the game.")

    def house_rules(self) -> Mapping[str, str]:
        """The readings for the game: your army's, with the answers to the differences."""
        readings = dict(self.own.loaded.force.house_rules)
        for ruling in self.differing:
            readings[ruling.switch] = self.cleaned_data[f"{NAME}{ruling.switch}"]
            if readings[ruling.switch] == ruling.default:
                del readings[ruling.switch]
        return readings


class JoinForm(_ArmyForm):
    """The name of the player of the second seat, and the army that the player brings where it ``needs_army``."""

    def __init__(self, request: HttpRequest, ruleset: AnyRuleset, data: QueryDict | None, *, needs_army: bool) -> None:
        """Offer the visitor's armies, or none for a generic opponent."""
        super().__init__(request, ruleset, data)
        self.chosen: ChosenForce | None = None
        self.fields["player"] = PlayerField(last_player_name(request))
        if needs_army:
            self.fields["army"] = forms.ChoiceField(
                choices=[*self.armies, ("", "No list: a generic opponent")],
                required=False,
                initial=next((key for key, _ in self.armies), ""),
                label=f"Your {ruleset.words.force}",
            )

    def clean_army(self) -> str:
        """Load the army chosen."""
        key: str = self.cleaned_data["army"]
        self.chosen = self._load_force(key) if key else None
        return key
