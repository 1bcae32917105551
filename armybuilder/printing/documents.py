"""What a player has chosen, as one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.timezone import localdate

from armybuilder.armies.files import write_army
from armybuilder.armies.opened import Opened
from armybuilder.drawing.lettering import missing
from armybuilder.drawing.symbols import icon_credit
from armybuilder.play.in_play import FRESH, State, as_now, bearer_of
from armybuilder.printing.battle_log import log_pages
from armybuilder.printing.calibration import calibration_pages
from armybuilder.printing.cards import (
    CardBack,
    CardFace,
    Face,
    card_faces,
    card_pages,
    card_pages_with_backs,
    card_sides,
    photo_room,
)
from armybuilder.printing.choices import Boxes, CardsFor, PrintChoices, RosterKind, Scope, Stock, problems
from armybuilder.printing.contents import code_of, contents_page
from armybuilder.printing.document import Attached, Document, Page, enlarged, laid_out_on
from armybuilder.printing.labels import Underside, label_pages, marked, stock_pages
from armybuilder.printing.paper import Size, centred_grid
from armybuilder.printing.photos import Photo, Upload, photo
from armybuilder.printing.qrs import qrs_pages
from armybuilder.printing.roster import HEAD_PHOTO, Head, roster_pages
from armybuilder.printing.sheets import foot
from armybuilder.printing.stocks import STOCKS
from armybuilder.printing.strips import strip_pages
from armybuilder.printing.templates import is_template, template_pages
from armybuilder.printing.tokens import token_pages
from rulesets.core.cards import Card, Label, Symbol, SymbolSet, Token
from rulesets.core.force import for_opponent, together
from rulesets.core.ruleset import AnyRuleset

MOST_UNITS = 2400
"""More units than this are refused before anything is laid out."""
MOST_LABELS = 3000
MOST_TOKENS = 3000


NO_PICTURES: Mapping[str, Upload] = MappingProxyType({})


class NothingToPrint(ValueError):
    """No part was chosen, or the parts that were have no pages; the text tells the player."""


class TooMuchToPrint(ValueError):
    """The army is too large for the choice that ``field`` names, or for any; the text tells the player."""

    def __init__(self, words: str, field: str = "") -> None:
        """Keep the words, and the choice that they are about."""
        super().__init__(words)
        self.field = field


@dataclass(frozen=True, slots=True)
class Order:
    """An army to be printed, how, and what goes with it, as for ``document_of``."""

    army: Opened
    choices: PrintChoices
    link: str
    state: State
    opposing: Opened | None
    tell: Callable[[], None]
    pictures: Mapping[str, Upload]


def document_of(
    army: Opened,
    choices: PrintChoices,
    link: str = "",
    *,
    state: State = FRESH,
    opposing: Opened | None = None,
    tell: Callable[[], None] = lambda: None,
    pictures: Mapping[str, Upload] = NO_PICTURES,
) -> Document:
    """The chosen parts of an army as pages, with a QR code of the link to it.

    ``state`` is where the army stands in its game, ``opposing`` the army that a quick reference is shared with.
    ``tell`` is called for each card and page that is laid out; what it raises ends the work. ``pictures`` are the
    army's and its units', as ``photos.uploads_of`` gives them. Raises ``NothingToPrint`` and ``TooMuchToPrint``.
    """
    ruleset, force = army.ruleset, army.force
    words = ruleset.words
    refuse_too_much(army, choices)
    for _, problem in problems(choices):
        raise NothingToPrint(problem)
    state = state if choices.state is Boxes.NOW else FRESH
    order = Order(army if state.fresh else as_now(army, state), choices, link, state, opposing, tell, pictures)
    laid_out = []
    for page in (page for part in choices.chosen for page in MAKERS[part](order)):
        laid_out.append(page)
        tell()
    if not laid_out:
        mend = "choose others" if army.unit_count else f"add {words.units} first"
        raise NothingToPrint(f"This {words.force} has nothing for the parts you chose; {mend}.")
    name = ruleset.name_of(force)
    pages = tuple(_nudged(page, choices) for page in _with_contents(laid_out, name, army, choices, link))
    notes = tuple(_notes(army, pages, choices))
    attached = (_file_of(army, choices),) if choices.lasting else ()
    return Document(
        name, f"{ruleset.title}: {name}", pages, choices.ink, ruleset.accent.value, notes=notes, attached=attached
    )


def _file_of(army: Opened, choices: PrintChoices) -> Attached:
    """The army as a file that the site imports again; with a roster for the opponent only what that one may see."""
    hidden = choices.roster and choices.roster_kind is RosterKind.OPPONENT
    content = write_army(for_opponent(army.force) if hidden else army.force).encode()
    return Attached("army.json", "application/json", "The army, as a file to import again", content)


LONG = 10
"""A document of so many pages and of more than one part has a page of contents."""


def _with_contents(
    pages: Sequence[Page], name: str, army: Opened, choices: PrintChoices, link: str
) -> tuple[Page, ...]:
    """The pages with fronts where a printer has its fronts, and before many of several parts their contents."""
    bound = _fronts_first(pages)
    if len(bound) < LONG or sum(bool(page.title) for page in bound) < 2:
        return bound
    sheet = choices.sheet
    credit = credit_line(army.ruleset, icons=False)
    bound = _fronts_first((Page(sheet, ()), *pages))
    entries = [(page.title, number) for number, page in enumerate(bound, 1) if page.title]
    return (contents_page(name, army.ruleset.title, entries, link, sheet, credit), *bound[1:])


def _fronts_first(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages with a blank one before each front that would come to lie on a sheet's back."""
    found: list[Page] = []
    for page, after in zip(pages, (*pages[1:], None), strict=True):
        if after is not None and after.back and not page.back and len(found) % 2:
            found.append(_empty_back(page.size))
        found.append(page)
    return tuple(found)


