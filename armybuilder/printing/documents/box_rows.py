"""The boxes of a unit as one drawing, which is laid out and drawn several times as fast as an element for each box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from armybuilder.printing.documents.tables import printed_track
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.tracks import FIVE, boxes_width, title_width
from rulesets.core.play.trackers import Track


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A drawing of boxes side by side in millimetres: the paths of plain and of marked ones, and what it shows."""

    title: str
    width: float
    height: float
    plain: str
    marked: str


def track_width(track: Track, title: str, style: str) -> float:
    """The width of a track whose boxes stand on one line, under its title if it has one."""
    css = lengths(style)
    wide = sum(len(name) > 1 for name in track.names) * css["wide-box"]
    return max(title_width(title, style) - css["box-gap"], boxes_width(track, style) + wide)


def box_row(tracks: Sequence[Track], heads: Sequence[str], style: str, *, codes: Mapping[str, str]) -> BoxRow:
    """The boxes of the tracks, each as wide as ``track_width`` says with that title above it."""
    css = lengths(style)
    stroke = css["stroke"]
    paths: dict[bool, list[str]] = {False: [], True: []}
    left, shown = 0.0, []
    for track, head in zip(tracks, heads, strict=True):
        boxes = printed_track(track, codes=codes).boxes
        shown.append(f"{track.printed_title} {sum(box.ticked for box in boxes)} of {len(boxes)}")
        for box, (start, width) in zip(boxes, _places(track, style), strict=True):
            side, high = width - stroke, css["box"] - stroke
            path = f"M{left + start + stroke / 2:.2f} {stroke / 2:.2f}h{side:.2f}v{high:.2f}h{-side:.2f}z"
            if box.ticked or box.struck:
                path += f"m0 {high:.2f}l{side:.2f} {-high:.2f}"
            if box.ticked:
                path += f"m{-side:.2f} 0l{side:.2f} {high:.2f}"
            paths[box.marked].append(path)
        left += track_width(track, head, style) + css["between-tracks"]
    return BoxRow(", ".join(shown), left, css["box"], "".join(paths[False]), "".join(paths[True]))


def _places(track: Track, style: str) -> Iterator[tuple[float, float]]:
    """The left edge and the width of each box."""
    css, left = lengths(style), 0.0
    for number in range(1, track.printed_boxes + 1):
        wide = bool(track.names) and len(track.names[number - 1]) > 1
        width = boxes_width(track, style, number, number) - css["box-gap"] + wide * css["wide-box"]
        yield left, width
        left += width + css["box-gap"] * (2 if number % FIVE == 0 else 1)
