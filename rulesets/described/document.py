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
from rulesets.core.reference import NO_OVERVIEW, Code, GuideStep, Overview

MAX_FORMULA: Final = 200
MAX_TEXT: Final = 500
MAX_CELL: Final = 2_000
"""Letters of a cell of a table, which may list many rows."""
MAX_ROWS: Final = 400
"""Entries of one kind."""
MAX_FORMER: Final = 400
"""Entries of earlier versions of which the names are kept."""
MAX_EXPLOSIONS: Final = 10
"""Extra dice that one die can lead to."""
ID: Final = 40
"""Letters of a name by which formulas and files know something."""
MARKS: Final = "Write **bold** or *italic*. Start a heading with ## and the items of a list with -."
"""What a longer text may say about its looks."""


class FieldType(Choice):
    """What a field holds."""

    NUMBER = "number", "Number"
    TEXT = "text", "Text"
    YES = "yes", "Yes or no"
    CHOICE = "choice", "Choice"
    ENTRY = "entry", "Row of a table"
    LIST = "list", "Several rows of a table"


class Source(Choice):
    """Which unit a field of a question is filled in from."""

    NONE = "", "No unit"
    OWN = "own", "The unit that acts"
    OPPOSING = "opposing", "The opposing unit"


class Shown(Choice):
    """Where the rows of a field stand on a card."""

    FRONT = "front", "Front"
    BACK = "back", "Back"
    OFF = "off", "Not on the card"


class Scope(Choice):
    """What a limit is for."""

    UNIT = "unit", "Each unit"
    GROUP = "group", "Each group"
    ARMY = "army", "The army"


class Charged(Choice):
    """For what a surcharge is."""

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
    ONE = "one", "Players alternate, one unit at a time"


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


Slug = Annotated[
    str,
    Ask(
        "Name in addresses",
        help="Use small letters, digits and hyphens. Leave blank to make it from the title.",
        max_length=ID,
    ),
]
"""What addresses and files call a part that has a title."""


@dataclass(frozen=True, slots=True)
class Option:
    """A word that a choice offers."""

    value: Annotated[
        str,
        Ask(
            "Short name",
            help="Formulas call the option by this name. Leave blank to make it from the label.",
            max_length=ID,
        ),
    ]
    label: Annotated[str, Ask("Option", help="Players see this.")]


@dataclass(frozen=True, slots=True)
class Field:
    """A value of an entry, a unit, a group, an army or a question; ``name`` is what formulas call it.

    ``kind`` is the kind of an entry or a list, ``default`` the value as a player would write it. A field with ``short``
    stands on the statline under that heading.
    """

    name: Annotated[
        str,
        Ask(
            "Name in formulas",
            help="Use small letters, digits and _. Leave blank to make it from the label.",
            max_length=ID,
        ),
    ]
    label: Annotated[str, Ask("Label", help="Players see this above the field.", max_length=60)]
    type: Annotated[FieldType, Ask("It holds")] = FieldType.NUMBER
    help: Annotated[str, Ask("Help", help="This sentence is shown below the field.", max_length=200)] = ""
    unit: Annotated[
        str, Ask("Sign after the number", help="For example, ″ after a move, or + after a roll to hit.", max_length=12)
    ] = ""
    min: Annotated[int | None, Ask("Minimum", help="Leave blank for no minimum.", min=-10_000_000, max=10_000_000)] = (
        None
    )
    max: Annotated[int | None, Ask("Maximum", help="Leave blank for no maximum.", min=-10_000_000, max=10_000_000)] = (
        None
    )
    decimals: Annotated[int, Ask("Decimals", help="Enter 0 for whole numbers.", min=0, max=3)] = 0
    kind: Annotated[str, Ask("From the table", help="Players choose from the rows of this table.", max_length=ID)] = ""
    options: Annotated[
        tuple[Option, ...], Ask("Options", help="Players choose one of these.", max=30, one="Option")
    ] = ()
    default: Annotated[str, Ask("Usual value", help="The field starts with this value.", max_length=200)] = ""
    short: Annotated[
        str,
        Ask(
            "Heading on cards",
            help="One to eight letters, such as M for Move. Leave blank to keep it off the statline. Long texts stand "
            "below it.",
            max_length=8,
        ),
    ] = ""
    secret: Annotated[bool, Ask("Hidden from the opponent")] = False
    amount: Annotated[bool, Ask("Counts the models")] = False
    points: Annotated[bool, Ask("Gives the points")] = False


