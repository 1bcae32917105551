"""Which entries a visitor may see and change. Those of others give the same 404 as unknown ones."""

from collections.abc import Callable
from functools import wraps

from django.db.models import Case, Q, QuerySet, When
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.catalogue.models import EntryRow
from armybuilder.site.claims import owned_by
from armybuilder.site.errors import View
from armybuilder.site.limits import limit
from rulesets.core.declarations.catalogue import Catalogue, Source
from rulesets.core.ruleset import AnyRuleset

ENTRY_ORDER = (Case(When(source=Source.OWN, then=0), default=1), "position", "name", "key")
"""The order of entries of one kind: the visitor's own, followed by the game's."""


def own_entries(request: HttpRequest) -> QuerySet[EntryRow]:
    """The visitor's own entries of all games."""
    return EntryRow.objects.filter(owned_by(request))


def visible_entries(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[EntryRow]:
    """The visitor's entries of a game and the game's, by kind."""
    rows = EntryRow.objects.filter(Q(owner=None, claim_hash="") | owned_by(request), ruleset=ruleset.slug)
    return rows.order_by("kind", *ENTRY_ORDER)


def visible_entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> EntryRow:
    """The entry of this key, preferably the visitor's own; raises ``Http404``."""
    rows = visible_entries(request, ruleset).filter(kind=kind, key=key).select_related("picture")
    rows = rows.defer("picture__image", "picture__small")
    row = next(iter(sorted(rows, key=lambda row: not row.is_players)), None)
    if row is None:
        raise Http404
    return row


def own_entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> EntryRow:
    """The visitor's own entry of this key; raises ``Http404``."""
    row = own_entries(request).filter(ruleset=ruleset.slug, kind=kind, key=key).first()
    if row is None:
        raise Http404
    return row


OfEntry = Callable[[HttpRequest, AnyRuleset, EntryRow], HttpResponse]


FindEntry = Callable[[HttpRequest, AnyRuleset, str, str], EntryRow]


def entry_page(limited: str, find: FindEntry = own_entry) -> Callable[[OfEntry], View[[AnyRuleset, str, str]]]:
    """Decorate a page of an entry, which gets its row: shown and sent within a limit, kept nowhere.

    It is the visitor's, unless another function is to ``find`` it.
    """

    def decorate(view: OfEntry) -> View[[AnyRuleset, str, str]]:
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @limit(limited)
        @wraps(view)
        def around(request: HttpRequest, /, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
            return view(request, ruleset, find(request, ruleset, kind, key))

        return around

    return decorate


def own_catalogue(request: HttpRequest, ruleset: AnyRuleset) -> Catalogue:
    """The visitor's own entries of a game, by name, without those that no longer fit their declaration."""
    entries = (row.entry() for row in own_entries(request).filter(ruleset=ruleset.slug).order_by("kind", "name", "key"))
    return Catalogue(tuple(entry for entry in entries if entry is not None))
