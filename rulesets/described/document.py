"""A described game as its document: declarations, which the codec reads and writes like every other.

Whoever opens the JSON sees the game: its kinds of entry with their fields and rows, what a player sets for an army, a
group and a unit, costs, limits, odds, tracks, the turn, the quick reference. Texts named *formula* are read by
``formulas``; texts with ``{…}`` hold formulas in braces. Rulings, codes, markers and steps of a guide are declared as
for other games.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from rulesets.core.cards import Marker
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import Ruling
from rulesets.core.reference import Code, GuideStep

MAX_FORMULA: Final = 200
MAX_TEXT: Final = 500
MAX_ROWS: Final = 400
"""Entries of one kind."""
ID: Final = 40
"""Letters of a name by which formulas and files know something."""


class FieldType(Choice):
    """What a field holds."""

    NUMBER = "number", "Number"
    TEXT = "text", "Text"
    YES = "yes", "Yes or no"
    CHOICE = "choice", "Choice"
    ENTRY = "entry", "Entry of a kind"
    LIST = "list", "List of entries of a kind"


class Source(Choice):
    """Which unit a field of a question is filled in from."""

    NONE = "", "Nobody"
    OWN = "own", "The unit that acts"
    OPPOSING = "opposing", "The opposing unit"


class Scope(Choice):
    """What a limit is for."""

    UNIT = "unit", "Each unit"
    GROUP = "group", "Each group"
    ARMY = "army", "The army"


class Weight(Choice):
    """How much a broken limit matters."""

    ERROR = "error", "Error"
    WARNING = "warning", "Warning"
    NOTE = "note", "Note"


class Acting(Choice):
    """Who acts in a part of a turn."""

    FIRST = "first", "The first player"
    SECOND = "second", "The second player"
    BOTH = "both", "Both players"


class Reroll(Choice):
    """Which dice of a stage are rolled once more."""

    NONE = "none", "None"
    ONES = "ones", "Ones"
    FAILURES = "failures", "Dice that fail"


class Keep(Choice):
    """What counts of several dice."""

    SUM = "sum", "Their sum"
    HIGHEST = "highest", "The highest"
    LOWEST = "lowest", "The lowest"


class Reset(Choice):
    """When the boxes of a track are cleared by themselves."""

    NEVER = "never", "Never"
    SEGMENT = "segment", "At the end of its player's part of the turn"


class Colour(Choice):
    """The game's colour."""

    OLIVE = "olive", "Olive"
    RUST = "rust", "Rust"
    COBALT = "cobalt", "Cobalt"
    PLUM = "plum", "Plum"
    TEAL = "teal", "Teal"
    OCHRE = "ochre", "Ochre"


@dataclass(frozen=True, slots=True)
class Option:
    """A word that a choice offers."""

    value: Annotated[str, Ask("Value", max_length=ID)]
    label: Annotated[str, Ask("Label")]


@dataclass(frozen=True, slots=True)
class Field:
    """A value of an entry, a unit, a group, an army or a question; ``name`` is what formulas call it.

    ``kind`` is the kind of an entry or a list, ``default`` the value as a player would write it. A field with ``short``
    stands on the statline under that heading.
    """

    name: Annotated[str, Ask("Name", max_length=ID)]
    label: Annotated[str, Ask("Label", max_length=60)]
    type: Annotated[FieldType, Ask("Type")] = FieldType.NUMBER
    help: Annotated[str, Ask("Help", max_length=200)] = ""
    unit: Annotated[str, Ask("Unit", max_length=12)] = ""
    min: Annotated[int | None, Ask("Minimum", min=-10_000_000, max=10_000_000)] = None
    max: Annotated[int | None, Ask("Maximum", min=-10_000_000, max=10_000_000)] = None
    decimals: Annotated[int, Ask("Decimals", min=0, max=3)] = 0
    kind: Annotated[str, Ask("Kind of entry", max_length=ID)] = ""
    options: Annotated[tuple[Option, ...], Ask("Options", max=30, one="Option")] = ()
    default: Annotated[str, Ask("Default", max_length=200)] = ""
    short: Annotated[str, Ask("Short heading", max_length=8)] = ""
    secret: Annotated[bool, Ask("Hidden from the opponent")] = False
    amount: Annotated[bool, Ask("Counts the models")] = False
    points: Annotated[bool, Ask("Is points")] = False


