"""An army at a revision in the API, and the revision that a change names in ``If-Match``.

Late changes are refused, never set aside: a program reads the army again and retries.
"""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags

from armybuilder.api.endpoints import answer, refuse_unreadable
from armybuilder.api.shapes import ArmyShape
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, load_head, save
from armybuilder.revisions.store import Stale
from armybuilder.site.claims import author_of
from armybuilder.site.errors import problem_response
from armybuilder.site.pages import read_number
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import encode_force
from rulesets.core.forces.findings import is_legal
from rulesets.core.plain import finding_shape

MAX_REVISION: Final = 999_999_999
CHANGING: Final = {
    "parameters": [
        {
            "name": "If-Match",
            "in": "header",
            "required": True,
            "description": "The ETag of the revision that you changed",
            "schema": {"type": "string"},
        }
    ]
}
DELETING: Final = {"parameters": [{**parameter, "required": False} for parameter in CHANGING["parameters"]]}


def tag_of(army: Army) -> str:
    """The ETag of the revision that an army stands at."""
    return f'"{army.head}"'


def army_shape(
    army: Army, loaded: LoadedArmy, revision: int, shape: type[ArmyShape] = ArmyShape, **more: Any
) -> ArmyShape:
    """An army at a revision with its findings; ``more`` are further fields of its ``shape``."""
    return shape(
        id=army.pk,
        game=army.ruleset,
        name=loaded.title,
        revision=revision,
        legal=is_legal(loaded.findings),
        problems=list(map(finding_shape, loaded.findings)),
        army=encode_force(loaded.force),
        **more,
    )


def current(army: Army, status: int = 200, shape: type[ArmyShape] = ArmyShape, **more: Any) -> HttpResponse:
    """The current army; ``more`` are further fields of its ``shape``."""
    with refuse_unreadable("army"):
        loaded = load_head(army)
    return answer(army_shape(army, loaded, army.head, shape, **more), status, ETag=tag_of(army))


def tags_in(request: HttpRequest, header: str) -> list[str]:
    """The revisions that a header names; a server that compresses responses makes their tags weak."""
    return [tag.removeprefix("W/") for tag in parse_etags(request.headers.get(header, ""))]


def expected_revision(request: HttpRequest, army: Army) -> int | HttpResponse:
    """The revision that a change was made from, or an error response if that is not the head."""
    tags = tags_in(request, "If-Match")
    if not tags:
        words = f"Send If-Match with the ETag of the revision that you changed. The current one is {tag_of(army)}."
        return problem_response(428, words, [Problem("If-Match", f"send the current revision, {tag_of(army)}")])
    if "*" in tags or tag_of(army) in tags:
        return army.head
    return conflict_response(army, tags[0].strip('"'))


def conflict_response(army: Army, base: int | str) -> HttpResponse:
    """A response with status 412 that names both versions."""
    army.refresh_from_db(fields=["head"])
    head = ARMIES.of(army).get(number=army.head)
    number = base if isinstance(base, int) else read_number(base, MAX_REVISION)
    own = ARMIES.of(army).filter(number=number).first() if number else None
    yours = f"revision {own.number} (“{own.summary}”)" if own else f"“{str(base)[:40]}”, which is not in its history"
    response = problem_response(
        412,
        f"You changed {yours}, but the army is now at revision {head.number} (“{head.summary}”). "
        "Get that one, make your change there and send it again.",
        [Problem("If-Match", f"send {tag_of(army)}, the current revision")],
        sent=own.number if own else None,
        current=head.number,
    )
    response.headers["ETag"] = tag_of(army)
    return response


def save_change(
    request: HttpRequest, army: Army, expected: int, loaded: LoadedArmy, summary: str
) -> HttpResponse | None:
    """Save the next revision; returns an error response if somebody was faster. Raises ``TooLarge``."""
    try:
        save(army, expected, loaded, summary, author_of(request))
    except Stale as stale:
        # A program retries, so there is nothing for a player to choose.
        ARMIES.resolve(army, stale.aside)
        return conflict_response(army, expected)
    return None
