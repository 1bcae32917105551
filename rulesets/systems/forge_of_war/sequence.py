"""A game turn: who does what when, in the words of ``data/turn.toml``."""

from rulesets.core.house_rules import HouseRules
from rulesets.core.play import Acts, Segment
from rulesets.core.sheets import Computed, load_sheet

from . import tables
from .house_rules import DATA, RULINGS, WORDS

INITIATIVE, ACTIVATIONS, END = "initiative", "activations", "end"

_NOTHING: Computed[None] = Computed()
_GUIDE = load_sheet(DATA, RULINGS, vars(tables), _NOTHING, WORDS.texts, "turn")


def sequence(house: HouseRules) -> tuple[Segment, ...]:
    """The segments of a turn; the initiative goes to and fro in the middle one."""
    return tuple(
        Segment(part.slug, part.title, Acts.BOTH, part.lines, "§8", faces=tables.DIE if part.slug == INITIATIVE else 0)
        for part in _GUIDE.sections(house, None)
    )
