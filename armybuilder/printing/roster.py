"""The roster: an army by its groups, with what its game says in a list, boxes to tick, and what a check has found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, ClassVar

from armybuilder.drawing.lettering import (
    POINT,
    ROUNDING,
    Cut,
    fits,
    lines,
    longest_word,
    printable,
    run_on,
    split_lines,
    width,
)
from armybuilder.printing.blocks import LEADING, capitals_width
from armybuilder.printing.choices import RosterKind
from armybuilder.printing.contents import Code
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paging import Flow, ends_short, evened, pages_of
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.photos import Photo
from armybuilder.printing.sheets import foot
from armybuilder.printing.tracks import Panel, natural_width, track_panel
from rulesets.core.cards import Chip, Row, Symbol
from rulesets.core.findings import Finding, Severity, is_legal
from rulesets.core.force import Group
from rulesets.core.reference import Line, Tone
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.trackers import Track
from rulesets.core.wording import counted

SIDE = 14.0
TOP = 12.0
BOTTOM = 15.0
TITLES = (28.0, 24.0, 21.0, 18.0, 16.0)
LONG_TITLES = (16.0, 14.0, 12.0, 10.5, 9.5)
"""Sizes for a name on several lines, whose words stay whole if they can."""
VERDICT_WIDTH = 40.0
VERDICT_HEIGHT = 12.0
HEAD_GAP = 3.0
HEAD_LEAST = 13.0
HEAD_RULE = 0.9
HEAD_FOOT = 1.7
"""Below the line under the head."""
TITLE_LEADING = 1.1
CODE_SIDE = 18.0
CODE_RISE = 1.5
"""How far the code reaches above the name beside it."""
CODE_ABOVE = 1.5
"""Between the verdict and a code below it."""
LEAST_BESIDE_CODE = 30.0
"""With less room for the name the code stands below the verdict."""
LEAST_TITLE = 45.0
"""A picture stands beside no less room for the name."""
HEAD_PHOTO = Size(26.0, 17.0)
"""Most that the army's picture takes."""
LINE_POINTS = 10.5
SUMMARY_POINTS = 10.0
SUMMARY_TERM = 3.4
SUMMARY_GAP = 4.0
SUMMARY_WIDTH = 58.0
"""About how wide a column of the summary is, unless all its texts are shorter."""
SUMMARY_LEAST = 30.0
GROUP_BAR = 6.6
GROUP_BELOW = 0.8
GROUP_PAD = 2.0
GROUP_POINTS = (12.0, 11.0, 10.0, 9.0)
AGAIN_POINTS = 9.0
COUNT_POINTS = 9.5
NAME_POINTS = 11.0
SUBTITLE_POINTS = 9.0
CHIP_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""In points; the smaller ones are for chips with a word wider than their column."""
CHIP_LINE = 5.0
CHIP_HEIGHT = 4.2
CHIP_PAD = 1.3
CHIP_GAP = 1.2
MOST_BOXES = 12
"""A track with more boxes has a line to write on instead."""
NOTE_POINTS = 9.0
NOTE_LEADING = 1.2
FINDING_POINTS = 9.5
HEADING_HEIGHT = 6.6
"""Of a title with its line, without what is free above."""
MARK_COLUMN = 20.0
NARROW = 130.0
"""On less room than this the boxes take less of it."""
LEAST_NAME = 30.0
"""Where the column of names would be narrower, name, chips and boxes stand below one another."""
NOTE_LINES = 12
STACKED_NOTE_LINES = 3
"""Notes of more lines go on in rows of their own, so that they may be parted between pages."""
BOXES_SHARE = 0.9
STACKED_SHARE = 0.45
"""Of a page's height: boxes that take more go on in a row of their own."""
ALONE = 0.12
"""Of a page's height: a row or part of one as high as this may stand alone under its group's name."""
DIVIDED_ROOM = 0.28
"""Of a page's height: a row with boxes goes on overleaf where more than this would stay empty at the foot."""
DIVIDED_ROW = 0.32
"""Of a page's height: lower rows are never divided."""
CONTINUED = " (continued)"


