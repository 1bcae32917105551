"""What every view of an army reads: the loaded army, and the revision that the page shows."""

from django.http import Http404, HttpRequest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head, load_revision
from armybuilder.site.errors import Refused, explains_unreadable
from armybuilder.site.pages import sent_number
from rulesets.core.ruleset import AnyRuleset

readable = explains_unreadable("army")


def game_of(army: Army) -> AnyRuleset:
    """The army's game; raises ``Http404`` when the site no longer has it."""
    try:
        return army.game
    except KeyError:
        raise Http404 from None


def load_army(army: Army) -> LoadedArmy:
    """The current army; raises ``Http404`` when the site no longer has its game."""
    try:
        return load_head(army)
    except KeyError:
        raise Http404 from None


def base_number(request: HttpRequest) -> int:
    """The number of the revision that the sending page shows."""
    return sent_number(request.POST, "head")


def load_base(request: HttpRequest, army: Army) -> LoadedArmy:
    """The army as the sending page shows it; raises ``Refused`` when that version is not stored, ``Http404``."""
    try:
        return load_revision(army, base_number(request))
    except Revision.DoesNotExist:
        words = "The version that this page shows is no longer stored. Reload the page."
        raise Refused(400, words) from None
    except KeyError:
        raise Http404 from None
