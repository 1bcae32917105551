"""The quick-reference sheet: the phase as a flow, its tables, and what the ruleset leaves open."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.houserules import House
from rulesets.core.reference import Line, Section, Table, table
from rulesets.systems.warstrike.falling_back import ROUT_REMOVES, coherency_words, limits
from rulesets.systems.warstrike.get_down import COMPARE, STACK, gone_to_ground
from rulesets.systems.warstrike.legality import WarReview
from rulesets.systems.warstrike.plan import aura_words, reach_words, scope_words
from rulesets.systems.warstrike.rulings import RULINGS
from rulesets.systems.warstrike.snap_fire import SNAP_SWITCH, snap_rof
from rulesets.systems.warstrike.suppression import current_nv, pass_chance
from rulesets.systems.warstrike.tables import (
    DESTROYED_BELOW,
    DOUBLE,
    FACES,
    FREE_CHOICE_ABOVE,
    GOING,
    NOT_DEFINED,
    REACH,
    VISIBILITY,
)
from rulesets.systems.warstrike.to_hit import hit_chance, number_to_hit
from rulesets.systems.warstrike.units import INCHES, WarUnit, at_least_nought

USUAL_NV = (2, 3, 4, 5, 6)
USUAL_LD = (1, 2, 3, 4)
USUAL_SIZES = (1, 3, 4, 5, 6, 8, 9, 10, 12, 18)
SHOWN_ROF = (1, 2, 3, 4, 5, 6)
SHOWN_LEADS = (-3, -2, -1, 0, 1, 2, 3)
"""Ev above BS, from always hit to never hit."""


def _flow() -> Section:
    rows: list[tuple[object, ...]] = [
        ("1", "Pick a unit that has neither acted nor fallen back.", "go to 2", "the phase is over"),
        ("2", "Has it Suppression Markers?", "go to 3", "go to 5"),
        ("3", "Order or Inspiration for it? Name them now.", "dice or number improve; go to 4", "go to 4"),
        ("4", "Roll Ld dice. Is one at the number or less?", "a marker may come off; go to 5", "go to 6"),
        ("5", "Choose an action, or Inspiration, and finish it.", "go to 7", ""),
        ("6", "It falls back as its losses say.", "go to 7", ""),
        ("7", "Mark it as done.", "go to 1", ""),
    ]
    return Section("flow", "The phase", (table("Step by step", "Step | ***What | *Yes, or done | *No", rows),))


def _suppression(nerves: tuple[int, ...]) -> Section:
    rows: list[tuple[object, ...]] = [
        (markers, *(current_nv(nv, markers) if markers <= nv else "–" for nv in nerves))
        for markers in range(1, max(nerves, default=0) + 1)
    ]
    headings = "Markers" + "".join(f" | ^Nv {nv}" for nv in nerves)
    return Section(
        "suppression",
        "Suppression",
        (table("Number to roll", headings, rows),) if rows else (),
        (
            Line("None", "acts without a roll"),
            Line("Most", "as many as the starting Nv; more are discarded"),
            Line("Passed", "may take one marker off, then acts"),
            Line("Failed", "falls back instead of acting"),
        ),
    )


def _check(leaderships: tuple[int, ...]) -> Section:
    numbers = range(1, FACES + 1)
    rows: list[tuple[object, ...]] = [
        (f"Ld {ld}", *(percent(pass_chance(ld, number)) for number in numbers)) for ld in leaderships
    ]
    headings = "Dice" + "".join(f" | ^{number}{'+' if number == FACES else ''}" for number in numbers)
    line = Line("Ld check", "roll Ld dice; one at the number or less passes")
    return Section("check", "Chance to pass by number to roll", (table("Passes", headings, rows),), (line,))


def _falling_back(sizes: tuple[int, ...], house: House) -> Section:
    found = [limits(size, house) for size in sizes]
    rows: list[tuple[object, ...]] = [
        (f"{limit.starting}", f"{limit.choice}+", limit.forced, f"≤ {limit.destroyed}" if limit.destroyed else "–")
        for limit in found
    ]
    half, quarter = percent(FREE_CHOICE_ABOVE), percent(DESTROYED_BELOW)
    removes = house.settle(lambda rout: "so does a Rout Move" if rout == "on" else "a Rout Move does not", ROUT_REMOVES)
    return Section(
        "falling-back",
        "Falling back, by models left",
        (table("Models left", f"Started | ^Over {half} | ^{half}–{quarter} | ^Under {quarter}", rows),),
        (
            Line(f"Over {half}", "Snap Shots without moving, or a Fall Back Move"),
            Line("Between", "Fall Back Move"),
            Line(f"Under {quarter}", "destroyed"),
            Line("Afterwards", f"a Fall Back Move may take one marker off; {removes}; Snap Shots do not"),
        ),
    )


def _moves(house: House) -> Section:
    run = f"{DOUBLE} × Mv"
    rows: list[tuple[object, ...]] = [
        ("When", "cover is closer to you than to an enemy", "no such cover"),
        ("Where to", "the nearest such cover, leader first", "away from every enemy in sight"),
        ("How far", f"Mv to {run}", run),
        ("Lost", "nobody", "who ends nearer to an enemy in sight, off the table or out of coherency"),
    ]
    return Section(
        "moves",
        "Fall Back Move and Rout Move",
        (table("Moves", "| **Fall Back Move | **Rout Move", rows),),
        (
            Line("Cover", "Hidden, Concealed or Obscured"),
            Line("Coherency", f"each model ends {coherency_words(house)}; the first to move is free"),
        ),
    )


def _actions(house: House) -> Section:
    rows: list[tuple[object, ...]] = [
        ("Open Fire!", "none", "any weapons", "full", "Aw"),
        ("  looking first", "none", "those models", "snap", f"{DOUBLE} × Aw"),
        ("Advance!", "up to Mv", "all at once, before or after", "snap", "Aw"),
        ("At The Double!", f"up to {DOUBLE} × Mv", "none", "–", "–"),
        ("Get Down!", "none", "none", "–", "–"),
    ]
    lines = (Line("Get Down!", f"{gone_to_ground(house)}; after a check, more markers come off"),)
    return Section("actions", "Actions", (table("Actions", "*Action | *Move | *Fire | RoF | Aw", rows),), lines)


def _snap_fire(house: House) -> Section:
    headings = "Full RoF" + "".join(f" | ^{rof}" for rof in SHOWN_ROF)
    rows: list[tuple[object, ...]] = [("Snap RoF", *(snap_rof(rof) for rof in SHOWN_ROF))]
    roundings = {"weapon": "each weapon rounds by itself", "unit": "the unit’s total is rounded once"}
    return Section(
        "snap-fire",
        "Snap Fire",
        (table("Half, rounded down", headings, rows),),
        (
            Line("When", "Advance!, flanked, Defensive Fire, Snap Shots, or for more Aw in Open Fire!"),
            Line("Never twice", "several reasons halve once"),
            Line("Rounding", house.settle(lambda reading: roundings[reading], SNAP_SWITCH)),
        ),
    )


def _get_down(house: House) -> Section:
    stacks = {"cumulative": "besides the one for passing", "dice_only": "and none for passing"}
    compared = {"check": "the number of the check", "base": "Nv without deduction", "after": "Nv one marker better"}

    def removed(stack: str, compare: str) -> str:
        return f"one marker for each die of the check at {compared[compare]} or less, {stacks[stack]}"

    return Section(
        "get-down",
        "Get Down! after a check",
        (),
        (
            Line("Comes off", house.settle(removed, STACK, COMPARE)),
            Line("Without markers", "no check, so the unit just goes to ground"),
        ),
    )


def _orders(house: House) -> Section:
    rows: list[tuple[object, ...]] = [
        ("Who", "Officer", "Inspiring Officer or Hero"),
        ("Cost", "nothing", "its action, after its own check"),
        ("How often", "once in each of your Action Phases", "once, as its action"),
        ("Helps", "one unit that has not acted", "every friendly unit in reach"),
        ("Gives", "the Officer’s Ld: dice", "the inspirer’s current Nv: number"),
        ("Lasts", "for one check", "until the phase ends"),
    ]
    return Section(
        "orders",
        f"Orders and Inspiration, {REACH}{INCHES}",
        (table("Help", "| *Order | *Inspiration", rows),),
        (
            Line("Reach", reach_words(house)),
            Line("Inspired", aura_words(house)),
            Line("Gives up its action", scope_words(house)),
        ),
    )


def _lead_words(lead: int) -> str:
    return f"{'+' if lead > 0 else '−' if lead else ''}{abs(lead)}"


def _needed(lead: int) -> str:
    number = number_to_hit(0, lead)
    return "always" if number <= 1 else "never" if number > FACES else f"{number}+"


def _context() -> Section:
    headings = "Ev above BS" + "".join(f" | ^{_lead_words(lead)}" for lead in SHOWN_LEADS)
    hits: list[tuple[object, ...]] = [
        ("To hit", *(_needed(lead) for lead in SHOWN_LEADS)),
        ("Chance", *(percent(hit_chance(0, lead)) for lead in SHOWN_LEADS)),
    ]
    seen: list[tuple[object, ...]] = [(name, f"+{more}", where) for name, more, where in VISIBILITY]
    going: list[tuple[object, ...]] = list(GOING)
    tables: tuple[Table, ...] = (
        table("To hit", headings, hits),
        table("Visibility", "Target is | ^Ev | *Target it", seen),
        table("Going", "Going | Advance! | *At The Double!", going),
    )
    return Section("context", f"Context: {NOT_DEFINED}", tables)


def _open_ends() -> Section:
    return Section(
        "open-ends",
        f"Left open: {NOT_DEFINED}",
        (),
        (
            Line("Shooting", "hits, saves, and the hits that bring a marker"),
            Line("Terrain", "which positions are Hidden, Concealed or Obscured"),
            Line("The rest", "turns, missions, coherency distance, close combat, what Gone To Ground gives, points"),
        ),
    )


def _house_rules(house: House) -> tuple[Section, ...]:
    lines = tuple(Line(played.ruling.id, played.ruling.text(played.key)) for played in house.changed())
    return (Section("house-rules", "House rules in force", (), lines),) if lines else ()


def _given(values: set[int], usual: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(value for value in values if value > 0)) or usual


def sections(review: WarReview | None) -> tuple[Section, ...]:
    """The whole sheet, or (for an army) the one with its own Nv, Ld and unit sizes and its house rules."""
    house = House(RULINGS) if review is None else review.house
    specs: list[WarUnit] = [] if review is None else [unit.spec for _, unit in review.force.units()]
    nerves = _given({at_least_nought(spec.nv) for spec in specs}, USUAL_NV)
    leaderships = _given({at_least_nought(spec.ld) for spec in specs}, USUAL_LD)
    sizes = _given({spec.starting for spec in specs}, USUAL_SIZES)
    context = review is None or review.force.spec.context
    return (
        *_house_rules(house),
        _flow(),
        _suppression(nerves),
        _check(leaderships),
        _falling_back(sizes, house),
        _moves(house),
        _actions(house),
        _snap_fire(house),
        _get_down(house),
        _orders(house),
        *((_context(),) if context else ()),
        _open_ends(),
    )
