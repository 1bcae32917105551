"""Armies for programs: one's own by a token, examples and shared ones for everybody.

A change names the revision that it was made from in ``If-Match``. What came too late is refused, never kept aside:
a program reads again and tries again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from ninja import Router
from pydantic import WithJsonSchema

from armybuilder.api.endpoints import (
    JSON,
    PAGE,
    SIZE,
    answer,
    endpoint,
    known,
    paged,
    read_body,
    read_declared,
    read_json,
    stored,
    token_of,
)
from armybuilder.api.models import Token
from armybuilder.api.shapes import (
    FROM_DECLARATIONS,
    ArmyPage,
    ArmyShape,
    EditedArmy,
    LinkList,
    LinkShape,
    ReadArmy,
    RevisionPage,
    SharedArmy,
)
from armybuilder.armies.access import armies_of, own_army, visible_army
from armybuilder.armies.creation import MOST_ARMIES, NO_ROOM
from armybuilder.armies.edits import EDITS, MOST_TIMES, EditRefused, EditResult, change_part, make_edit
from armybuilder.armies.files import BadFile, army_of
from armybuilder.armies.formats import FORMATS, format_of, read_any
from armybuilder.armies.imported import ImportedArmy
from armybuilder.armies.importing import imported_of, is_large, order_import
from armybuilder.armies.inspector import ARMY
from armybuilder.armies.library import put_away
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, ImportJob, Revision
from armybuilder.armies.revisions import ARMIES, create_army, load_head, load_revision, save
from armybuilder.claims import author_of, make_claim
from armybuilder.pages import Refused, read_number
from armybuilder.problems import none_of, problem_response
from armybuilder.revisions.store import NothingToStep, Stale
from armybuilder.sharing.links import TooManyLinks, blanks_of, create_link, find_share, load_share, revoke_link
from armybuilder.sharing.models import Share
from armybuilder.sharing.views import hides
from armybuilder.tasks import Busy
from rulesets.core.codec import decode
from rulesets.core.declarations import Ask, field_of
from rulesets.core.findings import Problem, is_legal
from rulesets.core.force_document import ID_LENGTH, encode_force
from rulesets.core.json_schema import json_schema
from rulesets.core.plain import plain_finding

READ, WRITE = Token.Scope.READ, Token.Scope.WRITE
STEPS: Final = {"undo": ARMIES.undo, "redo": ARMIES.redo}
CHANGES: Final = {"change-unit": "unit", "change-group": "group", "change-army": ""}
"""The edits of settings, and which of the ``EditWords`` says of which part."""
EDIT_NAMES: Final = (*(name for name in EDITS if not name.startswith("change-")), *CHANGES, *STEPS)
WORDS_OF: Final = {"add-units": "entry", "add-template": "template", "add-group": ""}
"""What some edits cannot do without; the others are about the part that their name says."""
MOST_SECONDS: Final = 20.0
"""How long a request waits for a file that a job reads."""
MOST_REVISION: Final = 999_999_999

FILE: Final = "application/octet-stream"
"""How the OpenAPI document calls a file of any format."""
ETAG: Final = {"ETag": {"description": "The revision, for If-Match", "schema": {"type": "string"}}}
CHANGING: Final = {
    "parameters": [
        {
            "name": "If-Match",
            "in": "header",
            "required": True,
            "description": "The revision that the change was made from, as ETag had it",
            "schema": {"type": "string"},
        }
    ]
}
UNLESS_KNOWN: Final = {
    "parameters": [
        {
            "name": "If-None-Match",
            "in": "header",
            "description": "The revision that is known already: 304 while the army stands there",
            "schema": {"type": "string"},
        }
    ]
}

router = Router(tags=["Armies"])


@dataclass(frozen=True, slots=True)
class EditWords:
    """What an edit is about: ids of parts, ``kind/key`` of a catalogue entry, the slug of a ready group."""

    unit: Annotated[str, Ask("Unit", max_length=ID_LENGTH)] = ""
    group: Annotated[str, Ask("Group", max_length=ID_LENGTH)] = ""
    to: Annotated[str, Ask("Group to move to", max_length=ID_LENGTH)] = ""
    into: Annotated[str, Ask("Group to add to", "A new one where there is none", max_length=ID_LENGTH)] = ""
    entry: Annotated[str, Ask("Catalogue entry", "kind/key", max_length=200)] = ""
    template: Annotated[str, Ask("Ready group")] = ""
    times: Annotated[int, Ask("How many to add", min=1, max=MOST_TIMES)] = 1


EDIT_SCHEMA: Final = json_schema(EditWords)
EDIT_SCHEMA["properties"]["changes"] = {
    "type": "object",
    "description": "For edits that change settings: name, notes, spec and more, as army files have them. "
    "What is left out stays.",
}


@dataclass(frozen=True, slots=True)
class LinkWords:
    """What a new link shows."""

    frozen: Annotated[bool, Ask("For ever as it stands now")] = False
    notes: Annotated[bool, Ask("With your notes")] = False
    blanks: Annotated[bool, Ask("As blanks", "Units that begin hidden are only counted")] = False


# --- what is answered --------------------------------------------------------------------------------


def _tag(army: Army) -> str:
    return f'"{army.head}"'


def _plain(army: Army, loaded: LoadedArmy, revision: int) -> dict[str, Any]:
    return {
        "id": army.pk,
        "game": army.ruleset,
        "name": loaded.title,
        "revision": revision,
        "legal": is_legal(loaded.findings),
        "problems": [plain_finding(finding) for finding in loaded.findings],
        "army": encode_force(loaded.force),
    }


def _current(army: Army, status: int = 200, **more: Any) -> HttpResponse:
    """The army as it stands."""
    with stored("army"):
        loaded = load_head(army)
    return answer(_plain(army, loaded, army.head) | more, status, ETag=_tag(army))


# --- reading -----------------------------------------------------------------------------------------


@endpoint(router, "GET", "/armies", "armies", {200: ArmyPage}, scope=READ, problems=(422,))
def armies(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """Your armies, last changed first, in pages."""
    numbers, found = paged(armies_of(request).filter(deleted=None).defer("words"), page, size)
    lines = [
        {
            "id": army.pk,
            "game": army.ruleset,
            "name": str(army),
            "revision": army.head,
            "updated": army.updated.isoformat(),
            "folder": army.folder,
            "archived": army.archived is not None,
        }
        for army in found
    ]
    return answer(numbers | {"armies": lines})


@endpoint(
    router,
    "GET",
    "/armies/{str:address}",
    "army",
    {200: ArmyShape, 304: None},
    problems=(409,),
    described=UNLESS_KNOWN,
)
def army(request: HttpRequest, address: str) -> HttpResponse:
    """An army of your own or an example, as it stands."""
    found = visible_army(request, address)
    if _tag(found) in _tags(request, "If-None-Match"):
        return HttpResponseNotModified(headers={"ETag": _tag(found)})
    return _current(found)


@endpoint(router, "GET", "/armies/{str:address}/revisions", "revisions", {200: RevisionPage}, problems=(422,))
def revisions(request: HttpRequest, address: str, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The history of an army, the newest revision first."""
    found = visible_army(request, address)
    numbers, listed = paged(ARMIES.of(found).filter(aside=False).order_by("-number"), page, size)
    lines = [
        {
            "revision": each.number,
            "parent": each.parent,
            "created": each.created.isoformat(),
            "done": each.summary,
            "units": each.units,
            "errors": each.errors,
            "warnings": each.warnings,
        }
        for each in listed
    ]
    return answer(numbers | {"current": found.head, "revisions": lines})


