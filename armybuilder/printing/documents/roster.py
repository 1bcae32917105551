"""The roster: an army by groups, with the game's list rows, boxes to tick, and the findings of the check."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Any

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import page_css, properties_css, rem_css
from armybuilder.printing.documents.photos import Photo, photo
from armybuilder.printing.documents.tables import PrintedTrack, printed_track
from armybuilder.printing.fitting.lengths import lengths, sized
from armybuilder.printing.fitting.rows import Columns, columns_of
from armybuilder.printing.options import RosterKind
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT, Batch
from armybuilder.sharing.links import qr_svg
from rulesets.core.cards import UnitRow
from rulesets.core.findings import Finding, Severity, is_legal
from rulesets.core.force import AnyGroup
from rulesets.core.trackers import Track
from rulesets.core.wording import counted

MOST_ROWS = 120
"""Most rows laid out at once; a longer roster is split into runs with separate page numbers."""
SHORT_PAGE = 0.25
"""A fraction of a page's height: if the last page has less, rows are set closer to save the page."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a roster: boxes, findings, the owner's notes, and whether equal units have separate rows."""

    boxes: bool
    findings: bool
    secrets: bool
    apart: bool
    words: str


CONTENTS = {
    RosterKind.FULL: Contents(boxes=True, findings=True, secrets=True, apart=True, words="Roster"),
    RosterKind.COMPACT: Contents(boxes=False, findings=False, secrets=True, apart=False, words="Roster, compact"),
    RosterKind.OPPONENT: Contents(
        boxes=False, findings=False, secrets=False, apart=False, words="Roster for the opponent"
    ),
}
SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


@dataclass(frozen=True, slots=True)
class PlacedTrack:
    """A track, and how many units of the grid of boxes it takes."""

    track: PrintedTrack
    span: int


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A row: one unit, or several equal ones, with its boxes."""

    row: UnitRow
    tracks: tuple[Track, ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """A row for the template; ``below`` means that its boxes are on separate lines."""

    row: UnitRow
    tracks: tuple[PlacedTrack, ...]
    below: bool
    notes: str


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group: its name, number of units, notes and rows; ``again`` if it continues from earlier pages."""

    title: str
    count: str
    notes: str
    entries: tuple[PrintedEntry, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class RosterRemark:
    """A finding or a house rule: a word for its severity, the place, the text."""

    word: str
    tone: str
    where: str
    text: str


@dataclass(frozen=True)
class Roster:
    """A roster to be laid out: the army as this kind of roster shows it, and the letters in its marked boxes."""

    printing: PrintContext
    army: LoadedArmy
    contents: Contents
    codes: Mapping[str, str]

    @property
    def rem(self) -> float:
        """The size of text in points."""
        return self.printing.options.type_size.points

    @property
    def across(self) -> float:
        """The width between the margins."""
        return self.printing.options.sheet.width - 2 * lengths(sized("roster", self.rem))["side"]

    @cached_property
    def columns(self) -> Columns:
        """The columns of names, chips and boxes."""
        rows = [(entry.row, entry.tracks) for entries in self.entries for entry in entries]
        return columns_of(rows, self.across - lengths(sized("roster", self.rem))["symbol-column"], self.rem)

    def batch(self, groups: Sequence[PrintedGroup], words: str, *, first: bool, last: bool, close: bool) -> Batch:
        """Pages of some groups: the ``first`` have the head, the ``last`` findings, notes and the key of the boxes."""
        printing, army = self.printing, self.army
        force, contents = army.force, self.contents
        summary = [line for line in army.ruleset.summary(army.context) if contents.secrets or not line.secret]
        context = {
            "groups": groups,
            "head": self.head() if first else None,
            "summary": summary,
            "close": close,
            "remarks": list(self.remarks()) if last else [],
            "notes": force.notes if last and contents.apart else "",
            "played": [(f"{each.ruling.id} {each.ruling.question}", each.text) for each in army.context.house.changed()]
            if last
            else [],
            "key": sorted((code, word) for word, code in self.codes.items()) if last else [],
        }
        symbols = (entry.row.symbol for group in groups for entry in group.entries)
        geometry = self.geometry(words, printing.credit(symbols), len(summary))
        return printing.format.batch("roster", context, geometry, pages=None)

    def geometry(self, words: str, credit: str, terms: int) -> str:
        """CSS of the paper, the columns, and the summary of so many terms in even columns."""
        columns, across = self.columns, self.across
        most = max(1, int(across / lengths(sized("roster", self.rem))["term"]))
        rows = math.ceil(terms / most) or 1
        properties = {
            "name": columns.name,
            "boxes": columns.boxes,
            "summary": across / (math.ceil(terms / rows) or 1) - EXACT,
        }
        spans = "".join(
            f".roster .span-{span}{{width:{span * (columns.unit - EXACT):.3f}mm}}"
            for span in range(1, columns.units + 1)
        )
        page = page_css(
            "roster", self.printing.options.sheet, bottom_left=credit, bottom_right=words, numbered="bottom_right"
        )
        return f"{page}{rem_css(self.rem)}.roster{{{properties_css(properties)}}}{spans}"

    def head(self) -> dict[str, Any]:
        """The head of the first page: name, game, size, legality, picture and QR code."""
        printing, army = self.printing, self.army
        ruleset, words = army.ruleset, army.ruleset.words
        units = counted(army.unit_count, words.unit, words.units)
        groups = counted(len(army.force.groups), words.group, words.groups)
        word, detail = verdict(printing.army.findings)
        return {
            "title": ruleset.name_of(army.force),
            "line": f"{ruleset.title} · {ruleset.edition} · {units} in {groups}",
            "legal": is_legal(printing.army.findings),
            "verdict": word,
            "detail": detail if self.contents.secrets else "",
            "photo": self.photo(),
            "code": qr_svg(printing.link) if printing.link else "",
        }

    def photo(self) -> Photo | None:
        """The army's picture."""
        size = lengths(sized("roster", self.rem))
        room = Size(size["photo-width"], size["photo-height"])
        force = self.army.force
        return photo(self.printing.pictures.get(""), force.name or "the army", room, self.printing.options.ink)

    @cached_property
    def entries(self) -> tuple[tuple[RosterEntry, ...], ...]:
        """The rows of each group."""
        return tuple(tuple(self._entries(group)) for group in self.army.force.groups)

    def _entries(self, group: AnyGroup) -> Iterator[RosterEntry]:
        game, context = self.army.ruleset, self.army.context
        rows = [game.row(unit, group, context) for unit in group.units]
        if self.contents.apart:
            for unit, row in zip(group.units, rows, strict=True):
                yield RosterEntry(
                    row, game.card(unit, group, context).tracks if self.contents.boxes else (), unit.notes
                )
            return
        for row, count in Counter(rows).items():
            yield RosterEntry(replace(row, title=f"{count} × {row.title}" if count > 1 else row.title))

    def groups(self) -> Iterator[PrintedGroup]:
        """The groups with their rows."""
        words = self.army.ruleset.words
        for number, (group, entries) in enumerate(zip(self.army.force.groups, self.entries, strict=True), 1):
            yield PrintedGroup(
                group.name or f"{words.group.capitalize()} {number}",
                counted(len(group.units), words.unit, words.units),
                group.notes if self.contents.apart else "",
                tuple(self.printed_entry(entry) for entry in entries),
            )

    def printed_entry(self, entry: RosterEntry) -> PrintedEntry:
        """The row with its boxes placed in the grid."""
        columns = self.columns
        tracks = tuple(
            PlacedTrack(printed_track(track, codes=self.codes), columns.span(track)) for track in entry.tracks
        )
        return PrintedEntry(entry.row, tracks, columns.is_below(entry.row, entry.tracks), entry.notes)

    def remarks(self) -> Iterator[RosterRemark]:
        """The findings, with private ones only on the owner's rosters."""
        army = self.army
        names = {group.id: army.ruleset.name_of_group(group, army.context) for group in army.force.groups}
        titles = {
            unit.id: f"{army.context.number(unit, group)} · {army.ruleset.row(unit, group, army.context).title}"
            for group, unit in army.force.units()
        }
        for finding in self.printing.army.findings if self.contents.findings else ():
            places = (names.get(finding.where.group), titles.get(finding.where.unit), finding.rule)
            where = " · ".join(filter(None, places))
            yield RosterRemark(SEVERITIES[finding.severity], finding.severity.value, where, finding.message)


def roster_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The roster; rows are set closer if that saves a nearly empty page, and always on a compact one."""
    kind = printing.options.roster_kind
    contents = CONTENTS[kind]
    army = printing.army
    if kind is RosterKind.OPPONENT:
        army = army.for_opponent
    roster = Roster(printing, army, contents, mark_codes(army) if contents.boxes else {})
    runs = list(_runs(tuple(roster.groups())))
    compact = kind is RosterKind.COMPACT
    if len(runs) == 1:
        batch = roster.batch(runs[0], contents.words, first=True, last=True, close=compact)
        if not compact and _ends_short(printing, batch):
            closer = roster.batch(runs[0], contents.words, first=True, last=True, close=True)
            batch = min(batch, closer, key=lambda each: printing.format.printer.rendered((each,))[0].pages)
        yield DocumentPart("Roster", (batch,))
        return
    yield DocumentPart(
        "Roster",
        tuple(
            roster.batch(
                run,
                f"{contents.words} {number} of {len(runs)}",
                first=number == 1,
                last=number == len(runs),
                close=compact,
            )
            for number, run in enumerate(runs, 1)
        ),
    )


def _ends_short(printing: PrintContext, batch: Batch) -> bool:
    """Whether the last of several pages has only a few lines."""
    rendered = printing.format.printer.rendered((batch,))[0]
    end = rendered.measured["end"]
    return end.page > 1 and end.y < SHORT_PAGE * printing.options.sheet.height


def _runs(groups: Sequence[PrintedGroup]) -> Iterator[tuple[PrintedGroup, ...]]:
    """The groups in runs of rows that are laid out together; a long group continues in the next run."""
    run: list[PrintedGroup] = []
    room = MOST_ROWS
    for group in groups:
        rest = group
        while len(rest.entries) > room:
            if room:
                run.append(replace(rest, entries=rest.entries[:room]))
            yield tuple(run)
            rest = replace(rest, entries=rest.entries[room:], notes="", again=bool(room) or rest.again)
            run, room = [], MOST_ROWS
        run.append(rest)
        room -= len(rest.entries)
    yield tuple(run)


def verdict(findings: Iterable[Finding]) -> tuple[str, str]:
    """Legal or not in one word, and how many findings there are of each kind."""
    findings = tuple(findings)
    counts = {severity: sum(finding.severity is severity for finding in findings) for severity in Severity}
    words = [counted(count, word.lower()) for severity, word in SEVERITIES.items() if (count := counts[severity])]
    return ("Legal" if is_legal(findings) else "Not legal"), ", ".join(words) or "no problems"


def mark_codes(army: LoadedArmy) -> dict[str, str]:
    """A letter for each text of marked boxes: one of its own letters, or any unused one."""
    tracks = [
        track for group, unit in army.force.units() for track in army.ruleset.card(unit, group, army.context).tracks
    ]
    used = {name.upper() for track in tracks for name in track.names}
    codes: dict[str, str] = {}
    for word in dict.fromkeys(word for track in tracks for _, word in track.marks):
        letters = (letter for letter in (*word.upper(), *ascii_uppercase) if letter.isalpha())
        codes[word] = next((letter for letter in letters if letter not in used), str(len(codes) + 1))
        used.add(codes[word])
    return codes
