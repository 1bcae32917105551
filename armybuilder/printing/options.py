"""The print options: one declaration for the form, addresses, saved set-ups and the command line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from armybuilder.printing.colours import Ink
from armybuilder.printing.paper import CARD_SIZES, INCH, CardSize, Edge, Grid, Paper, Size, centred_grid
from armybuilder.printing.stocks import STOCKS
from rulesets.core.declarations.fields import Ask, Choice


class Turned(Choice):
    """The orientation of the paper, or a quarter of it for each page."""

    UPRIGHT = "upright", "Portrait"
    ACROSS = "across", "Landscape"
    BOOKLET = "booklet", "Folded booklet", "Only the quick reference, on quarter pages."


MIN_TEXT_SIZE = 8.5
"""The smallest text on cards, in points, at the usual type size."""


SMALLER = 0.9


class TypeSize(Choice):
    """The size of running text; everything scales with it."""

    TEN = "10", "10 pt"
    TWELVE = "12", "12 pt"
    SIXTEEN = "16", "16 pt, large"

    @property
    def points(self) -> int:
        """In points."""
        return int(self)

    @property
    def scale(self) -> float:
        """How much larger than usual."""
        return self.points / 10

    @property
    def large(self) -> bool:
        """Whether it is large print."""
        return self is TypeSize.SIXTEEN

    @property
    def smallest(self) -> float:
        """The smallest type of anything but feet in points; 0 if it is not large print."""
        return float(self.points) if self.large else 0.0

    @property
    def smaller(self) -> float:
        """The type size, relative to this one, of a roster that needs it for its columns of values, or whose last page
        would have little on it.
        """
        return 1.0 if self.large else SMALLER

    @property
    def minimum(self) -> float:
        """The smallest text on cards, in points; otherwise text is as large as fits."""
        return MIN_TEXT_SIZE * self.scale

    def smallest_on(self, card: Size) -> float:
        """The smallest type on cards of that size, in points; 0 on those that have no room for large print."""
        return self.smallest if card.width >= CARD_SIZES[CardSize.A6].width else 0.0


class RosterKind(Choice):
    """How much of an army its roster shows."""

    FULL = "full", "Full"
    OPPONENT = "opponent", "For the opponent", "Without notes, secrets or problems."


OWN_SCOPE, COMPLETE_SCOPE = "army", "complete"
SCOPES = {OWN_SCOPE: "For this army", COMPLETE_SCOPE: "All of it, to share"}
"""How much of the quick reference is printed; otherwise it is shared with the army of a key."""


class Boxes(Choice):
    """The state of tick boxes."""

    FRESH = "fresh", "Fresh"
    NOW = "now", "As in the game", "Units out of play get no cards or labels."


class Stock(Choice):
    """What labels are printed on: plain paper, or a label stock by its key."""

    _ignore_ = ["members", "key", "stock"]

    PLAIN = "plain", "Plain paper: 1″ (large print: 2″)"
    PLAIN_LARGE = "plain-2in", "Plain paper: 2″ (large print: 3″)"

    members = vars()
    for key, stock in STOCKS.items():
        members[f"STOCK_{key.upper()}"] = (key, stock.label)

    @property
    def plain(self) -> bool:
        """Whether it is paper to be cut."""
        return self in PLAIN_SIZES


PLAIN_SIZES = {Stock.PLAIN: Size(INCH, INCH), Stock.PLAIN_LARGE: Size(2 * INCH, 2 * INCH)}
"""The sizes of labels that are cut from plain paper."""
LARGER = INCH
"""By how many millimetres their sides are longer in large print."""


MIN_CODED = 20
"""Millimetres: a square label of this side has room for the QR code of a usual address."""


class LabelTops(Choice):
    """What is printed on the tops, which the opponent sees."""

    GAME = "game", "What the game shows"
    BLANK = "blank", "Blank"
    LETTERS = "letters", "Letters that hide the units"
    NUMBERS = "numbers", "Numbers that hide the units"
    CODES = (
        "codes",
        "QR codes for a game on the phone",
        f"Needs labels of at least {MIN_CODED:g} mm and a link to the army, which anyone who scans a code can open.",
    )
    TENTS = "tents", "Tents for hidden stands", "Folded with the stand inside, blank outside."


class Turning(Choice):
    """Whether the printer prints on both sides, and over which edge it flips the paper."""

    APART = "apart", "One side, cards without backs"
    LONG = "long", "Both sides, flipped on the long edge"
    SHORT = "short", "Both sides, flipped on the short edge"

    @property
    def edge(self) -> Edge | None:
        """The edge, or ``None`` for sheets printed on one side."""
        return {Turning.LONG: Edge.LONG, Turning.SHORT: Edge.SHORT}.get(self)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What is printed, and how. Lengths are in hundredths or tenths of a millimetre, as their ``Ask`` says."""

    roster: Annotated[bool, Ask("Roster")] = True
    cards: Annotated[bool, Ask("Unit cards")] = True
    dashboards: Annotated[bool, Ask("Record sheets of groups")] = False
    qrs: Annotated[bool, Ask("Quick reference")] = True
    labels: Annotated[bool, Ask("Labels for bases")] = False
    strips: Annotated[bool, Ask("Base-edge strips")] = False
    tokens: Annotated[bool, Ask("Markers")] = False
    templates: Annotated[bool, Ask("Templates")] = False
    log: Annotated[bool, Ask("Battle log")] = False
    cutting: Annotated[bool, Ask("Cutting guide")] = False

    paper: Annotated[Paper, Ask("Paper")] = Paper.A4
    turned: Annotated[Turned, Ask("Orientation")] = Turned.UPRIGHT
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR
    type_size: Annotated[TypeSize, Ask("Type size")] = TypeSize.TEN
    turning: Annotated[Turning, Ask("Print on")] = Turning.APART
    lasting: Annotated[bool, Ask("Archive copy, PDF/A, with the army file")] = False

    roster_kind: Annotated[RosterKind, Ask("Roster")] = RosterKind.FULL
    state: Annotated[Boxes, Ask("Boxes")] = Boxes.FRESH
    scope: Annotated[str, Ask("Quick reference contains", max_length=60)] = OWN_SCOPE
    card_size: Annotated[CardSize, Ask("Card size")] = CardSize.USUAL
    blank_cards: Annotated[int, Ask("Blank cards", min=0, max=90)] = 0
    merge: Annotated[bool, Ask("One card for identical units")] = True
    key_card: Annotated[bool, Ask("Key card for the codes")] = True

    stock: Annotated[Stock, Ask("Labels on")] = Stock.PLAIN
    tops: Annotated[LabelTops, Ask("Tops show")] = LabelTops.GAME
    on_table_only: Annotated[bool, Ask("Leave out off-table stands")] = False
    proxies: Annotated[bool, Ask("Proxies only", "Only units that your collection has no models of.")] = False
    start: Annotated[int, Ask("Start at label", help="For a part-used sheet. Count row by row.", min=1, max=300)] = 1
    base: Annotated[int, Ask("Base thickness", unit="mm", min=0, max=40, decimals=1)] = 0

    nudge_right: Annotated[int, Ask("Move prints to the right", unit="mm", min=-100, max=100, decimals=1)] = 0
    nudge_down: Annotated[int, Ask("Move prints down", unit="mm", min=-100, max=100, decimals=1)] = 0
    back_right: Annotated[int, Ask("Move backs to the right", unit="mm", min=-100, max=100, decimals=1)] = 0
    back_down: Annotated[int, Ask("Move backs down", unit="mm", min=-100, max=100, decimals=1)] = 0

    @property
    def sheet(self) -> Size:
        """The size of the paper in its orientation, or of the pages of a booklet."""
        if self.turned is Turned.BOOKLET:
            return Size(self.paper.size.width / 2, self.paper.size.height / 2)
        return self.paper.turned(landscape=self.turned is Turned.ACROSS)

    @property
    def folded(self) -> Edge | None:
        """The edge over which the sheets of a booklet are flipped; ``None`` if it is none."""
        return (self.turning.edge or Edge.LONG) if self.turned is Turned.BOOKLET else None

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
        return tuple(part for part in PARTS if getattr(self, part))

    @property
    def backs(self) -> bool:
        """Whether cards have backs."""
        return self.turning.edge is not None

    @property
    def opposing(self) -> str:
        """The key of the army that a quick reference is shared with, or empty."""
        return "" if self.scope in SCOPES else self.scope

    @property
    def shares(self) -> bool:
        """Whether the quick reference is for two armies."""
        return self.qrs and bool(self.opposing)

    @property
    def folds_labels(self) -> bool:
        """Whether labels are folded: on paper to be cut that is printed on one side."""
        return self.stock.plain and self.turning.edge is None

    @property
    def label_grid(self) -> Grid:
        """The grid of the labels."""
        if self.stock.plain:
            size, more = PLAIN_SIZES[self.stock], LARGER if self.type_size.large else 0.0
            return centred_grid(self.sheet, Size(size.width + more, size.height + more))
        return STOCKS[self.stock.value].grid


PARTS = ("roster", "cards", "dashboards", "qrs", "labels", "strips", "tokens", "templates", "log", "cutting")
"""The documents in their order; each is a field of ``PrintOptions``."""
CUT_PARTS = ("cards", "labels", "strips", "tokens", "templates")
"""The parts that are cut out."""


def problems(choices: PrintOptions) -> Iterator[tuple[str, str]]:
    """The problems with these choices: a field's name (empty for the whole form) and a message."""
    if not choices.parts:
        yield "", "Choose at least one part to print."
    if choices.cutting and not set(CUT_PARTS) & set(choices.parts):
        yield "cutting", "The cutting guide is for cards, labels, strips, markers and templates. Choose one of these."
    if choices.folded and choices.parts != ("qrs",):
        yield (
            "turned",
            "A booklet holds only the quick reference. Leave out the other parts, or choose portrait.",
        )
    if choices.folded and choices.paper is Paper.A5:
        yield "turned", "A quarter of A5 is too small to read. Choose A4, US Letter or A3 for a booklet."
    if choices.labels and choices.start > (count := choices.label_grid.count):
        yield "start", f"A sheet has {count} labels. Start with one from 1 to {count}."
