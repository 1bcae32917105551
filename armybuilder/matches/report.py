"""The report of a match: every entry of its log in words, and the losses of each turn, as a viewer may know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from armybuilder.armies.texts import plain_in_markdown
from armybuilder.matches.log import LoadedMatch
from armybuilder.matches.wording import EntryWords, in_hours
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.geometry import page_css
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.blanks import Viewer
from rulesets.core.matches import SIDES, EventKind
from rulesets.core.play_state import FORCE, GAME, OUT

MOST_BATCHED: Final = 300
"""Entries laid out at once on paper."""


@dataclass(frozen=True, slots=True)
class MatchReportLine:
    """An entry of the log: its time, who did what, and its changes; ``units`` are those it names.

    ``undone``: it was undone later.
    """

    number: int
    turn: int
    segment: str
    time: datetime
    who: str
    what: str
    changes: tuple[str, ...]
    undone: bool
    units: frozenset[str]


@dataclass(frozen=True, slots=True)
class TurnLosses:
    """How many units of each side went out of play in a turn, each with the length of its bar in percent."""

    turn: int
    sides: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match in words; ``units`` are the names of units in its entries, by their keys in addresses."""

    title: str
    game: str
    sides: tuple[str, str]
    facts: tuple[tuple[str, str], ...]
    lines: tuple[MatchReportLine, ...]
    losses: tuple[TurnLosses, ...]
    units: Mapping[str, str]

    def only(self, unit: str) -> tuple[MatchReportLine, ...]:
        """The lines that name a unit; all lines without one."""
        return tuple(line for line in self.lines if unit in line.units) if unit in self.units else self.lines


def report_of(loaded: LoadedMatch, viewer: Viewer) -> MatchReport:
    """The current report of a match, without what the viewer may not know."""
    return _Writer(loaded, viewer).report()


class _Writer:
    """Puts the entries of a match into words."""

    def __init__(self, loaded: LoadedMatch, viewer: Viewer) -> None:
        self.loaded, self.state = loaded, loaded.state
        self.entries = viewer.entries(loaded.state, loaded.log)
        self.words = EntryWords(loaded, viewer)
        self.sides = self.words.sides

    def report(self) -> MatchReport:
        """All of it."""
        lines = tuple(self._lines())
        units = {key: self.words.name_with_side(int(key[0]), key[2:]) for line in lines for key in line.units}
        return MatchReport(
            str(self.loaded.match),
            self.loaded.ruleset.title,
            self.sides,
            tuple(self._facts()),
            lines,
            self._losses(lines),
            dict(sorted(units.items(), key=lambda unit: (unit[0][0], unit[1]))),
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        state, segments = self.state, self.loaded.setup.segments
        yield "Begun", f"{self.loaded.match.created:%-d %B %Y, %H:%M} UTC"
        if state.ended:
            yield "Ended", f"{self.loaded.match.updated:%-d %B %Y, %H:%M} UTC, in turn {state.turn}"
        else:
            yield "Now", f"turn {state.turn}, {segments[state.segment].title}"
        for side, time_used in enumerate(state.clocks.used):
            if time_used:
                yield f"Time used by {self.sides[side]}", in_hours(time_used)
        army = self.loaded.armies[0]
        for reading in army.context.house.changed() if army else ():
            yield f"{reading.ruling.id} {reading.ruling.question}", reading.text

    def _lines(self) -> Iterator[MatchReportLine]:
        segments, undone, ends = self.loaded.setup.segments, set[int](), list[int]()
        for plain, entry in zip(self.entries, self.loaded.log, strict=True):
            segments_over = sum(number not in undone for number in ends)
            turn, segment = segments_over // len(segments) + 1, segments[segments_over % len(segments)]
            yield MatchReportLine(
                entry.number,
                turn,
                segment.title,
                entry.time,
                self.sides[entry.side],
                self.words.action(plain),
                (*self.words.effects(plain), *(f"proposed: {each}" for each in self.words.proposals(plain))),
                entry.number in self.state.undone,
                frozenset(_units_in(plain)),
            )
            if entry.event.kind is EventKind.NEXT:
                ends.append(entry.number)
            if entry.event.kind is EventKind.UNDO:
                undone |= {entry.event.of, *entry.event.also}

    def _losses(self, lines: Sequence[MatchReportLine]) -> tuple[TurnLosses, ...]:
        """The units of each side that went out of play in each turn, minus those that came back in it."""
        losses = Counter[tuple[int, int]]()
        for line, plain in zip(lines, self.entries, strict=True):
            if line.undone or plain["kind"] == EventKind.UNDO:
                continue
            for effect in plain["effects"]:
                if effect["track"] == OUT.slug:
                    losses[line.turn, effect["side"]] += len(effect["after"]) - len(effect["before"])
        most = max(losses.values(), default=0) or 1
        turns = range(1, self.state.turn + 1)
        return tuple(
            TurnLosses(turn, tuple((losses[turn, side], 100 * max(0, losses[turn, side]) // most) for side in SIDES))
            for turn in turns
        )


def _units_in(plain: Mapping[str, Any]) -> Iterator[str]:
    """The units that an entry names, as ``side:bearer``."""
    for part in (*plain["effects"], *plain["proposed"]):
        if part["bearer"] not in (GAME, FORCE):
            yield f"{part['side']}:{part['bearer']}"
    if "own" in plain:
        yield f"{plain['side']}:{plain['own']}"
        yield f"{1 - plain['side']}:{plain['opposing']}"


# --- other forms ---------------------------------------------------------------------------------------


def markdown_of(report: MatchReport) -> str:
    """The report as Markdown."""
    plain = plain_in_markdown
    first, second = map(plain, report.sides)
    text = [f"# {plain(report.title)}", "", f"{plain(report.game)}", ""]
    text += [f"- {plain(term)}: {plain(value)}" for term, value in report.facts]
    text += ["", "## Losses by turn", "", f"| Turn | {first} | {second} |", "|---:|---:|---:|"]
    text += [f"| {each.turn} | {' | '.join(str(number) for number, _ in each.sides)} |" for each in report.losses]
    text += ["", "## Log", ""]
    for line in report.lines:
        undone = " (taken back)" if line.undone else ""
        when = f"turn {line.turn}, {line.segment}, {line.time:%H:%M:%S} UTC"
        what = plain(line.what)
        text.append(f"{line.number}. **{plain(line.who)}**, {plain(when)}{what and f': {what}'}{undone}")
        text += [f"   - {plain(each)}" for each in line.changes]
    return "\n".join(text) + "\n"


def report_document(report: MatchReport, accent: str, credit: str, printer: Printer) -> Document:
    """The report on A4 paper."""
    sheet, title = Paper.A4.size, f"{report.title} · report"
    page_format = PageFormat(Ink.COLOUR, accent, printer, sheet)
    css = page_css("match-report", sheet, bottom_left=credit, bottom_right=title, numbered="bottom_right")
    lengths = {length for turn in report.losses for _, length in turn.sides}
    css += "".join(f".bar-{length}{{width:{length}%}}" for length in sorted(lengths))
    batches = []
    for begin in range(0, len(report.lines) or 1, MOST_BATCHED):
        values = {"report": report, "lines": report.lines[begin : begin + MOST_BATCHED], "first": begin == 0}
        batches.append(page_format.batch("match-report", values, css, pages=None))
    return Document(title, "Report of a game", (DocumentPart("Report", tuple(batches)),))
