"""Which armies a visitor may see and change. Other people's and unknown ones get the same 404."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.armies.models import Army
from armybuilder.armies.own_entry_index import column_mark
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.uses import Use, uses_requested
from armybuilder.site.claims import owned_by, read_claim
from rulesets.core.ruleset import AnyRuleset


def armies_of(request: HttpRequest) -> QuerySet[Army]:
    """The visitor's own armies, including deleted ones: the user's, and those of the browser that no user owns."""
    return Army.objects.filter(owned_by(request), example=False)


def armies_of_game(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[Army]:
    """The visitor's armies of a game, most recently changed first, without deleted ones."""
    return armies_of(request).filter(ruleset=ruleset.slug, deleted=None).defer("words")


@receiver(uses_requested)
def armies_with(request: HttpRequest, row: EntryRow, **kwargs: object) -> list[Use]:
    """The visitor's armies with a copy of an own entry, most recently changed first, without deleted ones."""
    mine = armies_of(request).filter(ruleset=row.ruleset, deleted=None)
    armies = mine.filter(own_entries__contains=column_mark(row.kind, row.key)).defer("words")
    return [Use(str(army), army.get_absolute_url()) for army in armies]


def is_own(request: HttpRequest, army: Army) -> bool:
    """Whether the visitor may change the army."""
    if army.owner_id is not None:
        return request.user.pk == army.owner_id
    claim = read_claim(request)
    return not army.example and claim is not None and army.claim_hash == claim.hash


def visible_army(request: HttpRequest, address: str) -> Army:
    """The army at that address if it is the visitor's own or an example; raises ``Http404``."""
    army = Army.objects.filter(pk=address, deleted=None).first()
    if army is None or not (army.example or is_own(request, army)):
        raise Http404
    return army


def own_army(request: HttpRequest, address: str) -> Army:
    """The army at that address if the visitor may change it; raises ``Http404``, ``PermissionDenied`` (example)."""
    army = visible_army(request, address)
    if not is_own(request, army):
        raise PermissionDenied("This is an example that everybody can look at. Make a copy to change it.")
    return army
