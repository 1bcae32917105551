"""The key card: what the codes on a deck's cards mean, as the last card of the deck."""

from collections.abc import Sequence

from armybuilder.printing.fitting.cards import Deck, deck_of
from armybuilder.printing.options import TypeSize
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT
from rulesets.core.cards import Card
from rulesets.core.codes import codes_shown
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset

TITLE = "Key"
MINIMUMS = (8.5, 8.0, 7.5)
"""Points of a key at the usual type size. Each smaller one is taken only where it saves a card."""


def key_card(ruleset: AnyRuleset, cards: Sequence[Card], *, backs: bool) -> Card | None:
    """What explains the codes of the cards and, with ``backs``, of their reverse; ``None`` if they show none."""
    texts = set[str]().union(*(card.texts_of_both_sides if backs else card.texts for card in cards))
    lines = tuple(Line(code.term, code.meaning) for code in codes_shown(ruleset.codes, texts))
    return Card(TITLE, ruleset.title, tint=ruleset.accent, lines=lines) if lines else None


def fitted_key(key: Card, size: Size, type_size: TypeSize, text: float) -> Deck:
    """A key on as few faces as may be, in letters no larger than ``text`` points, those of the other cards."""
    minimums = dict.fromkeys(max(points * type_size.scale, type_size.smallest_on(size)) for points in MINIMUMS)
    decks = (deck_of([key], size, minimum, below=text + EXACT) for minimum in minimums)
    return min(decks, key=lambda deck: len(deck.faces(0)))
