"""Forge of War, second edition: science-fiction skirmishes with ten-sided dice."""

from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.systems.forge_of_war.activation import ACTIVATION, RUN
from rulesets.systems.forge_of_war.cards import CREDIT, card, labels, row, standing, summary, tokens
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, KINDS, RULINGS
from rulesets.systems.forge_of_war.close_combat import CLOSE_COMBAT, DISENGAGE
from rulesets.systems.forge_of_war.comparison import COMPARISON
from rulesets.systems.forge_of_war.fight import FIGHT
from rulesets.systems.forge_of_war.force_rules import FORCE_RULES
from rulesets.systems.forge_of_war.indirect_fire import INDIRECT_FIRE
from rulesets.systems.forge_of_war.lists import SLUG, TEMPLATES, demo
from rulesets.systems.forge_of_war.movement import MOVEMENT
from rulesets.systems.forge_of_war.play import PLAY_RULES, TURN_CHECK, UNIT_STATE
from rulesets.systems.forge_of_war.rally import RALLY
from rulesets.systems.forge_of_war.reactions import COVERING_FIRE, REACTION_TEST, WITHDRAWAL
from rulesets.systems.forge_of_war.reference import sections
from rulesets.systems.forge_of_war.shooting import SHOOTING
from rulesets.systems.forge_of_war.stances import STANCES
from rulesets.systems.forge_of_war.unit_rules import UNIT_RULES
from rulesets.systems.forge_of_war.units import ForceList, Formation, ListedUnit, shown_name
from rulesets.systems.forge_of_war.vehicle_damage import BALE_OUT, VEHICLE_FIRE
from rulesets.systems.forge_of_war.vehicle_rules import VEHICLE_RULES
from rulesets.systems.forge_of_war.weapon_rules import WEAPON_RULES

RULESET = Ruleset(
    slug=SLUG,
    title="Forge of War",
    edition="second edition",
    publisher="Forge of War Development Group",
    about=(
        "Science-fiction skirmishes of squads, leaders and vehicles with ten-sided dice. A unit must pass a roll to "
        "act, and a unit that is hit may take D-markers instead of losses."
    ),
    credit=CREDIT,
    accent=Accent.RUST,
    words=Words("force", "forces", "formation", "formations", "unit", "units"),
    force=ForceList,
    group=Formation,
    unit=ListedUnit,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    rules=UNIT_RULES + WEAPON_RULES + VEHICLE_RULES + FORCE_RULES,
    calculators=(
        ACTIVATION,
        RUN,
        RALLY,
        SHOOTING,
        VEHICLE_FIRE,
        CLOSE_COMBAT,
        FIGHT,
        COMPARISON,
        COVERING_FIRE,
        REACTION_TEST,
        STANCES,
        INDIRECT_FIRE,
        MOVEMENT,
        DISENGAGE,
        WITHDRAWAL,
        BALE_OUT,
        UNIT_STATE,
        TURN_CHECK,
    ),
    templates=TEMPLATES,
    row=row,
    standing=standing,
    card=card,
    labels=labels,
    tokens=tokens,
    sections=sections,
    summary=summary,
    demo=demo,
    play_rules=PLAY_RULES,
    called=lambda unit, formation, review: shown_name(unit, review.catalogue),
)
"""The game as the site sees it."""