@dataclass(frozen=True, slots=True)
class Density:
    """How close rows stand.

    ``symbol`` is the room of a symbol; the kind of unit stands behind its name (``inline``) or below. ``pad`` is free
    in a row above and below its words together, ``group`` above a group's name, ``heading`` above a title, ``remark``
    below a finding; ``box`` is a box's side, and ``margin`` how much more than usual of the page's height is filled.
    """

    symbol: Size
    inline: bool
    pad: float = 1.5
    group: float = 2.6
    heading: float = 3.4
    remark: float = 1.2
    box: float = 4.2
    margin: float = 0.0

    @property
    def symbol_column(self) -> float:
        """The symbol and the gap after it."""
        return self.symbol.width + 2.4


LOOSE = Density(Size(10.4, 7.4), inline=False)
CLOSE = Density(Size(8.0, 5.4), inline=True)
TIGHT = Density(Size(8.0, 5.4), inline=True, pad=0.9, group=1.5, heading=1.8, remark=0.8, box=4.0, margin=2.2)
"""As close as can be read well, for rosters of which little would stand on a last page."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a roster holds: boxes to tick, findings, what is the owner's alone, and equal units each in its own row."""

    boxes: bool
    findings: bool
    secrets: bool
    apart: bool


CONTENTS = {
    RosterKind.FULL: Contents(boxes=True, findings=True, secrets=True, apart=True),
    RosterKind.COMPACT: Contents(boxes=False, findings=False, secrets=True, apart=False),
    RosterKind.OPPONENT: Contents(boxes=False, findings=False, secrets=False, apart=False),
}

SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


@dataclass(frozen=True, slots=True)
class Head:
    """The top of the roster: the army's name, its game and size, and whether it is legal."""

    drawing: ClassVar = "roster_head"
    title: str
    points: float
    line: str
    legal: bool
    verdict: str
    detail: str
    title_width: float
    height: float
    code: Code | None = None
    photo: Photo | None = None
    photo_left_out: bool = False
    code_below: bool = False
    glued: bool = False

    @property
    def photo_room(self) -> Box:
        """Where the army's picture stands: on the left, as wide as it is; nothing where there is none."""
        if not self.photo:
            return Box(0, 0, 0, 0)
        return Box(0, 0, _photo_width(self.photo), HEAD_PHOTO.height)

    @property
    def title_left(self) -> float:
        """Where name and game begin: after the picture."""
        return self.photo_room.width + HEAD_GAP if self.photo else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts and limits, in columns: cells with their places."""

    drawing: ClassVar = "roster_summary"
    cells: tuple[tuple[Box, Line], ...]
    height: float
    glued: bool = True


@dataclass(frozen=True, slots=True)
class GroupHead:
    """A group's name in lines; ``again`` on the page after the one it began on."""

    drawing: ClassVar = "roster_group"
    lines: tuple[str, ...]
    points: float
    count: str
    gap: float = LOOSE.group
    again: bool = False
    glued: bool = False

    @property
    def title(self) -> str:
        """The name in one line."""
        return " ".join(self.lines)

    @property
    def height(self) -> float:
        """Of the bar and what is free above and below it."""
        return max(GROUP_BAR, len(self.lines) * self.points * POINT * LEADING + 1.2) + self.gap + GROUP_BELOW


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit; its notes stand ``notes_top`` below the row's top."""

    drawing: ClassVar = "roster_unit"
    title: str
    subtitle: str
    symbol: Symbol | None
    number: int
    chips: tuple[tuple[Chip, ...], ...]
    chip_points: float
    panel: Panel | None
    notes: str
    notes_top: float
    columns: Columns
    height: float
    glued: bool
    group: GroupHead
    density: Density
    entry: Entry

    @property
    def symbol_room(self) -> Size:
        """The room of the symbol."""
        return self.density.symbol

    @property
    def notes_width(self) -> float:
        """Notes run on under the chips."""
        return self.columns.notes


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a unit's row stand; ``stacked`` ones below one another, as wide as the name."""

    name: Box
    chips: Box
    tracks: Box
    stacked: bool = False

    @property
    def notes(self) -> float:
        """The width of notes."""
        return self.name.width if self.stacked else self.name.width + self.chips.width

    def placed(self, name: float, words: float) -> Columns:
        """The columns of a row whose name is so high, and all its words together."""
        if not self.stacked:
            return self
        return replace(self, chips=self.name.moved(0, name), tracks=self.name.moved(0, words))


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows the groups."""

    drawing: ClassVar = "roster_heading"
    title: str
    gap: float = LOOSE.heading
    glued: bool = False

    @property
    def height(self) -> float:
        """With what is free above."""
        return self.gap + HEADING_HEIGHT


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding, a note or a house rule: a mark before it, a place in bold, and its words."""

    drawing: ClassVar = "roster_remark"
    mark: str
    tone: str
    where: str
    text: str
    height: float
    glued: bool


