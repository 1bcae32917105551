"""The report of a match: every entry of its log in words, and the losses of each turn, as a viewer may know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from armybuilder.armies.comparison import named_unit
from armybuilder.armies.texts import plain_in_markdown
from armybuilder.matches.log import LoadedMatch
from armybuilder.matches.tracker import group_name_for
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, Part
from armybuilder.printing.documents.geometry import page_css
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.blanks import BLANK, Viewer
from rulesets.core.matches import FAKE, SIDES, EventKind
from rulesets.core.play import REVEALED, Segment
from rulesets.core.play_state import FORCE, GAME, OUT
from rulesets.core.trackers import Track
from rulesets.core.wording import counted

NOTHING: Final = "–"
"""What stands for no box."""
MOST_BATCHED: Final = 300
"""Entries laid out at once on paper."""


@dataclass(frozen=True, slots=True)
class ReportChange:
    """What became of one track: whose it is, and what it said before and after."""

    bearer: str
    track: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ReportLine:
    """An entry of the log: when it was taken, who did what, and what it changed; ``units`` are those it names.

    ``undone`` says that it was taken back later.
    """

    number: int
    turn: int
    segment: str
    time: datetime
    who: str
    what: str
    changes: tuple[ReportChange, ...]
    undone: bool
    units: frozenset[str]


@dataclass(frozen=True, slots=True)
class TurnLosses:
    """How many units of each side went out of play in a turn, each with the length of its bar in per cent."""

    turn: int
    sides: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A match in words: ``units`` are those that entries name, by what addresses call them."""

    title: str
    game: str
    sides: tuple[str, str]
    facts: tuple[tuple[str, str], ...]
    lines: tuple[ReportLine, ...]
    losses: tuple[TurnLosses, ...]
    units: Mapping[str, str]

    def only(self, unit: str) -> tuple[ReportLine, ...]:
        """The lines that name a unit; all of them without one."""
        return tuple(line for line in self.lines if unit in line.units) if unit in self.units else self.lines


def report_of(loaded: LoadedMatch, viewer: Viewer) -> Report:
    """The report of a match as it stands, without what the viewer may not know."""
    return _Writer(loaded, viewer).report()


