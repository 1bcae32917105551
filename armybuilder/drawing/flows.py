"""Flow charts laid out for page and paper: boxes in columns and rows, and the lines between them, in millimetres.

A way is drawn as a line if its ends are one above the other or in neighbouring columns. Any other way is written on
the lower edge of its step, as the number of the step that it leads to. From a step with one way the line goes round
the corner (up or down, then sideways) if nothing is in its way; otherwise it goes sideways first, and bends between
the columns.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.drawing.lettering import POINT, FontCut, break_lines, longest_word, width
from rulesets.core.reference import Branch, Flow, FlowStep

CUT = FontCut.NARROW_STRONG
LEADING = 1.2
"""The distance between lines of text; this and the lengths below are in parts of the type size."""
PAD = 0.75
"""Above and below a step's text."""
SIDE = 0.75
"""Left and right of it."""
POINTED = 0.8
"""How far the ends of a question reach out."""
ROW_GAP = 2.1
TRACK = 0.9
"""From a step's side to the first upright line beside it, and from one such line to the next."""
HEAD = 0.62
"""The length of an arrow's head."""
ANSWER = 0.92
"""The type size of an answer."""
ANSWER_GAP = 0.45
"""Between an answer and the arrow's ends beside it."""
BADGE = 0.72
"""The radius of a step's number, and half the height of the badge of a way."""
BADGE_POINTS = 0.88
RISE = 0.34
"""From the middle of a line of text down to its letters' feet."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a chart: lines and answers, the grounds of questions, steps and ends, and their letters."""

    line: str
    ground: str
    paper: str
    ink: str
    end: str
    end_ink: str


SCREEN = Colours("var(--accent)", "var(--flow-ground)", "var(--sheet)", "var(--ink)", "var(--accent)", "var(--paper)")
"""Colours of a chart on screen, as variables of the site's style sheet."""
STROKE = 0.35
SCREEN_WIDTH, SCREEN_POINTS = 292.0, 12.0
"""A chart on the screen; it is drawn smaller where there is less room."""


@dataclass(frozen=True, slots=True)
class FlowLabel:
    """A line of text: where it begins, or its middle where it is ``centred``, and its letters' feet."""

    x: float
    y: float
    text: str
    centred: bool = True


@dataclass(frozen=True, slots=True)
class Badge:
    """A number beside a step: its own in a disc, or one that a way leads to in a longer shape."""

    x: float
    y: float
    width: float
    height: float
    text: FlowLabel

    @property
    def radius(self) -> float:
        """The radius of its rounded corners, in points: half its height."""
        return self.height / 2


@dataclass(frozen=True, slots=True)
class StepBox:
    """A step: its outline as an SVG path, its kind (``question``, ``step`` or ``end``), its text and its numbers."""

    kind: str
    outline: str
    lines: tuple[FlowLabel, ...]
    number: Badge
    ways: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class FlowDrawing:
    """A flow chart in millimetres: boxes, lines and arrowheads as SVG paths, answers beside them.

    ``size`` and ``small`` are the heights of its letters; ``cramped`` means that some word is wider than its step.
    """

    title: str
    width: float
    height: float
    boxes: tuple[StepBox, ...]
    lines: str
    heads: str
    answers: tuple[FlowLabel, ...]
    size: float
    small: float
    badge: float
    cramped: bool
    stroke: float = STROKE

    @property
    def view_box(self) -> str:
        """The value of the SVG's ``viewBox`` attribute, in points."""
        return f"0 0 {self.width:.2f} {self.height:.2f}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """The room of one step: its left and top edge, width and height in points."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def centre(self) -> float:
        return (self.top + self.bottom) / 2


def draw_flow(flow: Flow, points: float, available_width: float) -> FlowDrawing:
    """The chart as wide as ``available_width`` millimetres, in letters of that many points."""
    return _Drawing(flow, points, available_width).draw()


