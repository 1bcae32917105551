"""Calculators: a question as a declaration, an answer with its working, exact chances.

Chances are ``Fraction``s; ``percent`` and ``decimal`` format them for display.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, Final, Generic, TypeVar

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules, PlayedRuling, RulingTrace
from rulesets.core.dice import Distribution
from rulesets.core.dice import mean as mean_of
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import AnyDeployed, Change, Side
from rulesets.core.play.throws import ThrowOutcome
from rulesets.core.tables import Table, Tone

Found = TypeVar("Found")
Q = TypeVar("Q")


@dataclass(frozen=True, slots=True)
class CalculatorGroup:
    """Calculators that belong together, by slug, the usual ones first."""

    title: str
    calculators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the working: the rule it follows (may be empty), what it is about, the number it gave, and why."""

    rule: str
    label: str
    value: str
    reason: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that can happen, with its chance."""

    label: str
    chance: Fraction
    tone: Tone = Tone.PLAIN


NEVER: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Chart:
    """Outcomes that exclude each other and together are certain.

    ``numeric`` says that they are amounts in rising order, so that "at least" and a ``mean`` make sense.
    Raises ``ValueError`` when the chances do not sum to one.
    """

    title: str
    outcomes: tuple[Outcome, ...]
    numeric: bool = False
    mean: Fraction | None = None

    def __post_init__(self) -> None:
        # Whole numbers over one denominator: a sum of many Fractions would be reduced at every step.
        ratios = [outcome.chance.as_integer_ratio() for outcome in self.outcomes]
        common = lcm(*[below for _, below in ratios])
        if sum(above * (common // below) for above, below in ratios) != common:
            raise ValueError(f"{self.title}: the chances do not sum to one")


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Charts to compare: each one's outcomes are the same in words, order and tone.

    Raises ``ValueError`` when they are not.
    """

    title: str
    charts: tuple[Chart, ...]

    def __post_init__(self) -> None:
        if len({tuple((each.label, each.tone) for each in chart.outcomes) for chart in self.charts}) != 1:
            raise ValueError(f"{self.title}: the charts do not have the same outcomes")


def pass_or_fail(title: str, passes: str, chance: Fraction, fails: str) -> Chart:
    """A chart of something that succeeds with that chance, and fails otherwise, with these labels."""
    return Chart(title, (Outcome(passes, chance, Tone.GOOD), Outcome(fails, 1 - chance, Tone.BAD)))


def amounts(title: str, of: Distribution[int], tone: Callable[[int], Tone] = lambda amount: Tone.PLAIN) -> Chart:
    """A chart of a distribution of whole numbers, with every number from the least to the most."""
    chances = dict(of.items())
    span = range(min(chances), max(chances) + 1)
    outcomes = tuple(Outcome(str(n), chances.get(n, NEVER), tone(n)) for n in span)
    return Chart(title, outcomes, numeric=True, mean=mean_of(of))


