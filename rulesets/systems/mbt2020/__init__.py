"""MBT 2020: battalion to corps level, 2020 to 2030."""

from rulesets.core.reference import PlayingArea
from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.core.texts.data_files import (
    load_calculator_groups,
    load_codes,
    load_examples,
    load_overview,
    load_steps,
    read_toml,
)

from . import tables
from .calculators import CALCULATORS
from .cards import card, group_lines, labels, row, standing, summary, tokens
from .catalogue import CATALOGUE, KINDS
from .house_rules import DATA, RULINGS
from .legality import RULES
from .play import PLAY
from .play_rules import PLAY_RULES
from .quick_reference import sections
from .scenario import SURVEYOR
from .tables import DEPLOY_DEPTH, TABLE_SIZES
from .templates import TEMPLATES, demo, rival
from .units import Army, BattleGroup, Stand, group_added

TABLE = (12 * TABLE_SIZES[0][0], 12 * TABLE_SIZES[0][1])
"""The usual table in inches."""

RULESET = Ruleset(
    slug="mbt2020",
    title="MBT 2020",
    edition="2022, battalion to corps level, 2020 to 2030",
    publisher="AlienStarGames",
    about=(
        "Modern battles with platoons, batteries and flights on square stands. Twelve stands make a battle group, "
        "and rock, paper, scissors decides engagements."
    ),
    credit="MBT 2020 © AlienStarGames 2022. The rules themselves are in the free rulebook.",
    page="http://www.alienstargames.com",
    accent=Accent.OLIVE,
    words=Words("army", "armies", "battle group", "battle groups", "stand", "stands"),
    force=Army,
    group=BattleGroup,
    unit=Stand,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    forms=read_toml(DATA / "forms.toml"),
    from_the_books=load_steps(DATA),
    rules=RULES,
    calculators=CALCULATORS,
    calculator_groups=load_calculator_groups(DATA),
    codes=load_codes(DATA),
    overview=load_overview(DATA, vars(tables), PlayingArea(*TABLE, zone=DEPLOY_DEPTH)),
    examples=load_examples(DATA, RULINGS, CALCULATORS),
    templates=TEMPLATES,
    row=row,
    standing=standing,
    card=card,
    labels=labels,
    tokens=tokens,
    sections=sections,
    summary=summary,
    group_lines=group_lines,
    key_sections=(
        "results",
        "factors",
        "ranges",
        "movement",
        "turn",
        "terrain",
        "smoke",
        "deployment",
        "postures",
        "season",
    ),
    demo=demo,
    rival=rival,
    play_rules=PLAY_RULES,
    surveyor=SURVEYOR,
    play=PLAY,
    group_added=group_added,
)
"""The definition of the game for the site."""
