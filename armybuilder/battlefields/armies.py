"""The armies in a battlefield's address, and the battlefield that a player entered."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from django.http import Http404, HttpRequest
from django.urls import reverse

from armybuilder.armies.models import Revision
from armybuilder.battlefields.addresses import Unreadable, read_plan
from armybuilder.battlefields.surveys import SIDES, SideArmies, Surveyed, survey
from armybuilder.sharing.opponents import find_army
from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset

MAX_FIELDS: Final = 100
"""Most fields of a pasted address."""


def armies_in(request: HttpRequest, ruleset: AnyRuleset, data: Mapping[str, str]) -> SideArmies:
    """The armies of an address; raises ``Http404`` and what ``load_head`` raises."""
    armies = []
    for side in SIDES:
        if key := data.get(side, ""):
            army = find_army(request, key)
            if army.ruleset != ruleset.slug:
                raise Http404
            armies.append((side, army))
    return armies


def find_battlefield(request: HttpRequest, ruleset: AnyRuleset, text: str, armies: SideArmies) -> Surveyed:
    """The battlefield of a seed with these armies, or of a pasted address.

    Raises ``Unreadable``, also if there can be no such battlefield.
    """
    data = {"seed": text} if text.isdecimal() else _fields_of(ruleset, text)
    plan = read_plan(data)
    try:
        armies = armies if text.isdecimal() else armies_in(request, ruleset, data)
    except (Http404, KeyError, CodecError, Revision.DoesNotExist):
        word = ruleset.words.force
        raise Unreadable(f"You cannot open the {word} in this address. Type the battlefield’s seed.") from None
    surveyed = survey(ruleset, data, plan, armies)
    if surveyed.field is None:
        labels, errors = surveyed.form.full_labels, surveyed.form.errors
        wrong = [f"{labels.get(name, name)}: {message}" for name, each in errors.items() for message in each]
        raise Unreadable(f"This layout is not possible. {' '.join(wrong)}")
    return surveyed


def _fields_of(ruleset: AnyRuleset, text: str) -> dict[str, str]:
    text = text.partition("#")[0]
    page, _, query = text.partition("?")
    if "=" in page:
        page, query = "", text
    if page and query and not urlsplit(page).path.startswith(reverse("battlefields:battlefield", args=[ruleset])):
        raise Unreadable(f"This is not the address of a {ruleset.title} battlefield.")
    try:
        fields = dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except ValueError:
        fields = {}
    if "seed" not in fields:
        raise Unreadable("Type a seed, which is a whole number, or paste the whole address of a battlefield.")
    return fields
