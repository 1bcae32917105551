"""Record sheets: for each group what it needs in a game without a book, on a half, a third or all of a sheet.

Its units with statlines, weapons and boxes, what its players have to know, and what they look up most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from typing import NamedTuple

from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.current_state import deployed_army
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import properties_css, rem_css, sheet_css
from armybuilder.printing.documents.quick_reference import MAX_COLUMNS, PrintedSection, ReferenceSheet
from armybuilder.printing.documents.quick_reference import STYLE as REFERENCE
from armybuilder.printing.documents.roster import Boxes, PrintedGroup, Roster, fitted_roster
from armybuilder.printing.fitting.lengths import lengths, steps, style_of_size
from armybuilder.printing.paper import PAPER_SIZES, Paper
from armybuilder.printing.rendering import EXACT, Batch, Layout
from rulesets.core.cards import Symbol
from rulesets.core.forces.force import AnyGroup
from rulesets.core.reference import Line, Section
from rulesets.core.wording import isolated

TITLE = "Record sheets"
TOGETHER = 12
"""The most groups laid out at once."""
KEY_SECTIONS = 2
"""So many sections of the quick reference are on each sheet, if there is room, in the largest type that allows it."""
MAX_SIZE = 11.0
"""The largest type of these sections in points, at the usual type size."""
SPARE = 1.04
"""By how much their estimated height is raised, so that hardly any sheet has to be laid out again."""
MAX_LAYOUTS = 6
"""How often sections are left out because they took more room than estimated."""

SHARES = (3, 2)
"""How many sheets share a page, where all are short enough; otherwise two that are."""

Column = tuple[Section, ...]


class End(NamedTuple):
    """How many pages a sheet takes, and how high it is on the last of them, in millimetres."""

    pages: int
    height: float

    def fits(self, available_height: float) -> bool:
        """Whether it is not higher."""
        return self.pages == 1 and self.height <= available_height


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A group's sheet: its units, its boxes, what to know, and sections in columns.

    ``pages`` is how many it needs, ``share`` how many such sheets share a page (0 before that is planned).
    """

    group: PrintedGroup
    tallies: tuple[Boxes, ...]
    lines: tuple[Line, ...]
    columns: tuple[Column, ...] = ()
    pages: int = 1
    share: int = 0


