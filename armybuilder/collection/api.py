"""Collections in the API: what the owner of the token has of a game, and what is entered for one unit."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Schema

from armybuilder.api.endpoints import PAGE, SIZE, answer, answer_page, endpoint, invalid, read_declared
from armybuilder.api.models import Token
from armybuilder.api.shapes import Page
from armybuilder.catalogue.access import visible_entry
from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.models import MAX_COUNT
from armybuilder.collection.shelf import FULL, NOTHING, Models, TooManyRows, save_models, shelf_of, units_of
from armybuilder.schema_forms.forms import storable
from armybuilder.site.claims import author_of
from armybuilder.site.errors import Refused
from rulesets.core.declarations.fields import NAME_LENGTH, Ask
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.declarations.problems import Problem

LATE: Final = "These models were just changed elsewhere. Read them again."

router = Router(tags=["Collection"])


@dataclass(frozen=True, slots=True)
class ModelsWords:
    """What you have of a unit; nothing at all takes it out of the collection."""

    count: Annotated[int, Ask("Models", min=0, max=MAX_COUNT)] = 0
    painted: Annotated[int, Ask("Painted models", min=0, max=MAX_COUNT)] = 0
    note: Annotated[str, Ask("Note", max_length=NAME_LENGTH)] = ""


class ModelsShape(Schema):
    """What you have of a unit, which kind and key name as in the catalogue."""

    kind: str
    key: str
    name: str
    count: int
    painted: int
    note: str


class CollectionPage(Page):
    """One page of what you have of a game, in the order of the catalogue."""

    models: list[ModelsShape]


def _shape(unit: EntryRow, models: Models) -> ModelsShape:
    return ModelsShape(
        kind=unit.kind, key=unit.key, name=unit.name, count=models.count, painted=models.painted, note=models.note
    )


@endpoint(
    router,
    "GET",
    "/games/{game:game}/collection",
    "collection",
    {200: CollectionPage},
    limits="collection",
    scope=Token.Scope.READ,
)
def collection(request: HttpRequest, game: Any, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The models that you have of a game."""
    have = shelf_of(request, game)
    rows = [(unit, have[entry]) for entry, unit in units_of(request, game).items() if entry in have]
    return answer_page(request, "models", rows, page, size, lambda row: _shape(*row))


@endpoint(
    router,
    "PUT",
    "/games/{game:game}/collection/{slug:kind}/{str:key}",
    "models",
    {200: ModelsShape},
    limits="collection",
    scope=Token.Scope.WRITE,
    body=json_schema(ModelsWords),
)
def put_models(request: HttpRequest, game: Any, kind: str, key: str) -> HttpResponse:
    """Set how many models of a unit you have, how many of them are painted, and a note."""
    words = read_declared(request, ModelsWords)
    if words.painted > words.count:
        return invalid((Problem("painted", f"give at most {words.count}, the number of models"),))
    if kind not in {each.slug for each in game.kinds if each.is_unit}:
        raise Http404
    unit = visible_entry(request, game, kind, key)
    models = Models(words.count, words.painted, storable(words.note, NAME_LENGTH))
    seen = shelf_of(request, game).get((kind, key), NOTHING).text
    try:
        late = save_models(request, game, author_of(request), {(kind, key): (seen, models)})
    except TooManyRows:
        raise Refused(409, FULL) from None
    if late:
        raise Refused(409, LATE)
    return answer(_shape(unit, models))
