"""The roster: an army by its groups, with what its game says in a list, boxes to tick, and what a check has found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, ClassVar

from armybuilder.drawing.lettering import POINT, Cut, lines, width
from armybuilder.printing.blocks import LEADING
from armybuilder.printing.choices import RosterKind
from armybuilder.printing.contents import Code
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paging import pages_of
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.sheets import foot
from armybuilder.printing.tracks import Panel, natural_width, track_panel
from rulesets.core.cards import Chip, Row, Symbol
from rulesets.core.findings import Finding, Severity, is_legal
from rulesets.core.force import Group
from rulesets.core.reference import Line
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.trackers import Track

SIDE = 14.0
TOP = 12.0
BOTTOM = 15.0
TITLES = (28.0, 24.0, 21.0, 18.0, 16.0)
VERDICT_WIDTH = 40.0
HEAD_GAP = 3.0
CODE_SIDE = 18.0
LINE_POINTS = 10.5
SUMMARY_POINTS = 10.0
SUMMARY_GAP = 4.0
SUMMARY_WIDTH = 58.0
"""About how wide a column of the summary is."""
GROUP_HEIGHT = 7.4
GROUP_GAP = 2.6
GROUP_POINTS = 12.0
ROW_PAD = 1.5
NAME_POINTS = 11.0
SUBTITLE_POINTS = 9.0
CHIP_POINTS = 9.0
CHIP_LINE = 5.0
CHIP_PAD = 1.3
CHIP_GAP = 1.2
BOX_SIDE = 4.2
MOST_BOXES = 12
"""A track with more boxes has a line to write on instead."""
NOTE_POINTS = 9.0
FINDING_POINTS = 9.5
HEADING_HEIGHT = 10.0
MARK_COLUMN = 20.0
NARROW = 130.0
"""On less room than this the boxes take less of it."""


@dataclass(frozen=True, slots=True)
class Density:
    """How close rows stand: the room of a symbol, and whether the kind of unit stands behind its name or below."""

    symbol: Size
    inline: bool

    @property
    def symbol_column(self) -> float:
        """The symbol and the gap after it."""
        return self.symbol.width + 2.4


LOOSE = Density(Size(10.4, 7.4), inline=False)
CLOSE = Density(Size(8.0, 5.4), inline=True)


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
    glued: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts and limits, in columns: cells with their places."""

    drawing: ClassVar = "roster_summary"
    cells: tuple[tuple[Box, Line], ...]
    height: float
    glued: bool = True


