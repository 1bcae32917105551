"""Load the sides of an address from the stored armies."""

from django.http import Http404, HttpRequest, QueryDict

from armybuilder.armies.loaded_army import SideArmy
from armybuilder.armies.models import Revision
from armybuilder.calculators.sides import Sides, read_sides
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
