"""Unit cards, in one type size for the whole deck, on as many faces as each card needs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import ClassVar

from armybuilder.printing.documents.context import PrintContext, readable
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import properties_css
from armybuilder.printing.documents.key_card import fitted_key, key_card
from armybuilder.printing.documents.photos import Photo, photo
from armybuilder.printing.documents.sheets import grid_sheets
from armybuilder.printing.documents.tables import PrintedTable, PrintedTrack, printed_table, printed_track
from armybuilder.printing.fitting.cards import STYLE, CardLayout, Deck, Face, deck_of
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.fitting.tracks import placed_tracks
from armybuilder.printing.options import TypeSize
from armybuilder.printing.paper import CARD_SIZES, Edge, Size, fullest_grid
from armybuilder.printing.rendering import EXACT, Batch, CannotPrint
from armybuilder.sharing.links import QrCode
from rulesets.core.cards import Card, SymbolSet
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Cell

MAX_LAYOUTS = 3
"""Most layouts of a deck; after each that overflows cards are split again."""
SPARE = 0.5
"""Millimetres of spare height added when a card overflowed."""
BLANK_ROWS = 4
"""Empty table rows on a blank card."""
EMPTY = "\u00a0"
"""Keeps an empty line as high as a written one."""
TITLE = "Unit cards"


@dataclass(frozen=True, slots=True)
class CardFace:
    """One side of a card for its template: ``key`` names it in the layout, ``number`` stands on one of several.

    ``title`` and ``text`` are the points of its title and text. ``code`` leads a phone to the unit in the game that is
    played with it.
    """

    template: ClassVar = "printing/pieces/card.html"
    key: str
    card: Card
    number: str
    title: float
    text: float
    face: Face
    tables: tuple[PrintedTable, ...]
    tracks: tuple[PrintedTrack, ...]
    photo: Photo | None
    code: QrCode | None = None

    @property
    def subtitle(self) -> str:
        """What stands under the title: on a card without strip also the number."""
        return " · ".join(filter(None, (self.card.subtitle, "" if self.strip else self.number)))

    @property
    def strip(self) -> bool:
        """Whether the card has a strip below its head."""
        return bool(self.card.corner or self.card.footer)

    @property
    def tail(self) -> str:
        """The end of the strip."""
        return " · ".join(filter(None, (self.card.footer, self.number)))

    @property
    def on_band(self) -> bool:
        """Whether the symbol is drawn directly on the band; map symbols have their own background."""
        return self.card.symbol is not None and self.card.symbol.set is SymbolSet.ICON


@dataclass(frozen=True, slots=True)
class PlainBack:
    """A back with the names of game and army, and perhaps a picture that did not fit on the front.

    ``code`` leads a phone to the unit in the game that is played with it.
    """

    template: ClassVar = "printing/pieces/card.html"
    game: str
    army: str
    accent: str
    photo: Photo | None = None
    code: QrCode | None = None
    plain: bool = True


Side = CardFace | PlainBack


def cards_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The cards of the army; raises ``CannotPrint`` if one does not fit the card size."""
    cards = list(_cards_with_pictures(printing))
    cards += [(_blank_card(printing.army.ruleset), None, "")] * printing.options.blank_cards
    if cards:
        yield deck_part(printing, cards)


def deck_part(printing: PrintContext, deck: Sequence[tuple[Card, Photo | None, str]]) -> DocumentPart:
    """Cards with their pictures, and the ids of their units for codes, on sheets with crop marks.

    Each sheet is followed by that of their backs, if selected.

    Raises ``CannotPrint`` if a card's head alone is too large for the card size.
    """
    cards, pictures, holders = zip(*deck, strict=True)
    if _too_small(printing):
        printing = replace(printing, format=replace(printing.format, scale=1.0))
    codes = [printing.code(holder) if printing.options.backs else None for holder in holders]
    style = style_of_size(STYLE, printing.format.rem)
    coded = any(readable(code, lengths(style)["code"]) for code in codes)
    size, type_size = printing.card_size.size, printing.options.type_size
    backs = printing.options.backs
    fitted = fitted_to(size, type_size, cards, pictures, backs=backs, coded=coded)
    key = key_card(printing.army.ruleset, cards, backs=backs) if printing.options.key_card else None
    if key is not None:
        fitted = replace(fitted, key=fitted_key(key, size, type_size, fitted.fronts.layout.text))
    for _ in range(MAX_LAYOUTS):
        batches = list(_batches(printing, fitted, codes))
        overflowing = printing.format.overflowing(batches)
        too_low = {name: box.too_low + SPARE for name, box in overflowing.items()}
        if not too_low:
            return DocumentPart(TITLE, tuple(batches), printing.options.backs, tuple(_notes(printing, fitted)))
        fitted = fitted.tightened(too_low)
    title = fitted.card(next(iter(too_low))).title
    raise CannotPrint(f"“{title}” does not fit on cards of this size. Choose a larger card.")


