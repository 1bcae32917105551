"""How units are displayed, as plain data: list rows, cards, labels, and the tokens of a game."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table, Tone


class SymbolSet(enum.StrEnum):
    """Families of symbols that the site can draw."""

    APP6 = "app6"
    ICON = "icon"


class Ink(Choice):
    """How much ink a document may use."""

    COLOUR = "colour", "Colour"
    SAVER = "saver", "Ink saver", "Coloured lines and letters, no filled backgrounds."
    MONO = "mono", "Black and white"


class Tint(enum.StrEnum):
    """Colours for kinds of unit and token; screen and paper have a shade of each dark enough for white text.

    A ``tint`` may also be any other word (say, a kind's own name): it then maps to one of these, always the same.
    """

    STEEL = "steel"
    OLIVE = "olive"
    RUST = "rust"
    COBALT = "cobalt"
    PLUM = "plum"
    TEAL = "teal"
    OCHRE = "ochre"
    BRICK = "brick"
    MOSS = "moss"
    UMBER = "umber"
    SLATE = "slate"
    VIOLET = "violet"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A picture by name: ``code`` is a 20-digit APP-6 code or an icon's name, ``text`` describes it."""

    set: SymbolSet
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A short word or number in a list row; ``printed`` if rosters on paper have it, though it is plain or muted."""

    text: str
    tone: Tone = Tone.PLAIN
    hint: str = ""
    printed: bool = False


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in a list: symbol, title, kind of unit, and two to four chips with its key values.

    ``out`` if it is out of play in the game that the list shows. ``count`` is how many a player counts, more than one
    for a line of equal ones; ``strength`` says what each consists of (``10 figures``), in games where that differs.
    ``lists`` are pairs: a list of the unit's spec, by its field, and the part of the subtitle, or the chip, that says
    it in short.
    """

    title: str
    subtitle: str = ""
    symbol: Symbol | None = None
    chips: tuple[Chip, ...] = ()
    out: bool = False
    count: int = 1
    strength: str = ""
    lists: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit's place in its army, which distinguishes it from identical ones: its group and its number there.

    ``corner`` is for its card (``BG 1·3``), ``short`` for its base and before its name in a list of its group
    (``1·3``); ``lead`` is the word for a headquarters or leader (``BGHQ``), empty for others.
    """

    corner: str
    short: str
    lead: str = ""

    def __str__(self) -> str:
        """Return the full form: ``BG 1·3 · BGHQ``."""
        return " · ".join(part for part in (self.corner, self.lead) if part)


@dataclass(frozen=True, slots=True)
class Card:
    """A unit's card. ``corner`` is its place in the army (``BG 1·3``), ``tint`` the colour of its kind.

    ``back`` has the lines of the reverse side; empty for a plain back.
    """

    title: str
    subtitle: str = ""
    corner: str = ""
    tint: str = ""
    symbol: Symbol | None = None
    stats: tuple[Stat, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    tracks: tuple[Track, ...] = ()
    footer: str = ""
    back: tuple[Line, ...] = ()

    @property
    def texts(self) -> frozenset[str]:
        """All that is printed on its front, text by text."""
        texts = {self.title, self.subtitle, self.corner, self.footer}
        texts |= {text for stat in self.stats for text in (stat.heading, stat.value)}
        texts |= set().union(*(table.texts for table in self.tables))
        texts |= {text for line in self.lines for text in (line.term, line.text)}
        for track in self.tracks:
            texts |= {track.printed_title, *track.names, *(word for _, word in track.marks)}
        return frozenset(texts)

    @property
    def texts_of_both_sides(self) -> frozenset[str]:
        """All that is printed on its front and on its reverse, text by text."""
        return self.texts.union(text for line in self.back for text in (line.term, line.text))


@dataclass(frozen=True, slots=True)
class Label:
    """A base's two sides: the opponent may read ``top`` (often just a group's number), the rest is underneath.

    ``fake`` marks a decoy's label, in games that have them; ``star`` marks a headquarters or leader, ``hidden`` what
    the opponent may not see at the beginning, ``off_table`` what never stands on the table. ``holder`` is the id under
    which its unit's boxes are stored, ``unit`` the unit's id where that is another one.
    """

    top: str
    title: str
    lines: tuple[str, ...] = ()
    corner: str = ""
    symbol: Symbol | None = None
    star: bool = False
    fake: bool = False
    tint: str = ""
    hidden: bool = False
    off_table: bool = False
    holder: str = ""
    unit: str = ""


class TokenShape(Choice):
    """The outline of a token or template."""

    SQUARE = "square", "Square"
    ROUND = "round", "Round"


@dataclass(frozen=True, slots=True)
class Token:
    """A marker to cut out: its word or symbol, outline, size across in hundredths of an inch, and how many an army
    needs. One with a ``back`` has two sides.
    """

    slug: str
    title: str
    shape: TokenShape
    size: int
    count: int
    text: str = ""
    tint: str = ""
    symbol: Symbol | None = None
    back: "Token | None" = None


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker for a state of the game on the table: its name, its word or icon, and what an army needs one for.

    ``per`` names a number that the game calculates for an army, ``size`` is the width in hundredths of an inch,
    ``back`` the slug of a marker of the same size that is its other side.
    """

    slug: Annotated[str, Ask("Slug", max_length=40)]
    name: Annotated[str, Ask("Name", max_length=40)]
    per: Annotated[str, Ask("One for each", max_length=40)]
    cite: Annotated[str, Ask("Place in the rulebook", max_length=80)]
    size: Annotated[int, Ask("Size", min=25, max=119)]
    shape: Annotated[TokenShape, Ask("Shape")]
    tint: Annotated[str, Ask("Colour", max_length=20)]
    text: Annotated[str, Ask("Word", max_length=10)] = ""
    icon: Annotated[str, Ask("Icon", max_length=40)] = ""
    back: Annotated[str, Ask("Marker on the back", max_length=40)] = ""


def tokens_of(markers: Sequence[Marker], numbers: Mapping[str, int]) -> tuple[Token, ...]:
    """The markers that an army with these ``numbers`` needs; raises ``KeyError`` for a missing number."""
    tokens = {each.slug: _token(each, numbers[each.per]) for each in markers if numbers[each.per] > 0}
    backs = {each.slug: tokens[each.back] for each in markers if each.slug in tokens and each.back in tokens}
    turned = {back.slug for back in backs.values()}
    return tuple(replace(token, back=backs.get(slug)) for slug, token in tokens.items() if slug not in turned)


def _token(marker: Marker, count: int) -> Token:
    symbol = Symbol(SymbolSet.ICON, marker.icon, marker.name) if marker.icon else None
    return Token(marker.slug, marker.name, marker.shape, marker.size, count, marker.text, marker.tint, symbol)
