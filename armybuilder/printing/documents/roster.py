"""The roster: an army by groups as a table of statlines and weapons, with boxes to tick, and its findings."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.colours import colours
from armybuilder.printing.documents.box_rows import BoxRow, box_row, can_be_drawn, track_width
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.current_state import strength_in
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.findings import findings_with_places
from armybuilder.printing.documents.geometry import page_css, properties_css, rem_css
from armybuilder.printing.documents.marks import group_tracks, mark_codes
from armybuilder.printing.documents.notes import Note, long_ones, shorten, together
from armybuilder.printing.documents.photos import photo
from armybuilder.printing.documents.roster_columns import Arms, Column, RosterColumns, has_columns
from armybuilder.printing.documents.roster_units import Profile, SharedRow, names_of, shared_rows
from armybuilder.printing.documents.tables import PrintedTrack, printed_track
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.fitting.tracks import title_width
from armybuilder.printing.options import RosterKind
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT, Batch
from armybuilder.sharing.links import qr_code
from rulesets.core.codes import codes_shown
from rulesets.core.forces.force import AnyGroup
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Code
from rulesets.core.tables import Stat, Table
from rulesets.core.wording import count_of

MAX_ROWS = 180
"""The most rows laid out at once; a longer roster is split into runs with separate page numbers."""


class Boxes(NamedTuple):
    """Boxes, drawn or as elements, after the number and name of their unit and their title, where these are told."""

    number: int = 0
    name: str = ""
    title: str = ""
    drawn: BoxRow | None = None
    track: PrintedTrack | None = None


RunningTable = tuple[str, tuple[tuple[str, tuple[tuple[str, str], ...]], ...]]
"""A table in running text: its title, and for each row its name and its headed cells."""


class Line(NamedTuple):
    """What stands below a statline: values or weapons in running text, and boxes, whose title may stand once.

    That of one of several units has its ``number``.
    """

    number: int = 0
    stats: tuple[Stat, ...] = ()
    tables: tuple[RunningTable, ...] = ()
    title: str = ""
    boxes: tuple[Boxes, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedUnit:
    """A unit, or several with one profile, for the template: the statline, the weapons, and the lines below.

    Each value has its column; the first of a weapon is its name. The line ``beside`` stands left of the last weapon.
    """

    number: str
    profile: Profile
    values: tuple[tuple[str, Column], ...]
    weapons: tuple[tuple[tuple[str, Column], ...], ...]
    beside: Line | None
    lines: tuple[Line, ...]

    @property
    def high(self) -> int:
        """The rows of the statline with weapons beside it."""
        return max(1, len(self.weapons) - bool(self.beside))

    @property
    def rows(self) -> int:
        """The most rows of the table that it takes."""
        return 1 + len(self.weapons) + len(self.lines) + bool(self.profile.notes)


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group: its number as on labels, its name, how many units it has, notes, units and boxes.

    It is there ``again`` if it continues from earlier pages.
    """

    number: str
    title: str
    count: str
    notes: str
    units: tuple[PrintedUnit, ...]
    boxes: tuple[Boxes, ...] = ()
    again: bool = False


MAX_FITTED = 60
"""The most units of an army whose roster is laid out several times to fit its pages."""


