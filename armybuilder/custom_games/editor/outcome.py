"""A preview of a document while its player types: a card, rows of the example army, an answer, what is wrong."""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.catalogue.entry_cards import card_of_entry
from armybuilder.custom_games.drafts import Draft
from armybuilder.custom_games.editor.forms import codec_path
from armybuilder.custom_games.editor.parts import Part, all_parts, part_of
from armybuilder.custom_games.editor.places import NoSuchPlace, Path, Place, at, read_place
from armybuilder.printing.paper import Size
from armybuilder.printing.preview_views import one_card, usual_card_size
from armybuilder.schema_forms.forms import as_sentence
from armybuilder.schema_forms.plain import form_name
from armybuilder.site.errors import optional_writes
from armybuilder.site.security import framed
from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext
from rulesets.core.cards import Card
from rulesets.core.codes import codes_shown
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.declarations.problems import Problem
from rulesets.core.play.definition import Segment
from rulesets.core.play.states import Side
from rulesets.core.reference import Line, Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import FieldType

CARD_MINUTES: Final = 10
_ROW: Final = re.compile(r"entries\[(?P<row>\d+)\](\.values\[(?P<column>\d+)\])?")


@dataclass(frozen=True, slots=True)
class PlacedProblem:
    """Something wrong: where, as a player reads it, the address of the place and the id of the field there."""

    where: str
    message: str
    address: str
    field: str


@dataclass(frozen=True)
class Outcome:
    """A preview of a draft at a place; ``row`` is the row of a table in which its player is."""

    draft: Draft
    place: Place | Part
    row: int = 0

    @property
    def path(self) -> Path:
        """The path of the place, or the name of the part."""
        return (self.place.slug,) if isinstance(self.place, Part) else self.place.path

    @property
    def ruleset(self) -> AnyRuleset | None:
        """The game, if there is one already."""
        return self.draft.ruleset

    @cached_property
    def problems(self) -> list[PlacedProblem]:
        """What is wrong with the document, each with its place."""
        document = self.draft.document
        return [placed(document, problem) for problem in self.draft.problems]

    @cached_property
    def army(self) -> LoadedArmy | None:
        """The example army."""
        return LoadedArmy(self.ruleset, self.ruleset.demo()) if self.ruleset is not None else None

    @cached_property
    def answer(self) -> Answer | None:
        """The answer of the calculator that is edited, to a question about units of the example army."""
        if self.ruleset is None or self.path[0] != "odds":
            return None
        number = int(self.path[1]) if len(self.path) > 1 else 0
        if number >= len(self.ruleset.calculators):
            return None
        calculator = self.ruleset.calculators[number]
        question = self._question(calculator)
        if question is None:
            return None
        try:
            return calculator.solve(question, SolveContext(self.ruleset.catalogue, HouseRules(self.ruleset.rulings)))
        except QuestionError:
            return None

    def _question(self, calculator: Calculator[Any]) -> Any:
        sides = self._sides()
        given = calculator.prefill(sides[0], sides[-1]) if sides and calculator.prefill else {}
        try:
            return decode(calculator.question, encode(calculator.question()) | given)
        except CodecError:
            return None

    def _sides(self) -> list[Side]:
        if self.army is None:
            return []
        return [Side(self.army.force, group, unit) for group, unit in self.army.force.units()][:2]

    @property
    def asked(self) -> str:
        """The units of which the answer is."""
        groups = self.army.groups if self.army is not None else ()
        return " and ".join([unit.row.title for group in groups for unit in group.units][:2])

    @cached_property
    def steps(self) -> list[tuple[Any, str]]:
        """The steps of the answer's working, as their template wants them."""
        return [(step, "") for step in self.answer.steps] if self.answer is not None else []

    @property
    def sections(self) -> tuple[Section, ...]:
        """The quick reference, where it is edited; where the glossary is, what cards of the example army show of it."""
        if self.ruleset is not None and self.army is not None and self.path[0] == "codes":
            context = self.army.context
            cards = (self.ruleset.card(unit, group, context) for group, unit in self.army.force.units())
            texts = set[str]().union(*(card.texts_of_both_sides for card in cards))
            shown = codes_shown(self.ruleset.codes, texts)
            lines = tuple(Line(code.term, code.meaning) for code in shown)
            return (Section("codes", "On cards of the example army", (), lines),) if lines else ()
        if self.ruleset is None or self.path[0] not in ("sheet", "numbers"):
            return ()
        return self.ruleset.sections(HouseRules(self.ruleset.rulings), ())

    @property
    def turn(self) -> tuple[Segment, ...]:
        """The parts of a turn, where they are edited."""
        if self.ruleset is None or self.ruleset.play is None or self.path[0] != "turn":
            return ()
        return self.ruleset.play.sequence(HouseRules(self.ruleset.rulings))

    @property
    def shows_army(self) -> bool:
        """Whether rows of the example army are a preview of the place."""
        return self.path[0] not in ("kinds", "odds", "sheet", "turn", "numbers", "guide", "codes")

    @property
    def shows_figures(self) -> bool:
        """Whether an answer or tables are a preview of the place."""
        return self.path[0] in ("odds", "sheet", "numbers")

    # --- the card ------------------------------------------------------------------------------------------

    @cached_property
    def card(self) -> tuple[str, Card, bool] | None:
        """Name and card of the row or the unit that is edited, and whether it is that of a unit."""
        if self.ruleset is None or self.army is None:
            return None
        if self.path[0] == "kinds" and len(self.path) > 1:
            return self._card_of_row(self.ruleset)
        if self.path[0] not in ("game", "display", "tracks", "unit", "upgrades", "codes"):
            return None
        found = next(iter(self.army.force.units()), None)
        if found is None:
            return None
        group, unit = found
        drawn = self.ruleset.card(unit, group, self.army.context)
        return drawn.title, drawn, True

    def _card_of_row(self, ruleset: AnyRuleset) -> tuple[str, Card, bool] | None:
        kind = ruleset.kinds[int(self.path[1])]
        rows = list(ruleset.catalogue.of_kind(kind.slug))
        if not rows:
            return None
        row = rows[min(self.row, len(rows) - 1)]
        return row.name, card_of_entry(ruleset, kind, row, ruleset.catalogue), kind.is_unit

    def store_card(self, request: HttpRequest) -> str:
        """Keep the card as a page for a frame and return its digest; empty without a card."""
        if self.card is None or self.ruleset is None:
            return ""
        name, drawn, is_unit = self.card
        size = usual_card_size(self.ruleset)
        low = Size(size.width, size.width * 2 / 3)
        page = one_card(request, self.ruleset, name, drawn, None, size if is_unit else low, low=not is_unit).content
        return keep_card(page)