@dataclass(frozen=True, slots=True)
class GroupHead:
    """A group's name; ``again`` on the page after the one it began on."""

    drawing: ClassVar = "roster_group"
    title: str
    count: str
    again: bool = False
    height: float = GROUP_HEIGHT + GROUP_GAP
    glued: bool = False


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit."""

    drawing: ClassVar = "roster_unit"
    title: str
    subtitle: str
    symbol: Symbol | None
    number: int
    chips: tuple[tuple[Chip, ...], ...]
    panel: Panel | None
    notes: str
    columns: Columns
    height: float
    glued: bool
    group: GroupHead
    density: Density

    @property
    def symbol_room(self) -> Size:
        """The room of the symbol."""
        return self.density.symbol

    @property
    def notes_width(self) -> float:
        """Notes run on under the chips."""
        return self.columns.name.width + self.columns.chips.width


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the parts of a unit's row stand."""

    name: Box
    chips: Box
    tracks: Box


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows the groups."""

    drawing: ClassVar = "roster_heading"
    title: str
    height: float = HEADING_HEIGHT
    glued: bool = False


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
) -> Iterator[Page]:
    """The roster's pages; rows stand close where that saves a page, and always on a compact one.

    ``code`` is the QR code of the live army.
    """
    room = sheet.width - 2 * SIDE
    space = sheet.height - TOP - BOTTOM
    ways = [
        list(
            pages_of(list(_rows(ruleset, review, findings, room, density, CONTENTS[kind], code)), space, space, _resume)
        )
        for density in ((CLOSE,) if kind is RosterKind.COMPACT else (LOOSE, CLOSE))
    ]
    pages = min(ways, key=len)
    for number, page in enumerate(pages, 1):
        placed = []
        y = TOP
        for row in page:
            placed.append(Placed(Box(SIDE, y, room, row.height), row.drawing, row))
            y += row.height
        words = f"{review.force.name or ruleset.title} · {WORDS[kind]} · page {number} of {len(pages)}"
        yield Page(
            sheet,
            tuple(placed),
            "Roster" if number == 1 else "",
            foot(sheet, sheet.height - 10.5, credit, words, SIDE),
        )


WORDS = {
    RosterKind.FULL: "roster",
    RosterKind.COMPACT: "roster, compact",
    RosterKind.OPPONENT: "roster for the opponent",
}


def _resume(row: RosterRow) -> RosterRow | None:
    return replace(row.group, again=True) if isinstance(row, UnitRow) else None


def _rows(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    room: float,
    density: Density,
    contents: Contents,
    code: Code | None,
) -> Iterator[RosterRow]:
    force = review.force
    yield _head(ruleset, review, findings, room, contents, code)
    summary = [line for line in ruleset.summary(review) if contents.secrets or not line.secret]
    if summary:
        yield _summary(summary, room)
    for number, group in enumerate(force.groups, 1):
        yield from _group(ruleset, review, group, number, room, density, contents)
    yield from _remarks(ruleset, review, findings if contents.findings else (), room, contents)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def verdict(findings: tuple[Finding, ...]) -> tuple[str, str]:
    """Legal or not in one word, and how many findings there are of each kind."""
    counts = {severity: sum(finding.severity is severity for finding in findings) for severity in Severity}
    words = [
        _counted(count, word.lower(), f"{word.lower()}s")
        for severity, word in SEVERITIES.items()
        if (count := counts[severity])
    ]
    return ("Legal" if is_legal(findings) else "Not legal"), ", ".join(words) or "nothing to mend"


def _head(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    findings: tuple[Finding, ...],
    room: float,
    contents: Contents,
    code: Code | None,
) -> Head:
    force = review.force
    words = ruleset.words
    title = force.name or f"Unnamed {words.force}"
    beside = room - VERDICT_WIDTH - HEAD_GAP - (CODE_SIDE + HEAD_GAP if code else 0)
    points = next((size for size in TITLES if width(title, Cut.NARROW_HEAVY, size) < beside), TITLES[-1])
    units = _counted(sum(1 for _ in force.units()), words.unit, words.units)
    groups = _counted(len(force.groups), words.group, words.groups)
    line = f"{ruleset.title} · {ruleset.edition} · {units} in {groups}"
    word, detail = verdict(findings)
    height = lines(title, Cut.NARROW_HEAVY, points, beside) * points * POINT * 1.1
    height += lines(line, Cut.NARROW, LINE_POINTS, beside) * LINE_POINTS * POINT * LEADING
    detail = detail if contents.secrets else ""
    return Head(
        title,
        points,
        line,
        is_legal(findings),
        word,
        detail,
        beside,
        max(height, CODE_SIDE - 1 if code else 13.0) + 4.2,
        code,
    )


def _summary(summary: Sequence[Line], room: float) -> Summary:
    """Term over text in even rows, as many to a row as there is room for."""
    most = max(1, int((room + SUMMARY_GAP) / (SUMMARY_WIDTH + SUMMARY_GAP)))
    # As many to a row as in the others, so that none stands alone.
    count = ceil(len(summary) / ceil(len(summary) / most))
    wide = (room - (count - 1) * SUMMARY_GAP) / count
    cells = []
    y = 0.0
    for start in range(0, len(summary), count):
        part = summary[start : start + count]
        tall = max(lines(line.text, Cut.NARROW, SUMMARY_POINTS, wide) for line in part)
        tall_height = 3.4 + tall * SUMMARY_POINTS * POINT * LEADING + 1.4
        cells += [(Box(place * (wide + SUMMARY_GAP), y, wide, tall_height), line) for place, line in enumerate(part)]
        y += tall_height
    return Summary(tuple(cells), y)


def _group(
    ruleset: AnyRuleset,
    review: Review[Any, Any, Any],
    group: Group[Any, Any],
    number: int,
    room: float,
    density: Density,
    contents: Contents,
) -> Iterator[RosterRow]:
    count = _counted(len(group.units), ruleset.words.unit, ruleset.words.units)
    title = group.name or f"{ruleset.words.group.capitalize()} {number}"
    head = GroupHead(title, count)
    yield head
    if group.notes and contents.apart:
        yield _remark("", "", "", group.notes, room, glued=True)
    entries = _entries(ruleset, review, group, contents)
    last = len(entries)
    columns = _columns(entries, room, density)
    for place, entry in enumerate(entries, 1):
        yield _unit(entry, place, columns, head, density, glued=place <= 2 or (place == last and last > 2))


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


def _shown(chip: Chip, contents: Contents) -> bool:
    return contents.secrets or not chip.secret


def _columns(entries: Sequence[Entry], room: float, density: Density) -> Columns:
    """Name, chips and boxes: the boxes take what they need up to a share, name and chips share the rest.

    The chips get more than their share where one of them needs it.
    """
    share = 0.4 if room >= NARROW else 0.32
    boxes = min(room * share, max((natural_width(entry.tracks, BOX_SIDE) for entry in entries), default=0.0))
    rest = room - density.symbol_column - (boxes + 2 if boxes else 0)
    widest = max((_chip_width(chip) for entry in entries for chip in entry.row.chips), default=0.0)
    chips = min(max(rest * 0.54, widest), rest * 0.68)
    name = rest - chips
    return Columns(
        Box(density.symbol_column, 0, name - 2, 0),
        Box(density.symbol_column + name, 0, chips, 0),
        Box(room - boxes, 0, boxes, 0),
    )


def _unit(entry: Entry, place: int, columns: Columns, head: GroupHead, density: Density, *, glued: bool) -> UnitRow:
    row, notes = entry.row, entry.notes
    name = _name_height(row, columns.name.width, density)
    if notes:
        room = columns.name.width + columns.chips.width
        name += lines(notes, Cut.ITALIC, NOTE_POINTS, room) * NOTE_POINTS * POINT * 1.2
    chips = tuple(_chip_lines(row.chips, columns.chips.width))
    boxes = columns.tracks.width
    panel = track_panel(entry.tracks, BOX_SIDE, SUBTITLE_POINTS, boxes, MOST_BOXES) if entry.tracks else None
    tall = max(name, len(chips) * CHIP_LINE, panel.height if panel else 0, density.symbol.height if row.symbol else 0)
    return UnitRow(
        title=row.title,
        subtitle=row.subtitle,
        symbol=row.symbol,
        number=place,
        chips=chips,
        panel=panel,
        notes=notes,
        columns=columns,
        height=tall + ROW_PAD,
        glued=glued,
        group=head,
        density=density,
    )


def _name_height(row: Row, room: float, density: Density) -> float:
    if density.inline:
        first = width(f"{row.title} ", Cut.NARROW_STRONG, NAME_POINTS)
        extra, first = divmod(first, room)
        return (
            (int(extra) + lines(row.subtitle, Cut.NARROW, SUBTITLE_POINTS, room, first)) * NAME_POINTS * POINT * LEADING
        )
    height = lines(row.title, Cut.NARROW_STRONG, NAME_POINTS, room) * NAME_POINTS
    if row.subtitle:
        height += lines(row.subtitle, Cut.NARROW, SUBTITLE_POINTS, room) * SUBTITLE_POINTS
    return height * POINT * LEADING


def _chip_width(chip: Chip) -> float:
    return width(chip.text, Cut.NARROW_STRONG, CHIP_POINTS) + 2 * CHIP_PAD + 0.5


def _chip_lines(chips: Sequence[Chip], room: float) -> Iterator[tuple[Chip, ...]]:
    """Chips side by side as long as there is room."""
    line: list[Chip] = []
    used = 0.0
    for chip in chips:
        wide = _chip_width(chip)
        if line and used + wide > room:
            yield tuple(line)
            line, used = [], 0.0
        line.append(chip)
        used += wide + CHIP_GAP
    if line:
        yield tuple(line)


def _remarks(
    ruleset: AnyRuleset, review: Review[Any, Any, Any], findings: tuple[Finding, ...], room: float, contents: Contents
) -> Iterator[RosterRow]:
    """Findings, the army's notes, and the house rules played otherwise than by default."""
    force = review.force
    if findings:
        yield Heading("Findings")
    names = {group.id: group.name for group in force.groups}
    titles = {unit.id: ruleset.row(unit, group, review).title for group, unit in force.units()}
    last = len(findings) - 1
    for place, finding in enumerate(findings):
        where = " · ".join(filter(None, (names.get(finding.where.group), titles.get(finding.where.unit), finding.rule)))
        word = SEVERITIES[finding.severity]
        yield _remark(word, finding.severity.value, where, finding.message, room, glued=place in (0, last))
    if force.notes and contents.apart:
        yield Heading("Notes")
        yield _remark("", "", "", force.notes, room, glued=True)
    changed = review.house.changed()
    if changed:
        yield Heading("House rules")
    for place, played in enumerate(changed):
        text = played.ruling.text(played.key)
        yield _remark("", "", f"{played.ruling.id} {played.ruling.question}", text, room, glued=place == 0)


def _remark(mark: str, tone: str, where: str, text: str, room: float, *, glued: bool) -> Remark:
    space = room - (MARK_COLUMN if mark else 0)
    first = width(f"{where} ", Cut.NARROW_STRONG, FINDING_POINTS) if where else 0.0
    extra, first = divmod(first, space)
    count = int(extra) + lines(text, Cut.NARROW, FINDING_POINTS, space, first)
    return Remark(mark, tone, where, text, count * FINDING_POINTS * POINT * LEADING + 1.2, glued)
