"""The roster: an army by groups as a table of statlines, with boxes to tick, and the findings of the check."""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.documents.box_rows import BoxRow, box_row, track_width
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.findings import count_findings, findings_with_places
from armybuilder.printing.documents.geometry import page_css, properties_css, rem_css
from armybuilder.printing.documents.marks import group_tracks, mark_codes
from armybuilder.printing.documents.notes import Note, long_ones, shorten, together
from armybuilder.printing.documents.photos import photo
from armybuilder.printing.documents.tables import PrintedTrack, printed_track
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.fitting.tracks import TrackPart
from armybuilder.printing.options import RosterKind
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT, Batch
from armybuilder.sharing.links import qr_code
from rulesets.core.cards import Chip, Symbol
from rulesets.core.codes import codes_shown
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Code
from rulesets.core.tables import Stat, Table, Tone
from rulesets.core.wording import count_of

MAX_ROWS = 180
"""The most rows laid out at once; a longer roster is split into runs with separate page numbers."""
MAX_LINES, FLOWING = 12, 3
"""The most lines of boxes under one statline, which has to be in sight, and units that certainly share such a line."""
FIRST_COLUMNS = 4
"""The columns before the values: number, symbol, and two for the name, of which a line's own name has the first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is printed of a unit apart from its number and boxes; units with the same profile share a row.

    The title of a row whose units have names of their own is what they would be called without.
    """

    title: str
    subtitle: str
    symbol: Symbol | None
    chips: tuple[Chip, ...]
    stats: tuple[Stat, ...]
    tables: tuple[Table, ...]
    notes: str
    out: bool


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A row: the units of one profile by their numbers in the group, the tracks of each, and names if they differ."""

    profile: Profile
    numbers: tuple[int, ...]
    tracks: tuple[tuple[Track, ...], ...]
    names: tuple[str, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether boxes show the numbers of their units: there are several units, or some have names."""
        return len(self.numbers) > 1 or bool(self.names)

    @property
    def titled_alike(self) -> bool:
        """Whether the tracks of all units have the same titles."""
        return len({tuple(track.printed_title for track in tracks) for tracks in self.tracks}) == 1

    @property
    def lined(self) -> bool:
        """Whether each of several units has a line of its own, since its name or its titles stand before its boxes."""
        return len(self.tracks[0]) > 1 and (bool(self.names) or not self.titled_alike)

    @property
    def heads(self) -> tuple[str, ...]:
        """The title of each track that is the same for all units; empty where it is not."""
        return tuple(
            tracks[0].printed_title if len({track.printed_title for track in tracks}) == 1 else ""
            for tracks in zip(*self.tracks, strict=True)
        )

    @property
    def number(self) -> str:
        """The numbers as text, successive ones as a range: ``1, 3–8``; empty if the lines below have them."""
        runs = (
            [number for _, number in run]
            for _, run in itertools.groupby(enumerate(self.numbers), key=lambda pair: pair[1] - pair[0])
        )
        texts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
        return "" if self.lined or (self.names and len(texts) > 1) else ", ".join(texts)


@dataclass(frozen=True, slots=True)
class NumberedTrack:
    """A track, if there is one, with the name of its unit and its number, which is 0 where that stands elsewhere."""

    number: int
    name: str = ""
    track: PrintedTrack | None = None