@dataclass(frozen=True)
class Roster:
    """A roster to be laid out: the army as this kind of roster shows it, the type size relative to the one chosen, and
    whether groups after the first stay ``whole``.

    Only a ``full`` one has boxes, findings, and what only the owner may know.
    """

    printing: PrintContext
    army: LoadedArmy
    full: bool = True
    scale: float = 1.0
    whole: bool = False

    @property
    def rem(self) -> float:
        """The size of text in points."""
        return self.printing.options.type_size.points * self.scale

    @property
    def style(self) -> str:
        """The style sheet in this size, for ``lengths``."""
        return style_of_size("roster", self.rem)

    @cached_property
    def css(self) -> Mapping[str, float]:
        """The lengths of the style sheet in millimetres."""
        return lengths(self.style)

    @property
    def sheet_width(self) -> float:
        """The width between the margins."""
        return self.printing.options.sheet.width - 2 * self.css["side"]

    @property
    def beside(self) -> int:
        """How many columns of groups stand beside one another: two where they have room, in an army of usual size."""
        # To balance columns, WeasyPrint lays out the rest of the army again for each of them.
        return 2 if self.army.row_count <= MAX_FITTED and self.sheet_width >= 2 * self.css["min-groups"] else 1

    @property
    def width(self) -> float:
        """The width of a column of groups."""
        return (self.sheet_width - (self.beside - 1) * self.css["between-groups"]) / self.beside

    def batch(self, groups: Sequence[PrintedGroup], words: str, *, first: bool, last: bool) -> Batch:
        """Pages of some groups: the ``first`` have the head and findings, the ``last`` notes and the boxes' key."""
        printing, army = self.printing, self.army
        force = army.force
        summary = [line for line in army.ruleset.summary(army.context) if self.full or not line.secret]
        context = {
            "groups": groups,
            "side_by_side": self.beside,
            **self.table,
            "head": self.head() if first else None,
            "summary": summary,
            "codes": self.code_key if first else (),
            "remarks": list(findings_with_places(army)) if first and self.full and army.unit_count else [],
            "notes": shorten(force.notes) if last and self.full else "",
            "played": [(f"{each.ruling.id} {each.ruling.question}", each.text) for each in army.context.house.changed()]
            if last
            else [],
            "key": self.key if last else [],
        }
        symbols = (unit.profile.symbol for group in groups for unit in group.units)
        geometry = self.geometry(words, printing.credit((printing.format.badge, *symbols)), len(summary))
        return printing.format.batch("roster", context, geometry, pages=None)

    def long_notes(self) -> Iterator[Note]:
        """The notes in full that the rows have shortened; none for the opponent."""
        if not self.full:
            return
        army, words = self.army, self.army.ruleset.words
        notes = [Note(words.force.capitalize(), army.force.notes)]
        for number, group in enumerate(army.force.groups, 1):
            title = group.name or f"{words.group.capitalize()} {number}"
            notes.append(Note(title, group.notes))
            for unit in group.units:
                row = army.ruleset.row(unit, group, army.context)
                notes.append(Note(f"{title}: {army.context.number(unit, group)} {row.title}", unit.notes))
        yield from long_ones(notes)

    def notes_batch(self, notes: Sequence[Note]) -> Batch:
        """Pages of notes in full."""
        geometry = self.geometry("Notes", self.printing.credit((self.printing.format.badge,)), 0)
        return self.printing.format.batch("roster", {"long_notes": notes}, geometry, pages=None)

    def geometry(self, words: str, credit: str, terms: int) -> str:
        """CSS of the paper, the columns, and the summary of so many terms in even columns."""
        maximum = max(1, int(self.sheet_width / self.css["term"]))
        rows = math.ceil(terms / maximum) or 1
        properties = {"summary": self.sheet_width / (math.ceil(terms / rows) or 1) - EXACT}
        page = page_css("roster", self.printing.options.sheet, credit, words)
        whole = ".roster .group + .group{break-inside:avoid}" if self.whole else ""
        return f"{page}{rem_css(self.rem)}.roster{{{properties_css(properties)}}}{whole}{self.columns.widths_css}"

    @cached_property
    def codes(self) -> Mapping[str, str]:
        """The letters in marked boxes by their meaning."""
        return mark_codes(self.army) if self.full else {}

    @property
    def code_key(self) -> tuple[Code, ...]:
        """What explains the codes of the rows."""
        texts = {line.text for line in self.army.ruleset.summary(self.army.context)}
        for profile in (unit.profile for units in self.units for unit in units):
            texts |= {profile.title, profile.subtitle, *(chip.text for chip in profile.chips)}
            texts |= {text for stat in profile.stats for text in (stat.heading, stat.value)}
            texts |= set().union(*(table.texts for table in profile.tables))
        return codes_shown(self.army.ruleset.codes, texts)

    @property
    def key(self) -> list[tuple[str, str]]:
        """What marks boxes with its meaning; a fraction alone says it all."""
        return sorted((code, word) for word, code in self.codes.items() if code != word)

    @property
    def table(self) -> dict[str, Any]:
        """What the table of a group needs besides the group."""
        columns = self.columns
        return {
            "unit": self.army.ruleset.words.unit.capitalize(),
            "columns": columns.columns[1:],
            "stats": columns.stats,
            "arms": columns.all_arms if columns.arms is not Arms.TEXT else (),
            "beside": columns.arms is Arms.BESIDE,
            "span": columns.spans,
            "shades": colours(self.printing.format.accent, self.printing.options.ink),
        }

    def head(self) -> dict[str, Any]:
        """The head of the first page: name, game, size, legality, picture and QR code."""
        printing, army = self.printing, self.army
        ruleset, words = army.ruleset, army.ruleset.words
        units = count_of(army.unit_count, words.unit, words.units)
        groups = count_of(len(army.force.groups), words.group, words.groups)
        counted = printing.army.kept if printing.army.unit_count else ""
        size = Size(self.css["photo-width"], self.css["photo-height"])
        return {
            "title": ruleset.name_of(army.force),
            "line": f"{ruleset.title} · {ruleset.edition} · {units} in {groups}",
            "now": " · ".join(filter(None, (printing.current.moment, self._strength(None)))),
            "verdict": printing.army.legality,
            "detail": counted if self.full else "",
            "photo": photo(printing.pictures.get(""), army.force.name or "the army", size, printing.options.ink),
            "code": qr_code(printing.link) if printing.link else None,
        }

    @cached_property
    def columns(self) -> RosterColumns:
        """The columns of all its tables."""
        return RosterColumns(tuple(itertools.chain.from_iterable(self.units)), self.css, self.width)

    @cached_property
    def units(self) -> tuple[tuple[SharedRow, ...], ...]:
        """The units of each group, those of one profile at the place of the first."""
        return tuple(tuple(shared_rows(self.army, group, full=self.full)) for group in self.army.force.groups)

    def groups(self) -> Iterator[PrintedGroup]:
        """The groups with their rows."""
        words = self.army.ruleset.words
        for number, (group, units) in enumerate(zip(self.army.force.groups, self.units, strict=True), 1):
            yield PrintedGroup(
                self._number(group),
                group.name or f"{words.group.capitalize()} {number}",
                self._strength(group) or count_of(self.army.count_in(group), words.unit, words.units),
                shorten(group.notes) if self.full else "",
                tuple(map(self.printed_unit, units)),
                tuple(self._group_boxes(group, units)),
            )

    def _number(self, group: AnyGroup) -> str:
        """The group's number as its units' labels have it before theirs (``2·3``)."""
        game, context = self.army.ruleset, self.army.context
        shorts = (game.standing(unit, group, context).short for unit in group.units[:1])
        return next(shorts, "").rpartition("·")[0] or str(context.group_number(group))

    def _strength(self, group: AnyGroup | None) -> str:
        """What is left of a group, or of the whole army, as it stands in its game; empty before one."""
        boxes = self.printing.current.boxes
        return "" if boxes.fresh or not self.full else strength_in(self.army, boxes, group)

    def _group_boxes(self, group: AnyGroup, units: Sequence[SharedRow]) -> Iterator[Boxes]:
        """The boxes of the group that are not its units'."""
        own = {track.slug for unit in units for tracks in unit.tracks for track in tracks}
        tracks = group_tracks(self.army, group) if self.full else ()
        for track in self.printing.current.boxes.of(group.id, tracks).tracks:
            if track.slug not in own:
                yield self.boxes(track)

    def printed_unit(self, unit: SharedRow) -> PrintedUnit:
        """The statline in its columns with the weapons beside it, or all that has no room below."""
        profile, columns = unit.profile, self.columns
        headed = [table for table in profile.tables if columns.has(table)]
        weapons = tuple(
            tuple((cell.text, column) for cell, column in zip(row, columns.all_arms, strict=True))
            for table in headed
            for row in table.rows
        )
        texts = [table for table in profile.tables if table not in headed]
        stats = {stat.heading: stat.value for stat in profile.stats}
        lines = tuple(self._lines(unit, texts))
        # Two weapons are as high as a name with its kind, and from the third on there is room below it.
        below_name = columns.arms is Arms.BESIDE and len(weapons) > 2 and len(lines) == 1 and not unit.lined
        return PrintedUnit(
            unit.number,
            profile,
            tuple((stats.get(column.heading, ""), column) for column in columns.stats),
            weapons,
            lines[0] if below_name else None,
            lines[below_name:],
        )

    def _lines(self, unit: SharedRow, texts: Sequence[Table]) -> Iterator[Line]:
        """What stands below the statline: running text, and the boxes of each unit or of all."""
        profile = unit.profile
        if not self.columns.stats and profile.stats:
            yield Line(stats=profile.stats)
        yield from (Line(tables=(_running(table),)) for table in texts if has_columns(table))
        tables = tuple(_running(table) for table in texts if not has_columns(table))
        if unit.lined:
            if tables:
                yield Line(tables=tables)
            yield from self._unit_lines(unit)
            return
        title, boxes = "", tuple(map(self.boxes, unit.tracks[0]))
        if len(unit.numbers) > 1 or unit.names:
            names = unit.names or ("",) * len(unit.numbers)
            title = unit.tracks[0][0].printed_title if unit.tracks[0] and unit.titled_alike else ""
            told = (self.boxes(tracks[0], "" if title else None) if tracks else Boxes() for tracks in unit.tracks)
            boxes = tuple(
                each._replace(number=number, name=name)
                for number, name, each in zip(unit.numbers, names, told, strict=True)
                if each.drawn or each.track or unit.names
            )
        if tables or boxes:
            yield Line(tables=tables, title=title, boxes=boxes)

    def _unit_lines(self, unit: SharedRow) -> Iterator[Line]:
        """A line for each of several units, the first with what stands once above the boxes of all."""
        names = unit.names or ("",) * len(unit.numbers)
        heads = unit.heads
        drawn = self._are_drawn(unit.tracks[0], heads)
        for number, name, tracks in zip(unit.numbers, names, unit.tracks, strict=True):
            name = name or (unit.profile.title if unit.names else "")
            if drawn:
                own = [track for track, head in zip(tracks, heads, strict=True) if not head]
                headed = number == unit.numbers[0]
                row = box_row(tracks, heads, self.style, codes=self.codes, headed=headed)
                yield Line(number, boxes=(Boxes(0, name, names_of(own) if own else "", row),))
            else:
                yield Line(number, boxes=(Boxes(0, name), *map(self.boxes, tracks)))

    def boxes(self, track: Track, title: str | None = None) -> Boxes:
        """The boxes of a track after its title: drawn on one line, or as elements if they have words or are many."""
        shown = track.printed_title if title is None else title
        printed = printed_track(track, codes=self.codes)
        wide = title_width(shown, self.style) + track_width(track, "", self.style)
        lettered = any(box.text for box in printed.boxes)
        if printed.of or lettered or wide > self.columns.line_width:
            return Boxes(title=shown, track=printed)
        return Boxes(title=shown, drawn=box_row((track,), ("",), self.style, codes=self.codes))

    def _are_drawn(self, tracks: Sequence[Track], heads: Sequence[str]) -> bool:
        """Whether the boxes of each unit fit a line beside its name, under what stands once above them."""
        css = self.css
        widths = (track_width(track, head, self.style) for track, head in zip(tracks, heads, strict=True))
        beside = self.columns.number.width + css["symbol-column"] + css["own-name"]
        needed = beside + sum(widths) + len(tracks) * css["between-tracks"]
        return all(map(can_be_drawn, tracks)) and needed <= self.width


