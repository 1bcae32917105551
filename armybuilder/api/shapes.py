"""What answers hold, for the OpenAPI document; what is sent to the site is described by the games' declarations.

All of them stand in this one module, as they stand together in the document.
"""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Schema
from pydantic import ConfigDict, WithJsonSchema

FROM_DECLARATIONS = "x-from-declarations"
"""Marks a schema in whose place the document puts a component that is made of declarations."""
ANY_ARMY, ANY_SPEC = "Army", "Profile"

ArmyDocument = Annotated[dict[str, Any], WithJsonSchema({FROM_DECLARATIONS: ANY_ARMY})]
Profile = Annotated[dict[str, Any], WithJsonSchema({FROM_DECLARATIONS: ANY_SPEC})]


class Shape(Schema):
    """An object with these keys and no others."""

    model_config = ConfigDict(extra="forbid")


class ProblemPlace(Shape):
    """One thing that is wrong: where (empty for the whole), what would be right, and the rule where it is one."""

    path: str
    message: str
    rule: str | None


class ProblemShape(Shape):
    """What went wrong (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemPlace]


class CalculatorShape(Shape):
    """A calculator by its slug."""

    game: str
    calculator: str
    title: str
    summary: str


class HouseRule(Shape):
    """A ruling of which a table may choose the reading: its readings by key, and the default's key."""

    switch: str
    question: str
    readings: dict[str, str]
    default: str


class KindShape(Shape):
    """A kind of catalogue entry: its words, how many of its entries you may see, and the schema of its profile."""

    kind: str
    title: str
    plural: str
    count: int
    profile: dict[str, Any]


class GameName(Shape):
    """A game by its slug, with what it calls its parts."""

    game: str
    title: str
    edition: str
    words: dict[str, str]


class GameList(Shape):
    """All games of the site."""

    games: list[GameName]


class GameShape(GameName):
    """A game with all that can be asked of it."""

    about: str
    calculators: list[CalculatorShape]
    house_rules: list[HouseRule]
    kinds: list[KindShape]


class ExampleShape(Shape):
    """A legal army to begin with."""

    army: ArmyDocument


class EntryShape(Shape):
    """A catalogue entry: its kind and key name it, ``cite`` says where the rulebook has it."""

    kind: str
    key: str
    name: str
    cite: str
    source: str
    spec: Profile


class EntryPage(Shape):
    """One page of the entries that fit."""

    count: int
    page: int
    pages: int
    entries: list[EntryShape]


class Number(Shape):
    """An exact fraction beside its decimal."""

    fraction: str
    decimal: float


class OutcomeShape(Shape):
    """Something that can happen, with its chance."""

    label: str
    chance: Number
    tone: str


class ChartShape(Shape):
    """Outcomes that exclude each other and together are certain; ``mean`` where they are amounts."""

    title: str
    numeric: bool
    mean: Number | None
    outcomes: list[OutcomeShape]


class SideBySideShape(Shape):
    """Charts to compare."""

    title: str
    charts: list[ChartShape]