@dataclass(frozen=True, slots=True)
class QuestionField(Field):
    """A field of a question, filled in from a unit: from its field ``taken`` (the same name if empty), less the boxes
    ticked on the track ``less``. A ``condition`` is asked at the table.
    """

    source: Annotated[Source, Ask("Filled in from")] = Source.NONE
    taken: Annotated[str, Ask("Field of the unit", max_length=ID)] = ""
    less: Annotated[str, Ask("Less the boxes of the track", max_length=ID)] = ""
    condition: Annotated[bool, Ask("Asked at the table")] = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry: its name and the values of its kind's fields, in their order, as a player would write them."""

    name: Annotated[str, Ask("Name")]
    values: Annotated[tuple[str, ...], Ask("Values", max=30, one="Value", max_length=MAX_TEXT)]
    key: Annotated[str, Ask("Key", max_length=ID)] = ""
    cite: Annotated[str, Ask("Place in the rulebook", max_length=120)] = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry, such as troop types or weapons."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    plural: Annotated[str, Ask("Plural", max_length=60)]
    fields: Annotated[tuple[Field, ...], Ask("Fields", max=30, one="Field")]
    entries: Annotated[tuple[EntryRow, ...], Ask("Entries", max=MAX_ROWS, one="Entry")] = ()


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A change of an entry of a unit: ``value``, such as ``troop.skill``, becomes ``formula`` where ``when`` holds."""

    value: Annotated[str, Ask("Value", max_length=2 * ID)]
    formula: Annotated[str, Ask("Formula", max_length=MAX_FORMULA)]
    when: Annotated[str, Ask("When", max_length=MAX_FORMULA)] = "1"


@dataclass(frozen=True, slots=True)
class Cost:
    """What units cost in one currency; ``name`` is what formulas of limits call the sum."""

    name: Annotated[str, Ask("Name", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=40)]
    short: Annotated[str, Ask("After a number", max_length=10)]
    formula: Annotated[str, Ask("Formula", max_length=MAX_FORMULA)]


@dataclass(frozen=True, slots=True)
class Tally:
    """A number over units that limits name: the sum of ``formula`` over those for which ``where`` holds."""

    name: Annotated[str, Ask("Name", max_length=ID)]
    where: Annotated[str, Ask("Units for which", max_length=MAX_FORMULA)] = "1"
    formula: Annotated[str, Ask("Formula", max_length=MAX_FORMULA)] = "1"


@dataclass(frozen=True, slots=True)
class Limit:
    """A rule of legality: the sum of ``counted`` over the units for which ``where`` holds is from ``min`` to ``max``.

    These two name the army's fields, the group's where the limit is for groups, costs and tallies of the same scope; a
    limit for units names the unit's fields, too. With ``each`` it holds for the units of each entry in that field.
    ``message`` is a text with ``{count}``, ``{min}``, ``{max}``, ``{over}`` and ``{under}``.
    """

    id: Annotated[str, Ask("Id", max_length=20)]
    scope: Annotated[Scope, Ask("For")]
    sentence: Annotated[str, Ask("Sentence", max_length=300)]
    message: Annotated[str, Ask("Message", max_length=300)]
    where: Annotated[str, Ask("Units for which", max_length=MAX_FORMULA)] = "1"
    counted: Annotated[str, Ask("Counted", max_length=MAX_FORMULA)] = "1"
    min: Annotated[str, Ask("Minimum", max_length=MAX_FORMULA)] = ""
    max: Annotated[str, Ask("Maximum", max_length=MAX_FORMULA)] = ""
    when: Annotated[str, Ask("Only when", max_length=MAX_FORMULA)] = ""
    each: Annotated[str, Ask("For each entry of the field", max_length=ID)] = ""
    field: Annotated[str, Ask("Field", max_length=ID)] = ""
    weight: Annotated[Weight, Ask("Weight")] = Weight.ERROR
    cite: Annotated[str, Ask("Place in the rulebook", max_length=120)] = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A roll for each die that came through the stage before.

    A die passes on ``at_least`` or more, on ``never_below`` at the lowest, and always on ``always`` or more; what
    ``stops`` comes through if it fails (a save). A score of ``twice`` or more counts as two that pass.
    """

    title: Annotated[str, Ask("Title", max_length=40)]
    at_least: Annotated[str, Ask("Lowest roll that passes", max_length=MAX_FORMULA)]
    faces: Annotated[int, Ask("Faces", min=2, max=100)] = 6
    never_below: Annotated[str, Ask("Never below", max_length=MAX_FORMULA)] = ""
    always: Annotated[str, Ask("Always from", max_length=MAX_FORMULA)] = ""
    stops: Annotated[bool, Ask("Stops what passes")] = False
    reroll: Annotated[Reroll, Ask("Rolled once more")] = Reroll.NONE
    twice: Annotated[str, Ask("Counts twice from", max_length=MAX_FORMULA)] = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Dice that go through stages. What is left does ``damage`` each; with ``damage_faces`` a die is added to it.

    With ``hits`` it is spread over models with so many hit points, one after the other: damage beyond the last hit
    point of a model is lost, and models out are counted, at most ``models``.
    """

    dice: Annotated[str, Ask("Number of dice", max_length=MAX_FORMULA)]
    stages: Annotated[tuple[Stage, ...], Ask("Stages", min=1, max=6, one="Stage")]
    damage: Annotated[str, Ask("Damage each", max_length=MAX_FORMULA)] = "1"
    damage_faces: Annotated[int, Ask("Plus a die of faces", min=0, max=100)] = 0
    hits: Annotated[str, Ask("Hit points of a model", max_length=MAX_FORMULA)] = ""
    models: Annotated[str, Ask("Models of the target", max_length=MAX_FORMULA)] = ""
    dice_title: Annotated[str, Ask("Title of the number of dice", max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of one side, of which the sum, the highest or the lowest counts, and what is added."""

    dice: Annotated[str, Ask("Number of dice", max_length=MAX_FORMULA)] = "1"
    faces: Annotated[int, Ask("Faces", min=2, max=100)] = 6
    keep: Annotated[Keep, Ask("What counts")] = Keep.SUM
    bonus: Annotated[str, Ask("Added", max_length=MAX_FORMULA)] = "0"


