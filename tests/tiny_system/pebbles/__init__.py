"""Pebbles: the smallest game there could be, to show that a game is one folder and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Annotated

from rulesets.core.calculators import Answer, Calculator, QuestionError, Result, SolveContext, Step, amounts, percent
from rulesets.core.cards import Card, Chip, Label, Standing, Symbol, SymbolSet, Token, TokenShape, UnitRow
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import at_least, successes
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import Breach, CheckContext, force_rule, group_rule, unit_rule
from rulesets.core.play.definition import REVEALED_TRACK, Acts, Consequence, Engagement, Play, Segment
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import GAME, OUT, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Measured, Tabletop
from rulesets.core.play.throws import ThrowOutcome
from rulesets.core.play.trackers import Track, UnitState
from rulesets.core.reference import Line, Section
from rulesets.core.ruleset import Accent, Ruleset, Template, Words
from rulesets.core.tables import Stat, Tone, table
from rulesets.core.texts.data_files import load_catalogue, load_examples, load_rulings


class Surface(Choice):
    """How a pebble feels."""

    ROUGH = "rough", "Rough"
    SMOOTH = "smooth", "Smooth"


@dataclass(frozen=True, slots=True)
class Stone:
    """A kind of pebble in the catalogue."""

    weight: Annotated[int, Ask("Weight", unit="g", min=1, max=500)]
    surface: Annotated[Surface, Ask("Surface")] = Surface.SMOOTH


@dataclass(frozen=True, slots=True)
class Throwing:
    """How often a pebble is thrown."""

    throws: Annotated[int, Ask("Throws", min=0, max=20)] = 1


@dataclass(frozen=True, slots=True)
class Pebble:
    """One pebble of a pile."""

    stone: Annotated[str, Ask("Stone", entry="stone")] = "flint"
    surface: Annotated[Surface, Ask("Surface")] = Surface.ROUGH
    polished: Annotated[bool, Ask("Polished")] = False
    rounds: Annotated[tuple[Throwing, ...], Ask("Rounds", max=5)] = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of pebbles."""

    colour: Annotated[str, Ask("Colour", max_length=20)] = ""


@dataclass(frozen=True, slots=True)
class Beach:
    """A whole beach."""

    tide: Annotated[int | None, Ask("Tide", min=0, max=9)] = None


@dataclass(frozen=True, slots=True)
class Skipping:
    """What is asked before a pebble is skipped."""

    throws: Annotated[int, Ask("Throws", min=0, max=50)] = 3
    surface: Annotated[Surface, Ask("Surface")] = Surface.SMOOTH
    stone: Annotated[str, Ask("Stone", entry="stone")] = "flint"
    throwing: Annotated[Throwing, Ask("Throwing")] = Throwing()


def _facts(stone: Stone) -> tuple[tuple[str, str], ...]:
    return (("Weight", f"{stone.weight} g"), ("Surface", stone.surface.label))


def _enlist(entry: Entry[Stone]) -> Pebble:
    return Pebble(entry.key, entry.spec.surface)


KINDS = (EntryKind("stone", "Stone", "Stones", Stone, _facts, _enlist),)
DATA = files(__package__) / "data"
CATALOGUE = load_catalogue(DATA, KINDS)
RULINGS = load_rulings(DATA)


@unit_rule("PEB-1", cite="Polish")
def only_smooth_is_polished(
    pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]
) -> Iterator[Breach]:
    """Only a smooth pebble is polished."""
    if pebble.spec.polished and pebble.spec.surface is not Surface.SMOOTH:
        yield Breach("A rough pebble cannot be polished; make it smooth.", field="polished")


@group_rule("PEB-2", cite="Piles")
def a_pile_has_three(pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]) -> Iterator[Breach]:
    """A pile has three pebbles."""
    if len(pile.units) != 3:
        yield Breach(f"{pile.name or 'The pile'} has {len(pile.units)} pebbles; 3 make a pile.")


@force_rule("PEB-3", cite="Beaches")
def a_beach_has_a_pile(context: CheckContext[Beach, Pile, Pebble]) -> Iterator[Breach]:
    """A beach has a pile."""
    if not context.force.groups:
        yield Breach("The beach is bare; add a pile.")


