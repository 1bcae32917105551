"""The blocks on morale, weapons and orders, for the squads of a force."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.tables import Table, table
from rulesets.core.wording import counted
from rulesets.systems.forum_combat.cards import weapons_table
from rulesets.systems.forum_combat.catalogue import save_label
from rulesets.systems.forum_combat.morale import BROKEN, objective_radius, pass_chance
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for
from rulesets.systems.forum_combat.tracks import check_of
from rulesets.systems.forum_combat.units import Armed, Member, best_leadership, leadership, strength


def _squad_checks(squads: tuple[tuple[str, tuple[Member, ...]], ...], house: HouseRules) -> Table:
    rows: list[tuple[object, ...]] = []
    for name, lines in squads:
        best = best_leadership(*leadership(lines, house))
        check = check_of(lines, house)
        rows.append((name, strength(lines, house), check.short, f"{best}+" if best is not None else "–"))
    return table("Squads", "**Squad | >Units | >Check at | >LD", rows)


def morale_block(squads: tuple[tuple[str, tuple[Member, ...]], ...], house: HouseRules) -> Section:
    """Morale checks, breaks and objectives."""
    rows: list[tuple[object, ...]] = [
        (f"{ld}+", *(percent(pass_chance(ld, abandoned)) for abandoned in range(4))) for ld in range(5, 11)
    ]
    single = words_for(house, "fc.single_unit_half", never="a lone unit never", hp="a lone unit below half its HP")
    half = words_for(
        house,
        "fc.strength",
        standing=f"starting units standing; {single}",
        hp="starting HP left",
        living=f"starting units not killed; {single}",
    )
    con = words_for(house, "fc.con_sum", sum="of all standing units", best="of the best standing unit")
    return Section(
        "morale",
        "Morale",
        (
            table("To hold, by units abandoned this round", "LD | >0 | >1 | >2 | >3", rows),
            *((_squad_checks(squads, house),) if squads else ()),
        ),
        lines_of(
            ("Who rolls", f"squads with less than half their {half}"),
            ("Hero", "the better LD of squad and standing hero"),
            ("Broken", BROKEN),
            ("How long", reading_text(house, "fc.break_duration")),
            (
                "Objectives",
                f"then unbroken squads within {counted(objective_radius(house), 'tile')} add the CON {con}",
            ),
        ),
    )


def weapons_block(squads: tuple[tuple[str, tuple[Member, ...]], ...], arms: tuple[Armed, ...]) -> tuple[Section, ...]:
    """The units and weapons of the squads; empty if there are none."""
    if not squads:
        return ()
    units: list[tuple[object, ...]] = []
    for line in dict.fromkeys((line.name, line.profile) for _, lines in squads for line in lines):
        name, profile = line
        units.append(
            (
                name,
                profile.mov,
                profile.t,
                save_label(profile.sav),
                profile.hp,
                f"{profile.ld}+",
                profile.con,
                profile.eng,
            )
        )
    profiles = table("Units", "***Unit | >MOV | >T | >SAV | >HP | >LD | >CON | >ENG", units)
    return (Section("profiles", "Units and weapons", (profiles, weapons_table(arms))),)


def orders_block(names: tuple[str, ...], house: HouseRules) -> Section:
    """A line of orders for each squad, to fill in."""
    note = words_for(
        house, "fc.split_fire", one="One target each, without conditions.", split="Targets without conditions."
    )
    rows: list[tuple[object, ...]] = [(name, "", "", "", "", "") for name in names or ("1", "2", "3", "4")]
    return Section(
        "order-form",
        "Orders",
        (
            table(
                "One line per squad",
                "**Squad | **Shoots or fights | *With | *Moves to | **Disengage / Charge | **Abilities (CP)",
                rows,
                note,
            ),
        ),
    )
