"""How the rows of a roster are drawn: every line of text, box and picture in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from armybuilder.drawing.lettering import POINT, Cut, printable, width
from armybuilder.printing.blocks import LEADING
from armybuilder.printing.card_drawing import capitals, panel_parts
from armybuilder.printing.contents import code_tiles
from armybuilder.printing.drawn import (
    Area,
    Element,
    Ground,
    Letters,
    Part,
    Strokes,
    Style,
    framed,
    lower,
    picture,
    rule,
    run_on_lines,
    text_lines,
)
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.roster import (
    AGAIN_POINTS,
    CHIP_GAP,
    CHIP_HEIGHT,
    CHIP_LINE,
    CODE_ABOVE,
    CODE_RISE,
    CODE_SIDE,
    COUNT_POINTS,
    FINDING_POINTS,
    GROUP_BAR,
    GROUP_BELOW,
    GROUP_PAD,
    HEAD_FOOT,
    HEAD_GAP,
    HEAD_RULE,
    LINE_POINTS,
    MARK_COLUMN,
    NAME_POINTS,
    NOTE_LEADING,
    NOTE_POINTS,
    SUBTITLE_POINTS,
    SUMMARY_POINTS,
    SUMMARY_TERM,
    TITLE_LEADING,
    VERDICT_HEIGHT,
    VERDICT_WIDTH,
    GroupHead,
    Head,
    Heading,
    Remark,
    Summary,
    UnitRow,
    chip_cut,
    chip_width,
)
from rulesets.core.findings import Severity
from rulesets.core.reference import Align, Tone

RULE = 0.2
ROW_TOP = 0.47
"""Above a row's words, in parts of what is free above and below them."""
SYMBOL_CORNER = 0.6
SUMMARY_TOP = 1.4
VERDICT_SIDE = 2.0
VERDICT_LINE = 0.5
VERDICT_RADIUS = 1.6
VERDICT_POINTS = (14.0, 5.6)
DETAIL_POINTS = (9.0, 3.9)
"""Type size, and the height of a line."""
SIGN = 4.0
SIGN_GAP = 1.2
CHECK = ((0.99, 5.99), (2.21, 4.81), (4.03, 6.70), (7.93, 1.68), (9.27, 2.72), (4.17, 9.30))
"""The corners of a check mark in a square of ten."""
CROSS = ((2.0, 2.0, 8.0, 8.0), (8.0, 2.0, 2.0, 8.0))
STROKE = 1.7
GROUP_RADIUS = 1.0
GROUP_LINE = 0.4
CHIP_RADIUS = 1.6
MARK_WIDTH = 17.0
MARK_HEIGHT = 4.1
MARK_LINE = 0.25
HEADING_POINTS = 13.0
HEADING_LINE = 5.6
HEADING_RULE = 0.3


def head_element(head: Head, size: Size) -> Element:
    """Name, game and size of the army on the left; whether it is legal, and its code, on the right."""
    tall = head.points * POINT * TITLE_LEADING
    title = text_lines(head.title, head.title_left, 0, head.title_width, tall, Cut.NARROW_HEAVY, head.points, "deep")
    below = len(title) * tall
    line_tall = LINE_POINTS * POINT * LEADING
    line = text_lines(head.line, head.title_left, below, head.title_width, line_tall, Cut.NARROW, LINE_POINTS, "muted")
    foot = size.height - HEAD_FOOT
    parts: list[Part] = [
        Element("h1", title),
        Element("p", line),
        *framed(head.photo, head.photo_room),
        *_verdict(head, size),
    ]
    if head.code:
        left = size.width - CODE_SIDE - (0.0 if head.code_below else VERDICT_WIDTH + HEAD_GAP)
        top = VERDICT_HEIGHT + CODE_ABOVE if head.code_below else -CODE_RISE
        parts.append(code_tiles(head.code, left, top, CODE_SIDE))
    return Element("div", (*parts, rule(0, foot, size.width, "deep", HEAD_RULE)))


