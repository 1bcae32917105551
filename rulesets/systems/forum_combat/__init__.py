"""Forum Combat: squads on a tile map, orders by forum post, dice rolled by a game master."""

from __future__ import annotations

from rulesets.core.data_files import load_play_rules, load_steps, read_toml
from rulesets.core.ruleset import Accent, Ruleset, Words
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.calculators import CALCULATORS
from rulesets.systems.forum_combat.cards import card, labels, row, squad_card, standing, summary, tokens
from rulesets.systems.forum_combat.catalogue import CATALOGUE, KINDS
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.house_rules import DATA, RULINGS
from rulesets.systems.forum_combat.legality import RULES, unit_points
from rulesets.systems.forum_combat.play import PLAY
from rulesets.systems.forum_combat.quick_reference import sections
from rulesets.systems.forum_combat.templates import TEMPLATES, players
from rulesets.systems.forum_combat.units import Command, Squad, Troop

RULESET: Ruleset[Command, Squad, Troop] = Ruleset(
    slug="forum-combat",
    title="Forum Combat",
    edition="Forum rules",
    publisher="a game master of the Bay 12 Games forum",
    about="Squads fight on a tile map; players post orders, the game master rolls.",
    credit="Forum Combat belongs to its author. Profiles other than the bolt-action rifle are examples of ours.",
    accent=Accent.TEAL,
    words=Words("force", "forces", "squad", "squads", "line", "lines"),
    force=Command,
    group=Squad,
    unit=Troop,
    kinds=KINDS,
    catalogue=CATALOGUE,
    rulings=RULINGS,
    forms=read_toml(DATA / "forms.toml"),
    from_the_books=load_steps(DATA),
    rules=RULES,
    play_rules=load_play_rules(DATA, RULINGS, vars(tables)),
    calculators=CALCULATORS,
    templates=TEMPLATES,
    row=row,
    standing=standing,
    card=card,
    labels=labels,
    tokens=tokens,
    sections=sections,
    summary=summary,
    demo=players,
    group_card=squad_card,
    desk=DESK,
    play=PLAY,
    points=unit_points,
)
