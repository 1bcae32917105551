"""Games in the API: catalogues, calculators and army checks. No account is needed."""

import time
from functools import lru_cache, partial
from typing import Annotated, Any, Final

import orjson
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from armybuilder.api.endpoints import (
    PAGE,
    SIZE,
    Invalid,
    answer,
    answer_page,
    endpoint,
    form_problems,
    invalid,
    one_of,
    read_json,
)
from armybuilder.api.shapes import (
    FROM_DECLARATIONS,
    AnswerList,
    EntryPage,
    EntryShape,
    ExampleShape,
    GameList,
    GameName,
    GameShape,
    QuestionShape,
)
from armybuilder.armies.documents import army_within
from armybuilder.calculators.loading import load_sides
from armybuilder.calculators.questions import UNIT_MISSING
from armybuilder.calculators.sides import NAME as SIDE
from armybuilder.calculators.sides import OPPOSING, OWN, Sides, takes_sides
from armybuilder.catalogue.access import own_catalogue, visible_entries, visible_entry
from armybuilder.catalogue.filters import FACET, EntryFilter
from armybuilder.catalogue.models import EntryRow
from armybuilder.revisions.cache import LRUCache
from armybuilder.site.errors import plain_problem
from rulesets import BadInput, Game, games
from rulesets.core.calculators import Calculator
from rulesets.core.declarations.catalogue import Catalogue, EntryKind
from rulesets.core.declarations.codec import CodecError, any_object, decode, encode, merge, read_anything
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import switches
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.values import (
    Value,
    choice_value,
    list_value,
    object_value,
    readings_value,
    text_value,
)
from rulesets.core.force_document import encode_entry
from rulesets.core.plain import AnswerShape, CheckShape, ResultsShape
from rulesets.core.ruleset import AnyRuleset

MAX_QUESTIONS: Final = 1000
SECONDS: Final = 10.0
"""How long a call with many questions may take; the remaining ones have to be sent again."""

QUESTION, QUESTIONS, ARMY = "Question", "Questions", "Army"
"""Bodies of which the OpenAPI document has one for each calculator or game."""

FIELDS, HOUSE_RULES = "Fields", "HouseRules"
"""Components with the fields of one calculator's question, and with the house rules of one game."""

NO_ENTRIES: Final = Catalogue()
FROM_ARMIES: Final = {
    "parameters": [
        {
            "name": f"{SIDE}{name}",
            "in": "query",
            "description": f"{words} army, or ARMY:UNIT, as in the address of the calculator’s page. ARMY is an army’s "
            "id or the token of a link to it",
            "schema": {"type": "string"},
        }
        for name, words in ((OWN, "Your"), (OPPOSING, "The opposing"))
    ]
}
router = Router(tags=["Games"])
_ANSWERS: LRUCache[bytes] = LRUCache(16 * 1024 * 1024)  # bytes of questions and answers


# --- games and catalogue -----------------------------------------------------------------------------


@endpoint(router, "GET", "/games", "games", {200: GameList})
def list_games(request: HttpRequest) -> HttpResponse:
    """The games of this site."""
    return answer({"games": [GameName.from_orm(game.ruleset) for game in games()]})


@endpoint(router, "GET", "/games/{game:game}", "game", {200: GameShape})
def game(request: HttpRequest, game: Any) -> HttpResponse:
    """A game: the key to its codes, its calculators, house rules and kinds of catalogue entry."""
    counts = dict(visible_entries(request, game).order_by().values_list("kind").annotate(Count("pk")))
    front = Game(game)
    kinds = [
        {**kind, "count": counts.get(kind["kind"], 0), "profile": json_schema(game.kind(kind["kind"]).spec)}
        for kind in front.kinds()
    ]
    more = {
        "about": game.about,
        "codes": list(map(encode, game.codes)),
        "calculators": front.calculators(),
        "house_rules": front.house_rules(),
        "kinds": kinds,
    }
    return answer(GameName.from_orm(game).model_dump() | more)


@endpoint(router, "GET", "/games/{game:game}/example", "example", {200: ExampleShape})
def example(request: HttpRequest, game: Any) -> HttpResponse:
    """A legal army of the game to start from."""
    return answer({"army": Game(game).example()})


