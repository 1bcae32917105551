"""The edits of the builder in the API, one at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Router
from pydantic import WithJsonSchema

from armybuilder.api.army_revisions import CHANGING, conflict_response, current, expected_revision, save_change
from armybuilder.api.endpoints import endpoint, one_of, read_json, refuse_unreadable
from armybuilder.api.models import Token
from armybuilder.api.shapes import EditedArmy
from armybuilder.armies.access import own_army
from armybuilder.armies.documents import BadFile
from armybuilder.armies.edits import EDITS, MAX_COPIES, EditRefused, EditResult, change_part, make_edit
from armybuilder.armies.inspector import ARMY
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import ARMIES, load_head
from armybuilder.revisions.store import NothingToStep, Stale
from armybuilder.site.errors import Refused, invalid_choice
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import Ask, field_of
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import ID_LENGTH

READ, WRITE = Token.Scope.READ, Token.Scope.WRITE
STEPS: Final = {"undo": ARMIES.undo, "redo": ARMIES.redo}
CHANGES: Final = {"change-unit": "unit", "change-group": "group", "change-army": ""}
"""The edits of settings, and the field of ``EditWords`` that names their part."""
EDIT_NAMES: Final = (*(name for name in EDITS if not name.startswith("change-")), *CHANGES, *STEPS)
WORDS_OF: Final = {"add-units": "entry", "add-template": "template", "add-group": ""}
"""The required field of some edits; the others require the part in their name."""

router = Router(tags=["Armies"])


@dataclass(frozen=True, slots=True)
class EditWords:
    """The arguments of an edit: ids of parts, ``kind/key`` of a catalogue entry, the slug of a ready group."""

    unit: Annotated[str, Ask("Unit", max_length=ID_LENGTH)] = ""
    group: Annotated[str, Ask("Group", max_length=ID_LENGTH)] = ""
    to: Annotated[str, Ask("Group to move to", max_length=ID_LENGTH)] = ""
    into: Annotated[str, Ask("Group to add to", "Leave it out for a new group", max_length=ID_LENGTH)] = ""
    entry: Annotated[str, Ask("Catalogue entry", "kind/key", max_length=200)] = ""
    template: Annotated[str, Ask("Ready group")] = ""
    times: Annotated[int, Ask("How many to add", min=1, max=MAX_COPIES)] = 1


EDIT_SCHEMA: Final = json_schema(EditWords)
EDIT_SCHEMA["properties"]["changes"] = {
    "type": "object",
    "description": "For edits that change settings: name, notes, spec and so on, as in an army file. "
    "Fields that you leave out keep their values.",
}


@endpoint(
    router,
    "POST",
    "/armies/{str:address}/edits/{slug:name}",
    "edit",
    {200: EditedArmy},
    limits="edits",
    scope=WRITE,
    body=EDIT_SCHEMA,
    problems=(412, 428),
    described=CHANGING,
)
def edit(
    request: HttpRequest, address: str, name: Annotated[str, WithJsonSchema({"enum": list(EDIT_NAMES)})]
) -> HttpResponse:
    """Edit the revision that If-Match names: add, copy, move, change or remove parts, undo or redo."""
    army = own_army(request, address)
    one_of("name", name, EDIT_NAMES)
    expected = expected_revision(request, army)
    if isinstance(expected, HttpResponse):
        return expected
    data = read_json(request)
    changes = data.pop("changes", {}) if name in CHANGES and isinstance(data, dict) else {}
    words = decode(EditWords, data)
    if not isinstance(changes, dict):
        raise BadFile(Problem("changes", "give an object"))
    try:
        if name in STEPS:
            summary = STEPS[name](army, expected)
            return current(army, shape=EditedArmy, done=summary)
        with refuse_unreadable("army"):
            before = load_head(army)
        wrong = tuple(_wrong_words(before, name, words))
        if wrong:
            raise BadFile(*wrong)
        if name in CHANGES:
            result = _change_part(before, getattr(words, CHANGES[name], ARMY), changes)
        else:
            result = make_edit(name, before, {key: str(getattr(words, key)) for key in EditWords.__slots__})
    except Stale:
        return conflict_response(army, expected)
    except (NothingToStep, EditRefused) as refusal:
        raise Refused(409, str(refusal)) from None
    after = LoadedArmy(before.ruleset, result.force)
    late = save_change(request, army, expected, after, result.summary) if result.force != before.force else None
    return late or current(army, shape=EditedArmy, done=result.summary)


def _required_word(edit: str) -> str:
    """The required field of an edit; empty if there is none."""
    if edit in WORDS_OF:
        return WORDS_OF[edit]
    about = edit.split("-")
    return "unit" if "unit" in about else "group" if "group" in about else ""


def _wrong_words(loaded: LoadedArmy, edit: str, words: EditWords) -> Iterator[Problem]:
    """The arguments that are missing, or that name nothing in the army and its game."""
    ruleset, force = loaded.ruleset, loaded.force
    required = _required_word(edit)
    if required and not getattr(words, required):
        yield Problem(required, f"fill in “{field_of(EditWords, required).ask.label}”")
    units = {unit.id for _, unit in force.units()}
    groups = {group.id for group in force.groups}
    for name, here, what in (
        ("unit", units, ruleset.words.unit),
        ("group", groups, ruleset.words.group),
        ("to", groups, ruleset.words.group),
    ):
        value = getattr(words, name)
        if value and value not in here:
            yield Problem(name, f"give the id of a {what} of this {ruleset.words.force}, not '{value}'")
    kind, _, key = words.entry.partition("/")
    kinds = [each.slug for each in ruleset.kinds if each.is_unit]
    if words.entry and kind not in kinds:
        yield Problem("entry", f"give KIND/KEY of a catalogue entry, where KIND is one of {', '.join(kinds)}")
    elif words.entry and loaded.context.catalogue.get(kind, key) is None:
        yield Problem("entry", loaded.context.catalogue.unknown(kind, key))
    ready = [each.slug for each in ruleset.templates]
    if words.template and words.template not in ready:
        yield invalid_choice("template", words.template, ready)


def _change_part(before: LoadedArmy, at: str, changes: dict[str, Any]) -> EditResult:
    try:
        return change_part(before, at, changes)
    except BadFile as bad:
        raise BadFile(*(Problem(f"changes.{each.path}", each.message) for each in bad.problems)) from None