@dataclass(frozen=True, slots=True)
class KindField(Field):
    """A field of an entry. One that ``explains`` is the meaning of its entry, wherever the entry's name is shown."""

    explains: Annotated[
        bool,
        Ask(
            "Explains the row",
            help="Players can read this text wherever the name of the row is shown. The key to codes has it, too.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class UnitField(Field):
    """A field of a unit, of which a player is asked only where ``when`` holds: elsewhere it counts as nothing.

    Of the rows of its table, those may be chosen for which ``among`` holds, in which ``entry`` is the row. The card has
    those that are chosen where they are ``shown``; the row that says what the unit is has no place there.
    """

    when: Annotated[
        str,
        Ask(
            "Asked only when",
            help="Write what has to be true, such as troops.magic or mounted. Leave blank to always ask.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    among: Annotated[
        str,
        Ask(
            "Rows that fit",
            help="Formulas call a row entry, such as entry.size < 3 or entry in troops.gear. Leave blank for all rows.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    shown: Annotated[
        Shown,
        Ask("Place on the card", help="The back is printed only where cards are two-sided."),
    ] = Shown.FRONT


@dataclass(frozen=True, slots=True)
class QuestionField(Field):
    """A field of a question, filled in from a unit: from its field ``taken`` (the same name if empty), less the boxes
    ticked on the track ``less``. A ``condition`` is asked at the table.
    """

    source: Annotated[Source, Ask("Filled in from", help="At the table the field takes its value from this unit.")] = (
        Source.NONE
    )
    taken: Annotated[
        str, Ask("Field of the unit", help="Leave blank to take the field of the same name.", max_length=ID)
    ] = ""
    less: Annotated[
        str, Ask("Lowered by the track", help="Each ticked box makes the number lower by one.", max_length=ID)
    ] = ""
    condition: Annotated[
        bool, Ask("Asked at the table", help="Tick this for what changes from roll to roll, for example cover.")
    ] = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry: its name and the values of its kind's fields, in their order, as a player would write them."""

    name: Annotated[str, Ask("Name")]
    values: Annotated[tuple[str, ...], Ask("Values", max=30, one="Value", max_length=MAX_CELL)]
    key: Annotated[str, Ask("Name in formulas", help="Leave blank to make it from the name.", max_length=ID)] = ""
    cite: Annotated[str, Ask("Place in the rulebook", max_length=120)] = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry, such as troop types or weapons."""

    slug: Annotated[
        str,
        Ask(
            "Name in addresses",
            help="Use small letters, digits and hyphens. Leave blank to make it from the name.",
            max_length=ID,
        ),
    ]
    title: Annotated[str, Ask("Name of one row", help="For example, Troop type, Weapon or Spell.", max_length=60)]
    plural: Annotated[str, Ask("Name of the table", help="For example, Troop types, Weapons or Spells.", max_length=60)]
    fields: Annotated[tuple[KindField, ...], Ask("Fields", max=30, one="Field")]
    entries: Annotated[tuple[EntryRow, ...], Ask("Entries", max=MAX_ROWS, one="Entry")] = ()


@dataclass(frozen=True, slots=True)
class FormerRow:
    """The last name of an entry that an earlier version had, for the armies that still have it."""

    kind: Annotated[str, Ask("Table", max_length=ID)]
    key: Annotated[str, Ask("Name in formulas", max_length=MAX_CELL)]
    name: Annotated[str, Ask("Name")]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A change of an entry of a unit: ``value``, such as ``troop.skill``, becomes ``formula`` where ``when`` holds."""

    value: Annotated[
        str,
        Ask(
            "What changes",
            help="Give the value to change: a number from one of the unit’s table rows, such as troops.skill.",
            max_length=2 * ID,
        ),
    ]
    formula: Annotated[
        str, Ask("Becomes", help="Write the new number, such as troops.skill - 1.", max_length=MAX_FORMULA)
    ]
    when: Annotated[str, Ask("When", help="Write what has to be true. Write 1 for always.", max_length=MAX_FORMULA)] = (
        "1"
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """What units cost in one currency; ``name`` is what formulas of limits call the sum."""

    name: Annotated[
        str,
        Ask(
            "Name in formulas",
            help="Use small letters, digits and _. Leave blank to make it from the title.",
            max_length=ID,
        ),
    ]
    title: Annotated[str, Ask("Title", help="For example, Points.", max_length=40)]
    short: Annotated[str, Ask("After a number", help="For example, pts.", max_length=10)]
    formula: Annotated[
        str,
        Ask("What a unit costs", help="For example, models * (troops.points + weapon.points).", max_length=MAX_FORMULA),
    ]


@dataclass(frozen=True, slots=True)
class Tally:
    """A number over units that limits name: the sum of ``formula`` over those for which ``where`` holds."""

    name: Annotated[str, Ask("Name in formulas", help="Use small letters, digits and _.", max_length=ID)]
    where: Annotated[
        str,
        Ask(
            "Units that count",
            help="Enter a condition, such as models > 5, or 1 to count all units.",
            max_length=MAX_FORMULA,
        ),
    ] = "1"
    formula: Annotated[
        str, Ask("Counted for each", help="Write 1 to count units, or models to count models.", max_length=MAX_FORMULA)
    ] = "1"


@dataclass(frozen=True, slots=True)
class Surcharge:
    """What groups or the army cost besides their units, added to the cost of that name; a discount is below 0.

    ``formula`` names what the bounds of a limit for the same scope may name; costs there are those of units alone.
    """

    title: Annotated[str, Ask("Title", help="For example, Third tank. The army’s summary shows it.", max_length=40)]
    formula: Annotated[
        str,
        Ask(
            "What it costs",
            help="For example, 20 * max(0, tanks - 2), where tanks is one of your counts. A discount is below 0.",
            max_length=MAX_FORMULA,
        ),
    ]
    per: Annotated[Charged, Ask("It is charged for")] = Charged.ARMY
    cost: Annotated[str, Ask("Added to", help="Leave blank to add it to the first cost.", max_length=ID)] = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """A rule of legality: the sum of ``counted`` over the units for which ``where`` holds is from ``min`` to ``max``.

    These two name the army's fields, the group's where the limit is for groups, costs and tallies of the same scope; a
    limit for units names the unit's fields, too. With ``each`` it holds for the units of each entry in that field,
    which may be a list, or a list of an entry (``troop.slots``): its formulas call the row ``entry``. ``message`` is a
    text with ``{count}``, ``{min}``, ``{max}``, ``{over}`` and ``{under}``.
    """

    id: Annotated[
        str,
        Ask(
            "Short id", help="Shown after the message, for example L-1. Leave blank for the next number.", max_length=20
        ),
    ]
    scope: Annotated[Scope, Ask("It is checked for")]
    sentence: Annotated[str, Ask("The rule", help="Say the rule in one sentence.", max_length=300)]
    message: Annotated[
        str,
        Ask(
            "Message when it is broken", help="You can name {count}, {min}, {max}, {over} and {under}.", max_length=300
        ),
    ]
    where: Annotated[
        str,
        Ask(
            "Units that count",
            help="Enter a condition, such as models > 5, or 1 to count all units.",
            max_length=MAX_FORMULA,
        ),
    ] = "1"
    counted: Annotated[
        str,
        Ask(
            "Counted for each",
            help="Write 1 to count units, models to count models, or points to add up the points.",
            max_length=MAX_FORMULA,
        ),
    ] = "1"
    min: Annotated[
        str,
        Ask(
            "At least",
            help="Enter a number or a formula, such as points // 4. Leave blank for no minimum.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    max: Annotated[
        str,
        Ask(
            "At most",
            help="Enter a number or a formula, such as points // 4. Leave blank for no maximum.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    when: Annotated[str, Ask("Only when", help="Leave blank if the rule always holds.", max_length=MAX_FORMULA)] = ""
    each: Annotated[
        str,
        Ask(
            "Separately for each",
            help="Choose a field to apply the limit to each of its rows separately. Formulas call the row entry.",
            max_length=2 * ID,
        ),
    ] = ""
    field: Annotated[str, Ask("Field to mark", help="The message is shown next to this field.", max_length=ID)] = ""
    weight: Annotated[Weight, Ask("If it is broken")] = Weight.ERROR
    cite: Annotated[str, Ask("Place in the rulebook", max_length=120)] = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A roll for each die that came through the stage before.

    A die passes on ``at_least`` or more, on ``never_below`` at the lowest, and always on ``always`` or more; what
    ``stops`` comes through if it fails (a save). A score of ``twice`` or more counts as two that pass. After a score of
    ``explodes`` or more that passes, one more die is rolled, which may explode again: at most ``explosions`` dice more
    for each die, so that the chances are exact.
    """

    title: Annotated[str, Ask("Title", help="For example, To hit, To wound or Save.", max_length=40)]
    at_least: Annotated[
        str,
        Ask(
            "Lowest roll that passes",
            help="Write a number or a formula, such as troops.skill + cover.",
            max_length=MAX_FORMULA,
        ),
    ]
    faces: Annotated[int, Ask("Sides of the die", min=2, max=100)] = 6
    never_below: Annotated[
        str,
        Ask(
            "Never lower than",
            help="Leave blank if there is no such rule. Enter 2 if a 1 always fails.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    always: Annotated[
        str,
        Ask(
            "Always passes from",
            help="Leave blank if there is no such rule. Enter 6 if a 6 always passes.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    stops: Annotated[bool, Ask("It is a save", help="Tick this for a save: a hit is stopped if this roll passes.")] = (
        False
    )
    reroll: Annotated[Reroll, Ask("Re-rolled")] = Reroll.NONE
    twice: Annotated[
        str, Ask("Counts as two from", help="Leave blank if there is no such rule.", max_length=MAX_FORMULA)
    ] = ""
    explodes: Annotated[
        str,
        Ask(
            "Explodes from",
            help="Leave blank if there is no such rule. Enter 6 if each 6 that passes gives an extra die.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    explosions: Annotated[int, Ask("Most extra dice for one die", min=1, max=MAX_EXPLOSIONS)] = 3


@dataclass(frozen=True, slots=True)
class Chain:
    """Dice that go through stages. What is left does ``damage`` each; with ``damage_faces`` a die is added to it.

    With ``hits`` it is spread over models with so many hit points, one after the other: damage beyond the last hit
    point of a model is lost, and models out are counted, at most ``models``.
    """

    dice: Annotated[
        str,
        Ask(
            "Number of dice",
            help="Write a number or a formula, such as models * weapon.attacks.",
            max_length=MAX_FORMULA,
        ),
    ]
    stages: Annotated[
        tuple[Stage, ...],
        Ask(
            "Rolls",
            help="Each roll is made with the dice that passed the roll before.",
            min=1,
            max=6,
            one="Roll",
        ),
    ]
    damage: Annotated[
        str, Ask("Damage of each", help="Write how many boxes each success ticks.", max_length=MAX_FORMULA)
    ] = "1"
    damage_faces: Annotated[
        int, Ask("Plus a die with sides", help="Enter 0 if no die is rolled for damage.", min=0, max=100)
    ] = 0
    hits: Annotated[
        str,
        Ask(
            "Hit points of a model", help="Leave blank if damage is not counted model by model.", max_length=MAX_FORMULA
        ),
    ] = ""
    models: Annotated[
        str,
        Ask(
            "Models in the target", help="Leave blank if damage is not counted model by model.", max_length=MAX_FORMULA
        ),
    ] = ""
    dice_title: Annotated[str, Ask("Heading for the number of dice", help="For example, Shots.", max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of one side, of which the sum, the highest or the lowest counts, and what is added.

    A die that shows ``explodes`` or more is rolled again, and the scores are added up: at most ``explosions`` times.
    """

    dice: Annotated[str, Ask("Number of dice", max_length=MAX_FORMULA)] = "1"
    faces: Annotated[int, Ask("Sides of the die", min=2, max=100)] = 6
    keep: Annotated[Keep, Ask("What counts")] = Keep.SUM
    bonus: Annotated[
        str, Ask("Added to the roll", help="Write a number or a formula. Write 0 for nothing.", max_length=MAX_FORMULA)
    ] = "0"
    explodes: Annotated[
        str,
        Ask(
            "Explodes from",
            help="Leave blank if there is no such rule. Enter 6 if each 6 is rolled again and the new roll is added.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    explosions: Annotated[int, Ask("Most extra dice for one die", min=1, max=MAX_EXPLOSIONS)] = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """What a total of ``at_least`` or more means; ``harm`` is what it does to the opposing unit (or to the unit itself
    where nobody opposes it).
    """

    at_least: Annotated[str, Ask("Total of at least", max_length=MAX_FORMULA)]
    label: Annotated[str, Ask("Result", help="Players see this.", max_length=60)]
    harm: Annotated[str, Ask("Boxes ticked", help="Enter 0 if the result ticks no box.", max_length=MAX_FORMULA)] = "0"


@dataclass(frozen=True, slots=True)
class Table:
    """A roll, less the opposing ``against`` if there is one, looked up in a table of endings from the lowest."""

    roll: Annotated[Roll, Ask("The roll")]
    endings: Annotated[
        tuple[Ending, ...], Ask("Results", help="Start with the lowest total.", min=1, max=20, one="Result")
    ]
    against: Annotated[Roll | None, Ask("The opponent rolls, too")] = None


@dataclass(frozen=True, slots=True)
class Odds:
    """A calculator: a question, and its chances by a ``chain``, a ``table`` or, without dice, a ``certain`` number.

    ``what`` is what the number counts. ``harm`` is the track of the opposing unit on which it is ticked (of the unit
    itself with ``alone``), ``acted`` the track of which a unit that did it has a box ticked.
    """

    slug: Slug
    title: Annotated[str, Ask("Title", help="For example, Shooting.", max_length=60)]
    about: Annotated[str, Ask("Summary", help="Say in a few words which question it answers.", max_length=120)]
    what: Annotated[str, Ask("What is counted", help="For example, hits or wounds.", max_length=30)]
    fields: Annotated[
        tuple[QuestionField, ...],
        Ask("What is asked", help="The formulas below use the names of these fields.", min=1, max=20, one="Field"),
    ]
    chain: Annotated[Chain | None, Ask("Rolls one after the other")] = None
    table: Annotated[Table | None, Ask("One roll and a table of results")] = None
    certain: Annotated[
        str, Ask("A number without dice", help="Leave blank if dice are rolled.", max_length=MAX_FORMULA)
    ] = ""
    chart: Annotated[str, Ask("Title of the chart", max_length=40)] = ""
    assumed: Annotated[tuple[str, ...], Ask("Notes below the answer", max=6, max_length=MAX_TEXT, one="Text")] = ()
    harm: Annotated[str, Ask("Track that is ticked", help="The result ticks boxes of this track.", max_length=ID)] = ""
    saved_by_hand: Annotated[bool, Ask("The players decide how much harm is done")] = False
    acted: Annotated[
        str,
        Ask(
            "Track of units that acted", help="A unit that has made this roll gets a tick on this track.", max_length=ID
        ),
    ] = ""
    alone: Annotated[
        bool, Ask("No opposing unit", help="Tick this for a roll that a unit makes by itself, for example morale.")
    ] = False
    action: Annotated[str, Ask("Name of the action", help="Leave blank to use the title.", max_length=40)] = ""
    cite: Annotated[str, Ask("Place in the rulebook", max_length=20)] = ""


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

    slug: Slug
    title: Annotated[str, Ask("Title", help="For example, Wounds.", max_length=40)]
    boxes: Annotated[
        str,
        Ask(
            "Number of boxes",
            help="Write a number or a formula, such as models * troops.wounds. Leave blank for named boxes.",
            max_length=MAX_FORMULA,
        ),
    ] = ""
    names: Annotated[
        tuple[str, ...],
        Ask("Names of the boxes", help="Leave blank for numbered boxes.", max=12, max_length=20, one="Name"),
    ] = ()
    printed: Annotated[bool, Ask("Printed on cards")] = True
    lost: Annotated[
        str, Ask("What is lost", help="For example, models. The report of a game counts them.", max_length=30)
    ] = ""
    out: Annotated[
        str,
        Ask(
            "When all are ticked", help="The site says this, and offers to take the unit off the table.", max_length=120
        ),
    ] = ""
    reset: Annotated[Reset, Ask("Cleared")] = Reset.NEVER


@dataclass(frozen=True, slots=True)
class Term:
    """A term and its text."""

    term: Annotated[str, Ask("Heading", max_length=60)]
    text: Annotated[str, Ask("Text", max_length=MAX_TEXT)]


@dataclass(frozen=True, slots=True)
class TurnPart:
    """A segment of a turn: who acts, and what they may do."""

    slug: Slug
    title: Annotated[str, Ask("Title", help="For example, Shooting.", max_length=60)]
    acting: Annotated[Acting, Ask("Who acts")]
    lines: Annotated[tuple[Term, ...], Ask("What they may do", max=12, one="Line")] = ()
    task: Annotated[
        str,
        Ask(
            "What is done",
            help="Shown after “Your go:” at the table, for example “shoot with a unit”. Leave blank to use the title.",
            max_length=60,
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Cells:
    """A row of a table."""

    cells: Annotated[tuple[str, ...], Ask("Cells", min=1, max=10, max_length=120, one="Cell")]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of the quick reference: headings (``>`` right, ``^`` centre) and rows."""

    title: Annotated[str, Ask("Title", max_length=60)]
    headings: Annotated[
        tuple[str, ...],
        Ask(
            "Headings",
            help="Put > before a heading to align its column right, or ^ to centre it.",
            min=1,
            max=10,
            max_length=60,
            one="Heading",
        ),
    ]
    rows: Annotated[tuple[Cells, ...], Ask("Rows", min=1, max=40, one="Row")]


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A section of the quick reference; its texts may name the document's numbers and switches in braces."""

    slug: Slug
    title: Annotated[str, Ask("Title", max_length=60)]
    lines: Annotated[tuple[Term, ...], Ask("Lines", help=MARKS, max=30, one="Line")] = ()
    tables: Annotated[tuple[SheetTable, ...], Ask("Tables", max=6, one="Table")] = ()
    kind: Annotated[
        str,
        Ask(
            "Rows of a table",
            help="Choose a table to print its rows here. A sheet for an army has only the rows that its units use.",
            max_length=ID,
        ),
    ] = ""
    key: Annotated[
        bool,
        Ask(
            "Key and glossary",
            help="Tick this to print the meanings of words and codes here. A sheet for an army has only those that the "
            "cards of its units show.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the rulebook that formulas and texts name, in capitals: ``FACES``."""

    name: Annotated[str, Ask("Name", help="Use capitals, such as MAX_RANGE.", max_length=ID)]
    value: Annotated[int, Ask("Number", min=-1_000_000, max=1_000_000)]


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a field, as a player would write it; keys or names of a list are divided by commas."""

    field: Annotated[str, Ask("Field", max_length=ID)]
    value: Annotated[str, Ask("Value", max_length=MAX_TEXT)]


@dataclass(frozen=True, slots=True)
class ReadyUnit:
    """A unit of a ready group: what is not set has its default."""

    settings: Annotated[
        tuple[Setting, ...],
        Ask("What is set", help="Fields that are not set have their usual value.", max=30, one="Setting"),
    ] = ()
    name: Annotated[str, Ask("Name of the unit", help="Leave blank to use the name of its troops.")] = ""


@dataclass(frozen=True, slots=True)
class ReadyGroup:
    """A ready group to start from."""

    slug: Slug
    title: Annotated[str, Ask("Title", max_length=60)]
    summary: Annotated[str, Ask("Summary", help="Say in a few words what the group is.", max_length=120)]
    units: Annotated[tuple[ReadyUnit, ...], Ask("Units", min=1, max=20, one="Unit")]
    settings: Annotated[tuple[Setting, ...], Ask("What is set for the group", max=30, one="Setting")] = ()


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """A group of the example army: a ready group by its slug, and its name."""

    group: Annotated[str, Ask("Ready group", max_length=ID)]
    name: Annotated[str, Ask("Name")]


@dataclass(frozen=True, slots=True)
class Wording:
    """The game's words for the parts of an army, in lower case."""

    army: Annotated[str, Ask("One army", help="For example, army, warband or fleet.", max_length=30)] = "army"
    armies: Annotated[str, Ask("Several armies", max_length=30)] = "armies"
    group: Annotated[
        str, Ask("One group of units", help="For example, squad, battle group or lance.", max_length=30)
    ] = "group"
    groups: Annotated[str, Ask("Several groups", max_length=30)] = "groups"
    unit: Annotated[str, Ask("One unit", help="For example, unit, stand or ship.", max_length=30)] = "unit"
    units: Annotated[str, Ask("Several units", max_length=30)] = "units"


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value beside a unit in play: its short heading, its text with formulas in braces, its heading in full."""

    heading: Annotated[str, Ask("Short heading", max_length=8)]
    text: Annotated[str, Ask("Text", help="Put names from formulas in braces, such as {models}.", max_length=60)]
    name: Annotated[str, Ask("Heading in full", max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class Display:
    """How units are shown: up to four chips of a row, lines of a card and of its back, values in play, a summary.

    All are texts with formulas in braces (``{models} models``); a line whose text becomes empty is left out.
    """

    icon: Annotated[str, Ask("Icon", help="Units are drawn with this icon.", max_length=40)] = "brodie-helmet"
    chips: Annotated[
        tuple[str, ...],
        Ask(
            "Short facts in lists",
            help="Put names from formulas in braces, such as {models} models.",
            max=4,
            max_length=60,
            one="Fact",
        ),
    ] = ()
    lines: Annotated[
        tuple[Term, ...],
        Ask(
            "Lines on the card",
            help=f"Put names from formulas in braces. A line without text is left out. {MARKS}",
            max=8,
            one="Line",
        ),
    ] = ()
    back: Annotated[
        tuple[Term, ...],
        Ask(
            "Lines on the back",
            help=f"Put names from formulas in braces. A line without text is left out. {MARKS}",
            max=12,
            one="Line",
        ),
    ] = ()
    values: Annotated[tuple[ShownValue, ...], Ask("Numbers beside a unit in play", max=3, one="Value")] = ()
    summary: Annotated[
        tuple[Term, ...],
        Ask(
            "Summary of an army",
            help="Put names from formulas in braces, such as {points} of {points_limit}.",
            max=6,
            one="Line",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A described game."""

    slug: Annotated[str, Ask("Slug", max_length=ID)]
    title: Annotated[str, Ask("Name of the game", max_length=60)]
    kinds: Annotated[tuple[Kind, ...], Ask("Kinds of entry", min=1, max=12, one="Kind")]
    unit: Annotated[tuple[UnitField, ...], Ask("Fields of a unit", min=1, max=20, one="Field")]
    about: Annotated[
        str,
        Ask(
            "Summary",
            help="Say in one sentence what kind of battle it is, with how many models and on what size of table.",
            max_length=200,
        ),
    ]
    edition: Annotated[str, Ask("Edition", max_length=30)] = "1"
    publisher: Annotated[str, Ask("Publisher", max_length=60)] = ""
    credit: Annotated[str, Ask("Credit", help="Say whose game it is. Printed sheets show this.", max_length=300)] = ""
    colour: Annotated[Colour, Ask("Colour")] = Colour.TEAL
    overview: Annotated[
        Overview, Ask("For newcomers", help="The game's page starts with this. What you leave blank is not shown.")
    ] = NO_OVERVIEW
    words: Annotated[
        Wording, Ask("Words", help="Your game calls things by these words. Write them in small letters.")
    ] = Wording()
    numbers: Annotated[tuple[Number, ...], Ask("Numbers", max=60, one="Number")] = ()
    group: Annotated[tuple[Field, ...], Ask("Fields of a group", max=12, one="Field")] = ()
    army: Annotated[tuple[Field, ...], Ask("Fields of an army", max=12, one="Field")] = ()
    upgrades: Annotated[tuple[Upgrade, ...], Ask("Upgrades", max=40, one="Upgrade")] = ()
    costs: Annotated[tuple[Cost, ...], Ask("Costs", max=4, one="Cost")] = ()
    tallies: Annotated[tuple[Tally, ...], Ask("Tallies", max=20, one="Tally")] = ()
    surcharges: Annotated[tuple[Surcharge, ...], Ask("Surcharges", max=12, one="Surcharge")] = ()
    limits: Annotated[tuple[Limit, ...], Ask("Limits", max=60, one="Limit")] = ()
    rulings: Annotated[tuple[Ruling, ...], Ask("House rules", max=40, one="House rule")] = ()
    odds: Annotated[tuple[Odds, ...], Ask("Odds", max=20, one="Calculator")] = ()
    odds_groups: Annotated[tuple[OddsGroup, ...], Ask("Groups of calculators", max=6, one="Group")] = ()
    tracks: Annotated[tuple[TrackRow, ...], Ask("Tracks", max=8, one="Track")] = ()
    turn: Annotated[tuple[TurnPart, ...], Ask("Turn", max=12, one="Part")] = ()
    display: Annotated[Display, Ask("Display")] = Display()
    sheet: Annotated[tuple[SheetPart, ...], Ask("Quick reference", max=20, one="Section")] = ()
    codes: Annotated[tuple[Code, ...], Ask("Key and glossary", max=100, one="Word")] = ()
    markers: Annotated[tuple[Marker, ...], Ask("Markers", max=20, one="Marker")] = ()
    guide: Annotated[tuple[GuideStep, ...], Ask("From the books", max=20, one="Step")] = ()
    ready: Annotated[tuple[ReadyGroup, ...], Ask("Ready groups", max=20, one="Ready group")] = ()
    example: Annotated[tuple[ExampleGroup, ...], Ask("Example army", max=20, one="Group")] = ()
    former: Annotated[tuple[FormerRow, ...], Ask("Rows of earlier versions", max=MAX_FORMER, one="Row")] = ()