def _kind(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    return ruleset.kind(one_of("kind", slug, (each.slug for each in ruleset.kinds)))


@endpoint(
    router,
    "GET",
    "/games/{game:game}/catalogue/{slug:kind}",
    "entries",
    {200: EntryPage},
    limits="search",
    any_query=True,
)
def entries(
    request: HttpRequest,
    game: Any,
    kind: str,
    q: Annotated[str, Query(max_length=80, description="Words from the name, the key or the place in the book")] = "",
    source: Annotated[str, Query(pattern="^(|rulebook|example|own)$", description="Where an entry comes from")] = "",
    page: PAGE = 1,
    size: SIZE = 100,
) -> HttpResponse:
    """The entries of one kind, and yours if you send a token. You can search and filter them (is-FIELD=VALUE)."""
    narrowing = EntryFilter(_kind(game, kind), request.GET)
    wrong = list(form_problems(narrowing))
    facets = [name for name in narrowing.fields if name.startswith(FACET)]
    may = f"this kind has {', '.join(facets) or 'none'}"
    known = {"q", "source", "page", "size", *facets}
    wrong += [Problem(name, f"this is not a filter. {may}") for name in request.GET if name not in known]
    if wrong:
        return invalid(tuple(wrong))
    narrowed = narrowing.narrow(visible_entries(request, game).filter(kind=kind))
    return answer_page(request, "entries", narrowed, page, size, _encoded)


def _encoded(row: EntryRow) -> dict[str, Any] | None:
    """The entry of a row; ``None`` if its game can no longer read it."""
    entry = row.entry()
    return None if entry is None else encode_entry(entry)


@endpoint(router, "GET", "/games/{game:game}/catalogue/{slug:kind}/{str:key}", "entry", {200: EntryShape})
def entry(request: HttpRequest, game: Any, kind: str, key: str) -> HttpResponse:
    """One catalogue entry. If you have an entry with the same key as one of the game, you get yours."""
    _kind(game, kind)
    plain = _encoded(visible_entry(request, game, kind, key))
    if plain is None:
        raise Http404
    return answer(plain)


# --- calculators -------------------------------------------------------------------------------------


@lru_cache(maxsize=50)
def house_value(ruleset: AnyRuleset) -> Value:
    """A game's house rules; each has a default."""
    return readings_value(ruleset.rulings, dict)


def _component(*words: str) -> dict[str, Any]:
    """Where the OpenAPI document has the schema of that name."""
    return {"$ref": f"#/components/schemas/{'-'.join(words)}"}


def question_body(ruleset: AnyRuleset, calculator: Calculator[Any]) -> Value:
    """One question with the house rules it is asked under; all of it may be left out."""
    question = Value(any_object, partial(_component, FIELDS, ruleset.slug, calculator.slug))
    return object_value({"question": question, "house": _house_value(ruleset)}, dict)


def questions_body(ruleset: AnyRuleset, calculator: Calculator[Any]) -> Value:
    """Many questions under the same house rules; each is checked when its turn comes."""
    question = Value(read_anything, partial(_component, FIELDS, ruleset.slug, calculator.slug))
    questions = list_value(question, MAX_QUESTIONS, "questions")
    required = {"questions": "the questions to answer"}
    return object_value({"questions": questions, "house": _house_value(ruleset)}, dict, required)


def _house_value(ruleset: AnyRuleset) -> Value:
    return Value(house_value(ruleset).read, partial(_component, HOUSE_RULES, ruleset.slug))


def _read(request: HttpRequest, body: Value, ruleset: AnyRuleset) -> dict[str, Any]:
    """The body of a request; raises ``Invalid``."""
    try:
        data: dict[str, Any] = body.decode(read_json(request))
    except CodecError as error:
        raise Invalid(error.problems, _rulings(ruleset, "house")) from None
    return data


def _rulings(ruleset: AnyRuleset, key: str) -> dict[str, str]:
    """The ids of the rulings by the paths of their readings below ``key``."""
    return {f"{key}.{switch}": ruling.id for switch, ruling in switches(ruleset.rulings).items()}


def calculator_by_slug(ruleset: AnyRuleset, slug: str) -> Calculator[Any]:
    """A game's calculator; raises ``NotFound``."""
    return ruleset.calculator(one_of("calculator", slug, (each.slug for each in ruleset.calculators)))


def _answer_json(
    ruleset: AnyRuleset, calculator: Calculator[Any], question: Any, house: dict[str, str], own: Catalogue = NO_ENTRIES
) -> bytes:
    """The answer as JSON; ``own`` are players' entries that the question may use. Raises ``BadInput``.

    Answers are cached, except with players' entries.
    """
    if own.entries:
        catalogue = ruleset.catalogue.with_entries(own)
        return orjson.dumps(Game(ruleset).ask(calculator.slug, question, house, catalogue))
    key = orjson.dumps([question, house], option=orjson.OPT_SORT_KEYS).decode(), id(calculator)
    text = _ANSWERS.get(key)
    if text is None:
        text = orjson.dumps(Game(ruleset).ask(calculator.slug, question, house))
        _ANSWERS.add(key, text, len(key[0]) + len(text))
    return text


def _sides(request: HttpRequest, ruleset: AnyRuleset, calculator: Calculator[Any]) -> Sides:
    """The armies that the query names; raises ``Invalid`` if the question cannot be filled in from them."""
    parameters = [f"{SIDE}{name}" for name in (OWN, OPPOSING) if f"{SIDE}{name}" in request.GET]
    if not parameters:
        return Sides()
    if not takes_sides(calculator):
        problem = "This calculator cannot be filled in from an army. Leave this parameter out."
        raise Invalid((Problem(parameters[0], problem),), {})
    sides = load_sides(request, ruleset)
    wrong = [Problem(f"{SIDE}{name}", "give an army of this game that you may see") for name in sides.missing]
    wrong += [Problem(f"{SIDE}{name}", UNIT_MISSING) for name in sides.missing_units(calculator)]
    unsuited = sides.unsuited(calculator)
    if unsuited is not None:
        wrong.append(Problem(parameters[0], unsuited.reason))
    if wrong:
        raise Invalid(tuple(wrong), {})
    return sides


@endpoint(
    router,
    "GET",
    "/games/{game:game}/calculators/{slug:calculator}",
    "calculator",
    {200: QuestionShape},
    described=FROM_ARMIES,
)
def calculator(request: HttpRequest, game: Any, calculator: str) -> HttpResponse:
    """A calculator: the JSON Schema of its question, its house rules, and the question filled in from armies."""
    selected, front = calculator_by_slug(game, calculator), Game(game)
    description = next(each for each in front.calculators() if each["calculator"] == selected.slug)
    sides = _sides(request, game, selected)
    filled = decode(selected.question, sides.prefill(selected))
    return answer(
        {
            **description,
            "question": front.schema(selected.slug),
            "house_rules": front.house_rules(),
            "filled": {"question": encode(filled), "house": sides.readings},
        }
    )


@endpoint(
    router,
    "POST",
    "/games/{game:game}/calculators/{slug:calculator}/answer",
    "answer",
    {200: AnswerShape},
    limits="calculate",
    body={FROM_DECLARATIONS: QUESTION},
    described=FROM_ARMIES,
)
def one_answer(request: HttpRequest, game: Any, calculator: str) -> HttpResponse:
    """Answer one question. Leave a field out for its default, or for what the armies fill in."""
    selected = calculator_by_slug(game, calculator)
    data = _read(request, question_body(game, selected), game)
    sides = _sides(request, game, selected)
    question = merge(sides.prefill(selected), data.get("question", {}))
    own = sides.catalogue(own_catalogue(request, game) if request.user.is_authenticated else NO_ENTRIES)
    try:
        return answer(_answer_json(game, selected, question, {**sides.readings, **data.get("house", {})}, own))
    except BadInput as bad:
        return invalid(_within("question", bad.problems))


@endpoint(
    router,
    "POST",
    "/games/{game:game}/calculators/{slug:calculator}/answers",
    "answers",
    {200: AnswerList},
    limits="calculate-many",
    body={FROM_DECLARATIONS: QUESTIONS},
)
def many_answers(request: HttpRequest, game: Any, calculator: str) -> HttpResponse:
    """Answer up to 1,000 questions. A question that cannot be answered gets a problem in its place."""
    selected = calculator_by_slug(game, calculator)
    data = _read(request, questions_body(game, selected), game)
    until, house = time.monotonic() + SECONDS, data.get("house", {})
    answers = []
    for place, question in enumerate(data["questions"]):
        problem, text = None, None
        if time.monotonic() > until:
            problem = plain_problem(503, f"The questions before this took {SECONDS:.0f} seconds. Send this one again.")
        else:
            try:
                text = orjson.Fragment(_answer_json(game, selected, question, house))
            except BadInput as bad:
                wrong = _within(f"questions[{place}]", bad.problems)
                problem = plain_problem(422, "This question is not valid. See errors.", wrong)
        answers.append({"answer": text, "problem": problem})
    return answer({"answers": answers})


def _within(path: str, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(Problem(f"{path}.{each.path}" if each.path else path, each.message) for each in problems)


# --- what the table offers ---------------------------------------------------------------------------

_NAME: Final = text_value(NAME_LENGTH)
_OBJECT: Final = Value(any_object, lambda: {"type": "object"})
TWO_UNITS: Final = object_value(
    {
        "record": _OBJECT,
        "calculator": _NAME,
        "own": _NAME,
        "opposing": _NAME,
        "question": _OBJECT,
        "side": choice_value({"first": 0, "second": 1}),
    },
    dict,
    {"record": "both armies, and what has happened", "calculator": "the calculator", "own": "the id of your unit"},
)
"""What ``Game.results`` takes; ``side`` is that of your unit."""


@endpoint(
    router,
    "POST",
    "/games/{game:game}/results",
    "results",
    {200: ResultsShape},
    limits="calculate",
    body=TWO_UNITS.schema(),
)
def results(request: HttpRequest, game: Any) -> HttpResponse:
    """The possible results of a question about two units at the table, with exact chances. Nothing is stored."""
    try:
        return answer(Game(game).results(**_read(request, TWO_UNITS, game)))
    except BadInput as bad:
        return invalid(bad.problems)


# --- checks ------------------------------------------------------------------------------------------


@endpoint(
    router,
    "POST",
    "/games/{game:game}/check",
    "check",
    {200: CheckShape},
    limits="readings",
    body={FROM_DECLARATIONS: ARMY},
)
def check(request: HttpRequest, game: Any) -> HttpResponse:
    """Check whether an army is legal, and list what breaks which rule and where. Nothing is stored."""
    try:
        return answer(Game(game).check(army_within(read_json(request))))
    except BadInput as bad:
        return invalid(bad.problems, _rulings(game, "house_rules"))
