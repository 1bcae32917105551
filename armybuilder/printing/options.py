"""The print options: one declaration for the form, addresses, saved set-ups and the command line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from armybuilder.printing.colours import Ink
from armybuilder.printing.paper import INCH, CardSize, Edge, Grid, Paper, Size, centred_grid
from armybuilder.printing.stocks import STOCKS
from rulesets.core.declarations.fields import Ask, Choice


class Turned(Choice):
    """The orientation of the paper."""

    UPRIGHT = "upright", "Portrait"
    ACROSS = "across", "Landscape"


MIN_TEXT_SIZE = 8.5
"""The smallest text on cards, in points, at the usual type size."""


class TypeSize(Choice):
    """The size of running text; everything scales with it."""

    TEN = "10", "10 pt"
    TWELVE = "12", "12 pt"
    SIXTEEN = "16", "16 pt, large print"

    @property
    def points(self) -> int:
        """In points."""
        return int(self)

    @property
    def scale(self) -> float:
        """How much larger than usual."""
        return self.points / 10

    @property
    def minimum(self) -> float:
        """The smallest text on cards, in points; otherwise text is as large as fits."""
        return MIN_TEXT_SIZE * self.scale


class RosterKind(Choice):
    """How much of an army its roster shows."""

    FULL = "full", "Full"
    OPPONENT = "opponent", "For the opponent", "Without notes, secrets and problems."


class CardsFor(Choice):
    """What gets a card."""

    UNITS = "units", "Each unit"
    GROUPS = "groups", "Each group", "In games whose groups have cards, such as squads."
    BOTH = "both", "Groups and units"


class PrintScope(Choice):
    """How much of the quick reference is printed."""

    ARMY = "army", "This army’s own"
    BOTH = "both", "Both armies’, to share"
    COMPLETE = "complete", "Everything, to share"


class Boxes(Choice):
    """The state of tick boxes."""

    FRESH = "fresh", "Fresh, for a new game"
    NOW = "now", "As now in the game", "Boxes are ticked as in the army’s game; units out of play get no card."


class Stock(Choice):
    """What labels are printed on: plain paper, or a label stock by its key."""

    _ignore_ = ["members", "stock"]

    PLAIN = "plain", "Plain paper, to be cut"

    members = vars()
    for stock in STOCKS.values():
        members[f"STOCK_{stock.key.upper()}"] = (stock.key, stock.label)


class LabelSize(Choice):
    """The size of stand labels on plain paper."""

    ONE_INCH = "1in", "1 inch"
    TWO_INCHES = "2in", "2 inches"

    @property
    def size(self) -> Size:
        """The size of the cut label."""
        return SQUARES[self]


SQUARES = {
    LabelSize.ONE_INCH: Size(INCH, INCH),
    LabelSize.TWO_INCHES: Size(2 * INCH, 2 * INCH),
}


class LabelTops(Choice):
    """What is printed on the tops, which the opponent sees."""

    GAME = "game", "What the game shows"
    BLANK = "blank", "Blank"
    LETTERS = "letters", "Letters, to hide them"
    NUMBERS = "numbers", "Numbers, to hide them"


class Turning(Choice):
    """How the printer prints on both sides."""

    LONG = "long", "Over the long edge"
    SHORT = "short", "Over the short edge"
    APART = "apart", "One side only", "Undersides are on separate sheets, to glue on."

    @property
    def edge(self) -> Edge | None:
        """The edge, or ``None`` for sheets printed on one side."""
        return {Turning.LONG: Edge.LONG, Turning.SHORT: Edge.SHORT}.get(self)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What is printed, and how. Lengths are in hundredths or tenths of a millimetre, as their ``Ask`` says."""

    roster: Annotated[bool, Ask("Roster")] = True
    cards: Annotated[bool, Ask("Unit cards")] = True
    qrs: Annotated[bool, Ask("Quick-reference sheet")] = True
    labels: Annotated[bool, Ask("Labels for bases")] = False
    strips: Annotated[bool, Ask("Strips for base edges")] = False
    tokens: Annotated[bool, Ask("Markers")] = False
    templates: Annotated[bool, Ask("Templates in true size")] = False
    log: Annotated[bool, Ask("Battle log")] = False
    calibration: Annotated[bool, Ask("Calibration page")] = False
    order: Annotated[str, Ask("Order of the parts", max_length=120)] = ""

    paper: Annotated[Paper, Ask("Paper")] = Paper.A4
    turned: Annotated[Turned, Ask("Orientation")] = Turned.UPRIGHT
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR
    type_size: Annotated[TypeSize, Ask("Type size")] = TypeSize.TEN
    lasting: Annotated[bool, Ask("PDF/A archive copy", help="With the army file embedded.")] = False
    backs: Annotated[bool, Ask("Backs of cards", help="On sheets after their fronts.")] = False
    turning: Annotated[
        Turning, Ask("Two-sided printing", help="For the backs of cards and the undersides of labels.")
    ] = Turning.LONG

    roster_kind: Annotated[RosterKind, Ask("Roster")] = RosterKind.FULL
    card_size: Annotated[CardSize, Ask("Card size")] = CardSize.POKER
    cards_for: Annotated[CardsFor, Ask("Cards for")] = CardsFor.UNITS
    merge: Annotated[bool, Ask("One card for equal units")] = False
    blank_cards: Annotated[int, Ask("Blank cards", help="To fill in by hand, after the others.", min=0, max=90)] = 0
    state: Annotated[Boxes, Ask("Boxes")] = Boxes.FRESH
    scope: Annotated[PrintScope, Ask("Quick reference contains")] = PrintScope.ARMY
    opposing: Annotated[str, Ask("Opponent’s army", max_length=60)] = ""

    stock: Annotated[Stock, Ask("Labels on")] = Stock.PLAIN
    label_size: Annotated[LabelSize, Ask("Label size on plain paper")] = LabelSize.ONE_INCH
    tops: Annotated[LabelTops, Ask("Tops show")] = LabelTops.GAME
    start: Annotated[int, Ask("Begin at label", help="On a part-used sheet, counted row by row.", min=1, max=300)] = 1

    printer: Annotated[
        str, Ask("Printer", help="All set-ups for the same printer share these offsets.", max_length=40)
    ] = ""
    nudge_right: Annotated[int, Ask("Nudge to the right", unit="mm", min=-100, max=100, decimals=1)] = 0
    nudge_down: Annotated[int, Ask("Nudge down", unit="mm", min=-100, max=100, decimals=1)] = 0
    back_right: Annotated[int, Ask("Backs further right", unit="mm", min=-100, max=100, decimals=1)] = 0
    back_down: Annotated[int, Ask("Backs further down", unit="mm", min=-100, max=100, decimals=1)] = 0

    @property
    def sheet(self) -> Size:
        """The size of the paper in its orientation."""
        return self.paper.turned(landscape=self.turned is Turned.ACROSS)

    @property
    def nudge(self) -> tuple[float, float]:
        """The offset of this printer's pages to the right and down, in millimetres."""
        return self.nudge_right / 10, self.nudge_down / 10

    @property
    def back_nudge(self) -> tuple[float, float]:
        """The offset of backs to the right and down, in millimetres."""
        right, down = self.nudge
        return right + self.back_right / 10, down + self.back_down / 10

    @property
    def parts(self) -> tuple[str, ...]:
        """The selected parts in their order."""
        return tuple(part for part in order_parts(self.order) if getattr(self, part))

    @property
    def shares(self) -> bool:
        """Whether the quick reference is for two armies."""
        return self.qrs and self.scope is PrintScope.BOTH

    @property
    def label_grid(self) -> Grid:
        """The grid of the labels."""
        if self.stock is Stock.PLAIN:
            return centred_grid(self.sheet, self.label_size.size)
        return STOCKS[self.stock.value].grid