RosterRow = Head | Summary | GroupHead | UnitRow | Heading | Remark


def roster_pages(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    sheet: Size,
    credit: str,
    kind: RosterKind = RosterKind.FULL,
    code: Code | None = None,
    photo: Photo | None = None,
) -> Iterator[Page]:
    """The roster's pages; rows stand close where that saves a page, and always on a compact one.

    Where little is left for the last page, rows stand still closer if that saves it; else more of them go there.
    ``code`` is the QR code of the live army, ``photo`` its picture.
    """
    room = sheet.width - 2 * SIDE

    def flow(density: Density) -> Flow[RosterRow]:
        space = _space(sheet, density)
        frame = Size(room, space)
        rows = tuple(_rows(ruleset, review, findings, frame, density, CONTENTS[kind], code, photo))
        return Flow(rows, space, _resume, partial(_divided, space=space))

    density, pages = _paged(flow, (CLOSE,) if kind is RosterKind.COMPACT else (LOOSE, CLOSE))
    for number, page in enumerate(pages, 1):
        placed = []
        y = TOP - density.margin / 2
        for row in page:
            placed.append(Placed(Box(SIDE, y, room, row.height), row.drawing, row))
            y += row.height
        words = f"{WORDS[kind]} · page {number} of {len(pages)}"
        yield Page(
            sheet,
            tuple(placed),
            "Roster" if number == 1 else "",
            foot(sheet, sheet.height - 10.5, credit, words, SIDE, review.force.name or ruleset.title),
        )


WORDS = {
    RosterKind.FULL: "roster",
    RosterKind.COMPACT: "roster, compact",
    RosterKind.OPPONENT: "roster for the opponent",
}


def _space(sheet: Size, density: Density) -> float:
    """The height of a page between its margins."""
    return sheet.height - TOP - BOTTOM + density.margin


def _paged(
    flow: Callable[[Density], Flow[RosterRow]], usual: Sequence[Density]
) -> tuple[Density, list[tuple[RosterRow, ...]]]:
    """The pages, and how close their rows stand: as far apart as takes no page more."""
    flows = {density: flow(density) for density in usual}
    ways = {density: list(pages_of(each)) for density, each in flows.items()}
    if ends_short(ways[CLOSE], flows[CLOSE].space):
        flows[TIGHT] = flow(TIGHT)
        ways[TIGHT] = list(pages_of(flows[TIGHT]))
    density = min(ways, key=lambda each: len(ways[each]))
    return density, evened(ways[density], flows[density])


def _resume(row: RosterRow) -> RosterRow | None:
    return replace(row.group, again=True) if isinstance(row, UnitRow) else None


