"""The quick-reference sheet: the phase as a flow, its tables, and what the ruleset leaves open."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules, by_reading
from rulesets.core.reference import Branch, Flow, FlowStep, Line, Section, house_rules_in_force
from rulesets.core.tables import Table, table
from rulesets.systems.warstrike.actions import OBSERVING
from rulesets.systems.warstrike.falling_back import (
    coherency_words,
    destroyed_words,
    limits,
    rout_words,
    share_words,
    stays_words,
)
from rulesets.systems.warstrike.get_down import gone_to_ground
from rulesets.systems.warstrike.legality import WarContext
from rulesets.systems.warstrike.orders import aura_words, officer_words, reach_words, scope_words
from rulesets.systems.warstrike.snap_fire import snap_rof
from rulesets.systems.warstrike.suppression import current_nv, hits_words, leaderless_ld, leaderless_words, pass_chance
from rulesets.systems.warstrike.tables import DOUBLE, FACES, GOING, NOT_DEFINED, VISIBILITY
from rulesets.systems.warstrike.to_hit import hit_chance, number_to_hit
from rulesets.systems.warstrike.units import BEYOND, WarUnit, at_least_zero

USUAL_NV = (2, 3, 4, 5, 6)
USUAL_LD = (1, 2, 3, 4)
USUAL_SIZES = (1, 3, 4, 5, 6, 8, 9, 10, 12, 18)
SIZES_ABREAST = 10
ROF_COLUMNS = (1, 2, 3, 4, 5, 6)
LEAD_COLUMNS = (-3, -2, -1, 0, 1, 2, 3)
"""Ev above BS, from always hit to never hit."""


def _twice(characteristic: str) -> str:
    return f"{DOUBLE}\u00a0×\u00a0{characteristic}"


def _flow(house: HouseRules) -> Section:
    many, few, fewest = share_words(house)
    actions = "Open Fire!, Advance!, At The Double!, Get Down! or Inspiration"
    pick, act = by_reading(
        "declare_action_first",
        off=("Pick it.", f"{actions}: choose one and finish it."),
        on=("Pick it and its action.", f"{actions}: finish the one picked."),
    )(house)
    retreat = by_reading(
        "rout_removes_marker",
        on="Fall Back Move to cover, or a Rout Move. It may remove a marker.",
        off="Fall Back Move to cover, which may remove a marker, or a Rout Move.",
    )(house)
    at_once = house.on("destroy_at_once")
    by_class = (Branch("choice", many), Branch("forced", few), *(() if at_once else (Branch("destroyed", fewest),)))
    steps = (
        FlowStep("pick", f"Is one of your units yet to act? {pick}", 1, 0,
                 (Branch("markers", "Yes"), Branch("end", "No"))),
        FlowStep("markers", "Does it have Suppression Markers?", 1, 1, (Branch("help", "Yes"), Branch("act", "No"))),
        FlowStep("help", "Say now who orders it and who inspires it.", 1, 2, (Branch("roll"),)),
        FlowStep("roll", "Roll its Ld in dice. Is one at its number or less?", 1, 3,
                 (Branch("passed", "Yes"), Branch("failed", "No"))),
        FlowStep("passed", "It may remove a marker.", 0, 3, (Branch("act"),)),
        FlowStep("act", act, 0, 1, (Branch("pick"),)),
        FlowStep("failed", "It falls back. How many of its models are left?", 2, 2, by_class),
        FlowStep("choice", f"Snap Shots{stays_words(house)} where it stands, or the move below.", 3, 1,
                 (Branch("pick"),)),
        FlowStep("forced", retreat, 3, 2, (Branch("pick"),)),
        *(() if at_once else (FlowStep("destroyed", "Destroyed: remove its models.", 3, 3, (Branch("pick"),)),)),
        FlowStep("end", "The phase ends.", 2, 0),
    )  # fmt: skip
    return Section("flow", "The phase", flow=Flow("The phase", steps))


def _check(nerves: tuple[int, ...], leaderships: tuple[int, ...], house: HouseRules) -> Section:
    """Numbers to roll by markers, and the chances of each number."""
    nerve_rows: list[tuple[object, ...]] = [
        (markers, *(current_nv(nv, markers) if markers <= nv else "–" for nv in nerves))
        for markers in range(1, max(nerves) + 1)
    ]
    numbers = range(1, FACES + 1)
    chances: list[tuple[object, ...]] = [
        (f"Ld {ld}", *(percent(pass_chance(ld, number)) for number in numbers)) for ld in leaderships
    ]
    faces = "".join(f" | ^{number}{'+' if number == FACES else ''}" for number in numbers)
    return Section(
        "check",
        "Suppression check",
        (
            table("Number to roll", "Markers" + "".join(f" | ^Nv {nv}" for nv in nerves), nerve_rows),
            table("Passes at", faces, chances),
        ),
        (
            Line("Most markers", "the starting Nv; more are discarded"),
            Line("Markers for hits", hits_words(house)),
            Line("Leader lost", leaderless_words(house)),
        ),
    )


def _models_left(sizes: tuple[int, ...], house: HouseRules) -> Iterator[Table]:
    """Tables of what a failed check means for units of these sizes, by the models left."""
    many, few, fewest = share_words(house)
    for start in range(0, len(sizes), SIZES_ABREAST):
        size_limits = [limits(size, house) for size in sizes[start : start + SIZES_ABREAST]]
        rows: list[tuple[object, ...]] = [
            (
                f"{many}: Snap Shots{stays_words(house)} or Fall Back Move",
                *(f"{limit.choice}+" for limit in size_limits),
            ),
            (f"{few}: Fall Back Move", *(limit.forced_span for limit in size_limits)),
            (f"{fewest}: {destroyed_words(house)}", *(limit.destroyed_span for limit in size_limits)),
        ]
        headings = "*Of" + "".join(f" | ^{limit.starting}" for limit in size_limits)
        yield table("Models left", headings, rows)


def _falling_back(sizes: tuple[int, ...], house: HouseRules) -> Section:
    removes = by_reading("rout_removes_marker", on="so does a Rout Move", off="a Rout Move does not")(house)
    run = _twice("Mv")
    unit = by_reading("fallback_measure", leader="the unit’s leader", nearest="the unit’s nearest model")(house)
    stops = by_reading(
        "stop_at_cover",
        stop="the leader stops there",
        overshoot="the leader runs on past it",
        another="run for the nearest beyond, else stop there",
    )
    return Section(
        "falling-back",
        "Falling back",
        tuple(_models_left(sizes, house)),
        (
            Line("Cover", f"Hidden, Concealed or Obscured, and closer to {unit} than to an enemy unit"),
            Line("Fall Back Move", f"to the nearest cover, leader first; each model Mv to {run}"),
            Line("Cover nearer than Mv", stops(house)),
            Line("Rout Move", f"without such cover: {rout_words(run, house)} away from every enemy in sight"),
            Line("Lost in a rout", "who ends nearer to an enemy in sight, off the table or out of coherency"),
            Line("Coherency", f"with one that has moved, {coherency_words(house)}; the first is free"),
            Line("Markers", f"a Fall Back Move may remove one; {removes}; Snap Shots do not"),
        ),
    )


def _actions(house: HouseRules) -> Section:
    by_type = "by type", ("light weapons", "snap", "Aw")
    advance, double = by_reading("weapon_types", off=("snap", ("none", "–", "–")), on=by_type)(house)
    rows: list[tuple[object, ...]] = [
        ("Open Fire!", "none", "any weapons", "full", "Aw"),
        ("or any models", "none", "their weapons", "snap", _twice("Aw")),
        ("Advance!", "Mv", "before or after, all at once", advance, "Aw"),
        ("At The Double!", _twice("Mv"), *double),
        ("Get Down!", "none", "none", "–", "–"),
    ]
    stacks = {"cumulative": "besides the one for passing", "dice_only": "and none for passing"}
    comparisons = {"check": "the number of the check", "base": "Nv without deduction", "after": "Nv one marker better"}

    def removal_words(stack: str, compare: str) -> str:
        return f"one removed for each die of its check at {comparisons[compare]} or less, {stacks[stack]}"

    return Section(
        "actions",
        "Actions",
        (table("Action", "*Action | Move up to | *Fire | RoF | Aw", rows),),
        (
            Line("Open Fire!", OBSERVING),
            Line(_twice("Aw"), "to pick targets in this one action"),
            Line("Get Down!", gone_to_ground(house)),
            Line("Its markers", house.resolve(removal_words, "getdown_stack", "getdown_compare")),
        ),
    )


def _snap_fire(house: HouseRules) -> Section:
    headings = "Full RoF" + "".join(f" | ^{rof}" for rof in ROF_COLUMNS)
    rows: list[tuple[object, ...]] = [("Snap RoF", *(snap_rof(rof) for rof in ROF_COLUMNS))]
    rounding = by_reading("snap_rounding", weapon="each weapon by itself", unit="the unit’s total")(house)
    moving = by_reading("weapon_types", off="Advance!", on="Advance! (light weapons At The Double! instead)")(house)
    return Section(
        "snap-fire",
        "Snap Fire",
        (table("Full RoF", headings, rows),),
        (
            Line("Round down", f"{rounding}; several reasons halve once"),
            Line("When", f"{moving}, flanked, Defensive Fire, Snap Shots, or for {_twice('Aw')} in Open Fire!"),
        ),
    )


def _orders(house: HouseRules) -> Section:
    base, final = "current Nv, for its base Nv", "current Nv, as the number to roll"
    gives = by_reading("inspire_reading", replace_base=base, final_value=final)(house)
    rows: list[tuple[object, ...]] = [
        ("By", "an Officer, once a phase", "an Inspiring Officer or Hero"),
        ("Cost", "none", f"the action of {scope_words(house)}"),
        ("For", "one unit yet to act", "every friend in reach"),
        ("Gives", "the Officer’s Ld: dice", f"the inspirer’s {gives}"),
        ("Lasts", "one check", "until the phase ends"),
    ]
    return Section(
        "orders",
        "Orders and Inspiration",
        (table("Help", "Help | *Order | *Inspiration", rows),),
        (
            Line("Officers", officer_words(house)),
            Line("Reach", f"{reach_words(house)}; Inspired are those {aura_words(house)}"),
        ),
    )


def _lead_words(lead: int) -> str:
    return f"{'+' if lead > 0 else '−' if lead else ''}{abs(lead)}"


def _to_hit_text(lead: int) -> str:
    number = number_to_hit(0, lead)
    return "always" if number <= 1 else "never" if number > FACES else f"{number}+"


def _context() -> Section:
    headings = "Ev above BS" + "".join(f" | ^{_lead_words(lead)}" for lead in LEAD_COLUMNS)
    hits: list[tuple[object, ...]] = [
        ("To hit", *(_to_hit_text(lead) for lead in LEAD_COLUMNS)),
        ("Chance", *(percent(hit_chance(0, lead)) for lead in LEAD_COLUMNS)),
    ]
    visibility: list[tuple[object, ...]] = [(name, f"+{more}", where) for name, more, where in VISIBILITY]
    going: list[tuple[object, ...]] = list(GOING)
    tables: tuple[Table, ...] = (
        table("To hit", headings, hits),
        table("Visibility", "Target is | ^Ev | *Target it", visibility),
        table("Going", "Going | Advance! | *At The Double!", going),
    )
    return Section("context", f"Context: {NOT_DEFINED}", tables)


def _open_ends(house: HouseRules) -> Section:
    coherency = house.resolve(lambda reading: ("coherency distance",) * (reading == "open"), "coherency_in")
    hits = house.resolve(lambda reading: ("hits per marker",) * (reading == "manual"), "hits_per_marker")
    topics = ("turns, missions, points", *coherency, "shooting", *hits, "close combat, terrain")
    lines = (Line("Ask your table", f"{', '.join(topics)}, what Gone To Ground gives"),)
    return Section("open-ends", BEYOND, (), lines)


def _positive(values: set[int], usual: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(value for value in values if value > 0)) or usual


def _possible_ld(specs: list[WarUnit], house: HouseRules) -> set[int]:
    """Every Ld that a check may use: the units' own, and those without their leaders."""
    full = {at_least_zero(spec.ld) for spec in specs if spec.starting > 1}
    leaderless = house.resolve(lambda reading: {leaderless_ld(ld, reading) for ld in full}, "leaderless_ld")
    return leaderless | {at_least_zero(spec.ld) for spec in specs}


def sections(house: HouseRules, armies: tuple[WarContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules with the armies' own Nv, Ld and unit sizes, or with usual ones."""
    specs = [unit.spec for army in armies for _, unit in army.force.units()]
    nerves = _positive({at_least_zero(spec.nv) for spec in specs}, USUAL_NV)
    leaderships = _positive(_possible_ld(specs, house), USUAL_LD)
    sizes = _positive({spec.starting for spec in specs}, USUAL_SIZES)
    has_context = not armies or any(army.force.spec.context_sheet for army in armies)
    return (
        _flow(house),
        *house_rules_in_force(house),
        _check(nerves, leaderships, house),
        _falling_back(sizes, house),
        _actions(house),
        _snap_fire(house),
        _orders(house),
        *((_context(),) if has_context else ()),
        _open_ends(house),
    )