PARTS = ("roster", "cards", "qrs", "labels", "strips", "tokens", "templates", "log", "calibration")
"""The documents in their usual order; each is a field of ``PrintOptions``."""
PRINTER_FIELDS = ("nudge_right", "nudge_down", "back_right", "back_down")
"""The options that belong to a printer."""


def order_parts(order: str) -> tuple[str, ...]:
    """All parts: those of the comma-separated order first, then the others in the usual order."""
    named = dict.fromkeys(part for part in order.split(",") if part in PARTS)
    return (*named, *(part for part in PARTS if part not in named))


def move_part(order: str, part: str, steps: int) -> str:
    """The order with a part moved so many places later (or earlier, if negative)."""
    parts = list(order_parts(order))
    place = max(0, min(len(parts) - 1, parts.index(part) + steps))
    parts.remove(part)
    parts.insert(place, part)
    return ",".join(parts)


def problems(choices: PrintOptions) -> Iterator[tuple[str, str]]:
    """The problems with these choices: a field's name (empty for the whole form) and a message."""
    if not choices.parts:
        yield "", "Choose at least one part to print."
    if choices.shares and not choices.opposing:
        yield "opposing", "Choose the army that the quick reference is shared with."
    if choices.labels and choices.start > (count := choices.label_grid.count):
        yield "start", f"A sheet has {count} labels; begin with one from 1 to {count}."
