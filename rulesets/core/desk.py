"""A game master's desk: a game that is played by written orders, resolved phase by phase, and reported.

The site keeps a battle as the plain data that ``write`` gives and ``read`` takes, draws its board, asks for orders
and edits, and shows reports. A battle is an immutable value of the game's own; every step gives the next one or
raises ``DeskError``.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rulesets.core.cards import Ink
from rulesets.core.findings import Severity
from rulesets.core.force import Force
from rulesets.core.reference import Line

B = TypeVar("B")

ORDERS_LINES, ORDERS_LENGTH = 3_000, 150_000
"""The longest text of orders, given or not yet, in lines and in characters."""
ORDERS_FIT = f"{ORDERS_LINES:,} lines and {ORDERS_LENGTH:,} characters fit"
"""The same in words."""


class DeskError(ValueError):
    """A step that cannot be taken; the message says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class OrderIssue:
    """What is wrong with orders: the line (from 1; 0 for the whole text), the rule, and what would be right.

    ``group`` is the number of the squad it is about, as on the board. Only errors keep orders from being accepted.
    """

    line: int
    rule: str
    message: str
    severity: Severity = Severity.ERROR
    group: str = ""


class OrdersRefused(DeskError):
    """Orders with errors: nothing was rolled and nothing changed. ``issues`` are all that was found."""

    def __init__(self, issues: tuple[OrderIssue, ...]) -> None:
        """Keep the issues; the text is the first error's."""
        first = next(issue for issue in issues if issue.severity is Severity.ERROR)
        super().__init__(f"Line {first.line}: {first.message} ({first.rule})")
        self.issues = issues


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """A piece on the board, or beside it where ``x`` and ``y`` are ``None``.

    ``label`` is what stands on it, ``side`` the number of its side (0 is the players'), ``state`` a word such as
    ``standing``, ``title`` all that there is to say about it.
    """

    id: str
    group: str
    label: str
    x: int | None
    y: int | None
    side: int
    state: str
    title: str


@dataclass(frozen=True, slots=True)
class BoardGroup:
    """The pieces that are ordered together: their number, name, side, owner and state in a few words."""

    id: str
    title: str
    side: int
    owner: str
    text: str


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A place of note on the board, its reach in tiles and a word on its state."""

    title: str
    x: int
    y: int
    radius: int
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """The tile map: one text a row, one character a tile, each explained in ``legend``, plain ground first.

    Tiles count from 0; a tile is called by its column's and its row's name (``across`` and ``down``). ``facts`` are
    what else stands and is brought forward from round to round.
    """

    rows: tuple[str, ...]
    across: tuple[str, ...]
    down: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    groups: tuple[BoardGroup, ...]
    pieces: tuple[BoardPiece, ...]
    marks: tuple[BoardMark, ...]
    facts: tuple[Line, ...] = ()

    def tile(self, x: int, y: int) -> str:
        """A tile's name; raises ``IndexError`` for one that is not on the board."""
        return self.across[x] + self.down[y]


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """Something a group may be ordered: the words of the order, and what there is to know about it.

    ``tile`` says that a tile's name follows the words.
    """

    order: str
    title: str
    possible: bool = True
    tile: bool = False