def _rows(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    frame: Size,
    density: Density,
    contents: Contents,
    code: Code | None,
    photo: Photo | None,
) -> Iterator[RosterRow]:
    force, room = review.force, frame.width
    yield _head(ruleset, review, findings, room, contents, code, photo)
    summary = [line for line in ruleset.summary(review) if contents.secrets or not line.secret]
    if summary:
        yield _summary(summary, room)
    for group in force.groups:
        yield from _group(ruleset, review, group, frame, density, contents)
    yield from _remarks(ruleset, review, findings if contents.findings else (), room, density, contents)


def verdict(findings: tuple[Finding, ...]) -> tuple[str, str]:
    """Legal or not in one word, and how many findings there are of each kind."""
    counts = {severity: sum(finding.severity is severity for finding in findings) for severity in Severity}
    words = [counted(count, word.lower()) for severity, word in SEVERITIES.items() if (count := counts[severity])]
    return ("Legal" if is_legal(findings) else "Not legal"), ", ".join(words) or "nothing to mend"


def _photo_width(photo: Photo) -> float:
    """What the army's picture takes of the head's width."""
    return photo.within(Box(0, 0, HEAD_PHOTO.width, HEAD_PHOTO.height)).width


def _head(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    room: float,
    contents: Contents,
    code: Code | None,
    photo: Photo | None,
) -> Head:
    force = review.force
    words = ruleset.words
    title = ruleset.name_of(force)
    beside = room - VERDICT_WIDTH - HEAD_GAP
    below = code is not None and beside - CODE_SIDE - HEAD_GAP < LEAST_BESIDE_CODE
    if code and not below:
        beside -= CODE_SIDE + HEAD_GAP
    left_out = False
    if photo:
        left = beside - _photo_width(photo) - HEAD_GAP
        left_out = left < LEAST_TITLE
        photo, beside = (None, beside) if left_out else (photo, left)
    points = _title_points(title, beside)
    units = counted(sum(1 for _ in force.units()), words.unit, words.units)
    groups = counted(len(force.groups), words.group, words.groups)
    line = f"{ruleset.title} · {ruleset.edition} · {units} in {groups}"
    word, detail = verdict(findings)
    height = lines(title, Cut.NARROW_HEAVY, points, beside) * points * POINT * TITLE_LEADING
    height += lines(line, Cut.NARROW, LINE_POINTS, beside) * LINE_POINTS * POINT * LEADING
    detail = detail if contents.secrets else ""
    beside_code = VERDICT_HEIGHT + CODE_ABOVE + CODE_SIDE if below else CODE_SIDE - 1
    least = max(beside_code if code else HEAD_LEAST, HEAD_PHOTO.height if photo else 0.0)
    return Head(
        title,
        points,
        line,
        is_legal(findings),
        word,
        detail,
        beside,
        max(height, least) + 1.6 + HEAD_RULE + HEAD_FOOT,
        code,
        photo,
        left_out,
        below,
    )


def _title_points(title: str, room: float) -> float:
    """The size of the army's name."""
    whole = (size for size in TITLES if fits(title, Cut.NARROW_HEAVY, size, room))
    broken = (size for size in LONG_TITLES if longest_word(printable(title), Cut.NARROW_HEAVY, size) <= room)
    return next(whole, None) or next(broken, LONG_TITLES[-1])


def _summary(summary: Sequence[Line], room: float) -> Summary:
    """Term over text in even rows, as many to a row as there is room for."""
    widest = max(
        max(width(printable(line.text), Cut.NARROW, SUMMARY_POINTS), capitals_width(line.term)) for line in summary
    )
    column = max(SUMMARY_LEAST, min(SUMMARY_WIDTH, widest + 2 * ROUNDING))
    most = max(1, int((room + SUMMARY_GAP) / (column + SUMMARY_GAP)))
    # As many to a row as in the others, so that none stands alone.
    count = ceil(len(summary) / ceil(len(summary) / most))
    wide = (room - (count - 1) * SUMMARY_GAP) / count
    cells = []
    y = 0.0
    for start in range(0, len(summary), count):
        part = summary[start : start + count]
        tall = max(lines(line.text, Cut.NARROW, SUMMARY_POINTS, wide) for line in part)
        tall_height = SUMMARY_TERM + tall * SUMMARY_POINTS * POINT * LEADING + 1.4
        cells += [(Box(place * (wide + SUMMARY_GAP), y, wide, tall_height), line) for place, line in enumerate(part)]
        y += tall_height
    return Summary(tuple(cells), y)


