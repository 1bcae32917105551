"""MBT 2020: battalion to corps level, 2020 to 2030."""

from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.systems.mbt2020.battle_groups import TEMPLATES, demo
from rulesets.systems.mbt2020.battlefield_odds import CALCULATOR as BATTLEFIELD
from rulesets.systems.mbt2020.cards import card, labels, row, standing, tokens
from rulesets.systems.mbt2020.catalogue import CATALOGUE, KINDS, RULINGS
from rulesets.systems.mbt2020.composition import RULES
from rulesets.systems.mbt2020.deployment import ARCS, FAKES
from rulesets.systems.mbt2020.engagement_calculator import CALCULATOR as ENGAGEMENT
from rulesets.systems.mbt2020.engagement_grids import ARMIES as ARMIES_GRID
from rulesets.systems.mbt2020.engagement_grids import KINDS as KINDS_GRID
from rulesets.systems.mbt2020.fragile import CALCULATOR as FRAGILE
from rulesets.systems.mbt2020.movement import CALCULATOR as MOVEMENT
from rulesets.systems.mbt2020.reference import sections, summary
from rulesets.systems.mbt2020.scenario import SURVEYOR
from rulesets.systems.mbt2020.stands import Army, BattleGroup, Stand

RULESET = Ruleset(
    slug="mbt2020",
    title="MBT 2020",
    edition="2022, battalion to corps level, 2020 to 2030",
    publisher="AlienStarGames",
    about=(
        "Modern battles with platoons, batteries and flights on square stands. Twelve stands make a battle group; "
        "engagements are settled by rock, paper, scissors."
    ),
    credit="MBT 2020 © AlienStarGames 2022. The rules themselves are in the free rulebook.",
    accent=Accent.OLIVE,
    words=Words("army", "armies", "battle group", "battle groups", "stand", "stands"),
    force=Army,
    group=BattleGroup,
    unit=Stand,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    rules=RULES,
    calculators=(ENGAGEMENT, KINDS_GRID, ARMIES_GRID, MOVEMENT, FRAGILE, FAKES, ARCS, BATTLEFIELD),
    templates=TEMPLATES,
    row=row,
    standing=standing,
    card=card,
    labels=labels,
    tokens=tokens,
    sections=sections,
    summary=summary,
    demo=demo,
    surveyor=SURVEYOR,
)
"""The game as the site sees it."""