@endpoint(router, "GET", "/armies/{str:address}/revisions/{int:number}", "revision", {200: ArmyShape}, problems=(409,))
def revision(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """An army as it was at a revision."""
    found = visible_army(request, address)
    if number > MOST_REVISION:
        raise Http404
    try:
        with stored("army"):
            loaded = load_revision(found, number)
    except Revision.DoesNotExist:
        raise Http404 from None
    return answer(_plain(found, loaded, number))


@endpoint(
    router,
    "GET",
    "/armies/{str:address}/files/{slug:format}",
    "file",
    {200: None},
    problems=(409,),
    described={"responses": {200: {"content": {each.content_type: {} for each in FORMATS}}}},
)
def file(
    request: HttpRequest,
    address: str,
    format: Annotated[str, WithJsonSchema({"enum": [each.slug for each in FORMATS]})],
) -> HttpResponse:
    """An army in one of the formats that the site writes, such as text, bbcode or csv."""
    found = visible_army(request, address)
    chosen = format_of(known("format", format, (each.slug for each in FORMATS)))
    with stored("army"):
        written = chosen.write(load_head(found))
    return HttpResponse(written, content_type=chosen.content_type_header, headers={"ETag": _tag(found)})


@endpoint(router, "GET", "/shared/{str:token}", "shared", {200: SharedArmy}, limits="shared", problems=(409,))
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """An army that somebody shares, as the link shows it."""
    share = find_share(token)
    with stored("army"):
        loaded, blanks = load_share(share), blanks_of(share)
    plain = {"game": share.army.ruleset, "name": loaded.title, "blanks": blanks, "army": encode_force(loaded.force)}
    return answer(plain, X_Robots_Tag="noindex")


# --- changing ----------------------------------------------------------------------------------------


@endpoint(
    router,
    "POST",
    "/armies",
    "armies",
    {201: ReadArmy},
    limits="armies",
    scope=WRITE,
    body={FROM_DECLARATIONS: "Army"},
    described={"requestBody": {"content": {FILE: {"schema": {"type": "string", "format": "binary"}}}}},
)
def create(request: HttpRequest) -> HttpResponse:
    """A new army of yours, also from a file of any format that the site reads, with a report of the reading.

    One that breaks rules is stored too, and its problems are told.
    """
    is_json = request.content_type == JSON
    imported = ImportedArmy(army_of(read_json(request))) if is_json else _imported(request, read_body(request))
    if armies_of(request).count() >= MOST_ARMIES:
        raise Refused(409, NO_ROOM)
    made = create_army(imported.loaded, f"Sent by {token_of(request)}", author_of(request))
    report = [{"place": each.place, "message": each.message, "left_out": each.left_out} for each in imported.remarks]
    response = _current(made, 201, report=report)
    response.headers["Location"] = f"{request.path}/{made.pk}"
    return response


def _imported(request: HttpRequest, content: bytes) -> ImportedArmy:
    """The army of a file, read by a job where that takes long; raises ``BadFile`` and ``Refused``."""
    if not is_large(content):
        return read_any(content)
    try:
        job = order_import(request, content, make_claim(request), MOST_SECONDS)
    except Busy as busy:
        raise Refused(429, str(busy)) from None
    job.remove()
    if job.state != ImportJob.State.DONE:
        raise Refused(503, "The file could not be read in time. Send it again in a minute.")
    return imported_of(job.report)


@endpoint(
    router,
    "PUT",
    "/armies/{str:address}",
    "army",
    {200: ArmyShape},
    limits="edits",
    scope=WRITE,
    body={FROM_DECLARATIONS: "Army"},
    problems=(412, 428),
    described=CHANGING,
)
def put(request: HttpRequest, address: str) -> HttpResponse:
    """The army as sent in the place of the revision that If-Match names."""
    found = own_army(request, address)
    expected = _expected(request, found)
    if isinstance(expected, HttpResponse):
        return expected
    loaded = army_of(read_json(request))
    if loaded.ruleset.slug != found.ruleset:
        raise BadFile(Problem("ruleset", f"should be '{found.ruleset}', the game of this army"))
    return _saved(request, found, expected, loaded, f"Changed by {token_of(request)}") or _current(found)


@endpoint(router, "DELETE", "/armies/{str:address}", "army", {204: None}, limits="edits", scope=WRITE, problems=(412,))
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Put an army away; the list of your armies on the site can bring it back. If-Match is heeded where it is sent."""
    found = own_army(request, address)
    if "If-Match" in request.headers:
        expected = _expected(request, found)
        if isinstance(expected, HttpResponse):
            return expected
    put_away(found)
    return HttpResponse(status=204)


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
    """One edit of the revision that If-Match names: add, copy, move, change or remove parts, undo, redo."""
    found = own_army(request, address)
    known("name", name, EDIT_NAMES)
    expected = _expected(request, found)
    if isinstance(expected, HttpResponse):
        return expected
    sent = read_json(request)
    changes = sent.pop("changes", {}) if name in CHANGES and isinstance(sent, dict) else {}
    words = decode(EditWords, sent)
    if not isinstance(changes, dict):
        raise BadFile(Problem("changes", "should be an object"))
    try:
        if name in STEPS:
            done = STEPS[name](found, expected)
            return _current(found, done=done)
        with stored("army"):
            before = load_head(found)
        wrong = tuple(_wrong_words(before, name, words))
        if wrong:
            raise BadFile(*wrong)
        if name in CHANGES:
            edited = _changed(before, getattr(words, CHANGES[name], ARMY), changes)
        else:
            edited = make_edit(name, before, {key: str(getattr(words, key)) for key in EditWords.__slots__})
    except Stale:
        return _too_late(found, expected)
    except (NothingToStep, EditRefused) as refusal:
        raise Refused(409, str(refusal)) from None
    after = LoadedArmy(before.ruleset, edited.force)
    late = _saved(request, found, expected, after, edited.summary) if edited.force != before.force else None
    return late or _current(found, done=edited.summary)


def _needed(edit: str) -> str:
    """The word that an edit cannot do without; empty where there is none."""
    if edit in WORDS_OF:
        return WORDS_OF[edit]
    about = edit.split("-")
    return "unit" if "unit" in about else "group" if "group" in about else ""


def _wrong_words(loaded: LoadedArmy, edit: str, words: EditWords) -> Iterator[Problem]:
    """The words that name nothing of the army and its game, or that the edit misses."""
    ruleset, force = loaded.ruleset, loaded.force
    needed = _needed(edit)
    if needed and not getattr(words, needed):
        yield Problem(needed, f"is missing: {field_of(EditWords, needed).ask.label}")
    units = {unit.id for _, unit in force.units()}
    groups = {group.id for group in force.groups}
    for name, here, what in (
        ("unit", units, ruleset.words.unit),
        ("group", groups, ruleset.words.group),
        ("to", groups, ruleset.words.group),
    ):
        sent = getattr(words, name)
        if sent and sent not in here:
            yield Problem(name, f"should be the id of a {what} of this {ruleset.words.force}, is '{sent}'")
    kind, _, key = words.entry.partition("/")
    kinds = [each.slug for each in ruleset.kinds if each.enlist]
    if words.entry and kind not in kinds:
        yield Problem("entry", f"should be KIND/KEY of a catalogue entry, with a kind of {', '.join(kinds)}")
    elif words.entry and loaded.context.catalogue.get(kind, key) is None:
        yield Problem("entry", loaded.context.catalogue.unknown(kind, key))
    ready = [each.slug for each in ruleset.templates]
    if words.template and words.template not in ready:
        yield none_of("template", words.template, ready)


def _changed(before: LoadedArmy, at: str, changes: dict[str, Any]) -> EditResult:
    try:
        return change_part(before, at, changes)
    except BadFile as bad:
        raise BadFile(*(Problem(f"changes.{each.path}", each.message) for each in bad.problems)) from None


def _tags(request: HttpRequest, header: str) -> list[str]:
    """The revisions that a header names; a server that packs its answers has made their tags weak."""
    return [tag.removeprefix("W/") for tag in parse_etags(request.headers.get(header, ""))]


def _expected(request: HttpRequest, army: Army) -> int | HttpResponse:
    """The revision that a change was made from, or the answer where that is not the one the army stands at."""
    tags = _tags(request, "If-Match")
    if not tags:
        words = f"Say by If-Match which revision you changed; the army stands at {_tag(army)}."
        return problem_response(428, words, [Problem("If-Match", f"is missing; the army stands at {_tag(army)}")])
    if "*" in tags or _tag(army) in tags:
        return army.head
    return _too_late(army, tags[0].strip('"'))


def _too_late(army: Army, sent: int | str) -> HttpResponse:
    """412 with both versions named."""
    army.refresh_from_db(fields=["head"])
    head = ARMIES.of(army).get(number=army.head)
    number = sent if isinstance(sent, int) else read_number(sent, MOST_REVISION)
    own = ARMIES.of(army).filter(number=number).first() if number else None
    yours = f"revision {own.number} (“{own.summary}”)" if own else f"“{str(sent)[:40]}”, which is none that is kept"
    response = problem_response(
        412,
        f"You changed {yours}, and the army stands at revision {head.number} (“{head.summary}”). "
        "Read that one, make your change there and send it again.",
        [Problem("If-Match", f"should be {_tag(army)}, of the revision that the army stands at")],
        sent=own.number if own else None,
        current=head.number,
    )
    response.headers["ETag"] = _tag(army)
    return response


def _saved(request: HttpRequest, army: Army, expected: int, loaded: LoadedArmy, done: str) -> HttpResponse | None:
    """Store the next revision; the answer where somebody was faster, ``None`` else. Raises ``TooLarge``."""
    try:
        save(army, expected, loaded, done, author_of(request))
    except Stale as stale:
        # A program tries again; there is nothing for a player to choose about.
        ARMIES.resolve(army, stale.aside)
        return _too_late(army, expected)
    return None


# --- links -------------------------------------------------------------------------------------------


def _link(request: HttpRequest, share: Share) -> dict[str, Any]:
    return {
        "link": share.token,
        "address": request.build_absolute_uri(share.get_absolute_url()),
        "frozen": share.frozen,
        "notes": share.notes,
        "blanks": share.blanks,
        "created": share.created.isoformat(),
    }


@endpoint(router, "GET", "/armies/{str:address}/links", "links", {200: LinkList}, scope=READ)
def links(request: HttpRequest, address: str) -> HttpResponse:
    """The open links to an army of yours."""
    open_links = own_army(request, address).shares.filter(revoked=None).defer("document")
    return answer({"links": [_link(request, share) for share in open_links]})


@endpoint(
    router,
    "POST",
    "/armies/{str:address}/links",
    "links",
    {201: LinkShape},
    limits="links",
    scope=WRITE,
    body=json_schema(LinkWords),
)
def share(request: HttpRequest, address: str) -> HttpResponse:
    """A new link to an army of yours, for others to look at and to copy."""
    found, words = own_army(request, address), read_declared(request, LinkWords)
    try:
        with stored("army"):
            made = create_link(found, words.frozen, words.notes, words.blanks and hides(found.game))
    except TooManyLinks as refusal:
        raise Refused(409, str(refusal)) from None
    return answer(_link(request, made), 201)


@endpoint(router, "DELETE", "/armies/{str:address}/links/{str:token}", "link", {204: None}, limits="links", scope=WRITE)
def withdraw(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Withdraw a link: from now on it shows nothing."""
    if not revoke_link(own_army(request, address), token):
        raise Http404
    return HttpResponse(status=204)