def _group(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    group: Group[Any, Any],
    frame: Size,
    density: Density,
    contents: Contents,
) -> Iterator[RosterRow]:
    room = frame.width
    count = counted(len(group.units), ruleset.words.unit, ruleset.words.units)
    title = ruleset.name_of_group(group, review)
    head = _group_head(title, count, room, density)
    yield head
    if contents.apart:
        yield from _notes(group.notes, room, density)
    entries = _entries(ruleset, review, group, contents)
    last = len(entries)
    columns = _columns(entries, room, density)
    alone = ALONE * frame.height
    before = 0.0
    for place, entry in enumerate(entries, 1):
        most = STACKED_NOTE_LINES if columns.stacked else NOTE_LINES
        long = lines(entry.notes, Cut.ITALIC, NOTE_POINTS, columns.notes) > most
        first, *others = _held(replace(entry, notes="") if long else entry, columns, frame.height, density)
        row = _unit(first, place, columns, head, density, glued=place == 1)
        lonely = (place == 2 and before < alone) or (place == last > 2 and row.height < alone)
        yield replace(row, glued=place == 1 or lonely)
        before = row.height
        for each in others:
            yield _unit(each, place, columns, head, density, glued=False)
        if long:
            yield from _notes(entry.notes, room, density)


def _group_head(title: str, count: str, room: float, density: Density) -> GroupHead:
    """The name in the largest letters that keep it on one line, or else on several."""
    beside = width(f"  {count}", Cut.NARROW, COUNT_POINTS) + width(" continued", Cut.NARROW, AGAIN_POINTS)
    space = room - 2 * GROUP_PAD - beside
    title = printable(title)
    points = next((size for size in GROUP_POINTS if fits(title, Cut.NARROW_STRONG, size, space)), GROUP_POINTS[-1])
    return GroupHead(split_lines(title, Cut.NARROW_STRONG, points, space), points, count, density.group)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row of the roster tells: of one unit, or of several equal ones."""

    row: Row
    tracks: tuple[Track, ...]
    notes: str


def _entries(
    ruleset: AnyRuleset, review: Review[Any, Any, Any], group: Group[Any, Any], contents: Contents
) -> list[Entry]:
    rows = [ruleset.row(unit, group, review) for unit in group.units]
    if contents.apart:
        return [
            Entry(row, ruleset.card(unit, group, review).tracks, unit.notes)
            for unit, row in zip(group.units, rows, strict=True)
        ]
    open_rows = [replace(row, chips=tuple(chip for chip in row.chips if _shown(chip, contents))) for row in rows]
    return [
        Entry(replace(row, title=f"{count} × {row.title}" if count > 1 else row.title), (), "")
        for row, count in Counter(open_rows).items()
    ]


def _held(entry: Entry, columns: Columns, space: float, density: Density) -> Iterator[Entry]:
    """The entry, with so many boxes that a page does not hold them parted: what is left stands under the name again."""
    most = (STACKED_SHARE if columns.stacked else BOXES_SHARE) * space
    tracks = entry.tracks
    count = len(tracks)
    while count > 1 and _panel(tracks[:count], columns, density).height > most:
        count -= 1
    yield replace(entry, tracks=tracks[:count])
    if count < len(tracks):
        yield from _held(_again(entry, tracks[count:]), columns, space, density)


def _again(entry: Entry, tracks: tuple[Track, ...]) -> Entry:
    """The boxes that had no room, under the name once more."""
    return Entry(Row(f"{entry.row.title.removesuffix(CONTINUED)}{CONTINUED}"), tracks, "")


def _divided(row: RosterRow, room: float, space: float) -> tuple[UnitRow, UnitRow] | None:
    """A tall unit's row as what fits into ``room`` and what goes on overleaf, where much of the page stayed empty."""
    if not isinstance(row, UnitRow) or room < DIVIDED_ROOM * space or row.height < DIVIDED_ROW * space:
        return None
    entry, tracks = row.entry, row.entry.tracks
    for count in range(len(tracks) - 1, 0, -1):
        part = replace(entry, tracks=tracks[:count])
        begun = _unit(part, row.number, row.columns, row.group, row.density, glued=row.glued)
        rest = _unit(_again(entry, tracks[count:]), row.number, row.columns, row.group, row.density, glued=False)
        if begun.height <= room and rest.height >= ALONE * space:
            return begun, rest
    return None