def keep_card(page: bytes) -> str:
    """Keep the page of a card for its frame and return its digest."""
    digest = hashlib.sha256(page).hexdigest()[:32]
    with optional_writes():
        cache.set(_card_key(digest), page, CARD_MINUTES * 60)
    return digest


def _card_key(digest: str) -> str:
    return f"custom-game-card:{digest}"


def stored_card(digest: str) -> HttpResponse:
    """The page of a card by its digest; raises ``Http404`` once it is forgotten."""
    page = cache.get(_card_key(digest))
    if page is None:
        raise Http404
    return framed(HttpResponse(page))


# --- where a problem is ------------------------------------------------------------------------------------


def placed(document: dict[str, Any], problem: Problem) -> PlacedProblem:
    """A problem of a document with its place in the editor."""
    place, inside = _place_of(problem.path)
    if isinstance(place, Part):
        return PlacedProblem(place.title, as_sentence(problem.message), place.slug, _field_id(inside))
    where = f"{title_at(document, place.path)}{_row_at(document, place.path, inside)}"
    return PlacedProblem(where, as_sentence(problem.message), place.address, _field_id(inside))


def _row_at(document: dict[str, Any], path: Path, inside: str) -> str:
    """The row of a table and its column in which something is wrong: `` › row 4 (Rangers) › Move``."""
    found = _ROW.match(inside)
    if found is None:
        return ""
    number, column = int(found["row"]), found["column"]
    name = at(document, (*path, "entries", number))["name"]
    row = f" › row {number + 1}" + (f" ({name})" if name else "")
    fields = at(document, (*path, "fields"))
    return f"{row} › {title_of(fields[int(column)])}" if column and int(column) < len(fields) else row


def _place_of(path: str) -> tuple[Place | Part, str]:
    """The innermost place with a form in which a problem's path is, and the path from there on."""
    steps = path.replace("]", "").replace("[", ".").split(".")
    for length in range(len(steps), 0, -1):
        try:
            place = read_place("/".join(steps[:length]))
        except NoSuchPlace:
            continue
        if not place.is_list:
            return place, path[len(codec_path(place.path)) :].removeprefix(".")
    for part in all_parts():
        if steps[0] in (part.fields or (part.slug,)):
            return part, path if part.fields else ""
    return part_of("game"), path


def _field_id(inside: str) -> str:
    return f"id_{form_name(inside)}" if inside else ""


def title_at(document: dict[str, Any], path: Path) -> str:
    """What stands at a path, in a few words: ``Limits: An army has at most 3 units.``"""
    words = []
    for length in range(2, len(path) + 1, 2):
        try:
            item = at(document, path[:length])
        except NoSuchPlace:
            break
        words.append(title_of(item) or f"{int(path[length - 1]) + 1}")
    part = "" if path[0] == "kinds" else f"{part_of(str(path[0])).title}: "
    return f"{part}{' › '.join(words)}"


def title_of(item: dict[str, Any]) -> str:
    """What an item of a list is called; a limit by its sentence, a part of the key by its words."""
    if "codes" in item:
        return ", ".join(item["codes"])
    for key in ("plural", "title", "label", "sentence", "question", "term", "name", "value"):
        if item.get(key):
            return str(item[key])
    return ""


def detail_of(item: dict[str, Any]) -> str:
    """What else a list says of an item."""
    if "type" in item or "label" in item:
        kind = FieldType(item.get("type", FieldType.NUMBER.value)).label
        return f"{kind} · {item['short']}" if item.get("short") else kind
    for key in ("formula", "boxes", "about", "summary", "message", "meaning"):
        if item.get(key):
            return str(item[key])
    return ", ".join(item.get("names", ()))
