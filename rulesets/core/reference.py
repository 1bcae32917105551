"""Quick-reference sheets (QRS) as plain data: sections of tables, flow charts and lines."""

from dataclasses import dataclass
from typing import Annotated, Final

from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, PlayedRuling
from rulesets.core.tables import Table


@dataclass(frozen=True, slots=True)
class Line:
    """A term and what it means, in our own words; ``secret`` is not for the opponent.

    ``hint`` explains the words of the text where there is room (on screen when tapped).
    """

    term: str
    text: str
    secret: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A step of a guide: what to do, and how."""

    term: Annotated[str, Ask("What to do", max_length=60)]
    text: Annotated[str, Ask("How", max_length=500)]


@dataclass(frozen=True, slots=True)
class PlayingArea:
    """The table of a game for a drawing, in one unit of length. Without a width, players agree on the size."""

    width: Annotated[int, Ask("Width", help="Enter 0 if players agree on the size.", min=0, max=999)] = 0
    depth: Annotated[int, Ask("Depth", min=0, max=999)] = 0
    unit: Annotated[str, Ask("Unit of length", max_length=12)] = "″"
    zone: Annotated[
        int, Ask("Deployment zone", help="How far from the edge a side deploys. Enter 0 for none.", min=0, max=999)
    ] = 0
    tiles: Annotated[bool, Ask("Tile map")] = False


AS_AGREED: Final = PlayingArea()
"""The table of a game without a fixed size."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What a stranger asks about a game first. A text that is missing is left out."""

    era: Annotated[str, Ask("Era", max_length=160)] = ""
    scale: Annotated[str, Ask("Scale", help="Say what a unit stands for.", max_length=160)] = ""
    figures: Annotated[str, Ask("Figures", max_length=160)] = ""
    players: Annotated[str, Ask("Players", max_length=160)] = ""
    length: Annotated[str, Ask("Length", max_length=160)] = ""
    needs: Annotated[str, Ask("What you need", max_length=160)] = "The rulebook, dice, and figures or the printed cards"
    rules: Annotated[str, Ask("Where to get the rules", max_length=160)] = ""
    table: Annotated[PlayingArea, Ask("Table")] = AS_AGREED

    @property
    def lines(self) -> tuple[Line, ...]:
        """The texts with their terms, but for the one on where to get the rules."""
        texts = {
            "Era": self.era,
            "Scale": self.scale,
            "Figures": self.figures,
            "Players": self.players,
            "Length": self.length,
            "You need": self.needs,
        }
        return tuple(Line(term, text) for term, text in texts.items() if text)


NO_OVERVIEW: Final = Overview()
"""Of a game that says nothing about itself."""


@dataclass(frozen=True, slots=True)
class Code:
    """Codes or words of a game's rows that are explained together, such as ``MBT`` and ``INF``, and their meaning."""

    codes: Annotated[
        tuple[str, ...],
        Ask(
            "Words or codes",
            help="Write each as a card shows it, such as Deadly or AP. Write X for any number, such as Tough(X).",
            min=1,
            max=12,
            one="Word",
        ),
    ]
    meaning: Annotated[str, Ask("Meaning", max_length=300)]

    @property
    def term(self) -> str:
        """The codes in one text."""
        return ", ".join(self.codes)


MAX_LISTED = 20
"""Most house rules that a sheet lists with their questions; more would need a third page."""


def house_rules_listed(changed: tuple[PlayedRuling, ...]) -> tuple[Line, ...]:
    """A line for each ruling that is not at its default; if there are many, one line with their ids."""
    if len(changed) > MAX_LISTED:
        ids = ", ".join(played.ruling.id for played in changed)
        return (Line("Rulings", f"{ids} changed from the default, each noted where it applies"),)
    return tuple(Line(played.ruling.question, played.text) for played in changed)


@dataclass(frozen=True, slots=True)
class Branch:
    """A way out of a step: the next step, and the answer that leads there (empty for the only way)."""

    to: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step of a procedure: a question with several ways out, an action with one, or an end with none.

    ``column`` and ``row`` are its place in the chart, counted from 0.
    """

    slug: str
    text: str
    column: int
    row: int
    ways: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Flow:
    """A procedure as a flow chart: its steps in order, beginning with the first.

    Raises ``ValueError`` when two steps have the same name or place, a way leads to no step, one of several ways has
    no answer, or a step cannot be reached.
    """

    title: str
    steps: tuple[FlowStep, ...]

    def __post_init__(self) -> None:
        slugs = {step.slug for step in self.steps}
        places = {(step.column, step.row) for step in self.steps}
        if not len(slugs) == len(places) == len(self.steps) > 0:
            raise ValueError(f"{self.title}: each step needs a name and a place of its own")
        for step in self.steps:
            if any(branch.to not in slugs for branch in step.ways):
                raise ValueError(f"{self.title}: a way leads from {step.slug} to no step")
            if len(step.ways) > 1 and not all(branch.answer for branch in step.ways):
                raise ValueError(f"{self.title}: a way from {step.slug} has no answer")
        if lost := slugs - self._reached():
            raise ValueError(f"{self.title}: no way leads to {', '.join(sorted(lost))}")

    def _reached(self) -> set[str]:
        """The steps that can be reached from the first."""
        ways = {step.slug: [branch.to for branch in step.ways] for step in self.steps}
        reached, ahead = set[str](), [self.steps[0].slug]
        while ahead:
            slug = ahead.pop()
            if slug not in reached:
                reached.add(slug)
                ahead += ways[slug]
        return reached

    def number(self, slug: str) -> int:
        """The number of a step, from 1; raises ``KeyError``."""
        for number, step in enumerate(self.steps, 1):
            if step.slug == slug:
                return number
        raise KeyError(slug)


@dataclass(frozen=True, slots=True)
class Zone:
    """The tiles around a unit that it controls: their offsets from its own tile. ``words`` say what a drawing shows."""

    title: str
    tiles: tuple[tuple[int, int], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered block of a quick-reference sheet: a flow chart, zones, tables, then lines.

    ``slug`` names it for filters.

    On paper the flow charts come first, as they need the whole width.
    """

    slug: str
    title: str
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    flow: Flow | None = None
    zones: tuple[Zone, ...] = ()


def house_rules_in_force(house: HouseRules) -> tuple[Section, ...]:
    """The block that lists the rulings that are not at their defaults; none if all are."""
    lines = house_rules_listed(house.changed())
    return (Section("house-rules", "House rules in force", (), lines),) if lines else ()