@dataclass(frozen=True, slots=True)
class Ending:
    """What a total of ``at_least`` or more means; ``harm`` is what it does to the opposing unit (or to the unit itself
    where nobody opposes it).
    """

    at_least: Annotated[str, Ask("At least", max_length=MAX_FORMULA)]
    label: Annotated[str, Ask("Result", max_length=60)]
    harm: Annotated[str, Ask("Harm", max_length=MAX_FORMULA)] = "0"


@dataclass(frozen=True, slots=True)
class Table:
    """A roll, less the opposing ``against`` if there is one, looked up in a table of endings from the lowest."""

    roll: Annotated[Roll, Ask("Roll")]
    endings: Annotated[tuple[Ending, ...], Ask("Endings", min=1, max=20, one="Ending")]
    against: Annotated[Roll | None, Ask("Opposing roll")] = None


@dataclass(frozen=True, slots=True)
class Odds:
    """A calculator: a question, and its chances by a ``chain``, a ``table`` or, without dice, a ``certain`` number.

    ``what`` is what the number counts. ``harm`` is the track of the opposing unit on which it is ticked (of the unit
    itself with ``alone``), ``acted`` the track of which a unit that did it has a box ticked.
    """

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    about: Annotated[str, Ask("Summary", max_length=120)]
    what: Annotated[str, Ask("What is counted", max_length=30)]
    fields: Annotated[tuple[QuestionField, ...], Ask("Fields", min=1, max=20, one="Field")]
    chain: Annotated[Chain | None, Ask("Dice through stages")] = None
    table: Annotated[Table | None, Ask("Roll with a table")] = None
    certain: Annotated[str, Ask("Without dice", max_length=MAX_FORMULA)] = ""
    chart: Annotated[str, Ask("Title of the chart", max_length=40)] = ""
    assumed: Annotated[tuple[str, ...], Ask("Said to be assumed", max=6, max_length=MAX_TEXT, one="Text")] = ()
    harm: Annotated[str, Ask("Track of the harm", max_length=ID)] = ""
    saved_by_hand: Annotated[bool, Ask("The players decide how much harm is done")] = False
    acted: Annotated[str, Ask("Track of those who acted", max_length=ID)] = ""
    alone: Annotated[bool, Ask("About one unit alone")] = False
    action: Annotated[str, Ask("What it is called at the table", max_length=40)] = ""
    cite: Annotated[str, Ask("Rule", max_length=20)] = ""


