"""Load the sides of an address from the stored armies."""

from django.http import Http404, HttpRequest, QueryDict

from armybuilder.armies.examples import example_address
from armybuilder.armies.loaded_army import SideArmy
from armybuilder.armies.models import Revision
from armybuilder.calculators.sides import NAME, OPPOSING, OWN, Sides, read_sides
from armybuilder.sharing.opponents import find_army
from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset


def load_sides(request: HttpRequest, ruleset: AnyRuleset, query: QueryDict | None = None) -> Sides:
    """The sides that the address names, or another ``query``."""

    def find(key: str) -> SideArmy | None:
        try:
            return find_army(request, key)
        except (Http404, KeyError, Revision.DoesNotExist, CodecError):
            return None

    return read_sides(request.GET if query is None else query, ruleset, find)


def example_sides(request: HttpRequest, ruleset: AnyRuleset) -> Sides:
    """The game's example army on both sides; none on a site without it."""
    example = example_address(ruleset.slug)
    sides = load_sides(request, ruleset, QueryDict(f"{NAME}{OWN}={example}&{NAME}{OPPOSING}={example}"))
    return Sides() if sides.missing else sides