def _panel(tracks: tuple[Track, ...], columns: Columns, density: Density) -> Panel:
    return track_panel(tracks, density.box, SUBTITLE_POINTS, columns.tracks.width, MOST_BOXES)


def _shown(chip: Chip, contents: Contents) -> bool:
    return contents.secrets or not chip.secret


def _columns(entries: Sequence[Entry], room: float, density: Density) -> Columns:
    """Name, chips and boxes: the boxes take what they need up to a share, name and chips share the rest.

    The chips get more than their share where one of them needs it.
    """
    share = 0.4 if room >= NARROW else 0.32
    boxes = min(room * share, max((natural_width(entry.tracks, density.box) for entry in entries), default=0.0))
    rest = room - density.symbol_column - (boxes + 2 if boxes else 0)
    widest = max((chip_width(chip, CHIP_SIZES[0]) for entry in entries for chip in entry.row.chips), default=0.0)
    chips = min(max(rest * 0.54, widest), rest * 0.68)
    name = rest - chips
    if name < LEAST_NAME:
        whole = Box(density.symbol_column, 0, room - density.symbol_column, 0)
        return Columns(whole, whole, whole, stacked=True)
    return Columns(
        Box(density.symbol_column, 0, name - 2, 0),
        Box(density.symbol_column + name, 0, chips, 0),
        Box(room - boxes, 0, boxes, 0),
    )


def _unit(entry: Entry, place: int, columns: Columns, head: GroupHead, density: Density, *, glued: bool) -> UnitRow:
    row, notes = entry.row, entry.notes
    room = columns.chips.width
    points = next((size for size in CHIP_SIZES if _words_fit(row.chips, size, room)), CHIP_SIZES[-1])
    chips = tuple(_chip_lines(row.chips, points, room))
    chips_high = len(chips) * CHIP_LINE
    name = _name_height(row, columns.name.width, density)
    words = notes_top = name + chips_high if columns.stacked else max(name, chips_high - CHIP_LINE + CHIP_HEIGHT)
    if notes:
        words += lines(printable(notes), Cut.ITALIC, NOTE_POINTS, columns.notes) * NOTE_POINTS * POINT * NOTE_LEADING
    panel = _panel(entry.tracks, columns, density) if entry.tracks else None
    tracks_high = panel.height if panel else 0.0
    tall = words + tracks_high if columns.stacked else max(words, chips_high, tracks_high)
    tall = max(tall, density.symbol.height if row.symbol else 0)
    return UnitRow(
        title=row.title,
        subtitle=row.subtitle,
        symbol=row.symbol,
        number=place,
        chips=chips,
        chip_points=points,
        panel=panel,
        notes=notes,
        notes_top=notes_top,
        columns=columns.placed(name, words),
        height=tall + density.pad,
        glued=glued,
        group=head,
        density=density,
        entry=entry,
    )


