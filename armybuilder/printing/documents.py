"""What a player has chosen, as one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from armybuilder.armies.opened import Opened
from armybuilder.drawing.lettering import missing
from armybuilder.drawing.symbols import icon_credit
from armybuilder.printing.cards import CardBack, CardFace, card_faces, card_pages, card_pages_with_backs, card_sides
from armybuilder.printing.choices import PARTS, PrintChoices, Scope
from armybuilder.printing.document import Document, Page
from armybuilder.printing.labels import label_pages
from armybuilder.printing.paper import centred_grid
from armybuilder.printing.qrs import qrs_pages
from armybuilder.printing.roster import roster_pages
from armybuilder.printing.tokens import token_pages
from rulesets.core.cards import Symbol, SymbolSet
from rulesets.core.ruleset import AnyRuleset

MOST_UNITS = 600
"""More units than this are refused before anything is laid out."""


class NothingToPrint(ValueError):
    """No part was chosen, or the parts that were have no pages; the text tells the player."""


class TooMuchToPrint(ValueError):
    """The army is too large; the text tells the player."""


def document_of(army: Opened, choices: PrintChoices) -> Document:
    """The chosen parts of an army as pages; raises ``NothingToPrint`` and ``TooMuchToPrint``."""
    ruleset, force = army.ruleset, army.force
    count = army.unit_count
    words = ruleset.words
    if count > MOST_UNITS:
        raise TooMuchToPrint(f"This {words.force} has {count} {words.units}; up to {MOST_UNITS} are printed at once.")
    chosen = [part for part in PARTS if getattr(choices, part)]
    if not chosen:
        raise NothingToPrint("Choose at least one part to print.")
    pages = tuple(page for part in chosen for page in MAKERS[part](army, choices))
    if not pages:
        raise NothingToPrint(f"This {words.force} has nothing for the parts you chose; add {words.units} first.")
    name = force.name or f"Unnamed {words.force}"
    notes = tuple(_notes(army, pages))
    return Document(name, f"{ruleset.title}: {name}", pages, choices.ink, ruleset.accent.value, notes=notes)


def _notes(army: Opened, pages: Iterable[Page]) -> Iterator[str]:
    """What the player should know before printing."""
    faces = [placed.content for page in pages for placed in page.placed if isinstance(placed.content, CardFace)]
    more = sum(face.number == 2 for face in faces)
    if more:
        units = army.ruleset.words.unit if more == 1 else army.ruleset.words.units
        yield f"{more} {units} {'needs' if more == 1 else 'need'} more than one card of this size."
    force = army.force
    names = [force.name, force.notes, *(text for group in force.groups for text in (group.name, group.notes))]
    names += [text for _, unit in force.units() for text in (unit.name, unit.notes)]
    lacking = missing(names)
    if lacking:
        yield f"There are no printed letters for {' '.join(lacking[:20])}; a □ stands in their place."


def credit_line(ruleset: AnyRuleset, *, icons: bool) -> str:
    """Whose game it is, and whose icons."""
    return " ".join(filter(None, (ruleset.credit, f"{icon_credit()}." if icons else "")))


def _any_icon(symbols: Iterable[Symbol | None]) -> bool:
    return any(symbol is not None and symbol.set is SymbolSet.ICON for symbol in symbols)


def _roster(army: Opened, choices: PrintChoices) -> Iterator[Page]:
    icons = _any_icon(unit.row.symbol for group in army.groups for unit in group.units)
    credit = credit_line(army.ruleset, icons=icons)
    yield from roster_pages(army.ruleset, army.review, army.findings, choices.paper.size, credit)


def _cards(army: Opened, choices: PrintChoices) -> Iterator[Page]:
    size = choices.card_size.size
    grid = centred_grid(choices.paper.size, size)
    cards = [army.ruleset.card(unit, group, army.review) for group, unit in army.force.units()]
    credit = credit_line(army.ruleset, icons=_any_icon(card.symbol for card in cards))
    if choices.backs:
        plain = CardBack(army.ruleset.title, army.force.name, army.ruleset.accent.value, size)
        sides = [side for card in cards for side in card_sides(card, size, plain)]
        yield from card_pages_with_backs(sides, grid, choices.turning.edge, credit)
    else:
        yield from card_pages([face for card in cards for face in card_faces(card, size)], grid, credit)


def _qrs(army: Opened, choices: PrintChoices) -> Iterator[Page]:
    mine = choices.scope is Scope.ARMY
    sections = army.ruleset.sections(army.review if mine else None)
    name = army.force.name if mine else "complete"
    credit = f"{army.ruleset.edition}. {credit_line(army.ruleset, icons=False)}"
    most = army.ruleset.sheet_pages
    yield from qrs_pages(sections, army.ruleset.title, name, choices.paper.size, credit, most_pages=most)


def _labels(army: Opened, choices: PrintChoices) -> Iterator[Page]:
    labels = army.ruleset.labels(army.review)
    grid = centred_grid(choices.paper.size, choices.label_size.size)
    credit = credit_line(army.ruleset, icons=_any_icon(label.symbol for label in labels))
    yield from label_pages(labels, grid, choices.turning.edge, credit)


def _tokens(army: Opened, choices: PrintChoices) -> Iterator[Page]:
    credit = credit_line(army.ruleset, icons=False)
    yield from token_pages(army.ruleset.tokens(army.review), choices.paper.size, credit)


Maker = Callable[[Opened, PrintChoices], Iterator[Page]]
MAKERS: dict[str, Maker] = {"roster": _roster, "cards": _cards, "qrs": _qrs, "labels": _labels, "tokens": _tokens}
"""What makes the pages of each part."""
