"""Drafts of games: documents as players leave them, whether or not a game can be made from them, with revisions."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import orjson

from armybuilder.armies.documents import BadFile, read_json
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.custom_games.models import TITLE_LENGTH, CustomGame, GameRevision, new_stem
from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.store import Store
from armybuilder.site.claims import Author
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.findings import Severity
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import Game
from rulesets.described.ruleset import from_document, read_game, unclear_tables

MAX_BYTES: Final = 256 * 1024
"""The longest document of a game in bytes, as compact JSON."""
MAX_FILE_BYTES: Final = 1024 * 1024
"""The longest JSON that is read: indented, it may be longer than it is stored."""
MAX_DEPTH: Final = 20
"""How deep lists and objects of a document are nested at most; a whole game needs ten."""
SUMMARY: Final = "Changed the document"

Document = dict[str, Any]
"""The plain data of a ``rulesets.described.document.Game``, perhaps with mistakes."""


@dataclass(frozen=True)
class Draft:
    """A document as it is stored: the JSON of an object."""

    text: bytes

    @property
    def document(self) -> Document:
        """The document, a new copy each time."""
        return dict(orjson.loads(self.text))

    @property
    def title(self) -> str:
        """What its player calls the game; may be empty."""
        title = self.document.get("title")
        return title.strip()[:TITLE_LENGTH] if isinstance(title, str) else ""

    @property
    def pretty(self) -> str:
        """The document as a player reads and edits it."""
        return orjson.dumps(self.document, option=orjson.OPT_INDENT_2).decode()

    @cached_property
    def _read(self) -> tuple[Game | None, AnyRuleset | None, tuple[Problem, ...]]:
        game = None
        try:
            game = read_game(self.document)
            return game, from_document(game), ()
        except CodecError as error:
            return game, None, error.problems

    @property
    def game(self) -> Game | None:
        """The document as declarations; ``None`` if it cannot be read."""
        return self._read[0]

    @property
    def ruleset(self) -> AnyRuleset | None:
        """The game that the document describes, for a look at it; ``None`` if it describes none yet."""
        return self._read[1]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps the game from being published, each with its place in the document."""
        game, ruleset, problems = self._read
        if game is None or ruleset is None:
            return problems
        return unclear_tables(game) + _problems_of_example(ruleset)

    def with_slug(self, slug: str) -> Game:
        """The document under the slug of a version; raises ``CodecError``."""
        return replace(read_game(self.document), slug=slug)


def _problems_of_example(ruleset: AnyRuleset) -> tuple[Problem, ...]:
    example = LoadedArmy(ruleset, ruleset.demo())
    if not example.unit_count:
        return (Problem("example", "add at least one ready group, so that there is an example army"),)
    errors = (finding for finding in example.findings if finding.severity is Severity.ERROR)
    return tuple(Problem("example", f"make the example army legal: {finding.message}") for finding in errors)


def draft_of(document: Any) -> Draft:
    """The draft of plain data; raises ``BadFile``."""
    if not isinstance(document, dict):
        raise BadFile(Problem("", "A game is one JSON object, which starts with { and ends with }."))
    _check_depth(document)
    try:
        return Draft(orjson.dumps(document))
    except (TypeError, ValueError):
        words = "A game can hold only text, whole numbers of at most 19 digits, true, false, lists and objects."
        raise BadFile(Problem("", words)) from None


def _check_depth(document: Document) -> None:
    level: list[Any] = [document]
    for _ in range(MAX_DEPTH):
        inner = [list(each.values()) if isinstance(each, dict) else each for each in level]
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
        if not level:
            return
    raise BadFile(Problem("", f"Lists and objects may be nested {MAX_DEPTH} deep. These are deeper."))


def read_draft(text: bytes | str) -> Draft:
    """The draft of JSON that somebody wrote; raises ``BadFile`` with the place of what is wrong."""
    return draft_of(read_json(text, MAX_FILE_BYTES, "a game"))


TOO_LARGE: Final = f"The document is larger than {MAX_BYTES // 1024} KB. Shorten its texts or tables. Nothing was lost."

GAMES: Store[CustomGame, GameRevision, Draft] = Store(
    GameRevision,
    "custom_game",
    write=lambda game, draft, before: draft.text,
    read=lambda game, plain, other: draft_of(plain),
    columns=lambda game, draft: {"name": draft.title},
    weigh=lambda draft, text: len(text),
    cache=LRUCache(1024 * 1024),  # bytes of documents; once read they take about twenty times as much
    max_bytes=MAX_BYTES,
    too_large=TOO_LARGE,
    max_revisions=200,
    max_packed_bytes=4 * 1024 * 1024,
    prune_every=10,
)
"""Loading raises ``GameRevision.DoesNotExist``."""


def create_game(draft: Draft, summary: str, author: Author) -> CustomGame:
    """Create a game of the author's with the draft as its first revision; raises ``TooLarge``."""
    game = CustomGame(ruleset=new_stem(), **author.columns)
    GAMES.create(game, draft, summary)
    return game


def save_draft(game: CustomGame, expected: int, draft: Draft, summary: str = SUMMARY) -> GameRevision:
    """Save the draft as the next revision after ``expected``, which the player saw; raises ``Stale``, ``TooLarge``."""
    return GAMES.save(game, expected, draft, summary)