@dataclass(frozen=True)
class Fitted:
    """The fitted fronts and backs of cards, their pictures, and the key to their codes, if there is one."""

    fronts: Deck
    backs: Deck
    photos: Sequence[Photo | None]
    key: Deck | None = None

    def tightened(self, too_low: Mapping[str, float]) -> Fitted:
        """The same with less room for the cards whose faces overflow."""
        less: dict[str, dict[int, float]] = {"front": {}, "back": {}, "key": {}}
        for key, more in sorted(too_low.items(), key=itemgetter(1)):
            side, number, _ = key.split("-")
            less[side][int(number)] = more
        return Fitted(
            self.fronts.tightened(less["front"]),
            self.backs.tightened(less["back"]),
            self.photos,
            self.key and self.key.tightened(less["key"]),
        )

    def card(self, name: str) -> Card:
        """The card to which a face of that name in the layout belongs."""
        side, number, _ = name.split("-")
        return (self.key if side == "key" and self.key else self.fronts).cards[int(number)]

    @property
    def key_faces(self) -> tuple[CardFace, ...]:
        """The faces of the key; none without one."""
        return () if self.key is None else tuple(_card_faces(self.key, 0, "key"))

    def front(self, number: int) -> tuple[CardFace, ...]:
        """The faces of a card but for its reverse."""
        return tuple(_card_faces(self.fronts, number, "front", self.photos[number]))

    def back(self, number: int) -> tuple[CardFace, ...]:
        """The faces of a card's reverse, if it has one."""
        if not self.backs.cards[number].lines:
            return ()
        return tuple(_card_faces(self.backs, number, "back", self.photos[number]))

    def cards_before_key(self, *, backs: bool) -> int:
        """How many cards of paper come before the key."""
        numbers = range(len(self.photos))
        if not backs:
            return sum(len(self.front(number)) for number in numbers)
        return sum(math.ceil(len((*self.front(number), *self.back(number))) / 2) for number in numbers)

    def without_picture(self, *, backs: bool) -> list[int]:
        """The numbers of the cards whose picture has no room, with ``backs`` on the other side either."""
        placed = self.fronts.photos | (self.backs.photos if backs else frozenset())
        left = (number for number, picture in enumerate(self.photos) if picture is not None and number not in placed)
        # An odd number of faces has a plain back, which has room.
        return [n for n in left if not (backs and len((*self.front(n), *self.back(n))) % 2)]


def fitted_to(
    size: Size,
    type_size: TypeSize,
    cards: Sequence[Card],
    photos: Sequence[Photo | None],
    *,
    backs: bool = False,
    coded: bool = False,
) -> Fitted:
    """The cards in the estimated type sizes; pictures are included where they need no extra face, and room for codes
    on all faces but the first of a card.

    Pictures of a deck with ``backs`` are all in front or all behind, if either side has room for all of them.
    """
    pictured = {number for number, picture in enumerate(photos) if picture is not None}
    minimum = max(type_size.minimum, type_size.smallest_on(size))
    fronts = deck_of(cards, size, minimum, 1 if coded else math.inf, pictured)
    reverse, coded_from = list(map(_reverse, cards)), 0 if coded else math.inf

    def behind(numbers: Set[int]) -> Deck:
        left = {number for number in numbers if cards[number].back}
        deck = deck_of(reverse, size, minimum, coded_from, left)
        if not left - deck.photos:
            return deck
        # In letters no larger than in front there may be room for more of them.
        smaller = deck_of(reverse, size, minimum, coded_from, left, fronts.layout.text + EXACT)
        return max(deck, smaller, key=lambda deck: len(deck.photos))

    if backs and pictured - fronts.photos:
        together = Fitted(replace(fronts, photos=frozenset()), behind(pictured), photos)
        if not together.without_picture(backs=True):
            return together
    return Fitted(fronts, behind(pictured - fronts.photos), photos)


def _card_faces(deck: Deck, number: int, side: str, picture: Photo | None = None) -> Iterator[CardFace]:
    card, faces, layout = deck.cards[number], deck.faces(number), deck.layout
    for place, face in enumerate(faces, 1):
        yield CardFace(
            f"{side}-{number}-{place}",
            card,
            f"{place}/{len(faces)}" if len(faces) > 1 else "",
            layout.title(card, coded=face.coded),
            layout.text,
            face,
            tuple(printed_table(table, layout.text, layout.available_width, layout.style) for table in face.tables),
            tuple(map(printed_track, placed_tracks(face.tracks, layout.available_width, layout.style))),
            picture if face.photo else None,
        )