@dataclass(frozen=True)
class RecordSheets:
    """The sheets of an army, laid out from its roster; ``size`` is the type of sections in points."""

    printing: PrintContext
    roster: Roster
    size: float = MAX_SIZE

    @cached_property
    def reference(self) -> ReferenceSheet:
        """What sets sections, in the width of the roster."""
        css, width = lengths(style_of_size(REFERENCE, self.roster.rem)), self.roster.width
        columns = max(1, min(MAX_COLUMNS, round(width / css["column-width"])))
        column = (width - (columns - 1) * css["column-gap"]) / columns - EXACT
        page_format = self.printing.format
        return ReferenceSheet(page_format, self.size * page_format.scale, width, column, columns)

    def dashboards(self) -> Iterator[Dashboard]:
        """The sheets without sections."""
        army, roster = self.printing.army, self.roster
        for printed, group in zip(roster.groups(), army.force.groups, strict=True):
            lines = army.ruleset.group_lines(group, army.context) if army.ruleset.group_lines else ()
            yield Dashboard(printed, tuple(self._tallies(group)), tuple(lines))

    def _tallies(self, group: AnyGroup) -> Iterator[Boxes]:
        play = self.printing.army.ruleset.play
        if play is not None:
            deployed = deployed_army(self.printing.army, self.printing.current.boxes)
            yield from map(self.roster.boxes, play.tallies(deployed, group, self.printing.army.context))

    def sections(self) -> tuple[Section, ...]:
        """The sections of the quick reference that the game's players look up most; all where it names none."""
        game, context = self.printing.army.ruleset, self.printing.army.context
        by_slug = {section.slug: section for section in game.sections(context.house, (context,)) if not section.flow}
        return tuple(by_slug[slug] for slug in game.key_sections or by_slug if slug in by_slug)

    def filled(self, dashboard: Dashboard, available_height: float, sections: Sequence[Section]) -> Dashboard:
        """The sheet with the sections that have room, each in the shortest column; some without their lines."""
        reference = self.reference
        heights = [0.0] * reference.columns
        columns: list[list[Section]] = [[] for _ in heights]
        for section in sections:
            place = heights.index(min(heights))
            for version in dict.fromkeys((section, replace(section, lines=(), zones=()))):
                height = reference.height(version) * SPARE
                if (version.tables or version.lines) and heights[place] + height <= available_height:
                    heights[place] += height
                    columns[place].append(version)
                    break
        return replace(dashboard, columns=tuple(map(tuple, columns)) if any(columns) else ())

    def shorter(self, dashboard: Dashboard) -> Dashboard:
        """The sheet without the last section of its longest column, or at first without the lines of that."""
        heights = [sum(map(self.reference.height, column)) for column in dashboard.columns]
        longest = heights.index(max(heights))
        *kept, last = dashboard.columns[longest]
        if last.tables and (last.lines or last.zones):
            kept.append(replace(last, lines=(), zones=()))
        columns = (*dashboard.columns[:longest], tuple(kept), *dashboard.columns[longest + 1 :])
        return replace(dashboard, columns=columns if any(columns) else ())

    def batch(self, dashboards: Sequence[Dashboard], *, first: bool) -> Batch:
        """Pages of some sheets, of which the ``first`` has the heading."""
        printing, roster = self.printing, self.roster
        army = printing.army
        about = (isolated(army.ruleset.name_of(army.force)), army.ruleset.title, printing.current.moment)
        values = {
            "dashboards": [(dashboard, self._columns(dashboard)) for dashboard in dashboards],
            "about": " · ".join(filter(None, about)),
            "heading": first,
            "credit": printing.credit((printing.format.badge, *self._symbols(dashboards))),
            "key": roster.key,
        }
        reference, sheet = self.reference, printing.options.sheet
        shares = "".join(
            f".dashboards .share-{share}{{min-height:{sheet.height / share - EXACT:.3f}mm}}" for share in (1, *SHARES)
        )
        geometry = (
            f"{sheet_css('dashboards', sheet)}{rem_css(roster.rem)}{shares}"
            f".dashboards .reference{{{properties_css({'reference-column': reference.column})}"
            f"font-size:{reference.size:g}pt}}{roster.columns.widths_css}"
        )
        styles = ("roster", REFERENCE, "dashboards")
        return printing.format.batch("dashboards", values | roster.table, geometry, styles=styles, pages=None)

    def _columns(self, dashboard: Dashboard) -> tuple[tuple[PrintedSection, ...], ...]:
        return tuple(tuple(self.reference.section(0, each) for each in column) for column in dashboard.columns)

    @staticmethod
    def _symbols(dashboards: Sequence[Dashboard]) -> Iterator[Symbol | None]:
        return (unit.profile.symbol for dashboard in dashboards for unit in dashboard.group.units)

    def needed(self, sections: Sequence[Section]) -> float:
        """About the height of the tables that are looked up most, in columns."""
        heights = [self.reference.height(replace(each, lines=())) * SPARE for each in sections[:KEY_SECTIONS]]
        return max(heights, default=0.0) if self.reference.columns > 1 else sum(heights)

    def ends(self, layout: Layout, count: int) -> list[End]:
        """Where each of so many sheets ends."""
        measured, foot_room = layout.measured, lengths(style_of_size("dashboards", self.roster.rem))["foot-room"]
        ends = []
        for number in range(count):
            start, end = measured[f"start-{number}"], measured[f"end-{number}"]
            pages = end.page - start.page + 1
            ends.append(End(pages, end.y + foot_room - (start.y if pages == 1 else 0.0)))
        return ends


def dashboards_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """A sheet for each group, two or three on a page that is larger than A5 and upright."""
    sheets = RecordSheets(printing, fitted_roster(printing, printing.army))
    sections = sheets.sections()
    every = tuple(sheets.dashboards())
    runs = [every[start : start + TOGETHER] for start in range(0, len(every), TOGETHER)]
    alone = [sheets.batch(run, first=number == 0) for number, run in enumerate(runs)]
    layouts = printing.format.printer.rendered(alone)
    ends = [sheets.ends(layout, len(run)) for run, layout in zip(runs, layouts, strict=True)]
    sheets, max_share = _planned(sheets, list(chain.from_iterable(ends)), sections)
    batches: list[Batch] = []
    for run, sizes in zip(runs, ends, strict=True):
        batches.append(
            _filled(sheets, list(_placed(sheets, run, sizes, sections, max_share)), sizes, sections, not batches)
        )
    yield DocumentPart(TITLE, tuple(batches))


