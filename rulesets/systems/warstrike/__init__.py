"""WarStrike, Action Phase 0.5: suppression, falling back, the four actions, orders and Inspiration."""

from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.systems.warstrike.actions import ACTIONS
from rulesets.systems.warstrike.activation import WHAT_HAPPENS_NEXT
from rulesets.systems.warstrike.army_list import CATALOGUE, SLUG, TEMPLATES, demo
from rulesets.systems.warstrike.cards import card, labels, row, standing, summary, tokens
from rulesets.systems.warstrike.falling_back import FALL_BACK
from rulesets.systems.warstrike.get_down import GET_DOWN
from rulesets.systems.warstrike.legality import RULES
from rulesets.systems.warstrike.plan import PLAN
from rulesets.systems.warstrike.reference import sections
from rulesets.systems.warstrike.rulings import RULINGS
from rulesets.systems.warstrike.suppression import SUPPRESSION_CHECK
from rulesets.systems.warstrike.units import KINDS, Platoon, WarForce, WarUnit

RULESET = Ruleset(
    slug=SLUG,
    title="WarStrike",
    edition="Action Phase Ver. 0.5 (10 February 2013)",
    publisher="The WarStrike blog",
    about="Squads under fire: suppression, nerve, orders and inspiring words in one combined Action Phase.",
    credit="WarStrike is by the author of warstrike.org. All profiles here are examples of ours.",
    accent=Accent.COBALT,
    words=Words("army", "armies", "platoon", "platoons", "unit", "units"),
    force=WarForce,
    group=Platoon,
    unit=WarUnit,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    rules=RULES,
    calculators=(SUPPRESSION_CHECK, WHAT_HAPPENS_NEXT, GET_DOWN, ACTIONS, PLAN, FALL_BACK),
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
)