def skip(question: Skipping, context: SolveContext) -> Answer:
    """How often a pebble skips: each throw one time in two when smooth, one in three when rough."""
    stone = context.catalogue.spec(Stone, "stone", question.stone)
    if stone is None:
        raise QuestionError("stone", "There is no such stone; choose one of the list.")
    chance = Fraction(1, 2) if question.surface is Surface.SMOOTH else Fraction(1, 3)
    if question.surface is Surface.ROUGH and context.house.on("wet_stones"):
        chance = Fraction(1, 2)
    skips = successes(question.throws, chance)
    return Answer(
        headline=f"{percent(at_least(skips, 1))} to skip at least once",
        steps=(Step("PEB-1", question.surface.label, percent(chance), "for each throw"),),
        charts=(amounts("Skips", skips),),
        tables=(table("Stones", "Stone | >Weight", [("This one", f"{stone.weight} g")]),),
    )


def _from_pebble(own: Side, opposing: Side | None) -> dict[str, object]:
    filled = {"surface": own.unit.spec.surface.value, "stone": own.unit.spec.stone}
    if own.conditions.key("water") == "wild":
        filled["surface"] = Surface.ROUGH.value
    return filled | {"throws": CHIPS - own.state.count("chips")}


def _results(question: Skipping, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """A pebble may hit the other one, which then sinks, or chip."""
    thrown = Change("done", box="thrown")
    return (
        Result("It hits", (thrown,), (Change("place", box="sunk"),), Tone.GOOD, ThrowOutcome.WIN, "", THIRD, 1),
        *(
            (
                Result(
                    "It chips",
                    (thrown, Change("chips", 1)),
                    tone=Tone.BAD,
                    throw=ThrowOutcome.LOSE,
                    chance=THIRD,
                    worth=-1,
                ),
            )
            if own.state.count("chips") < CHIPS
            else ()
        ),
        Result("Nothing", (thrown,), throw=ThrowOutcome.DRAW, chance=THIRD),
    )


def _roll(
    question: Skipping, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """Any six hits."""
    sixes = roller.roll(question.throws, 6, "Throws", "6", lambda score: score == 6)
    results = _results(question, own, opposing, context)
    return (results[0] if sixes else results[-1],)


CHIPS = 3
THIRD = Fraction(1, 3)
PLACE = Track(
    "place",
    "Place",
    2,
    names=("W", "S"),
    titles=("Wet", "Sunk"),
    keys=("wet", "sunk"),
    exclusive=True,
    unticked="Dry",
    printed=False,
)
WATER = Track("water", "Water", 2, 1, ("Calm", "Wild"), keys=("calm", "wild"), exclusive=True, printed=False)


def _tracks(
    pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]
) -> tuple[Track, ...]:
    return (
        Track("chips", "Chips", CHIPS),
        PLACE,
        Track("done", "This turn", 1, names=("Thrown",), keys=("thrown",), printed=False),
        *((REVEALED_TRACK,) if pebble.spec.polished else ()),
    )


def _values(
    pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]
) -> tuple[Stat, ...]:
    return _card(pebble, pile, context).stats


def _sequence(house: HouseRules) -> tuple[Segment, ...]:
    throw = (Line("Throw", "Each pebble once."),)
    return (
        Segment("first", "First throws", Acts.FIRST, throw),
        Segment("second", "Second throws", Acts.SECOND, throw),
        Segment("tide", "Tide", Acts.BOTH, rule="PEB-3"),
    )


def _consequences(own: AnyDeployed, context: CheckContext[Beach, Pile, Pebble]) -> Iterator[Consequence]:
    for holder, state in own.states.items():
        if state.key("place") == "sunk" and not state.out:
            out = Change(OUT.slug, box="out", holder=holder)
            yield Consequence("PEB-3", "It has sunk.", holder, Tone.BAD, "Put it out of play", (out,))


def _resets(
    segment: str, acting: bool, own: AnyDeployed, context: CheckContext[Beach, Pile, Pebble]
) -> Iterator[Change]:
    if segment == "tide":
        for holder, state in own.states.items():
            if "thrown" in state.keys("done"):
                yield Change("done", box="thrown", on=False, holder=holder)


def _calms(turn: int, conditions: UnitState, house: HouseRules) -> Iterator[Change]:
    if conditions.key("water") == "wild":
        yield Change("water", box="calm", holder=GAME)


def _engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    return () if own.state.out else (Engagement("skipping", "Skip", "throws", (1, 3, 5), ("surface",)),)


