"""The blocks on this table, the round, and the end of combat."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section, house_rules_listed
from rulesets.core.tables import table
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.legality import Roster
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for


def table_block(house: HouseRules, armies: tuple[Roster, ...]) -> Section:
    """The forces, and the house rules of this table."""
    forces = [army.force for army in armies]
    changed = house_rules_listed(house.changed())
    return Section(
        "table",
        "At this table",
        (),
        (
            *(Line("Force", f"{force.name or 'Unnamed'}, {force.spec.side.label.lower()}") for force in forces),
            *(changed or (Line("Rulings", "all at their defaults"),)),
        ),
    )


def round_block(house: HouseRules) -> Section:
    """The phases, and what players send."""
    targets = words_for(
        house,
        "fc.split_fire",
        one="a player names one target per squad",
        split="each unit may have its own target",
    )
    limit = words_for(house, "fc.unit_ability_limit", squad="squad and its units", unit="squad or a unit")
    users = words_for(house, "fc.ability_limit_scope", squad="whoever uses it", user="for each user")
    wasted = words_for(house, "fc.hit_downed", off="with nobody standing", on="with nobody standing or downed")
    return Section(
        "round",
        "The round",
        (
            table(
                "Phases",
                "Phase | ***What happens",
                [
                    ("1 Command", "abilities are paid for; immediate ones are resolved"),
                    ("2 Shooting", "players’ squads in order, then the enemy’s"),
                    ("3 Melee", "close-quarters fire, press in, blows, press in"),
                    ("4 Movement", "move, Disengage or Charge"),
                    ("5 Morale", "squads below half strength roll; then objectives"),
                ],
            ),
        ),
        lines_of(
            ("Players send", "abilities and their targets; for each squad whom to shoot or fight; where to move"),
            ("Same ability", f"once a round on a {limit}, {users}"),
            ("Command Points", f"come back {reading_text(house, 'fc.cp_refresh')}"),
            ("No conditions", f"{targets}; “if” and “unless” are not allowed"),
            ("Wasted fire", f"at a squad {wasted}; the shooter still counts as having shot"),
            ("Enemies", "choose as they go, squad by squad"),
        ),
    )


def end_block(house: HouseRules) -> Section:
    """The end of combat, and who survives it."""
    saved = words_for(
        house, "fc.win_saves_downed", off="of a wiped squad", on="of a wiped squad unless the players win"
    )
    return Section(
        "end",
        "End of combat",
        (),
        lines_of(
            ("Safe", "downed units with a squad that still stands: they live, wounded"),
            ("At risk", f"downed units abandoned, or {saved}: dead on 1 to {tables.DEATH} on a d{tables.FACES}"),
            ("Leaving early", "each engaged squad must Disengage"),
        ),
    )
