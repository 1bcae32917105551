"""Forum Combat: squads on a tile map, orders by forum post, dice rolled by a game master."""

from rulesets.core.reference import PlayingArea
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
from .cards import card, group_lines, labels, row, squad_card, standing, summary, tokens, unit_size
from .catalogue import CATALOGUE, KINDS
from .desk import DESK
from .desk.new_combat import USUAL_HEIGHT, USUAL_WIDTH
from .house_rules import DATA, RULINGS
from .legality import RULES, unit_points
from .play import PLAY
from .quick_reference import sections
from .templates import TEMPLATES, enemies, players
from .units import Command, Squad, Troop

RULESET: Ruleset[Command, Squad, Troop] = Ruleset(
    slug="forum-combat",
    title="Forum Combat",
    edition="Forum rules",
    publisher="a game master of the Bay 12 Games forum",
    about="Squads fight on a tile map. Players post orders, and the game master rolls the dice.",
    credit="Forum Combat belongs to its author. All profiles but the bolt-action rifle are our examples.",
    page="http://www.bay12forums.com/smf/index.php?topic=182736.0",
    accent=Accent.TEAL,
    words=Words("force", "forces", "squad", "squads", "unit", "units"),
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
    calculator_groups=load_calculator_groups(DATA),
    codes=load_codes(DATA),
    overview=load_overview(DATA, vars(tables), PlayingArea(USUAL_WIDTH, USUAL_HEIGHT, "tiles", tiles=True)),
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
        "hits-and-saves",
        "wounds",
        "morale",
        "movement",
        "attack",
        "who-shoots",
        "melee",
        "special-moves",
        "health",
        "into-melee",
        "engagement",
    ),
    demo=players,
    rival=enemies,
    group_card=squad_card,
    desk=DESK,
    play=PLAY,
    points=unit_points,
    unit_size=unit_size,
    card_size="tarot",
)
