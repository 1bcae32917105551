"""Starter: squads that shoot at each other with dice."""

from rulesets.core.ruleset import Accent, Ruleset, Words

from .calculators import CALCULATORS
from .cards import card, labels, row, standing, summary, tokens
from .catalogue import CATALOGUE, KINDS
from .house_rules import RULINGS
from .legality import RULES
from .play import PLAY
from .quick_reference import sections
from .templates import SLUG, TEMPLATES, demo
from .units import Army, Squad, Troops

RULESET = Ruleset(
    slug=SLUG,
    title="Starter",
    edition="1",
    publisher="Nobody yet",
    about="Squads that shoot at each other with dice.",
    credit="Starter is an example. Say here whose game yours is.",
    accent=Accent.TEAL,
    words=Words("army", "armies", "squad", "squads", "unit", "units"),
    force=Army,
    group=Squad,
    unit=Troops,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    rules=RULES,
    calculators=CALCULATORS,
    templates=TEMPLATES,
    row=row,
    standing=standing,
    card=card,
    labels=labels,
    tokens=tokens,
    sections=sections,
    summary=summary,
    demo=demo,
    sheet_pages=1,
    play=PLAY,
)