def flow_in_words(flow: Flow) -> list[tuple[str, list[str]]]:
    """The chart as text: each step, and where its ways lead unless that is the next step."""
    steps = []
    for number, step in enumerate(flow.steps, 1):
        ways = []
        for branch in step.ways:
            to = flow.number(branch.to)
            if branch.answer:
                ways.append(f"{branch.answer}: go to {to}.")
            elif to != number + 1:
                ways.append(f"Then go to {to}.")
        steps.append((step.text, ways))
    return steps


class _Drawing:
    """Works out where one chart's steps and lines go."""

    def __init__(self, flow: Flow, points: float, available_width: float) -> None:
        self.flow, self.points, self.available_width = flow, points, available_width
        self.em = points * POINT
        self.steps = {step.slug: step for step in flow.steps}
        self.taken = {(step.column, step.row): step for step in flow.steps}
        self.tracks = self._tracks()
        self.gaps = self._gaps()
        self.columns = 1 + max(step.column for step in flow.steps)
        self.wide = (available_width - STROKE - sum(self.gaps.values())) / self.columns
        self.texts = {step.slug: break_lines(step.text, CUT, points, self._text_room(step)) for step in flow.steps}
        self.frames = self._frames()
        self.paths: list[str] = []
        self.heads: list[str] = []
        self.answers: list[FlowLabel] = []

    def draw(self) -> FlowDrawing:
        """The whole chart: every step laid out, then the lines between them."""
        for step in self.flow.steps:
            for branch in step.ways:
                if self._is_line(step, branch):
                    self._line(step, branch)
        return FlowDrawing(
            self.flow.title,
            self.available_width,
            max(frame.bottom for frame in self.frames.values()) + self.em * BADGE + STROKE,
            tuple(self._box(number, step) for number, step in enumerate(self.flow.steps, 1)),
            "".join(self.paths),
            "".join(self.heads),
            tuple(self.answers),
            self.em,
            self.em * ANSWER,
            self.em * BADGE_POINTS,
            any(longest_word(step.text, CUT, self.points) > self._text_room(step) for step in self.flow.steps),
        )

    def _is_question(self, step: FlowStep) -> bool:
        return len(step.ways) > 1

    def _text_room(self, step: FlowStep) -> float:
        pointed = POINTED if self._is_question(step) else 0.0
        return self.wide - 2 * self.em * (SIDE + pointed / 2)

    def _is_line(self, step: FlowStep, branch: Branch) -> bool:
        """Whether the way is drawn: to a neighbouring column, or up or down past no other step."""
        to = self.steps[branch.to]
        if to.column == step.column:
            first, last = sorted((step.row, to.row))
            return to is not step and not any((step.column, row) in self.taken for row in range(first + 1, last))
        return abs(to.column - step.column) == 1

    def _is_corner(self, step: FlowStep, branch: Branch) -> bool:
        """Whether the line goes up or down in its own column first, and then straight to a neighbouring one."""
        to = self.steps[branch.to]
        rows = range(to.row, step.row) if to.row < step.row else range(step.row + 1, to.row + 1)
        beside = abs(to.column - step.column) == 1 and to.row != step.row
        return beside and len(step.ways) == 1 and not any((step.column, row) in self.taken for row in rows)

    def _bending(self, step: FlowStep) -> Iterable[tuple[int, FlowStep]]:
        """The gaps in which lines from the step bend, and where they go; a gap has its left column's number."""
        for branch in step.ways:
            to = self.steps[branch.to]
            if abs(to.column - step.column) == 1 and to.row != step.row and not self._is_corner(step, branch):
                yield min(step.column, to.column), to

    def _tracks(self) -> dict[tuple[int, str], int]:
        """For each gap and each step with lines that bend in it, the number of its upright line, from 0."""
        tracks: dict[tuple[int, str], int] = {}
        spans: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for step in self.flow.steps:
            for gap in sorted({gap for gap, _ in self._bending(step)}):
                rows = [step.row, *(to.row for other, to in self._bending(step) if other == gap)]
                first, last = min(rows), max(rows)
                track = 0
                while any(first <= end and start <= last for start, end in spans.get((gap, track), ())):
                    track += 1
                spans.setdefault((gap, track), []).append((first, last))
                tracks[gap, step.slug] = track
        return tracks

    def _gaps(self) -> dict[int, float]:
        """The room between neighbouring columns: for upright lines, an answer and an arrow's head."""
        gaps = {}
        for gap in range(max(step.column for step in self.flow.steps)):
            words = [
                width(branch.answer, CUT, self.points * ANSWER)
                for step in self.flow.steps
                for branch in step.ways
                if {step.column, self.steps[branch.to].column} == {gap, gap + 1}
            ]
            upright = 1 + max((track for (other, _), track in self.tracks.items() if other == gap), default=-1)
            gaps[gap] = max(words, default=0.0) + self.em * (upright * TRACK + 2 * ANSWER_GAP + HEAD)
        return gaps

    def _frames(self) -> dict[str, _Frame]:
        """All steps of a row are as tall as the tallest of them."""
        lefts = [
            STROKE / 2 + sum(self.gaps[gap] for gap in range(column)) + column * self.wide
            for column in range(self.columns)
        ]
        frames = {}
        top = self.em * BADGE + STROKE
        for row in range(1 + max(step.row for step in self.flow.steps)):
            steps = [step for step in self.flow.steps if step.row == row]
            tall = [len(self.texts[step.slug]) * LEADING + 2 * PAD + self._under(step) for step in steps]
            bottom = top + self.em * max(tall, default=0.0)
            for step in steps:
                left = lefts[step.column]
                frames[step.slug] = _Frame(left, top, left + self.wide, bottom)
            top = bottom + (self.em * ROW_GAP if steps else 0.0)
        return frames

    def _under(self, step: FlowStep) -> float:
        """The room under a step's text for its badges."""
        return BADGE * 0.8 if any(not self._is_line(step, branch) for branch in step.ways) else 0.0

    def _line(self, step: FlowStep, branch: Branch) -> None:
        start, end = self.frames[step.slug], self.frames[branch.to]
        if self.steps[branch.to].column == step.column:
            self._upright(start, end, branch.answer)
        elif self._is_corner(step, branch):
            self._corner(start, end)
        else:
            gap = min(step.column, self.steps[branch.to].column)
            self._sideways(start, end, branch.answer, self.tracks.get((gap, step.slug)))

    def _upright(self, start: _Frame, end: _Frame, answer: str) -> None:
        down = 1 if end.top > start.top else -1
        first, last = (start.bottom, end.top) if down == 1 else (start.top, end.bottom)
        x, head = start.middle, down * self.em * HEAD
        self.paths.append(f"M{x:.2f},{first:.2f}V{last - head / 2:.2f}")
        half = self.em * HEAD * 0.42
        self.heads.append(f"M{x:.2f},{last:.2f}l{-half:.2f},{-head:.2f}h{2 * half:.2f}z")
        if answer:
            # Beside the line, nearer to the question than to the arrow's head.
            y = first + (last - head - first) / 2 + self.em * ANSWER * RISE
            self.answers.append(FlowLabel(x + self.em * ANSWER_GAP, y, answer, centred=False))

    def _corner(self, start: _Frame, end: _Frame) -> None:
        first = start.bottom if end.top > start.top else start.top
        right = 1 if end.left > start.left else -1
        last = end.left if right == 1 else end.right
        self.paths.append(f"M{start.middle:.2f},{first:.2f}V{end.centre:.2f}H{last - right * self.em * HEAD / 2:.2f}")
        self._head_sideways(last, end.centre, right)

    def _head_sideways(self, x: float, y: float, right: int) -> None:
        half = self.em * HEAD * 0.42
        self.heads.append(f"M{x:.2f},{y:.2f}l{-right * self.em * HEAD:.2f},{-half:.2f}v{2 * half:.2f}z")

    def _sideways(self, start: _Frame, end: _Frame, answer: str, track: int | None) -> None:
        right = 1 if end.left > start.left else -1
        first, last = (start.right, end.left) if right == 1 else (start.left, end.right)
        bend = first if track is None else first + right * self.em * TRACK * (track + 1)
        head = right * self.em * HEAD
        path = f"M{first:.2f},{start.centre:.2f}"
        if start.centre != end.centre:
            path += f"H{bend:.2f}V{end.centre:.2f}"
        self.paths.append(f"{path}H{last - head / 2:.2f}")
        self._head_sideways(last, end.centre, right)
        if answer:
            self.answers.append(FlowLabel((bend + last - head) / 2, end.centre - self.em * ANSWER_GAP, answer))

    def _box(self, number: int, step: FlowStep) -> StepBox:
        frame = self.frames[step.slug]
        kind = "question" if self._is_question(step) else "step" if step.ways else "end"
        lines = self.texts[step.slug]
        tall = frame.bottom - frame.top
        above = (tall - self.em * (self._under(step) + len(lines) * LEADING)) / 2
        texts = tuple(
            FlowLabel(frame.middle, frame.top + above + self.em * ((place + 0.5) * LEADING + RISE), line)
            for place, line in enumerate(lines)
        )
        corner = tall / 2 if kind == "end" else self.em * (POINTED + BADGE)
        own = self._badge(str(number), frame.left + corner, frame.top)
        return StepBox(kind, self._outline(kind, frame), texts, own, tuple(self._ways(step, frame)))

    def _ways(self, step: FlowStep, frame: _Frame) -> Iterable[Badge]:
        """The ways that no line shows, along the lower edge from the right."""
        right = frame.right - self.em * (POINTED + BADGE / 2)
        for branch in reversed([branch for branch in step.ways if not self._is_line(step, branch)]):
            text = " ".join(filter(None, (branch.answer, "→", str(self.flow.number(branch.to)))))
            half = width(text, CUT, self.points * BADGE_POINTS) / 2 + self.em * BADGE * 0.7
            yield self._badge(text, right - half, frame.bottom, half)
            right -= 2 * half + self.em * BADGE / 2

    def _badge(self, text: str, x: float, y: float, half: float = 0.0) -> Badge:
        tall = self.em * BADGE
        half = max(half, tall)
        foot = y + self.em * BADGE_POINTS * RISE
        return Badge(x - half, y - tall, 2 * half, 2 * tall, FlowLabel(x, foot, text))

    def _outline(self, kind: str, frame: _Frame) -> str:
        tall, point = frame.bottom - frame.top, self.em * POINTED
        if kind == "question":
            inner = frame.right - frame.left - 2 * point
            return (
                f"M{frame.left:.2f},{frame.centre:.2f}l{point:.2f},{-tall / 2:.2f}h{inner:.2f}"
                f"l{point:.2f},{tall / 2:.2f}l{-point:.2f},{tall / 2:.2f}h{-inner:.2f}z"
            )
        round_ = tall / 2 if kind == "end" else min(tall / 2, self.em * 0.45)
        width, height = frame.right - frame.left - 2 * round_, tall - 2 * round_
        arc = f"a{round_:.2f},{round_:.2f} 0 0 1 "
        return (
            f"M{frame.left + round_:.2f},{frame.top:.2f}h{width:.2f}{arc}{round_:.2f},{round_:.2f}v{height:.2f}"
            f"{arc}{-round_:.2f},{round_:.2f}h{-width:.2f}{arc}{-round_:.2f},{-round_:.2f}v{-height:.2f}"
            f"{arc}{round_:.2f},{-round_:.2f}z"
        )