def _running(table: Table) -> RunningTable:
    """The table without its empty cells."""
    headings = [column.heading for column in table.columns[1:]]
    return table.title, tuple(
        (
            row[0].text,
            tuple((heading, cell.text) for heading, cell in zip(headings, row[1:], strict=True) if cell.text),
        )
        for row in table.rows
    )


def fitted_roster(printing: PrintContext, army: LoadedArmy, *, full: bool = True) -> Roster:
    """The roster in the type that was chosen, or in the smaller one if only that leaves room for columns of values."""
    roster = Roster(printing, army, full)
    smaller = replace(roster, scale=printing.options.type_size.smaller)
    return smaller if not roster.columns.stats and smaller.columns.stats else roster


def roster_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The roster, in several runs where it is long."""
    army, full = printing.army, printing.options.roster_kind is RosterKind.FULL
    roster = fitted_roster(printing, army if full else army.for_opponent, full=full)
    batches = _batches(roster)
    if army.row_count <= MAX_FITTED and _ends_early(printing, batches[-1]):
        ways = {"scale": printing.options.type_size.smaller}, {"whole": True}
        smaller, whole = (_batches(replace(roster, **how)) for how in ways)
        before, less, same = (
            sum(each.pages for each in printing.format.printer.rendered(run)) for run in (batches, smaller, whole)
        )
        if less < before:
            batches = smaller
        elif same == before and not _ends_early(printing, whole[-1]):
            batches = whole
    yield DocumentPart("Roster", batches)
    notes = tuple(map(roster.notes_batch, together(roster.long_notes())))
    if notes:
        yield DocumentPart("Notes", notes)


def _batches(roster: Roster) -> tuple[Batch, ...]:
    runs = list(_runs(tuple(roster.groups())))
    words = "Roster" if roster.full else "Roster for the opponent"
    return tuple(
        roster.batch(
            run,
            f"{words} {number} of {len(runs)}" if len(runs) > 1 else words,
            first=number == 1,
            last=number == len(runs),
        )
        for number, run in enumerate(runs, 1)
    )


def _ends_early(printing: PrintContext, batch: Batch) -> bool:
    """Whether the last page has little on it."""
    (layout,) = printing.format.printer.rendered([batch])
    end = layout.measured["end"]
    return 1 < layout.pages == end.page and end.y < printing.format.sheet.height / 4


def _runs(groups: Sequence[PrintedGroup]) -> Iterator[tuple[PrintedGroup, ...]]:
    """The groups in runs of rows that are laid out together; a long group continues in the next run."""
    run: list[PrintedGroup] = []
    remaining = MAX_ROWS
    for group in groups:
        rest = group
        units: list[PrintedUnit] = []
        for unit in group.units:
            if unit.rows > remaining and (run or units):
                if units:
                    run.append(replace(rest, units=tuple(units)))
                    rest = replace(group, notes="", boxes=(), again=True)
                yield tuple(run)
                run, units, remaining = [], [], MAX_ROWS
            units.append(unit)
            remaining -= unit.rows
        run.append(replace(rest, units=tuple(units)))
    yield tuple(run)
