"""A game master's desk: for games played by written orders that are resolved phase by phase and reported.

The site stores a battle as the plain data that ``write`` returns and ``read`` takes, draws its board, asks for orders
and edits, and shows reports. A battle is an immutable value of a type of the game; every step returns the next one or
raises ``DeskError``.
"""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rulesets.core.cards import Ink
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Force
from rulesets.core.reference import Line
from rulesets.core.shapes import Box

B = TypeVar("B")

ORDERS_LINES, ORDERS_LENGTH = 3_000, 150_000
"""The longest text of orders, in lines and in characters."""
ORDERS_FIT = f"The limit is {ORDERS_LINES:,} lines and {ORDERS_LENGTH:,} characters"
"""The limit in words."""


class DeskError(ValueError):
    """A step that cannot be taken; the message says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class OrderIssue:
    """What is wrong with orders: the line (from 1; 0 for the whole text), the rule, and what would be right.

    ``group`` is the number of the squad concerned, as on the board. Only errors prevent orders from being accepted.
    """

    line: int
    rule: str
    message: str
    severity: Severity = Severity.ERROR
    group: str = ""


class OrdersRefused(DeskError):
    """Orders with errors: nothing was rolled and nothing changed. ``issues`` lists everything found."""

    def __init__(self, issues: tuple[OrderIssue, ...]) -> None:
        """Store the issues; the message is that of the first error."""
        first = next(issue for issue in issues if issue.severity is Severity.ERROR)
        super().__init__(f"Line {first.line}: {first.message} ({first.rule})")
        self.issues = issues


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """A piece on the board, or beside it where ``x`` and ``y`` are ``None``.

    ``label`` is the text on it, ``side`` the number of its side (0 is the players'), ``state`` a word such as
    ``standing``, ``title`` its full description.
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
    """Pieces that receive orders together: their number, name, side, owner and state in a few words."""

    id: str
    title: str
    side: int
    owner: str
    text: str


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A marked place on the board, its radius in tiles and its state in a word."""

    title: str
    x: int
    y: int
    radius: int
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """The tile map: one text per row, one character per tile, all explained in ``legend``, plain ground first.

    Tiles count from 0; a tile's name is that of its column and its row, by ``column_names`` and ``row_names``.
    ``facts`` are other lines that carry over from round to round.
    """

    rows: tuple[str, ...]
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    groups: tuple[BoardGroup, ...]
    pieces: tuple[BoardPiece, ...]
    marks: tuple[BoardMark, ...]
    facts: tuple[Line, ...] = ()

    def tile(self, x: int, y: int) -> str:
        """A tile's name; raises ``IndexError`` for one that is not on the board."""
        return self.column_names[x] + self.row_names[y]


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """An order that a group may receive: its words, and a description.

    ``tile`` says that a tile's name follows the words.
    """

    order: str
    title: str
    possible: bool = True
    tile: bool = False


@dataclass(frozen=True, slots=True)
class GroupChoices:
    """The orders open to one group now, from which a form makes a line of orders (``subject: order; order``)."""

    group: str
    subject: str
    choices: tuple[OrderChoice, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected effect of an order.

    ``text`` says it in words; ``mean`` is the average and ``low`` to ``high`` span the middle 80% of the outcomes,
    counted in ``unit``. All three are ``None`` where there is no number.
    """

    line: int
    subject: str
    text: str
    unit: str = ""
    mean: Fraction | None = None
    low: int | None = None
    high: int | None = None


class StageState(enum.StrEnum):
    """The progress of a phase."""

    DONE = "done"
    NEXT = "next"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase of the current round."""

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
"""The possible answers by field: stored value and words."""


@dataclass(frozen=True, slots=True)
class Edit(Generic[B]):
    """A change by hand: its question (a declaration), and ``apply``, which may raise ``DeskError``.

    ``field`` takes the id of the piece or group concerned, or the name of the tile.
    ``current`` fills in the present values for it, ``options`` returns the possible answers of text fields that have
    only certain ones.
    """

    slug: str
    title: str
    declaration: type[Any]
    apply: Callable[[B, Any], B]
    about: Subject = Subject.BATTLE
    field: str = ""
    current: Callable[[B, Any], Any] = lambda battle, answers: answers
    options: Callable[[B], Options] = lambda battle: {}


@dataclass(frozen=True, slots=True)
class Desk(Generic[B]):
    """Everything that the site needs to run a battle.

    ``setup`` declares the questions for a new battle and ``new`` makes it from the answers and the forces of both
    sides; ``demo`` is an example with ``demo_orders`` for its first round, ``forces`` are some to try out, ``name``
    returns a battle's name. ``place`` sets a piece on a tile (``None``: beside the board), ``place_group`` a whole
    group around one, ``paint`` changes tiles to the ground with that sign in the legend; all raise ``DeskError``.
    ``check`` finds problems in orders and ``forecast`` their likely effects; ``give`` begins a round with orders and a
    seed, ``change`` replaces them for the rest of the round (both raise ``OrdersRefused``). ``rounds`` counts the
    rounds begun, ``seed`` is that of the last dice. ``stages`` are the phases of the current round, empty between
    rounds; ``play`` plays the next one, ``undo`` takes the last step back. ``ending`` declares the questions for
    ``finish``, which ends a battle with a seed; ``ending_ordered`` has the answers where the last orders end it.
    ``players_view`` is the battle as its players may see it, without what only the game master knows. ``report``
    describes a round (by number; 0 for the end of combat), short or with every die; ``draw`` returns the board as SVG,
    with or without its pieces, in that ink, whose tiles are ``tile`` units of the picture wide; the last argument says
    where the sheets of a poster overlap.
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
    give_orders: Callable[[B, str, int], B]
    change_orders: Callable[[B, str], B]
    rounds: Callable[[B], int]
    seed: Callable[[B], int | None]
    stages: Callable[[B], tuple[Stage, ...]]
    play_phase: Callable[[B], B]
    undo: Callable[[B], B]
    ending: type[Any]
    ending_ordered: Callable[[B], Any | None]
    finish: Callable[[B, Any, int], B]
    is_over: Callable[[B], bool]
    players_view: Callable[[B], B]
    report: Callable[[B, int, ReportForm, bool], str]
    draw: Callable[[B, bool, Ink, Sequence[Box]], str]
    tile: int

    def edit(self, slug: str) -> Edit[B]:
        """The edit of that slug; raises ``KeyError``."""
        for edit in self.edits:
            if edit.slug == slug:
                return edit
        raise KeyError(slug)
