"""The report of a match: every entry of its log in words, and the losses of each turn, as a viewer may know them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise, repeat
from typing import Any, Final

from django.utils.timezone import localtime

from armybuilder.interchange.texts import plain_in_markdown
from armybuilder.matches.log.standings import result_in_full, standings
from armybuilder.matches.log.store import LoadedMatch
from armybuilder.matches.log.wording import EntryWords, in_hours
from armybuilder.matches.models import Plans
from armybuilder.matches.report.luck import LuckReport, luck_report
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.geometry import page_css
from armybuilder.printing.documents.photos import Photo
from armybuilder.printing.paper import Paper, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.definition import out_of_group
from rulesets.core.play.match_log import ImpossibleEntry, replayed
from rulesets.core.play.matches import SIDES, EventKind, MatchState
from rulesets.core.play.states import FORCE, GAME, Side

MAX_BATCH_ENTRIES: Final = 300
"""Entries laid out at once on paper."""
PHOTO_SIZE: Final = Size(182, 80)
"""The most room for a photo of the game on paper, in millimetres."""


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

    @property
    def segment_of_turn(self) -> str:
        """When it was: the turn and its segment."""
        return f"Turn {self.turn}, {self.segment}"


@dataclass(frozen=True, slots=True)
class Loss:
    """How much of one kind a side lost in a turn, and the length of its bar in percent of the most of that kind."""

    side: int
    number: int
    length: int


@dataclass(frozen=True, slots=True)
class TurnLosses:
    """The losses of a turn, one for each heading of the report's losses."""

    turn: int
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match in words; ``units`` are the names of units in its entries, by their keys in addresses.

    ``lost`` are the headings of its ``losses``, a side and what it lost, such as units and figures.
    """

    title: str
    game: str
    sides: tuple[str, str]
    facts: tuple[tuple[str, str], ...]
    lines: tuple[MatchReportLine, ...]
    lost: tuple[tuple[str, str], ...]
    losses: tuple[TurnLosses, ...]
    luck: LuckReport | None
    units: Mapping[str, str]

    def only(self, unit: str) -> tuple[MatchReportLine, ...]:
        """The lines that name a unit; all lines without one."""
        return tuple(line for line in self.lines if unit in line.units) if unit in self.units else self.lines


def report_of(loaded: LoadedMatch, viewer: Viewer, *, tells_result: bool = True) -> MatchReport:
    """The current report of a match, without what the viewer may not know, nor who won unless it tells the result."""
    return _Writer(loaded, viewer, tells_result=tells_result).report()


def facts_of(loaded: LoadedMatch, viewer: Viewer, *, tells_result: bool = True) -> tuple[tuple[str, str], ...]:
    """The facts of that report alone, without its lines."""
    return tuple(_Writer(loaded, viewer, tells_result=tells_result).facts())


class _Writer:
    """Puts the entries of a match into words."""

    def __init__(self, loaded: LoadedMatch, viewer: Viewer, *, tells_result: bool) -> None:
        self.loaded, self.viewer, self.state = loaded, viewer, loaded.state
        self.entries = viewer.entries(loaded.state, loaded.log)
        self.words = EntryWords(loaded, viewer, tells_result=tells_result)
        self.sides = self.words.sides

    def report(self) -> MatchReport:
        """All of it."""
        lines = tuple(self._lines())
        kinds = self._kinds()
        units = {key: self.words.name_with_side(int(key[0]), key[2:]) for line in lines for key in line.units}
        return MatchReport(
            str(self.loaded.match),
            self.loaded.ruleset.title,
            self.sides,
            tuple(self.facts()),
            lines,
            tuple((side, kind) for side in self.sides for kind in kinds),
            self._losses(lines, kinds),
            self._luck(lines),
            dict(sorted(units.items(), key=lambda unit: (unit[0][0], unit[1]))),
        )

    def facts(self) -> Iterator[tuple[str, str]]:
        """What stands above the lines."""
        state, segments = self.state, self.loaded.setup.segments
        yield "Started", f"{_day_and_time(self.loaded.match.created)}"
        if state.ended:
            yield "Ended", f"{_day_and_time(self.loaded.match.updated)}, in turn {state.turn}"
            if state.ending and state.ending.verdict and self.words.tells_result:
                yield "Result", result_in_full(self.loaded, state.ending)
            yield from zip(self.sides, standings(self.loaded, self.viewer), strict=True)
        else:
            yield "Now", f"turn {state.turn}, {segments[state.segment].title}"
        for side, time_used in enumerate(state.clocks.used):
            if time_used:
                yield f"Time used by {self.sides[side]}", in_hours(time_used)
        if self.loaded.match.plans == Plans.USED:
            yield "Plans", "a player asked the site who should engage whom"
        elif self.loaded.match.plans == Plans.ALLOWED:
            yield "Plans", "both players allowed them"
        army = self.loaded.armies[0]
        for reading in army.context.house.changed() if army else ():
            yield f"{reading.ruling.id} {reading.ruling.question}", reading.text

    def _lines(self) -> Iterator[MatchReportLine]:
        segments, undone, ends = self.loaded.setup.segments, set[int](), list[int]()
        taken_back = set(self.viewer.undone(self.state, self.loaded.log))
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
                entry.number in taken_back,
                frozenset(_units_in(plain)),
            )
            ends += [entry.number] * entry.segments_ended
            if entry.event.kind is EventKind.UNDO:
                undone |= {plain["of"], *plain["also"]}

    def _luck(self, lines: Sequence[MatchReportLine]) -> LuckReport | None:
        return luck_report(
            [plain for plain, line in zip(self.entries, lines, strict=True) if not line.undone],
            {line.number: line.turn for line in lines},
            self.state.waiting,
            {line.number: line.what for line in lines},
            self.sides,
            self.loaded.setup.play.harm,
        )

    def _kinds(self) -> tuple[str, ...]:
        """What can be lost: units (or groups, where those bear the boxes), and what boxes count, such as figures."""
        setup = self.loaded.setup
        tracks = (track for side in setup.tracks for of_holder in side.values() for track in of_holder)
        counted = dict.fromkeys(setup.play.losses(track.slug) for track in tracks)
        words = self.loaded.ruleset.words
        return (words.groups if setup.play.group_tracks else words.units, *filter(None, counted))

    def _losses(self, lines: Sequence[MatchReportLine], kinds: tuple[str, ...]) -> tuple[TurnLosses, ...]:
        """What each side lost in each turn, minus what came back in it; units are lost by going out of play.

        Only those count that the effects of a line name, so that a viewer learns nothing of hidden ones.
        """
        lost = Counter[tuple[int, int, str]]()
        for line, plain, (before, after) in zip(lines, self.entries, pairwise(self._states()), strict=True):
            if line.undone or plain["kind"] == EventKind.UNDO:
                continue
            for side in SIDES:
                effects = [each for each in plain["effects"] if each["side"] == side]
                holders = {each["holder"] for each in effects}
                earlier, later = (self._known(state, side, holders, kinds[0]) for state in (before, after))
                for effect in effects:
                    kind = self.loaded.setup.play.losses(effect["track"])
                    if kind not in later:
                        lost[line.turn, side, kind] += len(effect["after"]) - len(effect["before"])
                for kind in later:
                    lost[line.turn, side, kind] += later[kind] - earlier[kind]
        maximum = {kind: max([1, *(number for (*_, each), number in lost.items() if each == kind)]) for kind in kinds}
        return tuple(
            TurnLosses(
                turn,
                tuple(
                    Loss(side, number := lost[turn, side, kind], 100 * max(0, number) // maximum[kind])
                    for side in SIDES
                    for kind in kinds
                ),
            )
            for turn in range(1, self.state.turn + 1)
        )

    def _states(self) -> Iterator[MatchState]:
        """The states before and after each entry; entries that newer rules make impossible change nothing."""
        remaining, state = len(self.loaded.log) + 1, self.loaded.setup.start
        with suppress(ImpossibleEntry):
            for state in replayed(self.loaded.setup, self.loaded.log):
                remaining -= 1
                yield state
        yield from repeat(state, remaining)

    def _known(self, state: MatchState, side: int, holders: Set[str], units_word: str) -> Counter[str]:
        """What is lost of these holders by all of their boxes: how many are out of play, and what the game tallies.

        In games whose groups have the boxes, groups are counted.
        """
        play, deployed = self.loaded.setup.play, self.loaded.setup.deployed(state, side)
        total = Counter({units_word: 0})
        for group in deployed.force.groups if deployed else ():
            units = {unit.id for unit in group.units}
            if deployed is None or not holders & {group.id, *units}:
                continue
            out = set(out_of_group(play, deployed, group))
            total[units_word] += len(holders & out) if play.group_tracks is None else units == out
            named = group.units[:1] if play.group_tracks else [unit for unit in group.units if unit.id in holders]
            for unit in named:
                for kind, number in play.tally(Side(deployed.force, group, unit, deployed)).items():
                    total[kind] += number
        return total


def _day_and_time(moment: datetime) -> str:
    return f"{localtime(moment):%-d %B %Y, %H:%M %Z}"


def _units_in(plain: Mapping[str, Any]) -> Iterator[str]:
    """The units that an entry names, as ``side:holder``."""
    for part in (*plain["effects"], *plain["proposed"]):
        if part["holder"] not in (GAME, FORCE):
            yield f"{part['side']}:{part['holder']}"
    if "own" in plain:
        yield f"{plain['side']}:{plain['own']}"
        yield f"{1 - plain['side']}:{plain['opposing']}"


# --- other forms ---------------------------------------------------------------------------------------


def markdown_of(report: MatchReport) -> str:
    """The report as Markdown."""
    plain = plain_in_markdown
    text = [f"# {plain(report.title)}", "", f"{plain(report.game)}", ""]
    text += [f"- {plain(term)}: {plain(value)}" for term, value in report.facts]
    headings = ["Turn", *(plain(f"{side}: {kind}") for side, kind in report.lost)]
    text += ["", "## Losses by turn", "", f"| {' | '.join(headings)} |", f"|{'---:|' * len(headings)}"]
    rows = ((each.turn, *(loss.number for loss in each.losses)) for each in report.losses)
    text += [f"| {' | '.join(map(str, row))} |" for row in rows]
    text += [*_luck_in_markdown(report.luck), "", "## Log", ""]
    for line in report.lines:
        undone = " (undone)" if line.undone else ""
        when = f"turn {line.turn}, {line.segment}, {localtime(line.time):%H:%M:%S %Z}"
        what = plain(line.what)
        text.append(f"{line.number}. **{plain(line.who)}**, {plain(when)}{what and f': {what}'}{undone}")
        text += [f"   - {plain(each)}" for each in line.changes]
    return "\n".join(text) + "\n"


def _luck_in_markdown(luck: LuckReport | None) -> Iterator[str]:
    if luck is None:
        return
    plain = plain_in_markdown
    yield from ("", "## Luck", "")
    if luck.harm:
        columns = [plain(f"{side}: {luck.harm} {kind}") for side in luck.sides for kind in ("expected", "real")]
        yield f"| Turn | {' | '.join(columns)} |"
        yield f"|{'---:|' * (len(columns) + 1)}"
        for turn in luck.turns:
            cells = (number for each in turn.sides for number in (each.expected, each.real))
            yield f"| {'All' if turn.turn is None else turn.turn} | {' | '.join(cells)} |"
    if luck.harm and luck.whole:
        yield from ("", *(f"- {plain(each)}" for each in luck.whole))
    for title, moments in (("Luckiest", luck.luckiest), ("Unluckiest", luck.unluckiest)):
        if moments:
            yield from ("", f"{title}:", "")
        for each in moments:
            told = f"turn {each.turn}, entry {each.number}: {each.what}. {each.chance}"
            yield f"- **{plain(each.who)}**, {plain(told)}"


def report_document(
    report: MatchReport, accent: str, credit: str, printer: Printer, photo: Photo | None = None
) -> Document:
    """The report on A4 paper, with a photo of the game if there is one."""
    sheet, title = Paper.A4.size, f"{report.title} · report"
    page_format = PageFormat(Ink.COLOUR, accent, printer, sheet)
    css = page_css("match-report", sheet, credit, title)
    lengths = {loss.length for turn in report.losses for loss in turn.losses}
    lengths |= report.luck.lengths if report.luck else set()
    css += "".join(f".bar-{length}{{width:{length}%}}" for length in sorted(lengths))
    batches = []
    for begin in range(0, len(report.lines) or 1, MAX_BATCH_ENTRIES):
        values = {
            "report": report,
            "lines": report.lines[begin : begin + MAX_BATCH_ENTRIES],
            "first": begin == 0,
            "photo": photo,
        }
        batches.append(page_format.batch("match-report", values, css, pages=None))
    return Document(title, "Game report", (DocumentPart("Report", tuple(batches)),))