def _filled(
    sheets: RecordSheets, dashboards: Sequence[Dashboard], ends: Sequence[End], sections: Sequence[Section], first: bool
) -> Batch:
    """Pages of these sheets with sections: as many as seem to fit, and then as many as have turned out to."""
    height = sheets.printing.options.sheet.height
    heights = [height / each.share - end.height for each, end in zip(dashboards, ends, strict=True)]
    for _ in range(2):
        dashboards = [
            sheets.filled(each, available, sections) for each, available in zip(dashboards, heights, strict=True)
        ]
        (layout,) = sheets.printing.format.printer.rendered([sheets.batch(dashboards, first=first)])
        ends = sheets.ends(layout, len(dashboards))
        left = [height / each.share - end.height for each, end in zip(dashboards, ends, strict=True)]
        heights = [available + max(0.0, spare) for available, spare in zip(heights, left, strict=True)]
    return _fitted(sheets, dashboards, first=first)


def _planned(sheets: RecordSheets, ends: Sequence[End], sections: Sequence[Section]) -> tuple[RecordSheets, int]:
    """The sheets in the largest type in which they take the fewest pages, and how many share one."""
    sheet = sheets.printing.options.sheet
    sizes = steps(style_of_size(REFERENCE, sheets.roster.rem), "text-sizes")
    choices = [replace(sheets, size=size) for size in sizes if size <= MAX_SIZE]
    halved = sheet.height > max(sheet.width, PAPER_SIZES[Paper.A5].height)
    share = 1

    def short(each: RecordSheets) -> list[bool]:
        available_height = sheet.height / share - each.needed(sections)
        return [end.fits(available_height) for end in ends]

    def pages(each: RecordSheets) -> int:
        """Neighbours that are short share pages."""
        which = short(each)
        alone = sum(end.pages for end, is_short in zip(ends, which, strict=True) if not is_short)
        return alone + sum(-(-len(list(run)) // share) for is_short, run in groupby(which) if is_short)

    for share in SHARES if halved else ():
        best = min(choices, key=lambda each: (pages(each), -each.size))
        if all(short(best)) or share == min(SHARES):
            return best, share
    return choices[0], share


def _placed(
    sheets: RecordSheets,
    dashboards: Sequence[Dashboard],
    ends: Sequence[End],
    sections: Sequence[Section],
    max_share: int,
) -> Iterator[Dashboard]:
    """The sheets with their shares of a page: those that need more than a share take a whole one."""
    available_height = sheets.printing.options.sheet.height / max_share - sheets.needed(sections)
    together: list[Dashboard] = []
    for dashboard, end in zip(dashboards, ends, strict=True):
        short = end.fits(available_height)
        if together and (not short or len(together) == max_share):
            yield from (replace(each, share=len(together)) for each in together)
            together = []
        if short:
            together.append(dashboard)
        else:
            yield replace(dashboard, pages=end.pages, share=1)
    yield from (replace(each, share=len(together)) for each in together)


def _fitted(sheets: RecordSheets, dashboards: Sequence[Dashboard], *, first: bool) -> Batch:
    """Pages of these sheets, some with fewer sections where these took more room than estimated."""
    height = sheets.printing.options.sheet.height
    for _ in range(MAX_LAYOUTS):
        batch = sheets.batch(dashboards, first=first)
        (layout,) = sheets.printing.format.printer.rendered([batch])
        ends = sheets.ends(layout, len(dashboards))
        fit = [
            not each.columns or end <= End(each.pages, height / each.share)
            for each, end in zip(dashboards, ends, strict=True)
        ]
        if all(fit):
            return batch
        dashboards = [each if fits else sheets.shorter(each) for each, fits in zip(dashboards, fit, strict=True)]
    return sheets.batch([replace(each, columns=()) for each in dashboards], first=first)
