"""WarStrike, Action Phase 0.5: suppression, falling back, the four actions, orders and Inspiration."""

from rulesets.core.reference import AS_AGREED
from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.core.texts.data_files import (
    load_calculator_groups,
    load_codes,
    load_examples,
    load_overview,
    load_play_rules,
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
from .quick_reference import sections
from .templates import SLUG, TEMPLATES, demo, rival
from .units import Platoon, WarForce, WarUnit

RULESET = Ruleset(
    slug=SLUG,
    title="WarStrike",
    edition="Action Phase Ver. 0.5 (10 February 2013)",
    publisher="The WarStrike blog",
    about="Squads trade fire, and suppression and nerve decide who can act. Units move and shoot in one Action Phase.",
    credit="WarStrike is by the author of warstrike.org. All profiles here are our examples.",
    page="http://www.warstrike.org/2013/02/rules-action-phase-ver-05.html",
    accent=Accent.COBALT,
    words=Words("army", "armies", "platoon", "platoons", "unit", "units"),
    force=WarForce,
    group=Platoon,
    unit=WarUnit,
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
        "check",
        "falling-back",
        "actions",
        "snap-fire",
        "orders",
        "context",
    ),
    demo=demo,
    rival=rival,
    play_rules=load_play_rules(DATA, RULINGS, vars(tables)),
    sheet_pages=1,
    play=PLAY,
    points=lambda unit, _: unit.spec.context.points,
)