@dataclass(frozen=True, slots=True)
class GroupChoices:
    """What one group may be ordered just now, from which a form makes a line of orders (``subject: order; order``)."""

    group: str
    subject: str
    choices: tuple[OrderChoice, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an order may be expected to do.

    ``text`` says it in words; ``mean`` is the average and ``low`` to ``high`` hold the middle 80 % of what can
    happen, counted in ``unit``. All three are ``None`` where there is no number to give.
    """

    line: int
    subject: str
    text: str
    unit: str = ""
    mean: Fraction | None = None
    low: int | None = None
    high: int | None = None


class StageState(enum.StrEnum):
    """How far a phase is."""

    DONE = "done"
    NEXT = "next"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase of the round that is being played."""

    slug: str
    title: str
    state: StageState


class ReportForm(enum.StrEnum):
    """The markup a report is written in."""

    BBCODE = "bbcode"
    MARKDOWN = "markdown"
    HTML = "html"


class Subject(enum.StrEnum):
    """What a change by hand is about."""

    PIECE = "piece"
    GROUP = "group"
    TILE = "tile"
    BATTLE = "battle"


Options = Mapping[str, tuple[tuple[str, str], ...]]
"""By field, what may be answered: stored value and words."""


def _as_asked(battle: Any, asked: Any) -> Any:
    return asked


def _anything(battle: Any) -> Options:
    return {}


@dataclass(frozen=True, slots=True)
class Edit(Generic[B]):
    """A change by hand: what is asked (a declaration), and what becomes of the battle; raises ``DeskError``.

    ``field`` takes the id of the piece or group that it is about, or the name of the tile.
    ``current`` fills in what stands now for that subject, ``options`` gives the answers of text fields that have
    only certain ones.
    """

    slug: str
    title: str
    declaration: type[Any]
    apply: Callable[[B, Any], B]
    about: Subject = Subject.BATTLE
    field: str = ""
    current: Callable[[B, Any], Any] = _as_asked
    options: Callable[[B], Options] = _anything


@dataclass(frozen=True, slots=True)
class Desk(Generic[B]):
    """All that the site needs to run a battle.

    ``setup`` declares what is asked for a new battle and ``new`` makes it from the answer and forces of both sides;
    ``demo`` is an example with ``demo_orders`` for its first round, ``forces`` are some to try out, ``name`` tells
    a battle's. ``place`` sets a piece on a tile (``None``: beside the board), ``place_group`` a whole group round
    one, ``paint`` makes tiles of the ground with that sign in the legend; all raise ``DeskError``. ``check`` finds
    what is wrong with orders and ``forecast`` what they may do; ``give`` begins a round with them and a seed,
    ``change`` replaces them for what is left of the round (both raise ``OrdersRefused``). ``rounds`` counts those
    begun, ``seed`` is what the last dice came from. ``stages`` are the phases of the current round, empty between
    rounds; ``play`` plays the next one, ``undo`` takes the last step back. ``ending`` declares what is asked to
    ``finish`` a battle with a seed, ``ending_ordered`` is such an answer where the last orders end the battle.
    ``players_view`` is the battle as its players may see it: what the game master keeps to themself is not in it.
    ``report`` gives a round (by number; 0 for the end of combat), short or with every die; ``draw`` the board as
    SVG, with its pieces or bare, in so much ink.
    """

    title: str
    order_help: tuple[Line, ...]
    setup: type[Any]
    new: Callable[[Any, tuple[Force[Any, Any, Any], ...]], B]
    demo: Callable[[], B]
    demo_orders: str
    name: Callable[[B], str]
    forces: Callable[[], tuple[Force[Any, Any, Any], ...]]
    read: Callable[[Any], B]
    write: Callable[[B], dict[str, Any]]
    board: Callable[[B], Board]
    place: Callable[[B, str, tuple[int, int] | None], B]
    place_group: Callable[[B, str, tuple[int, int]], B]
    paint: Callable[[B, tuple[tuple[int, int], ...], str], B]
    edits: tuple[Edit[B], ...]
    choices: Callable[[B], tuple[GroupChoices, ...]]
    orders: Callable[[B], str]
    check: Callable[[B, str], tuple[OrderIssue, ...]]
    forecast: Callable[[B, str], tuple[Forecast, ...]]
    give: Callable[[B, str, int], B]
    change: Callable[[B, str], B]
    rounds: Callable[[B], int]
    seed: Callable[[B], int | None]
    stages: Callable[[B], tuple[Stage, ...]]
    play: Callable[[B], B]
    undo: Callable[[B], B]
    ending: type[Any]
    ending_ordered: Callable[[B], Any | None]
    finish: Callable[[B, Any, int], B]
    is_over: Callable[[B], bool]
    players_view: Callable[[B], B]
    report: Callable[[B, int, ReportForm, bool], str]
    draw: Callable[[B, bool, Ink], str]

    def edit(self, slug: str) -> Edit[B]:
        """The edit of that slug; raises ``KeyError``."""
        for edit in self.edits:
            if edit.slug == slug:
                return edit
        raise KeyError(slug)