@dataclass(frozen=True, slots=True)
class OddsGroup:
    """Calculators that belong together, by slug."""

    title: Annotated[str, Ask("Title", max_length=60)]
    odds: Annotated[tuple[str, ...], Ask("Calculators", min=1, max=20, max_length=ID)]


@dataclass(frozen=True, slots=True)
class TrackRow:
    """Boxes of a unit in play: a counted number (``boxes``), or one for each of the ``names``.

    ``out`` is what is said when all are ticked, with the offer to put the unit out of play.
    """

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=40)]
    boxes: Annotated[str, Ask("Number of boxes", max_length=MAX_FORMULA)] = ""
    names: Annotated[tuple[str, ...], Ask("Names of the boxes", max=12, max_length=20, one="Name")] = ()
    printed: Annotated[bool, Ask("Printed")] = True
    lost: Annotated[str, Ask("What is lost", max_length=30)] = ""
    out: Annotated[str, Ask("When all are ticked", max_length=120)] = ""
    reset: Annotated[Reset, Ask("Cleared")] = Reset.NEVER


@dataclass(frozen=True, slots=True)
class Term:
    """A term and its text."""

    term: Annotated[str, Ask("Term", max_length=60)]
    text: Annotated[str, Ask("Text", max_length=MAX_TEXT)]


@dataclass(frozen=True, slots=True)
class TurnPart:
    """A segment of a turn: who acts, and what they may do."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    acting: Annotated[Acting, Ask("Who acts")]
    lines: Annotated[tuple[Term, ...], Ask("Lines", max=12, one="Line")] = ()


@dataclass(frozen=True, slots=True)
class Cells:
    """A row of a table."""

    cells: Annotated[tuple[str, ...], Ask("Cells", min=1, max=10, max_length=120, one="Cell")]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of the quick reference: headings (``>`` right, ``^`` centre) and rows."""

    title: Annotated[str, Ask("Title", max_length=60)]
    headings: Annotated[tuple[str, ...], Ask("Headings", min=1, max=10, max_length=60, one="Heading")]
    rows: Annotated[tuple[Cells, ...], Ask("Rows", min=1, max=40, one="Row")]


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A section of the quick reference; its texts may name the document's numbers and switches in braces."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    lines: Annotated[tuple[Term, ...], Ask("Lines", max=30, one="Line")] = ()
    tables: Annotated[tuple[SheetTable, ...], Ask("Tables", max=6, one="Table")] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the rulebook that formulas and texts name, in capitals: ``FACES``."""

    name: Annotated[str, Ask("Name", max_length=ID)]
    value: Annotated[int, Ask("Value", min=-1_000_000, max=1_000_000)]


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a field, as a player would write it; keys or names of a list are divided by commas."""

    field: Annotated[str, Ask("Field", max_length=ID)]
    value: Annotated[str, Ask("Value", max_length=MAX_TEXT)]


@dataclass(frozen=True, slots=True)
class ReadyUnit:
    """A unit of a ready group: what is not set has its default."""

    settings: Annotated[tuple[Setting, ...], Ask("Settings", max=30, one="Setting")] = ()
    name: Annotated[str, Ask("Name")] = ""