def _verdict(head: Head, size: Size) -> Iterator[Part]:
    ink = "legal" if head.legal else "illegal"
    points, tall = VERDICT_POINTS
    small, small_tall = DETAIL_POINTS
    high = VERDICT_HEIGHT if head.detail else VERDICT_HEIGHT - small_tall
    frame = Box(size.width - VERDICT_WIDTH + VERDICT_SIDE, 0, VERDICT_WIDTH - VERDICT_SIDE, high)
    y = (high - tall - (small_tall if head.detail else 0)) / 2
    word = printable(head.verdict).upper()
    wide = width(word, Cut.NARROW_HEAVY, points) + SIGN + SIGN_GAP
    left = frame.x + (frame.width - wide) / 2
    yield Ground(frame, f"{ink}-pale", ink, VERDICT_LINE, VERDICT_RADIUS)
    yield _sign(head.legal, ink, left, y + (tall - SIGN) / 2)
    after = left + SIGN + SIGN_GAP
    room = frame.right - after
    yield Element("p", (Letters(after, y, room, tall, word, Cut.NARROW_HEAVY, points, ink),))
    if head.detail:
        yield Element(
            "p",
            text_lines(head.detail, frame.x, y + tall, frame.width, small_tall, Cut.NARROW, small, ink, Align.CENTRE),
        )


def _sign(legal: bool, ink: str, x: float, y: float) -> Part:
    """A check mark or a cross."""
    k = SIGN / 10
    if legal:
        return Area(tuple((x + across * k, y + down * k) for across, down in CHECK), ink)
    ends = tuple((x + x1 * k, y + y1 * k, x + x2 * k, y + y2 * k) for x1, y1, x2, y2 in CROSS)
    return Strokes(ends, ink, STROKE * k)


def summary_element(summary: Summary, size: Size) -> Element:
    """Counts and limits: each term in capitals over its text."""
    tall = SUMMARY_POINTS * POINT * LEADING
    parts: list[Part] = []
    for box, line in summary.cells:
        y = box.y + SUMMARY_TOP
        parts.append(Element("p", (capitals(line.term, box.x, y, box.width, tall=SUMMARY_TERM),)))
        text = text_lines(line.text, box.x, y + SUMMARY_TERM, box.width, tall, Cut.NARROW, SUMMARY_POINTS)
        parts.append(Element("p", text))
    return Element("div", tuple(parts))


def group_element(group: GroupHead, size: Size) -> Element:
    """A bar with the group's name and how many units it has."""
    bar = Box(0, group.gap, size.width, size.height - group.gap - GROUP_BELOW)
    room = size.width - 2 * GROUP_PAD
    tall = group.points * POINT * LEADING
    top = bar.y + max(0.0, (bar.height - len(group.lines) * tall) / 2)
    title: list[Letters] = [
        Letters(GROUP_PAD, top + number * tall, room, tall, line, Cut.NARROW_STRONG, group.points, "on-band")
        for number, line in enumerate(group.lines)
    ]
    if group.again:
        last = title[-1]
        left = last.x + width(f"{last.text} ", last.cut, last.points)
        y = last.y + lower(group.points, AGAIN_POINTS)
        title.append(Letters(left, y, room + GROUP_PAD - left, tall, "continued", Cut.NARROW, AGAIN_POINTS, "on-band"))
    count = Letters(GROUP_PAD, bar.y, room, GROUP_BAR, group.count, Cut.NARROW, COUNT_POINTS, "on-band", Align.RIGHT)
    ground = Ground(bar, "band", "deep", GROUP_LINE, GROUP_RADIUS)
    return Element("div", (ground, Element("h2", tuple(title)), Element("p", (count,))))


def unit_element(row: UnitRow, size: Size) -> Element:
    """A unit over a fine line: symbol, name and kind, chips, boxes to tick."""
    parts: list[Part] = []
    if row.symbol:
        room = Box(SYMBOL_CORNER, SYMBOL_CORNER, row.symbol_room.width, row.symbol_room.height)
        parts += picture(row.symbol, room, hanging=True)
    parts += _names(row)
    if row.notes:
        x, y = row.columns.name.x, _top(row) + row.notes_top
        tall = NOTE_POINTS * POINT * NOTE_LEADING
        notes = text_lines(row.notes, x, y, row.notes_width, tall, Cut.ITALIC, NOTE_POINTS)
        parts.append(Element("p", notes))
    if row.chips:
        parts.append(Element("p", tuple(_chips(row))))
    if row.panel:
        parts.append(
            Element("p", tuple(panel_parts(row.panel, row.columns.tracks.x, _top(row) + row.columns.tracks.y)))
        )
    return Element("div", (*parts, rule(0, size.height, size.width, "line", RULE)))


