"""Forge of War, second edition: science-fiction skirmishes with ten-sided dice."""

from rulesets.core.reference import AS_AGREED
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
from .cards import CREDIT, card, group_lines, labels, row, standing, summary, tokens
from .catalogue import CATALOGUE, KINDS
from .house_rules import DATA, RULINGS
from .legality import RULES
from .play import PLAY
from .play_rules import PLAY_RULES
from .quick_reference import sections
from .templates import SLUG, TEMPLATES, demo, rival
from .units import ForceList, Formation, ListedUnit, asks, display_name

RULESET = Ruleset(
    slug=SLUG,
    title="Forge of War",
    edition="second edition",
    publisher="Forge of War Development Group",
    about=(
        "Science-fiction skirmishes between squads, leaders and vehicles, played with ten-sided dice. A unit must pass "
        "a roll to act, and a unit that is hit may take D-markers instead of losses."
    ),
    credit=CREDIT,
    page="https://freewargamesrules.fandom.com/wiki/Forge_of_War",
    accent=Accent.RUST,
    words=Words("force", "forces", "formation", "formations", "unit", "units"),
    force=ForceList,
    group=Formation,
    unit=ListedUnit,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    forms=read_toml(DATA / "forms.toml"),
    from_the_books=load_steps(DATA),
    rules=RULES,
    calculators=CALCULATORS,
    calculator_groups=load_calculator_groups(DATA),
    codes=load_codes(DATA),
    overview=load_overview(DATA, vars(tables), AS_AGREED),
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
        "command",
        "shooting",
        "close-combat",
        "hits",
        "markers",
        "actions",
        "movement",
        "cover",
        "vehicles",
        "chances",
    ),
    demo=demo,
    rival=rival,
    play_rules=PLAY_RULES,
    play=PLAY,
    points=lambda unit, _: unit.spec.value,
    asks=asks,
    unit_name=lambda unit, formation, context: display_name(unit, context.catalogue),
)
"""The game as the site sees it."""