@dataclass(frozen=True, slots=True)
class Answer:
    """A calculator's answer.

    ``headline`` is the answer in a few words, ``tone`` what it means for the player who asks, ``steps`` the working,
    ``compared`` and ``charts`` the chances, ``tables`` results in rows, ``notes`` reminders, ``rulings`` the readings
    that it depends on (filled in by ``Calculator.ask``). ``assumed`` are the question's values that mattered, in short
    phrases ("at 4″", "by day"). The first of ``compared``, ``charts`` and ``tables`` that is not empty belongs under
    the headline; with ``table_first`` the first table does.
    """

    headline: str
    tone: Tone = Tone.PLAIN
    steps: tuple[Step, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    rulings: tuple[PlayedRuling, ...] = ()
    compared: tuple[SideBySide, ...] = ()
    assumed: tuple[str, ...] = ()
    table_first: bool = False

    @property
    def texts(self) -> frozenset[str]:
        """All that it says, text by text, but for its rules and rulings."""
        charts = [*self.charts, *(chart for each in self.compared for chart in each.charts)]
        texts = {self.headline, *self.notes, *self.assumed, *(each.title for each in self.compared)}
        texts |= {text for step in self.steps for text in (step.label, step.value, step.reason)}
        texts |= {text for chart in charts for text in (chart.title, *(outcome.label for outcome in chart.outcomes))}
        return frozenset(texts.union(*(table.texts for table in self.tables)))


def refusal(headline: str, rule: str, label: str, value: str, reason: str = "") -> Answer:
    """The answer that something may not be done, with the rule that forbids it as its only step."""
    return Answer(headline, Tone.BAD, (Step(rule, label, value, reason, Tone.BAD),))


@dataclass(frozen=True, slots=True)
class Prospect:
    """One way in which what a question asks about can end: its name, what it brings in a few words, and its tone."""

    name: str
    words: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Brief:
    """An answer in one line, to compare targets and distances by: the figure that decides, in ``words``.

    ``short`` is the same in up to six characters. A greater ``worth`` is likelier to be wanted; where its first figures
    are equal, the next decide. ``refused``: the question's situation forbids it, and ``words`` say why. ``in_vain``:
    nothing can come of it. ``prospects`` are the words one by one where several endings decide.
    """

    words: str
    short: str = ""
    worth: tuple[Fraction, ...] = ()
    tone: Tone = Tone.PLAIN
    refused: bool = False
    in_vain: bool = False
    prospects: tuple[Prospect, ...] = ()

    @property
    def is_figure(self) -> bool:
        """Whether ``short`` is a number, which a bar can show; other answers are only words."""
        return any(letter.isdigit() for letter in self.short)


@dataclass(frozen=True, slots=True)
class SolveContext:
    """The catalogue and the house rules for answering a question.

    With a ``roller`` the dice of the question are rolled, and what they show is the one outcome; without one, all
    outcomes have their chances.
    """

    catalogue: Catalogue
    house: HouseRules
    roller: Roller | None = None


@dataclass(frozen=True, slots=True)
class Unsuited:
    """Why a calculator has no answer for the selected units, and the slug of one that has, if any.

    ``asks`` are fields of that calculator's question with their initial values.
    """

    reason: str
    calculator: str = ""
    asks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A possible result at the table of what a question asks about, and the changes that it makes on both sides.

    The changes apply to the two units of the question, unless their ``holder`` names another. ``throw`` is the outcome
    of rock, paper, scissors that leads to it, in games that decide engagements that way. Results of one ``part``
    exclude each other; those of different parts, such as the losses of the two sides, combine.

    ``chance`` is its exact chance among those of its part, which sum to at most one: otherwise none of them happens. It
    is ``None`` where the rules leave the result to the players. A greater ``worth`` is better for the player who asks;
    results of a part with the same worth are as good as each other.

    With one that ``passes`` it is the other side's go, in a segment in which the go may pass.
    """

    label: str
    own: tuple[Change, ...] = ()
    opposing: tuple[Change, ...] = ()
    tone: Tone = Tone.PLAIN
    throw: ThrowOutcome | None = None
    part: str = ""
    chance: Fraction | None = None
    worth: int = 0
    passes: bool = False


class QuestionError(ValueError):
    """A question that fits its declaration but makes no sense; ``field`` names the field (``weapons[1].figures``)."""

    def __init__(self, field: str, message: str) -> None:
        """Store the field, and the message that says what would be right."""
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Calculator(Generic[Q]):
    """A calculator of a game.

    ``question`` is the declaration of the question (all fields with defaults, so that an empty form has an answer),
    ``solve`` the pure function that answers it. ``prefill`` returns plain data for the question's fields from a unit
    (``own``) and, if selected, an opposing one, ``against_force`` from a unit and a whole opposing force (where
    targets are compared), ``from_forces`` from whole forces; each is ``None`` where a calculator has no use for it.
    ``unsuited`` says why there is no answer for certain units. With ``one_sided`` an opposing unit or force changes
    nothing, so the form does not ask for one. ``results`` are the possible results for two units, from which the
    players choose after their throw; without an opposing unit, those for yours. ``choices`` are the values that
    some fields may have given the others, by path (``own.posture``), the usual one first. ``brief`` gives the figure of
    an answer that decides, where targets are compared; it costs less than the answer. ``distance`` is the field of a
    distance against which that figure makes a chart, at the distances ``steps``. ``roll`` rolls the question's dice, as
    the rules say, and returns what comes of them: one result of each part of ``results``, or one that changes nothing.
    ``short_means`` says what the shortest form of ``brief`` stands for.
    """

    slug: str
    title: str
    summary: str
    question: type[Q]
    solve: Callable[[Q, SolveContext], Answer]
    prefill: Callable[[Side, Side | None], dict[str, Any]] | None = None
    from_forces: Callable[[AnyDeployed, AnyDeployed | None], dict[str, Any]] | None = None
    against_force: Callable[[Side, AnyDeployed], dict[str, Any]] | None = None
    unsuited: Callable[[Side, Side | None], Unsuited | None] | None = None
    results: Callable[[Q, Side, Side | None, SolveContext], tuple[Result, ...]] | None = None
    one_sided: bool = False
    choices: Callable[[Q, Catalogue], dict[str, tuple[str, ...]]] | None = None
    brief: Callable[[Q, SolveContext], Brief] | None = None
    distance: str = ""
    steps: tuple[int, ...] = ()
    roll: Callable[[Q, Side, Side | None, SolveContext, Roller], tuple[Result, ...]] | None = None
    short_means: str = ""

    def fill_in(
        self, own: AnyDeployed, unit: Side | None, opposing: AnyDeployed | None, other: Side | None
    ) -> dict[str, Any]:
        """Plain data for the question's fields from two forces and the units chosen of them, if any.

        Empty where the calculator has no use for them.
        """
        if unit is not None and self.prefill is not None:
            if opposing is not None and other is None and self.against_force is not None:
                return self.against_force(unit, opposing)
            return self.prefill(unit, other)
        return self.from_forces(own, opposing) if self.from_forces is not None else {}

    def possible(self, question: Q, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
        """The possible results for two units; empty where the calculator has none. Raises ``QuestionError``."""
        return self.results(question, own, opposing, context) if self.results is not None else ()

    def ask(self, question: Q, catalogue: Catalogue, house: HouseRules) -> Answer:
        """The answer, with the rulings it depends on; raises ``QuestionError``."""
        trace = RulingTrace(house)
        answer = self.solve(question, SolveContext(catalogue, trace))
        return replace(answer, rulings=trace.rulings())


@dataclass(frozen=True, slots=True)
class OneOutcome(Generic[Q, Found]):
    """What a calculator says of a question, all of it read from one outcome, so that no two figures can differ.

    ``outcome`` is what comes of the question, with all chances or as its dice are rolled, or the answer that refuses
    it. ``read_answer`` and ``read_results`` say what it means.
    """

    outcome: Callable[[Q, SolveContext], Found | Answer]
    read_answer: Callable[[Q, Found, SolveContext], Answer]
    read_results: Callable[[Q, Found, Side, Side | None, SolveContext], tuple[Result, ...]]

    def solve(self, question: Q, context: SolveContext) -> Answer:
        """The answer."""
        found = self.outcome(question, context)
        return found if isinstance(found, Answer) else self.read_answer(question, found, context)

    def results(self, question: Q, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
        """The possible results; none of a question that is refused."""
        found = self.outcome(question, context)
        return () if isinstance(found, Answer) else self.read_results(question, found, own, opposing, context)

    def roll(
        self, question: Q, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
    ) -> tuple[Result, ...]:
        """The results of the dice that the roller rolls."""
        return self.results(question, own, opposing, replace(context, roller=roller))

    def brief(
        self, read: Callable[[Q, Found, SolveContext], Brief], refused: Brief = Brief("", "no", refused=True)
    ) -> Callable[[Q, SolveContext], Brief]:
        """Answers in brief, ``read`` from the outcome too; ``refused`` is the brief of a refusal, without its words."""

        def brief(question: Q, context: SolveContext) -> Brief:
            found = self.outcome(question, context)
            if isinstance(found, Answer):
                return replace(refused, words=found.headline)
            return read(question, found, context)

        return brief


def percent(chance: Fraction, places: int = 0) -> str:
    """A chance as a percentage; a possible event never shows as 0%, an uncertain one never as 100%."""
    return percent_of(*chance.as_integer_ratio(), places)


def percent_of(above: int, below: int, places: int = 0) -> str:
    """The percentage ``above`` / ``below``, which need not be in lowest terms.

    Halves are rounded to the even number: so a chance and its complement add up to 100.
    """
    if above in (0, below):
        return "100%" if above else "0%"
    parts = 10**places
    # It can happen, but would round to nothing.
    if 200 * parts * above <= below:
        return f"<{_plain(1, parts, places)}%"
    if 200 * parts * (below - above) <= below:
        return f">{_plain(100 * parts - 1, parts, places)}%"
    whole, rest = divmod(100 * parts * above, below)
    return f"{_plain(whole + (2 * rest + whole % 2 > below), parts, places)}%"


def decimal(number: Fraction, places: int = 2) -> str:
    """A number rounded half up to that many places."""
    return _plain(*number.as_integer_ratio(), places)


def _plain(above: int, below: int, places: int) -> str:
    parts = 10**places
    # In whole numbers, since floats would round some halves down.
    scaled = (2 * abs(above) * parts + below) // (2 * below)
    whole, rest = divmod(scaled, parts)
    sign = "-" if above < 0 < scaled else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