class TableShape(Shape):
    """Rows of texts under their headings."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str


class StepShape(Shape):
    """One line of the working, and the rule that it follows (empty for none)."""

    rule: str
    label: str
    value: str
    reason: str
    tone: str


class RulingShape(Shape):
    """A reading that the answer depends on."""

    id: str
    switch: str
    reading: str
    text: str
    default: bool


class AnswerShape(Shape):
    """What a calculator says: the headline, its working, the chances as exact fractions, and the rulings behind it."""

    headline: str
    assumed: list[str]
    tone: str
    steps: list[StepShape]
    compared: list[SideBySideShape]
    charts: list[ChartShape]
    tables: list[TableShape]
    notes: list[str]
    rulings: list[RulingShape]


class AnswerOrProblem(Shape):
    """What became of one question of many: its answer, or what is wrong with it."""

    answer: AnswerShape | None
    problem: ProblemShape | None


class AnswerList(Shape):
    """The answers, in the order of the questions."""

    answers: list[AnswerOrProblem]


class FilledQuestion(Shape):
    """A question as it is asked, with the readings it is asked under beside the defaults."""

    question: dict[str, Any]
    house: dict[str, str]


class QuestionShape(CalculatorShape):
    """A calculator with the JSON Schema of its question, and the house rules that it may be asked under.

    ``filled`` is the question as the armies named fill it in, without any as it is usual; it can be sent as it is.
    """

    question: dict[str, Any]
    house_rules: list[HouseRule]
    filled: FilledQuestion


class Where(Shape):
    """A place in an army: the ids of group and unit and the name of a field; empty parts mean the whole."""

    group: str
    unit: str
    field: str


class FindingShape(Shape):
    """One breach of one rule at one place: an ``error`` makes the army illegal, a ``warning`` or ``note`` does not."""

    rule: str
    severity: str
    place: Where
    message: str


class CheckShape(Shape):
    """Whether an army is legal, and what is to be said of it."""

    legal: bool
    problems: list[FindingShape]


class ArmyLine(Shape):
    """An army as lists show it."""

    id: str
    game: str
    name: str
    revision: int
    updated: str
    folder: str
    archived: bool


class ArmyPage(Shape):
    """One page of your armies, last changed first."""

    count: int
    page: int
    pages: int
    armies: list[ArmyLine]


class ArmyShape(CheckShape):
    """An army as it stands at a revision, with what its game says of it."""

    id: str
    game: str
    name: str
    revision: int
    army: ArmyDocument


class EditedArmy(ArmyShape):
    """The army after an edit, and what was done in words."""

    done: str


class ReadLine(Shape):
    """A line of the report on a file: where in it, what became of it, and whether it was left out."""

    place: str
    message: str
    left_out: bool


class ReadArmy(ArmyShape):
    """The army of a file, and the report of reading it."""

    report: list[ReadLine]


class ImportShape(Shape):
    """A file that is being read: where it stands, and what went wrong."""

    job: str
    state: str
    problem: str


class RevisionShape(Shape):
    """A revision: the one it was made from, what was done, and how the army stood then."""

    revision: int
    parent: int | None
    created: str
    done: str
    units: int
    errors: int
    warnings: int


class RevisionPage(Shape):
    """One page of an army's revisions, the newest first; ``current`` is the one that the army stands at."""

    current: int
    count: int
    page: int
    pages: int
    revisions: list[RevisionShape]


class LinkShape(Shape):
    """A link to an army: whether later edits show, and the owner's notes; as ``blanks`` it hides what begins hidden."""

    link: str
    address: str
    frozen: bool
    notes: bool
    blanks: bool
    created: str


class LinkList(Shape):
    """The open links to an army."""

    links: list[LinkShape]


class SharedArmy(Shape):
    """An army as a link shows it; ``blanks`` is how many units it only counts."""

    game: str
    name: str
    blanks: int
    army: ArmyDocument


class JobShape(Shape):
    """A document that is being printed: where it stands, its pages as far as they are known, and what went wrong.

    ``file`` is the address of the PDF once it is done; it can be fetched for an hour.
    """

    job: str
    state: str
    laid_out: int
    printed: int
    pages: int
    problem: str
    file: str | None


class MatchLine(Shape):
    """A game at the table as lists show it; ``entry`` is the number of the last entry in its log."""

    id: str
    game: str
    name: str
    entry: int
    ended: bool
    updated: str


class MatchPage(Shape):
    """One page of the games at the table at which you have a seat, last played first."""

    count: int
    page: int
    pages: int
    matches: list[MatchLine]


class MatchRow(Shape):
    """A unit, a group or a blank of a side: what your seat may know of it."""

    id: str
    number: str
    title: str
    subtitle: str


class MatchGroup(Shape):
    """A group of a side, without an id where your seat may not know all of it."""

    id: str
    name: str
    rows: list[MatchRow]


class MatchSide(Shape):
    """One side, as your seat may see it."""

    name: str
    groups: list[MatchGroup]


class MatchShape(Shape):
    """A game at the table after the entry that you named: the entries since, and where it stands.

    ``side`` is yours, null for a spectator. ``ticks`` are the boxes ticked of each side and of the game, by bearer and
    track; ``waiting`` and ``undone`` are numbers of entries.
    """

    id: str
    game: str
    name: str
    side: int | None
    entry: int
    entries: list[dict[str, Any]]
    sides: list[MatchSide]
    ticks: list[dict[str, Any]]
    turn: int
    segment: int
    ended: bool
    waiting: list[int]
    undone: list[int]


class BattleLine(Shape):
    """A battle as lists show it; ``version`` counts its changes."""

    id: str
    game: str
    name: str
    version: int
    rounds: int
    over: bool
    updated: str


class BattlePage(Shape):
    """One page of your battles, last changed first."""

    count: int
    page: int
    pages: int
    battles: list[BattleLine]


class BattleShape(Shape):
    """A battle by written orders as it stands: the whole of it for its game master, for players what they may see."""

    game: str
    name: str
    version: int
    rounds: int
    over: bool
    battle: dict[str, Any]