@dataclass(frozen=True, slots=True)
class ReadyGroup:
    """A ready group to start from."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    summary: Annotated[str, Ask("Summary", max_length=120)]
    units: Annotated[tuple[ReadyUnit, ...], Ask("Units", min=1, max=20, one="Unit")]
    settings: Annotated[tuple[Setting, ...], Ask("Settings", max=30, one="Setting")] = ()


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """A group of the example army: a ready group by its slug, and its name."""

    group: Annotated[str, Ask("Ready group", max_length=ID)]
    name: Annotated[str, Ask("Name")]


@dataclass(frozen=True, slots=True)
class Wording:
    """The game's words for the parts of an army, in lower case."""

    army: Annotated[str, Ask("Army", max_length=30)] = "army"
    armies: Annotated[str, Ask("Armies", max_length=30)] = "armies"
    group: Annotated[str, Ask("Group", max_length=30)] = "group"
    groups: Annotated[str, Ask("Groups", max_length=30)] = "groups"
    unit: Annotated[str, Ask("Unit", max_length=30)] = "unit"
    units: Annotated[str, Ask("Units", max_length=30)] = "units"


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value beside a unit in play: its short heading, its text with formulas in braces, its heading in full."""

    heading: Annotated[str, Ask("Short heading", max_length=8)]
    text: Annotated[str, Ask("Text", max_length=60)]
    name: Annotated[str, Ask("Heading", max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class Display:
    """How units are shown: up to four chips of a row, lines of a card and of its back, values in play, a summary.

    All are texts with formulas in braces (``{models} models``); a line whose text becomes empty is left out.
    """

    icon: Annotated[str, Ask("Icon", max_length=40)] = "brodie-helmet"
    chips: Annotated[tuple[str, ...], Ask("Chips", max=4, max_length=60, one="Chip")] = ()
    lines: Annotated[tuple[Term, ...], Ask("Lines of a card", max=8, one="Line")] = ()
    back: Annotated[tuple[Term, ...], Ask("Lines of its back", max=12, one="Line")] = ()
    values: Annotated[tuple[ShownValue, ...], Ask("Values beside a unit in play", max=3, one="Value")] = ()
    summary: Annotated[tuple[Term, ...], Ask("Summary of an army", max=6, one="Line")] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A described game."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Title", max_length=60)]
    kinds: Annotated[tuple[Kind, ...], Ask("Kinds of entry", min=1, max=12, one="Kind")]
    unit: Annotated[tuple[Field, ...], Ask("Fields of a unit", min=1, max=20, one="Field")]
    about: Annotated[str, Ask("Summary", max_length=200)]
    edition: Annotated[str, Ask("Edition", max_length=30)] = "1"
    publisher: Annotated[str, Ask("Publisher", max_length=60)] = ""
    credit: Annotated[str, Ask("Credit", max_length=300)] = ""
    colour: Annotated[Colour, Ask("Colour")] = Colour.TEAL
    words: Annotated[Wording, Ask("Words")] = Wording()
    numbers: Annotated[tuple[Number, ...], Ask("Numbers", max=60, one="Number")] = ()
    group: Annotated[tuple[Field, ...], Ask("Fields of a group", max=12, one="Field")] = ()
    army: Annotated[tuple[Field, ...], Ask("Fields of an army", max=12, one="Field")] = ()
    upgrades: Annotated[tuple[Upgrade, ...], Ask("Upgrades", max=40, one="Upgrade")] = ()
    costs: Annotated[tuple[Cost, ...], Ask("Costs", max=4, one="Cost")] = ()
    tallies: Annotated[tuple[Tally, ...], Ask("Tallies", max=20, one="Tally")] = ()
    limits: Annotated[tuple[Limit, ...], Ask("Limits", max=60, one="Limit")] = ()
    rulings: Annotated[tuple[Ruling, ...], Ask("House rules", max=40, one="House rule")] = ()
    odds: Annotated[tuple[Odds, ...], Ask("Odds", max=20, one="Calculator")] = ()
    odds_groups: Annotated[tuple[OddsGroup, ...], Ask("Groups of calculators", max=6, one="Group")] = ()
    tracks: Annotated[tuple[TrackRow, ...], Ask("Tracks", max=8, one="Track")] = ()
    turn: Annotated[tuple[TurnPart, ...], Ask("Turn", max=12, one="Part")] = ()
    display: Annotated[Display, Ask("Display")] = Display()
    sheet: Annotated[tuple[SheetPart, ...], Ask("Quick reference", max=20, one="Section")] = ()
    codes: Annotated[tuple[Code, ...], Ask("Key to codes", max=60, one="Code")] = ()
    markers: Annotated[tuple[Marker, ...], Ask("Markers", max=20, one="Marker")] = ()
    guide: Annotated[tuple[GuideStep, ...], Ask("From the books", max=20, one="Step")] = ()
    ready: Annotated[tuple[ReadyGroup, ...], Ask("Ready groups", max=20, one="Ready group")] = ()
    example: Annotated[tuple[ExampleGroup, ...], Ask("Example army", max=20, one="Group")] = ()
