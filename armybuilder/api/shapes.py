"""What answers hold: shapes that are filled from models and core's values, and that the OpenAPI document shows.

What is sent to the site is described by the games' declarations. The shapes of answers that core itself makes are in
``rulesets.core.plain``.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from armybuilder.printing.models import PrintJob
from armybuilder.sharing.models import Share
from rulesets.core.plain import AnswerShape, CalculatorShape, FindingShape, HouseRule

FROM_DECLARATIONS = "x-from-declarations"
"""Marks a schema in whose place the document puts a component that is made of declarations."""
ANY_ARMY, ANY_SPEC = "Army", "Profile"

ArmyDocument = Annotated[dict[str, Any], WithJsonSchema({FROM_DECLARATIONS: ANY_ARMY})]
Profile = Annotated[dict[str, Any], WithJsonSchema({FROM_DECLARATIONS: ANY_SPEC})]


Moment = Annotated[str, BeforeValidator(datetime.isoformat)]


class Listed(Schema):
    """Something as lists show it."""

    id: str = Field(validation_alias="pk")
    game: str = Field(validation_alias="ruleset")
    name: str
    updated: Moment

    @staticmethod
    def resolve_name(of: object) -> str:
        """Also of what has no name."""
        return str(of)


class Page(Schema):
    """One of several pages."""

    count: int
    page: int
    pages: int


class ProblemPlace(Schema):
    """One problem: where it is (empty for the whole), what would be right, and the rule that it breaks, if any."""

    path: str
    message: str
    rule: str | None


class ProblemShape(Schema):
    """What went wrong (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemPlace]


class KindShape(Schema):
    """A kind of catalogue entry: its words, how many of its entries you may see, and the schema of its profile."""

    kind: str
    title: str
    plural: str
    count: int
    profile: dict[str, Any]


class GameName(Schema):
    """A game by its slug, with what it calls its parts."""

    game: str = Field(validation_alias="slug")
    title: str
    edition: str
    words: Annotated[dict[str, str], BeforeValidator(asdict)]


class GameList(Schema):
    """All games of the site."""

    games: list[GameName]


class CodeShape(Schema):
    """Codes that rows of units and the catalogue show, and what they mean."""

    codes: list[str]
    meaning: str


class GameShape(GameName):
    """A game with the key to its codes, its calculators, house rules and kinds of catalogue entry."""

    about: str
    codes: list[CodeShape]
    calculators: list[CalculatorShape]
    house_rules: list[HouseRule]
    kinds: list[KindShape]


class ExampleShape(Schema):
    """A legal army to begin with."""

    army: ArmyDocument


class EntryShape(Schema):
    """A catalogue entry: its kind and key name it, ``cite`` says where the rulebook has it."""

    kind: str
    key: str
    name: str
    cite: str
    source: str
    spec: Profile


class EntryPage(Page):
    """One page of the entries that fit."""

    entries: list[EntryShape]


class AnswerOrProblem(Schema):
    """The result of one question of many: its answer, or its problem."""

    answer: AnswerShape | None
    problem: ProblemShape | None


class AnswerList(Schema):
    """The answers, in the order of the questions."""

    answers: list[AnswerOrProblem]


@dataclass(frozen=True, slots=True)
class FilledQuestion:
    """A question as it is answered, with the readings that differ from the defaults."""

    question: dict[str, Any]
    house: dict[str, str]


@dataclass(frozen=True, slots=True)
class QuestionShape(CalculatorShape):
    """A calculator with the JSON Schema of its question and the house rules it can use.

    ``filled`` is the question filled in from the armies that you name, or with its defaults. You can send it unchanged.
    """

    question: dict[str, Any]
    house_rules: list[HouseRule]
    filled: FilledQuestion


class ArmyLine(Listed):
    """An army as lists show it."""

    revision: int = Field(validation_alias="head")
    folder: str
    archived: Annotated[bool, BeforeValidator(bool)]


class ArmyPage(Page):
    """One page of your armies, last changed first."""

    armies: list[ArmyLine]


class ArmyShape(Schema):
    """An army at a revision, with the problems that its game finds."""

    legal: bool
    problems: list[FindingShape]
    id: str
    game: str
    name: str
    revision: int
    army: ArmyDocument


class EditedArmy(ArmyShape):
    """The army after an edit, and the edit in words."""

    done: str


class ReadLine(Schema):
    """A line of the report on a file: its place in the file, what happened to it, and whether it was left out."""

    place: str
    message: str
    left_out: bool


class ReadArmy(ArmyShape):
    """The army of a file, and the report of reading it."""

    report: list[ReadLine]


class ImportShape(Schema):
    """A file that is being read: its progress, and what went wrong."""

    job: str = Field(validation_alias="pk")
    state: str
    problem: str


class RevisionShape(Schema):
    """A revision: the one it was made from, what was done, and the state of the army."""

    revision: int = Field(validation_alias="number")
    parent: int | None
    created: Moment
    done: str = Field(validation_alias="summary")
    units: int
    errors: int
    warnings: int


class RevisionPage(Page):
    """One page of an army's revisions, the newest first; ``current`` is the army's revision now."""

    current: int
    revisions: list[RevisionShape]


class LinkShape(Schema):
    """A link to an army: whether it shows later edits and notes; ``blanks`` hides units that begin hidden."""

    link: str = Field(validation_alias="token")
    address: str
    frozen: bool
    notes: bool
    blanks: bool
    created: Moment

    @staticmethod
    def resolve_address(share: Share, context: dict[str, HttpRequest]) -> str:
        """With the name of the site, as the request of the context has it."""
        return context["request"].build_absolute_uri(share.get_absolute_url())


class LinkList(Schema):
    """The open links to an army."""

    links: list[LinkShape]


class SharedArmy(Schema):
    """An army as a link shows it; ``blanks`` is how many units it only counts."""

    game: str
    name: str
    blanks: int
    army: ArmyDocument


class JobShape(Schema):
    """A document that is being printed: its progress, the number of its pages once known, and what went wrong.

    ``file`` is the address of the PDF once it is done; it can be fetched for an hour.
    """

    job: str = Field(validation_alias="pk")
    state: str
    laid_out: int
    printed: int
    pages: int
    problem: str
    file: str | None

    @staticmethod
    def resolve_file(job: PrintJob) -> str | None:
        """The address of the PDF."""
        is_done = job.state == PrintJob.State.DONE
        return reverse("api:document-file", args=[job.army_id, job.pk]) if is_done else None