def _sides(printing: PrintContext, fitted: Fitted, codes: Sequence[QrCode | None]) -> Iterator[tuple[Side, Side]]:
    """Each front with its back: what a card's first face has no room for, then the lines of its reverse, else its
    picture or a plain back. The key comes last.
    """
    game = printing.army.ruleset
    for number, each in enumerate(codes):
        css = lengths(fitted.fronts.layout.style)
        plain_code, code = (readable(each, css[side]) for side in ("plain-code", "code"))
        plain = PlainBack(game.title, printing.army.force.name, printing.format.accent, code=plain_code)
        sides: tuple[Side, ...] = tuple(
            replace(face, code=code) if place % 2 and face.face.coded else face
            for place, face in enumerate((*fitted.front(number), *fitted.back(number)))
        )
        own = fitted.photos[number]
        if own is not None and number not in fitted.fronts.photos | fitted.backs.photos and len(sides) % 2:
            sides = (*sides, replace(plain, photo=own))
        yield from itertools.zip_longest(sides[::2], sides[1::2], fillvalue=plain)
    plain = PlainBack(game.title, printing.army.force.name, printing.format.accent)
    yield from itertools.zip_longest(fitted.key_faces[::2], fitted.key_faces[1::2], fillvalue=plain)


def _batches(printing: PrintContext, fitted: Fitted, codes: Sequence[QrCode | None]) -> Iterator[Batch]:
    """The sheets, each followed by the sheet of its backs where both sides are printed."""
    options, edge, cards = printing.options, printing.options.turning.edge, fitted.fronts.cards
    grid = fullest_grid(options.sheet, printing.card_size.size)
    credit = printing.credit((printing.format.badge, *(card.symbol for card in cards)))

    def sheets(faces: Sequence[Side], name: str, behind: Edge | None = None) -> Iterator[Batch]:
        css = deck_css(name, fitted, faces)
        return grid_sheets(
            printing.format,
            grid,
            faces,
            TITLE,
            credit,
            style="cards",
            name=name,
            css=css,
            behind=behind,
            marks=behind is None,
        )

    if edge is None:
        faces = [face for number in range(len(cards)) for face in fitted.front(number)]
        yield from sheets([*faces, *fitted.key_faces], "cards")
        return
    fronts, backs = zip(*_sides(printing, fitted, codes), strict=True)
    pairs = zip(sheets(fronts, "cards"), sheets(backs, "card-backs", edge), strict=True)
    yield from itertools.chain.from_iterable(pairs)


def deck_css(name: str, fitted: Fitted, faces: Sequence[Side]) -> str:
    """CSS for elements of a class: the size of cards, and the fitted sizes of type and gaps."""
    layout = fitted.fronts.layout
    size = {"card-width": layout.size.width, "card-height": layout.size.height, "stat-row": layout.stat_row}
    rules = {f".{name}": properties_css(size)}
    for side in faces:
        if isinstance(side, CardFace):
            for part, points in (("text", side.text), ("stat", side.face.stat), ("title", side.title)):
                rules[f".{part}-{round(points * 100)}"] = f"font-size:{points:g}pt"
            gap, rest, photo_height = side.face.extra_gap, side.face.rest, side.face.photo
            if photo_height:
                rules[f".photo-{round(photo_height * 100)} img"] = f"height:{photo_height:.2f}mm"
            rules[f".extra-gap-{round(gap * 100)} .body"] = f"padding-top:calc(var(--gap) + {gap:.2f}mm)"
            rules[f".rest-{round(rest * 100)}"] = f"padding-top:{rest:g}mm"
    return "".join(f"{selector}{{{rule}}}" for selector, rule in sorted(rules.items()))


def _reverse(card: Card) -> Card:
    return replace(card, stats=(), tables=(), lines=card.back, tracks=(), footer="", back=())


def _too_small(printing: PrintContext) -> bool:
    """Whether large print was chosen for cards that have no room for it."""
    type_size = printing.options.type_size
    return type_size.smallest_on(printing.card_size.size) < type_size.smallest


def _notes(printing: PrintContext, fitted: Fitted) -> Iterator[str]:
    """Notes for the player about the cards."""
    if _too_small(printing):
        yield "Cards of this size are too small for large print. Choose A6."
    words, numbers = printing.army.ruleset.words, range(len(fitted.photos))
    several = sum(len(fitted.front(number)) > 1 for number in numbers)
    if several:
        units = words.unit if several == 1 else words.units
        yield f"{several} {units} {'needs' if several == 1 else 'need'} more than one card of this size."
    grid = fullest_grid(printing.options.sheet, printing.card_size.size)
    if fitted.key_faces and fitted.cards_before_key(backs=printing.options.backs) % grid.count == 0:
        yield "The key card is alone on its sheet. Leave it out under “Key card for the codes” to save the sheet."
    left_out = len(fitted.without_picture(backs=printing.options.backs))
    if left_out:
        has = f"picture of one {words.unit} has" if left_out == 1 else f"pictures of {left_out} {words.units} have"
        yield f"The {has} no room beside the text of a card.{_advice(printing, fitted, left_out)}"