PLAY = Play(
    tracks=_tracks,
    values=_values,
    sequence=_sequence,
    acted=lambda state: "thrown" in state.keys("done"),
    hurt=lambda state: state.count("chips") > 0,
    engagements=_engagements,
    conditions=(WATER,),
    consequences=_consequences,
    resets=_resets,
    condition_resets=_calms,
    hidden=lambda pebble, pile, context: pebble.spec.polished,
    fakes=lambda context: 1,
    dice=(6, 10),
    hands=True,
    tabletop=Tabletop(
        lambda across, down: Measured({"throws": across + down}, f"{across + down} steps"),
        lambda side: (3,) if side.unit.spec.polished else (),
        tiled=True,
    ),
)


def _row(pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]) -> UnitRow:
    entry = context.catalogue.get("stone", pebble.spec.stone)
    name = entry.name if entry else pebble.spec.stone
    surface = pebble.spec.surface.label
    return UnitRow(pebble.name or name, name, Symbol(SymbolSet.ICON, "stone", name), (Chip(surface),), strength=surface)


def _standing(pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]) -> Standing:
    number = context.number(pebble, pile)
    return Standing(f"{pile.name} · {number}", str(number), "Gem" if pebble.spec.polished else "")


def _card(pebble: Unit[Pebble], pile: Group[Pile, Pebble], context: CheckContext[Beach, Pile, Pebble]) -> Card:
    row = _row(pebble, pile, context)
    stone = context.catalogue.spec(Stone, "stone", pebble.spec.stone)
    return Card(
        row.title,
        row.subtitle,
        _standing(pebble, pile, context).corner,
        symbol=row.symbol,
        stats=(Stat("WT", str(stone.weight) if stone else "–", "Weight"), Stat("S", pebble.spec.surface.label)),
        lines=(Line("Skip", "It flies over water."),),
        tracks=tuple(track for track in _tracks(pebble, pile, context) if track.printed),
    )


def _labels(context: CheckContext[Beach, Pile, Pebble]) -> tuple[Label, ...]:
    return tuple(
        Label(pile.name, _row(pebble, pile, context).title, corner=_standing(pebble, pile, context).short)
        for pile, pebble in context.force.units()
    )


def _tokens(context: CheckContext[Beach, Pile, Pebble]) -> tuple[Token, ...]:
    return (Token("wet", "Wet", TokenShape.ROUND, 100, len(list(context.force.units()))),)


def _sections(house: HouseRules, armies: tuple[CheckContext[Beach, Pile, Pebble], ...]) -> tuple[Section, ...]:
    rows: list[tuple[object, ...]] = [(surface.label, "1/2") for surface in Surface]
    return (Section("skipping", "Skipping", (table("Chances", "Surface | >Chance", rows),), (Line("Aim", "Flat."),)),)


def _summary(context: CheckContext[Beach, Pile, Pebble]) -> tuple[Line, ...]:
    return (Line("Pebbles", str(len(list(context.force.units())))),)


SKIP = Calculator(
    "skipping", "Skipping", "How often a pebble skips", Skipping, skip, _from_pebble, results=_results, roll=_roll
)
THREE = Template("three", "Three flints", "A pile that is ready", Pile("grey"), (("", Pebble()),) * 3)


def _demo() -> Force[Beach, Pile, Pebble]:
    units = tuple(Unit("", spec) for _, spec in THREE.units)
    return Force("pebbles", "Small beach", Beach(), (Group("", "First pile", Pile("grey"), units),)).with_ids()


RULESET: Ruleset[Beach, Pile, Pebble] = Ruleset(
    slug="pebbles",
    title="Pebbles",
    edition="1",
    publisher="Nobody",
    about="Skip stones.",
    credit="Pebbles is played on any beach.",
    accent=Accent.TEAL,
    words=Words("beach", "beaches", "pile", "piles", "pebble", "pebbles"),
    force=Beach,
    group=Pile,
    unit=Pebble,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    examples=load_examples(DATA, RULINGS, (SKIP,)),
    rules=(only_smooth_is_polished, a_pile_has_three, a_beach_has_a_pile),
    calculators=(SKIP,),
    templates=(THREE,),
    row=_row,
    standing=_standing,
    card=_card,
    labels=_labels,
    tokens=_tokens,
    sections=_sections,
    summary=_summary,
    demo=_demo,
    play=PLAY,
)