def _top(row: UnitRow) -> float:
    """Where a row's words begin."""
    return ROW_TOP * row.density.pad


def _names(row: UnitRow) -> Iterator[Element]:
    """The unit's name as a heading, and its kind behind or below it."""
    name, top = row.columns.name, _top(row)
    tall = NAME_POINTS * POINT * LEADING
    if row.density.inline:
        bold, plain = Style(Cut.NARROW_STRONG, NAME_POINTS), Style(Cut.NARROW, SUBTITLE_POINTS, "muted")
        title, kind = run_on_lines(row.title, bold, row.subtitle, plain, name.x, top, name.width, tall)
    else:
        title = text_lines(row.title, name.x, top, name.width, tall, Cut.NARROW_STRONG, NAME_POINTS)
        below, small = top + len(title) * tall, SUBTITLE_POINTS * POINT * LEADING
        kind = text_lines(row.subtitle, name.x, below, name.width, small, Cut.NARROW, SUBTITLE_POINTS, "muted")
    yield Element("h3", title)
    if kind:
        yield Element("p", kind)


def _chips(row: UnitRow) -> Iterator[Part]:
    for number, line in enumerate(row.chips):
        y = _top(row) + row.columns.chips.y + number * CHIP_LINE
        widths = [chip_width(chip, row.chip_points) for chip in line]
        lefts = accumulate((wide + CHIP_GAP for wide in widths), initial=row.columns.chips.x)
        for chip, wide, left in zip(line, widths, lefts, strict=False):
            strong = chip.tone is Tone.STRONG
            ink = "on-band" if strong else ("muted" if chip.tone is Tone.MUTED else "ink")
            box = Box(left, y + (CHIP_LINE - CHIP_HEIGHT) / 2, wide, CHIP_HEIGHT)
            yield Ground(box, "band" if strong else "", "deep" if strong else "line", RULE, CHIP_RADIUS)
            text = printable(chip.text)
            yield Letters(left, y, wide, CHIP_LINE, text, chip_cut(chip), row.chip_points, ink, Align.CENTRE)


def heading_element(heading: Heading, size: Size) -> Element:
    """A title over a line."""
    bottom = heading.gap + HEADING_LINE
    title = Letters(
        0, heading.gap, size.width, HEADING_LINE, printable(heading.title), Cut.NARROW_STRONG, HEADING_POINTS, "deep"
    )
    return Element("div", (Element("h2", (title,)), rule(0, bottom + HEADING_RULE, size.width, "deep", HEADING_RULE)))


def remark_element(remark: Remark, size: Size) -> Element:
    """A mark in a frame, and beside it where it belongs in bold and its words."""
    parts: list[Part] = []
    left = MARK_COLUMN if remark.mark else 0.0
    tall = FINDING_POINTS * POINT * LEADING
    if remark.mark:
        error = remark.tone == Severity.ERROR.value
        box = Box(0, (tall - MARK_HEIGHT) / 2, MARK_WIDTH, MARK_HEIGHT)
        dashed = remark.tone == Severity.NOTE.value
        parts.append(Ground(box, "ink" if error else "", "ink", MARK_LINE, CHIP_RADIUS, dashed=dashed))
        ink = "paper" if error else "ink"
        mark = Letters(0, 0, MARK_WIDTH, tall, remark.mark, Cut.NARROW_STRONG, FINDING_POINTS, ink, Align.CENTRE)
        parts.append(Element("p", (mark,)))
    bold, plain = Style(Cut.NARROW_STRONG, FINDING_POINTS), Style(Cut.NARROW, FINDING_POINTS)
    where, text = run_on_lines(remark.where, bold, remark.text, plain, left, 0, size.width - left, tall)
    return Element("div", (*parts, Element("p", (*where, *text))))