def _advice(printing: PrintContext, fitted: Fitted, left_out: int) -> str:
    """What would give room to some of the pictures that have none; an empty text if nothing would."""
    backs, type_size, now = printing.options.backs, printing.options.type_size, printing.card_size.size
    coded = fitted.fronts.coded_from < math.inf
    larger = (size for size in CARD_SIZES.values() if size.width * size.height > now.width * now.height)
    cards, photos = fitted.fronts.cards, fitted.photos
    decks = (fitted_to(size, type_size, cards, photos, backs=backs, coded=coded) for size in larger)
    ways = []
    if not backs and len(fitted.without_picture(backs=True)) < left_out:
        ways.append("print on both sides")
    if any(len(deck.without_picture(backs=backs)) < left_out for deck in decks):
        ways.append("choose a larger card")
    return f" {' or '.join(ways).capitalize()}." if ways else ""


def _cards_with_pictures(printing: PrintContext) -> Iterator[tuple[Card, Photo | None, str]]:
    """The cards of units with their pictures and ids. Those out of play have no card.

    A card of several units has the id of the first.
    """
    army, options = printing.army, printing.options
    game, context = army.ruleset, army.context
    units = army.force.units()
    if not printing.current.boxes.fresh:
        units = ((group, unit) for group, unit in units if not game.row(unit, group, context).out)
    size = photo_size(printing.card_size.size)
    alike: dict[Photo | None, list[tuple[str, Card, str]]] = {}  # with the ids of the units
    for group, unit in units:
        card = game.card(unit, group, context)
        picture = photo(printing.pictures.get(unit.id), unit.name or card.title, size, options.ink)
        if options.merge:
            alike.setdefault(picture, []).append((game.standing(unit, group, context).short, card, unit.id))
        else:
            yield card, picture, unit.id
    for picture, cards in alike.items():
        yield from ((card, picture, holder) for card, holder in merge_cards(cards))


def _blank_card(game: AnyRuleset) -> Card:
    """A blank card to fill in, with the headings of the first unit of the game's example."""
    force = game.demo()
    group, unit = next(iter(force.units()))
    model = game.card(unit, group, game.context(force))
    stats = tuple(replace(stat, value=EMPTY) for stat in model.stats)
    tables = tuple(
        replace(table, rows=((Cell(EMPTY),) * len(table.columns),) * BLANK_ROWS, note="") for table in model.tables[:1]
    )
    return Card("", tint=model.tint, stats=stats, tables=tables)


def photo_size(size: Size) -> Size:
    """The largest size of a unit's picture on a card of that size."""
    return Size(CardLayout(size).available_width, size.height * lengths(STYLE)["photo"])


def merge_cards(cards: Sequence[tuple[str, Card, str]]) -> list[tuple[Card, str]]:
    """One card for all units that differ only in group and ticked boxes, with the boxes of each and the first one's id.

    Each card comes with the number that its unit has on base and roster, which stands before its boxes, and its id.
    """
    alike: dict[Card, list[tuple[str, Card]]] = {}
    first: dict[Card, str] = {}
    for number, card, holder in cards:
        unticked = tuple(replace(track, ticked=None) for track in card.tracks)
        kind = replace(card, corner="", tracks=unticked)
        alike.setdefault(kind, []).append((number, card))
        first.setdefault(kind, holder)
    return [(_one_card(kind, members), first[kind]) for kind, members in alike.items()]


def _one_card(kind: Card, members: Sequence[tuple[str, Card]]) -> Card:
    count = len(members)
    if count == 1:
        return members[0][1]
    distinct = len({number for number, _ in members}) == count
    # The only boxes need no other title than the number.
    titles = [track.printed_title for track in kind.tracks] if len(kind.tracks) > 1 else [""]
    tracks = tuple(
        replace(
            track,
            slug=f"{track.slug}-{place}",
            heading=f"{number if distinct else member.corner} {title}".strip(),
        )
        for place, (number, member) in enumerate(members, 1)
        for track, title in zip(member.tracks, titles, strict=False)
    )
    # Without a place there is nothing in the strip for the footer to stand beside.
    subtitle = " · ".join(filter(None, (kind.subtitle, kind.footer)))
    return replace(kind, title=f"{kind.title} × {count}", subtitle=subtitle, footer="", tracks=tracks)