def _name_height(row: Row, room: float, density: Density) -> float:
    title = (printable(row.title), Cut.NARROW_STRONG, NAME_POINTS)
    kind = (printable(row.subtitle), Cut.NARROW, SUBTITLE_POINTS)
    if density.inline:
        return run_on(title, kind, room).count * NAME_POINTS * POINT * LEADING
    height = lines(*title, room) * NAME_POINTS
    if row.subtitle:
        height += lines(*kind, room) * SUBTITLE_POINTS
    return height * POINT * LEADING


def chip_cut(chip: Chip) -> Cut:
    """The cut of a chip's letters."""
    return Cut.NARROW if chip.tone in (Tone.PLAIN, Tone.MUTED) else Cut.NARROW_STRONG


def chip_width(chip: Chip, points: float) -> float:
    """The width of a chip with its frame."""
    return width(printable(chip.text), chip_cut(chip), points) + 2 * CHIP_PAD


def _words_fit(chips: Sequence[Chip], points: float, room: float) -> bool:
    """Whether no word of a chip would have to be broken."""
    return all(longest_word(chip.text, chip_cut(chip), points) + 2 * CHIP_PAD + ROUNDING <= room for chip in chips)


def _chip_lines(chips: Sequence[Chip], points: float, room: float) -> Iterator[tuple[Chip, ...]]:
    """Chips side by side as long as there is room; one with more words than a line holds goes on in another."""
    line: list[Chip] = []
    used = 0.0
    for chip in chips:
        for text in split_lines(chip.text, chip_cut(chip), points, room - 2 * CHIP_PAD):
            part = replace(chip, text=text)
            wide = chip_width(part, points)
            if line and used + wide > room:
                yield tuple(line)
                line, used = [], 0.0
            line.append(part)
            used += wide + CHIP_GAP
    if line:
        yield tuple(line)


def _remarks(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    room: float,
    density: Density,
    contents: Contents,
) -> Iterator[RosterRow]:
    """Findings, the army's notes, and the house rules played otherwise than by default."""
    force = review.force
    if findings:
        yield Heading("Findings", density.heading)
    names = {group.id: ruleset.name_of_group(group, review) for group in force.groups}
    titles = {
        unit.id: f"{review.number(unit, group)} · {ruleset.row(unit, group, review).title}"
        for group, unit in force.units()
    }
    last = len(findings) - 1
    for place, finding in enumerate(findings):
        where = " · ".join(filter(None, (names.get(finding.where.group), titles.get(finding.where.unit), finding.rule)))
        word = SEVERITIES[finding.severity]
        yield _remark(word, finding.severity.value, where, finding.message, room, density, glued=place in (0, last))
    if force.notes and contents.apart:
        yield Heading("Notes", density.heading)
        yield from _notes(force.notes, room, density)
    changed = review.house.changed()
    if changed:
        yield Heading("House rules", density.heading)
    for place, played in enumerate(changed):
        text = played.ruling.text(played.key)
        yield _remark("", "", f"{played.ruling.id} {played.ruling.question}", text, room, density, glued=place == 0)


def _notes(notes: str, room: float, density: Density) -> Iterator[Remark]:
    """Notes in rows of some lines, the first of which stays with what they are about."""
    found = split_lines(printable(notes), Cut.NARROW, FINDING_POINTS, room) if notes else ()
    for start in range(0, len(found), NOTE_LINES):
        text = " ".join(found[start : start + NOTE_LINES])
        yield _remark("", "", "", text, room, density, glued=start == 0)


def _remark(mark: str, tone: str, where: str, text: str, room: float, density: Density, *, glued: bool) -> Remark:
    space = room - (MARK_COLUMN if mark else 0)
    bold = (printable(where), Cut.NARROW_STRONG, FINDING_POINTS)
    count = run_on(bold, (printable(text), Cut.NARROW, FINDING_POINTS), space).count
    return Remark(mark, tone, where, text, count * FINDING_POINTS * POINT * LEADING + density.remark, glued)