def _empty_back(sheet: Size) -> Page:
    """A back that stays empty, since the next page begins a sheet."""
    return Page(sheet, (), foot=foot(sheet, sheet.height - 10.5, "", "This side stays empty"))


def _nudged(page: Page, choices: PrintChoices) -> Page:
    """The page where this printer will have it in its place."""
    right, down = choices.nudge_right / 10, choices.nudge_down / 10
    if page.back:
        right, down = right + choices.back_right / 10, down + choices.back_down / 10
    return page.nudged(right, down)


def _notes(army: Opened, pages: Iterable[Page], choices: PrintChoices) -> Iterator[str]:
    """What the player should know before printing."""
    contents = [placed.content for page in pages for placed in page.placed]
    more = sum(content.number == 2 for content in contents if isinstance(content, CardFace))
    if more:
        units = army.ruleset.words.unit if more == 1 else army.ruleset.words.units
        yield f"{more} {units} {'needs' if more == 1 else 'need'} more than one card of this size."
    left_out = sum(content.photo_left_out for content in contents if isinstance(content, CardFace))
    if left_out:
        words = army.ruleset.words
        has = f"picture of one {words.unit} has" if left_out == 1 else f"pictures of {left_out} {words.units} have"
        larger = "a larger card" if choices.backs else "“Backs of cards” or a larger card"
        yield f"The {has} no room beside the text of a card; choose {larger}."
    if any(content.photo_left_out for content in contents if isinstance(content, Head)):
        whose = f"{army.ruleset.words.force}’s"
        yield f"The {whose} picture has no room beside its name on the roster; choose larger paper, or turn it."
    short = sum(content.cut for content in contents if isinstance(content, Underside))
    if short:
        labels = "label is" if short == 1 else "labels are"
        yield f"{short} {labels} too small for all that could stand underneath; names come first."
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


def _texts(pages: Callable[[Size], Iterator[Page]], choices: PrintChoices) -> Iterator[Page]:
    """Pages of running text, in the chosen size."""
    scale = choices.type_size.scale
    yield from enlarged(pages(laid_out_on(choices.sheet, scale)), choices.sheet, scale)