@dataclass(frozen=True, slots=True)
class TrackLine:
    """Tracks on a line below the statline, with their title where it stands once for all of them.

    A line of one unit has its ``number`` and name; its boxes are a drawing where a line of ``heads`` above says what
    they are, as do the names of its ``pieces``.
    """

    title: str
    tracks: tuple[NumberedTrack, ...]
    number: int = 0
    name: str = ""
    drawn: BoxRow | None = None
    pieces: str = ""
    heads: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A card's table below the statline: its title, and for each row its name and its headed cells.

    Rows of which two do not fit side by side are ``stacked``.
    """

    title: str
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    stacked: bool


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """A row for the template: values and boxes in the columns, and what stands on lines of its own below."""

    number: str
    profile: Profile
    values: tuple[str, ...]
    statline: tuple[Stat, ...]
    tables: tuple[TableLine, ...]
    boxes: tuple[PrintedTrack | None, ...]
    below: tuple[TrackLine, ...]

    @property
    def rows(self) -> int:
        """The rows of the table that it takes."""
        return 1 + bool(self.statline) + len(self.tables) + len(self.below) + bool(self.profile.notes)


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group: its name, number of units, notes, rows and boxes; ``again`` if it continues from earlier pages."""

    title: str
    count: str
    notes: str
    entries: tuple[PrintedEntry, ...]
    tracks: tuple[PrintedTrack, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class StatColumn:
    """A column of the table: its heading, and its width in millimetres."""

    heading: str
    width: float


SMALLER = 0.9
"""The type size, relative to the one chosen, of a roster that needs it for its columns of values, or whose last page
would have little on it."""
MAX_FITTED = 60
"""The most units of an army whose roster is laid out a second time for that."""


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
    def width(self) -> float:
        """The width between the margins."""
        return self.printing.options.sheet.width - 2 * self.css["side"]

    @cached_property
    def stats(self) -> tuple[StatColumn, ...]:
        """The columns of values: every stat of the army in the order of its units.

        None where names would have too little width; the statline is then on a line below.
        """
        stats = (stat for entry in self._all_entries() for stat in entry.profile.stats)
        columns = tuple(_widest((stat.heading, stat.heading, self._stat_width(stat)) for stat in stats).values())
        return columns if self._fits(columns, ()) else ()

    @cached_property
    def tracks(self) -> Mapping[str, StatColumn]:
        """The columns of boxes by track: those of all units that have a row to themselves, where they fit."""
        tracks = (track for entry in self._all_entries() if not entry.shared for track in entry.tracks[0])
        columns = _widest(
            (track.slug, title := track.printed_title, track_width(track, title, self.style) + self.css["stat-gap"])
            for track in tracks
        )
        return columns if self._fits(self.stats, columns.values()) else {}

    def _all_entries(self) -> Iterator[RosterEntry]:
        return (entry for entries in self.entries for entry in entries)

    def _fits(self, stats: Iterable[StatColumn], tracks: Iterable[StatColumn]) -> bool:
        others = sum(column.width for column in (*stats, *tracks))
        css = self.css
        return css["number-column"] + css["symbol-column"] + css["min-name"] + others <= self.width

    def _stat_width(self, stat: Stat) -> float:
        css = self.css
        value = width(stat.value, FontCut.NARROW_STRONG, css["value"] / POINT)
        heading = width(stat.heading.upper(), FontCut.NARROW_STRONG, css["heading"] / POINT) * css["capitals"]
        return max(value, heading) + css["stat-gap"]

    def batch(self, groups: Sequence[PrintedGroup], words: str, *, first: bool, last: bool) -> Batch:
        """Pages of some groups: the ``first`` have the head and findings, the ``last`` notes and the boxes' key."""
        printing, army = self.printing, self.army
        force = army.force
        summary = [line for line in army.ruleset.summary(army.context) if self.full or not line.secret]
        context = {
            "groups": groups,
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
        symbols = (entry.profile.symbol for group in groups for entry in group.entries)
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
        maximum = max(1, int(self.width / self.css["term"]))
        rows = math.ceil(terms / maximum) or 1
        properties = {"summary": self.width / (math.ceil(terms / rows) or 1) - EXACT}
        page = page_css("roster", self.printing.options.sheet, credit, words)
        whole = ".roster .group + .group{break-inside:avoid}" if self.whole else ""
        return f"{page}{rem_css(self.rem)}.roster{{{properties_css(properties)}}}{whole}{self.columns_css}"

    @property
    def columns_css(self) -> str:
        """CSS of the columns."""
        return "".join(
            f".roster .column-{number}{{width:{column.width:.3f}mm}}"
            for number, column in enumerate((*self.stats, *self.tracks.values()), 1)
        )

    @cached_property
    def codes(self) -> Mapping[str, str]:
        """The letters in marked boxes by their meaning."""
        return mark_codes(self.army) if self.full else {}

    @property
    def code_key(self) -> tuple[Code, ...]:
        """What explains the codes of the rows."""
        texts = {line.text for line in self.army.ruleset.summary(self.army.context)}
        for profile in (entry.profile for entry in self._all_entries()):
            texts |= {profile.title, profile.subtitle, *(chip.text for chip in profile.chips)}
            texts |= {text for stat in profile.stats for text in (stat.heading, stat.value)}
            texts |= set().union(*(table.texts for table in profile.tables))
        return codes_shown(self.army.ruleset.codes, texts)

    @property
    def key(self) -> list[tuple[str, str]]:
        """The letters in boxes with their meaning."""
        return sorted((code, word) for word, code in self.codes.items())

    @property
    def table(self) -> dict[str, Any]:
        """What the table of a group needs besides the group."""
        return {
            "unit": self.army.ruleset.words.unit.capitalize(),
            "stats": self.stats,
            "tracks": tuple(self.tracks.values()),
            "columns": (*self.stats, *self.tracks.values()),
            "span": FIRST_COLUMNS + len(self.stats) + len(self.tracks),
        }

    def head(self) -> dict[str, Any]:
        """The head of the first page: name, game, size, legality, picture and QR code."""
        printing, army = self.printing, self.army
        ruleset, words = army.ruleset, army.ruleset.words
        units = count_of(army.unit_count, words.unit, words.units)
        groups = count_of(len(army.force.groups), words.group, words.groups)
        counted = count_findings(printing.army.findings) if printing.army.unit_count else ""
        size = Size(self.css["photo-width"], self.css["photo-height"])
        return {
            "title": ruleset.name_of(army.force),
            "line": f"{ruleset.title} · {ruleset.edition} · {units} in {groups}",
            "verdict": printing.army.legality,
            "detail": counted if self.full else "",
            "photo": photo(printing.pictures.get(""), army.force.name or "the army", size, printing.options.ink),
            "code": qr_code(printing.link) if printing.link else None,
        }

    @cached_property
    def entries(self) -> tuple[tuple[RosterEntry, ...], ...]:
        """The rows of each group, each at the place of its first unit."""
        return tuple(tuple(self._entries(group)) for group in self.army.force.groups)

    def _entries(self, group: AnyGroup) -> Iterator[RosterEntry]:
        context = self.army.context
        equal: dict[tuple[Profile, tuple[Track, ...]], list[tuple[AnyUnit, tuple[Track, ...]]]] = {}
        for unit in group.units:
            profile, tracks = self._profile(replace(unit, name=""), group)
            alike = tuple(map(anonymous, tracks))
            equal.setdefault((profile, alike), []).append((unit, tracks))
        for (profile, _), units in equal.items():
            names = tuple(unit.name for unit, _ in units)
            if len(set(names)) == 1:
                profile, names = self._profile(units[0][0], group)[0], ()
            numbers = tuple(context.number(unit, group) for unit, _ in units)
            entry = RosterEntry(profile, numbers, tuple(tracks for _, tracks in units), names)
            size = MAX_LINES * (1 if entry.lined else FLOWING)
            for first in range(0, len(units), size):
                part = slice(first, first + size)
                yield replace(entry, numbers=entry.numbers[part], tracks=entry.tracks[part], names=names[part])

    def _profile(self, unit: AnyUnit, group: AnyGroup) -> tuple[Profile, tuple[Track, ...]]:
        game, context = self.army.ruleset, self.army.context
        row, card = game.row(unit, group, context), game.card(unit, group, context)
        subtitle = card.subtitle or row.subtitle
        profile = Profile(
            row.title,
            "" if subtitle == row.title else subtitle.removeprefix(f"{row.title} · "),
            row.symbol,
            # Plain chips are values of the statline.
            tuple(chip for chip in row.chips if chip.tone not in (Tone.PLAIN, Tone.MUTED)),
            card.stats,
            card.tables,
            shorten(unit.notes) if self.full else "",
            row.out,
        )
        return profile, tuple(track for track in card.tracks if track.printed) if self.full else ()

    def groups(self) -> Iterator[PrintedGroup]:
        """The groups with their rows."""
        words = self.army.ruleset.words
        for number, (group, entries) in enumerate(zip(self.army.force.groups, self.entries, strict=True), 1):
            yield PrintedGroup(
                group.name or f"{words.group.capitalize()} {number}",
                count_of(self.army.count_in(group), words.unit, words.units),
                shorten(group.notes) if self.full else "",
                tuple(self.printed_entry(entry) for entry in entries),
                tuple(self._group_tracks(group, entries)),
            )

    def _group_tracks(self, group: AnyGroup, entries: Sequence[RosterEntry]) -> Iterator[PrintedTrack]:
        """The boxes of the group that are not its units'."""
        own = {track.slug for entry in entries for tracks in entry.tracks for track in tracks}
        tracks = group_tracks(self.army, group) if self.full else ()
        for track in self.printing.state.of(group.id, tracks).tracks:
            if track.slug not in own:
                yield printed_track(track, codes=self.codes)

    def printed_entry(self, entry: RosterEntry) -> PrintedEntry:
        """The row with its values and boxes in their columns, or below."""
        stats = {stat.heading: stat.value for stat in entry.profile.stats}
        boxes: tuple[PrintedTrack | None, ...] = ()
        below: tuple[TrackLine, ...] = ()
        if entry.shared:
            below = tuple(self._numbered(entry))
            boxes = (None,) * len(self.tracks)
        elif self.tracks:
            own = {track.slug: track for track in entry.tracks[0]}
            boxes = tuple(self._printed(own[slug]) if slug in own else None for slug in self.tracks)
        elif entry.tracks[0]:
            below = (TrackLine("", self._own(entry.tracks[0])),)
        return PrintedEntry(
            entry.number,
            entry.profile,
            tuple(stats.get(column.heading, "") for column in self.stats),
            () if self.stats else entry.profile.stats,
            tuple(map(self._table_line, entry.profile.tables)),
            boxes,
            below,
        )

    def _table_line(self, table: Table) -> TableLine:
        """The table without its empty cells."""
        rows = tuple(
            (
                row[0].text,
                tuple(
                    (column.heading, cell.text)
                    for column, cell in zip(table.columns[1:], row[1:], strict=True)
                    if cell.text
                ),
            )
            for row in table.rows
        )
        texts = (" ".join((name, *itertools.chain.from_iterable(cells))) for name, cells in rows)
        widest = max((width(text, FontCut.NARROW_STRONG, self.rem) for text in texts), default=0.0)
        available_width = self.width - self.css["number-column"] - self.css["symbol-column"]
        return TableLine(table.title, rows, 2 * widest > available_width)

    def _printed(self, track: Track) -> PrintedTrack:
        """The track without its title, which stands once for a column or line."""
        return replace(printed_track(track, codes=self.codes), title="")

    def _own(self, tracks: Iterable[Track]) -> tuple[NumberedTrack, ...]:
        """The tracks of a unit with their titles."""
        return tuple(NumberedTrack(0, track=printed_track(each, codes=self.codes)) for each in tracks)

    def _are_drawn(self, tracks: Sequence[Track], heads: Sequence[str]) -> bool:
        """Whether the boxes of each unit fit a line beside its name, under what stands once above them."""
        if any(TrackPart.whole(track).to_write for track in tracks):
            return False
        css = self.css
        widths = (track_width(track, head, self.style) for track, head in zip(tracks, heads, strict=True))
        beside = css["number-column"] + css["symbol-column"] + css["own-name"] + len(tracks) * css["between-tracks"]
        return beside + sum(widths) <= self.width

    def _numbered(self, entry: RosterEntry) -> Iterator[TrackLine]:
        """The numbers, names and boxes of units that share a row, in a line for each unit or for each track."""
        names = entry.names or ("",) * len(entry.numbers)
        if entry.lined:
            heads = entry.heads
            drawn = self._are_drawn(entry.tracks[0], heads)
            if drawn:
                shown = self._own(
                    replace(track, heading=head, title=head) for track, head in zip(entry.tracks[0], heads, strict=True)
                )
                if any(
                    each.track and (each.track.title or any(box.text for box in each.track.boxes)) for each in shown
                ):
                    yield TrackLine("", shown, heads=True)
            for number, name, tracks in zip(entry.numbers, names, entry.tracks, strict=True):
                line = TrackLine("", (), number, name or (entry.profile.title if entry.names else ""))
                if drawn:
                    own = [track for track, head in zip(tracks, heads, strict=True) if not head]
                    row = box_row(tracks, heads, self.style, codes=self.codes)
                    yield replace(line, drawn=row, pieces=names_of(own))
                else:
                    yield replace(line, tracks=self._own(tracks))
            return
        if entry.names and not entry.tracks[0]:
            yield TrackLine("", tuple(NumberedTrack(*each) for each in zip(entry.numbers, names, strict=True)))
        for tracks in zip(*entry.tracks, strict=True):
            title = tracks[0].printed_title if entry.titled_alike else ""
            boxes = (self._printed(each) if title else printed_track(each, codes=self.codes) for each in tracks)
            numbered = zip(entry.numbers, names, boxes, strict=True)
            yield TrackLine(title, tuple(NumberedTrack(*each) for each in numbered))


def names_of(tracks: Sequence[Track]) -> str:
    """The titles of tracks, the first and the last of many that differ only by these."""
    titles = [track.printed_title for track in tracks]
    alike = len(set(map(anonymous, tracks))) == 1
    return f"{titles[0]}–{titles[-1]}" if alike and len(titles) > 2 else ", ".join(titles)


def anonymous(track: Track) -> Track:
    """The track without what tells it from those of other units with the same boxes."""
    return replace(track, slug="", title="", heading="", ticked=None)


def _widest(columns: Iterable[tuple[str, str, float]]) -> dict[str, StatColumn]:
    """The columns by name, each with its first heading and the largest width."""
    widest: dict[str, StatColumn] = {}
    for name, heading, wide in columns:
        before = widest.get(name, StatColumn(heading, 0.0))
        widest[name] = replace(before, width=max(before.width, wide))
    return widest


def fitted_roster(printing: PrintContext, army: LoadedArmy, *, full: bool = True) -> Roster:
    """The roster in the type that was chosen, or in the smaller one if only that leaves room for columns of values."""
    roster = Roster(printing, army, full)
    smaller = replace(roster, scale=SMALLER)
    return smaller if not roster.stats and smaller.stats else roster


def roster_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The roster, in several runs where it is long."""
    army, full = printing.army, printing.options.roster_kind is RosterKind.FULL
    roster = fitted_roster(printing, army if full else army.for_opponent, full=full)
    batches = _batches(roster)
    if army.row_count <= MAX_FITTED and _ends_early(printing, batches[-1]):
        smaller, whole = (_batches(replace(roster, **how)) for how in ({"scale": SMALLER}, {"whole": True}))
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
        entries: list[PrintedEntry] = []
        for entry in group.entries:
            if entry.rows > remaining and (run or entries):
                if entries:
                    run.append(replace(rest, entries=tuple(entries)))
                    rest = replace(group, notes="", tracks=(), again=True)
                yield tuple(run)
                run, entries, remaining = [], [], MAX_ROWS
            entries.append(entry)
            remaining -= entry.rows
        run.append(replace(rest, entries=tuple(entries)))
    yield tuple(run)
