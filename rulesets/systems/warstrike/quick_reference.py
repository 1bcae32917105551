"""The quick-reference sheet, complete or for some armies: its words stand in ``data/quick_reference.toml``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Section, house_rules_listed
from rulesets.core.tables import Table, table
from rulesets.core.texts.sheets import Computed, load_sheet

from . import tables
from .falling_back import limits, rout_words
from .house_rules import DATA, RULINGS, WORDS
from .legality import WarContext
from .snap_fire import snap_rof
from .suppression import current_nv, leaderless_ld, leaderless_words, pass_chance
from .tables import DOUBLE, FACES
from .to_hit import hit_chance, number_to_hit
from .units import WarUnit, at_least_zero

USUAL_NV = (2, 3, 4, 5, 6)
USUAL_LD = (1, 2, 3, 4)
USUAL_SIZES = (1, 3, 4, 5, 6, 8, 9, 10, 12, 18)
SIZES_ABREAST = 10
ROF_COLUMNS = (1, 2, 3, 4, 5, 6)
LEAD_COLUMNS = (-3, -2, -1, 0, 1, 2, 3)
"""Ev above BS, from always hit to never hit."""

Rows = Iterator[Sequence[object]]

_FAILED = WORDS.sentences("failed")


@dataclass(frozen=True, slots=True)
class Armies:
    """What a sheet is for: the house rules, and the armies, or usual units where there are none."""

    house: HouseRules
    armies: tuple[WarContext, ...]

    @property
    def units(self) -> list[WarUnit]:
        """The units of all armies."""
        return [unit.spec for army in self.armies for _, unit in army.force.units()]

    @property
    def has_context(self) -> bool:
        """Whether the author's other pages are on the sheet."""
        return not self.armies or any(army.force.spec.context_sheet for army in self.armies)


def _positive(values: set[int], usual: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(value for value in values if value > 0)) or usual


def _numbers_to_roll(armies: Armies) -> Iterator[Table]:
    nerves = _positive({at_least_zero(unit.nv) for unit in armies.units}, USUAL_NV)
    rows = [
        (markers, *(current_nv(nv, markers) if markers <= nv else "–" for nv in nerves))
        for markers in range(1, max(nerves) + 1)
    ]
    yield table("Roll at most", "Markers" + "".join(f" | ^Nv {nv}" for nv in nerves), rows)


def _chances_to_pass(armies: Armies) -> Rows:
    # Every Ld that a check may use: the units' own, and those without their leaders.
    full = {at_least_zero(unit.ld) for unit in armies.units if unit.starting > 1}
    leaderless = armies.house.resolve(lambda reading: {leaderless_ld(ld, reading) for ld in full}, "leaderless_ld")
    for ld in _positive(leaderless | {at_least_zero(unit.ld) for unit in armies.units}, USUAL_LD):
        yield f"Ld {ld}", *(percent(pass_chance(ld, number)) for number in range(1, FACES + 1))


def _models_left(armies: Armies) -> Iterator[Table]:
    """What a failed check means for units of these sizes, by the models left."""
    house, sizes = armies.house, _positive({unit.starting for unit in armies.units}, USUAL_SIZES)
    many, few, fewest = (_FAILED[share](house) for share in ("many", "few", "fewest"))
    for start in range(0, len(sizes), SIZES_ABREAST):
        size_limits = [limits(size, house) for size in sizes[start : start + SIZES_ABREAST]]
        rows = [
            (many, *(f"{each.choice}+" for each in size_limits)),
            (few, *(each.forced_span for each in size_limits)),
            (fewest, *(each.destroyed_span for each in size_limits)),
        ]
        yield table("Models left", "*Of" + "".join(f" | ^{each.starting}" for each in size_limits), rows)


def _snap_rof(armies: Armies) -> Rows:
    yield "Snap RoF", *(snap_rof(rof) for rof in ROF_COLUMNS)


def _to_hit_text(lead: int) -> str:
    number = number_to_hit(0, lead)
    return "always" if number <= 1 else "never" if number > FACES else f"{number}+"


def _chances_to_hit(armies: Armies) -> Rows:
    yield "To hit", *(_to_hit_text(lead) for lead in LEAD_COLUMNS)
    yield "Chance", *(percent(hit_chance(0, lead)) for lead in LEAD_COLUMNS)


SHEET = load_sheet(
    DATA,
    RULINGS,
    vars(tables),
    Computed(
        tables={"numbers to roll": _numbers_to_roll, "models left": _models_left},
        rows={
            "chances to pass": _chances_to_pass,
            "snap RoF": _snap_rof,
            "chances to hit": _chances_to_hit,
        },
        conditions={"context": lambda armies: armies.has_context},
        lines={"house rules": lambda armies: house_rules_listed(armies.house.changed())},
        words={
            "leader_lost": lambda armies: leaderless_words(armies.house),
            "rout": lambda armies: rout_words(armies.house, run=f"{DOUBLE}\u00a0×\u00a0Mv"),
        },
    ),
    WORDS.texts,
)


def sections(house: HouseRules, armies: tuple[WarContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules with the armies' own Nv, Ld and unit sizes, or with usual ones."""
    return SHEET.sections(house, Armies(house, armies))