def _roster(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    code = code_of(order.link) if order.link else None
    kind = choices.roster_kind
    shown = Opened(army.ruleset, for_opponent(army.force)) if kind is RosterKind.OPPONENT else army
    icons = _any_icon(unit.row.symbol for group in shown.groups for unit in group.units)
    credit = credit_line(army.ruleset, icons=icons)
    picture = photo(order.pictures.get(""), army.force.name or "the army", HEAD_PHOTO, choices.ink)
    yield from _texts(
        lambda sheet: roster_pages(shown.ruleset, shown.review, army.findings, sheet, credit, kind, code, picture),
        choices,
    )


def _cards(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    size = choices.card_size.size
    least = choices.type_size.least
    grid = centred_grid(choices.sheet, size)
    plain = CardBack(army.ruleset.title, army.force.name, army.ruleset.accent.value, size)
    sides: list[tuple[Face, Face]] = []
    faces: list[CardFace] = []
    icons = False
    # A card is forgotten once it is laid out: thousands take more memory than what is drawn of them.
    for card, shown in _drawn_cards(order):
        icons = icons or _any_icon((card.symbol,))
        if choices.backs:
            sides += card_sides(card, size, plain, least, shown)
        else:
            faces += card_faces(card, size, least, shown)
        order.tell()
    credit = credit_line(army.ruleset, icons=icons)
    if choices.backs:
        yield from card_pages_with_backs(sides, grid, choices.turning.edge, credit)
    else:
        yield from card_pages(faces, grid, credit)


def _drawn_cards(order: Order) -> Iterator[tuple[Card, Photo | None]]:
    """The cards of groups, where the game has such and they are wanted, and of units, these with their pictures.

    There is none of what is out of play.
    """
    army, choices = order.army, order.choices
    game, review = army.ruleset, army.review
    out = order.state.out
    group_card = game.group_card if choices.cards_for is not CardsFor.UNITS else None
    if group_card is not None:
        yield from ((group_card(group, review), None) for group in army.force.groups if group.id not in out)
    if group_card is None or choices.cards_for is CardsFor.BOTH:
        units = ((group, unit) for group, unit in army.force.units() if bearer_of(game, group, unit) not in out)
        room = photo_room(choices.card_size.size)
        alike: dict[Photo | None, list[Card]] = {}
        for group, unit in units:
            card = game.card(unit, group, review)
            shown = photo(order.pictures.get(unit.id), unit.name or card.title, room, choices.ink)
            if choices.merge:
                alike.setdefault(shown, []).append(card)
            else:
                yield card, shown
        for shown, cards in alike.items():
            yield from ((card, shown) for card in merged(cards))


MOST_PLACES = 6
"""Places of equal units that a card names one by one."""


def merged(cards: Sequence[Card]) -> list[Card]:
    """One card for all units that are alike but for where they belong and how they stand, with the boxes of each."""
    alike: dict[Card, list[Card]] = {}
    for card in cards:
        fresh = tuple(replace(track, ticked=None) for track in card.tracks)
        alike.setdefault(replace(card, corner="", tracks=fresh), []).append(card)
    return [_one_card(kind, members) for kind, members in alike.items()]


def _one_card(kind: Card, members: Sequence[Card]) -> Card:
    count = len(members)
    if count == 1:
        return members[0]
    places = [member.corner for member in members if member.corner]
    shown = ", ".join(places[:MOST_PLACES]) + (
        f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    )
    tracks = tuple(
        replace(track, slug=f"{track.slug}-{number}", title=f"{number} {track.title}")
        for number, member in enumerate(members, 1)
        for track in member.tracks
    )
    return replace(kind, title=f"{kind.title} × {count}", corner=shown, tracks=tracks)


def _qrs(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    game, name = army.ruleset, army.force.name
    if choices.scope is Scope.COMPLETE:
        sections, name = game.sections(None), "complete"
    elif choices.scope is Scope.BOTH and order.opposing is not None:
        other = for_opponent(order.opposing.force)
        sections = game.sections(game.review(together(army.force, other)))
        name = f"{name or f'Unnamed {game.words.force}'} and {other.name or f'unnamed {game.words.force}'}"
    else:
        sections = game.sections(army.review)
    credit = f"{_version(game)} {credit_line(game, icons=False)}"
    yield from _texts(
        lambda sheet: qrs_pages(sections, game.title, name, sheet, credit, most_pages=game.sheet_pages), choices
    )


def _version(ruleset: AnyRuleset) -> str:
    """Which rules a sheet holds, and of what day: rulings and own entries may change later."""
    today = localdate()
    return f"{ruleset.edition[:1].upper()}{ruleset.edition[1:]}. Printed {today.day} {today:%B %Y}."


def refuse_too_much(army: Opened, choices: PrintChoices) -> None:
    """Raise ``TooMuchToPrint`` where there are more units, labels, strips or markers than are laid out."""
    words, count = army.ruleset.words, army.unit_count
    if count > MOST_UNITS:
        raise TooMuchToPrint(
            f"This {words.force} has {count:,} {words.units}; up to {MOST_UNITS:,} are printed at once. "
            f"Print copies of it with fewer {words.units} each."
        )
    labels = len(_labels_of(army, choices)) if choices.labels or choices.strips else 0
    needed = (
        ("labels", "labels", labels if choices.labels else 0, MOST_LABELS),
        ("strips", "strips", labels if choices.strips else 0, MOST_LABELS),
        ("tokens", "markers", sum(token.count for token in _markers_of(army)) if choices.tokens else 0, MOST_TOKENS),
    )
    for field, things, count, most in needed:
        if count > most:
            raise TooMuchToPrint(
                f"This {words.force} needs {count:,} {things}; up to {most:,} are printed at once. Leave the "
                f"{things} out, or print them from copies of the {words.force} with fewer {words.units} each.",
                field,
            )


def _labels_of(army: Opened, choices: PrintChoices) -> tuple[Label, ...]:
    return tuple(label for label in army.ruleset.labels(army.review) if choices.fakes or not label.fake)


def _markers_of(army: Opened) -> list[Token]:
    """What is too small for a template."""
    return [token for token in army.ruleset.tokens(army.review) if not is_template(token)]


def _labels(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    labels = marked(_labels_of(army, choices), choices.tops)
    if choices.stock is Stock.PLAIN:
        credit = credit_line(army.ruleset, icons=_any_icon(label.symbol for label in labels))
        edge = choices.turning.edge
        yield from label_pages(labels, choices.label_grid, edge, credit, sides=choices.sides, start=choices.start)
        return
    stock = STOCKS.get(choices.stock.value)
    disc = stock is not None and stock.round
    yield from stock_pages(labels, choices.label_grid, sides=choices.sides, start=choices.start, disc=disc)


def _strips(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    labels = _labels_of(army, choices)
    grid = centred_grid(choices.sheet, Size(choices.strip_width / 10, choices.strip_height / 10))
    yield from strip_pages(labels, grid, credit_line(army.ruleset, icons=False))


def _tokens(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    yield from token_pages(_markers_of(army), choices.sheet, credit_line(army.ruleset, icons=False))


def _templates(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    tokens = army.ruleset.tokens(army.review)
    yield from template_pages(tokens, choices.sheet, credit_line(army.ruleset, icons=False))


def _log(order: Order) -> Iterator[Page]:
    army, choices = order.army, order.choices
    credit = credit_line(army.ruleset, icons=False)
    yield from _texts(lambda sheet: log_pages(army.ruleset, army.review, sheet, credit), choices)


def _calibration(order: Order) -> Iterator[Page]:
    yield from calibration_pages(order.choices.sheet, order.choices.turning.edge)


Maker = Callable[[Order], Iterator[Page]]
MAKERS: dict[str, Maker] = {
    "roster": _roster,
    "cards": _cards,
    "qrs": _qrs,
    "labels": _labels,
    "strips": _strips,
    "tokens": _tokens,
    "templates": _templates,
    "log": _log,
    "calibration": _calibration,
}
"""What makes the pages of each part."""