class _Writer:
    """Puts the entries of a match into words."""

    def __init__(self, loaded: LoadedMatch, viewer: Viewer) -> None:
        self.loaded, self.viewer, self.state = loaded, viewer, loaded.state
        self.entries = viewer.entries(loaded.state, loaded.log)
        self.sides = tuple(army.title if army else "Opponent" for army in loaded.armies)
        if self.sides[0] == self.sides[1]:
            self.sides = tuple(f"{name} ({place})" for name, place in zip(self.sides, ("A", "B"), strict=True))
        self.titles = {each.slug: each.title for each in loaded.ruleset.calculators}

    def report(self) -> Report:
        """All of it."""
        lines = tuple(self._lines())
        units = {key: self.name(int(key[0]), key[2:]) for line in lines for key in line.units}
        return Report(
            str(self.loaded.stored),
            self.loaded.ruleset.title,
            (self.sides[0], self.sides[1]),
            tuple(self._facts()),
            lines,
            self._losses(lines),
            dict(sorted(units.items(), key=lambda unit: (unit[0][0], unit[1]))),
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        state, segments = self.state, self.loaded.played.segments
        yield "Begun", f"{self.loaded.stored.created:%-d %B %Y, %H:%M} UTC"
        if state.ended:
            yield "Ended", f"{self.loaded.stored.updated:%-d %B %Y, %H:%M} UTC, in turn {state.turn}"
        else:
            yield "Stands", f"turn {state.turn}, {segments[state.segment].title}"
        for side, used in enumerate(state.clocks.used):
            if used:
                yield f"Time used by {self.sides[side]}", in_hours(used)
        army = self.loaded.armies[0]
        for reading in army.context.house.changed() if army else ():
            yield f"{reading.ruling.id} {reading.ruling.question}", reading.text

    def name(self, side: int, bearer: str) -> str:
        """What a bearer is called, as the viewer knows it, with its side."""
        army = self.loaded.armies[side]
        if bearer == GAME:
            return "Both sides"
        if bearer.startswith((BLANK, FAKE)):
            own = self.viewer.bearer(self.state, side, bearer)
            fake = own.startswith(FAKE) and self.viewer.knows(self.state, side, own)
            return f"{self.sides[side]}: {'Fake' if fake else 'Blank'} ?{self.viewer.numbers[side][own]}"
        if army is None or bearer == FORCE:
            return self.sides[side]
        for group in army.force.groups:
            if group.id == bearer:
                return f"{self.sides[side]}: {group_name_for(self.loaded, self.viewer, side, group)}"
        group, unit = army.force.unit(bearer)
        return f"{self.sides[side]}: {named_unit(army, group, unit)}"

    def _lines(self) -> Iterator[ReportLine]:
        segments, undone, ends = self.loaded.played.segments, set[int](), list[int]()
        for plain, entry in zip(self.entries, self.loaded.log, strict=True):
            done = sum(number not in undone for number in ends)
            turn, segment = done // len(segments) + 1, segments[done % len(segments)]
            yield ReportLine(
                entry.number,
                turn,
                segment.title,
                entry.time,
                self.sides[entry.side],
                self._what(plain, segment),
                tuple(self._changes(plain["effects"])),
                entry.number in self.state.undone,
                frozenset(_named(plain)),
            )
            if entry.event.kind is EventKind.NEXT:
                ends.append(entry.number)
            if entry.event.kind is EventKind.UNDO:
                undone |= {entry.event.of, *entry.event.also}

    def _what(self, plain: Mapping[str, Any], segment: Segment) -> str:
        side = plain["side"]
        match plain["kind"]:
            case EventKind.NEXT:
                return f"End of {segment.title}"
            case EventKind.ANSWER:
                thrown = f": {plain['thrown']}" if "thrown" in plain else ""
                return f"{'Agreed to' if plain['agreed'] else 'Declined'} {plain['of']}{thrown}"
            case EventKind.UNDO:
                return f"Took back {', '.join(map(str, sorted([plain['of'], *plain['also']])))}"
            case EventKind.END:
                return "Proposed to end the game" if plain["number"] in self.state.waiting else "End of the game"
            case EventKind.CLOCK:
                return clock_words(plain, self.sides)
        words = []
        if "own" in plain:
            pair = f"{self.name(side, plain['own'])} at {self.name(1 - side, plain['opposing'])}"
            title = self.titles.get(plain["calculator"], "")
            words.append(f"{': '.join(filter(None, (title, pair)))}{' – ' if plain['result'] else ''}{plain['result']}")
        if plain["kind"] in (EventKind.THROW, EventKind.DICE):
            words.append(plain.get("thrown") or EventKind.THROW.label)
        if plain["proposed"]:
            words.append(f"proposed {counted(len(plain['proposed']), 'change', 'changes')}")
        if not words and not plain["effects"]:
            return "Something hidden"
        return "; ".join(words) or "Change"

    def _changes(self, effects: Sequence[Mapping[str, Any]]) -> Iterator[ReportChange]:
        for effect in effects:
            side, bearer = effect["side"], effect["bearer"]
            track = self._track(side, bearer, effect["track"])
            before, after = (ticks_in_words(track, effect[when]) for when in ("before", "after"))
            yield ReportChange(self.name(side, bearer), track.title, before, after)

    def _track(self, side: int, bearer: str, slug: str) -> Track:
        own = self.viewer.bearer(self.state, side, bearer)
        played = self.loaded.played
        tracks = played.conditions if bearer == GAME else (*played.tracks[side][own], OUT)
        return next(track for track in tracks if track.slug == slug)

    def _losses(self, lines: Sequence[ReportLine]) -> tuple[TurnLosses, ...]:
        """The units of each side that went out of play in each turn, less those that came back in it."""
        lost = Counter[tuple[int, int]]()
        for line, plain in zip(lines, self.entries, strict=True):
            if line.undone or plain["kind"] == EventKind.UNDO:
                continue
            for effect in plain["effects"]:
                if effect["track"] == OUT.slug:
                    lost[line.turn, effect["side"]] += len(effect["after"]) - len(effect["before"])
        most = max(lost.values(), default=0) or 1
        turns = range(1, self.state.turn + 1)
        return tuple(
            TurnLosses(turn, tuple((lost[turn, side], 100 * max(0, lost[turn, side]) // most) for side in SIDES))
            for turn in turns
        )


def _named(plain: Mapping[str, Any]) -> Iterator[str]:
    """The units that an entry names, as ``side:bearer``."""
    for part in (*plain["effects"], *plain["proposed"]):
        if part["bearer"] not in (GAME, FORCE):
            yield f"{part['side']}:{part['bearer']}"
    if "own" in plain:
        yield f"{plain['side']}:{plain['own']}"
        yield f"{1 - plain['side']}:{plain['opposing']}"


def ticks_in_words(track: Track, ticks: Sequence[int]) -> str:
    """What a track says with these boxes ticked: a count, or the words of the boxes."""
    if track.counts:
        return f"{len(ticks)} of {track.boxes}"
    if track.slug in (OUT.slug, REVEALED):
        return "yes" if ticks else "no"
    return ", ".join(track.title_of(box) for box in ticks) or NOTHING


def clock_words(plain: Mapping[str, Any], sides: Sequence[str]) -> str:
    """What was done to the clocks."""
    whose = sides[plain["whose"]]
    return {
        "run": f"The clock of {whose} runs",
        "stop": "The clocks stop",
        "set": f"The clock of {whose} is set to {in_hours(plain['seconds'] * 1000)}",
    }[plain["clock"]]


def in_hours(milliseconds: int) -> str:
    """A time as hours, minutes and seconds."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


# --- other forms ---------------------------------------------------------------------------------------


def markdown_of(report: Report) -> str:
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
        text.append(f"{line.number}. **{plain(line.who)}**, {plain(when)}: {plain(line.what)}{undone}")
        text += [
            f"   - {plain(each.bearer)}, {plain(each.track)}: {plain(each.before)} → {plain(each.after)}"
            for each in line.changes
        ]
    return "\n".join(text) + "\n"


def report_document(report: Report, accent: str, credit: str, printer: Printer) -> Document:
    """The report on A4 paper."""
    sheet, title = Paper.A4.size, f"{report.title} · report"
    page_format = PageFormat(Ink.COLOUR, accent, title, printer, sheet)
    css = page_css("match-report", sheet, bottom_left=credit, bottom_right=title, numbered="bottom_right")
    batches = []
    for begin in range(0, len(report.lines) or 1, MOST_BATCHED):
        values = {"report": report, "lines": report.lines[begin : begin + MOST_BATCHED], "first": begin == 0}
        batches.append(page_format.batch("match-report", values, css, pages=None))
    return Document(title, "Report of a game", (Part("Report", tuple(batches)),))
