"""The boxes of tracks as one drawing, which is laid out and drawn several times as fast as an element for each box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from armybuilder.drawing.lettering import FontCut, letters_of
from armybuilder.printing.documents.tables import printed_track
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.tracks import FIVE, TrackPart, boxes_width, title_width
from rulesets.core.play.trackers import Track

CAPITAL = 0.7
"""The height of a capital letter, in parts of the type size."""


class Word(NamedTuple):
    """A word above boxes, centred unless it is a title: where it stands and its baseline, in millimetres."""

    x: float
    y: float
    text: str
    title: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A drawing of boxes side by side in millimetres: paths of plain, marked and ticked ones, and words above.

    ``title`` says what it shows, ``size`` is the type size of the words.
    """

    title: str
    width: float
    height: float
    size: float
    plain: str
    marked: str
    filled: str
    words: tuple[Word, ...]


def track_width(track: Track, title: str, style: str) -> float:
    """The width of a track whose boxes stand on one line, under its title if it has one."""
    return max(title_width(title, style) - lengths(style)["box-gap"], boxes_width(track, style))


def can_be_drawn(track: Track) -> bool:
    """Whether a drawing may have the boxes: they are not too many, and our font has each letter of their words.

    A drawing places each letter by itself, which does not work in other scripts.
    """
    letters = letters_of(FontCut.NARROW_STRONG)
    words = "".join((track.printed_title, *track.names))
    return not TrackPart.whole(track).to_write and all(ord(letter) in letters for letter in words)


def box_row(
    tracks: Sequence[Track], heads: Sequence[str], style: str, *, codes: Mapping[str, str], headed: bool = False
) -> BoxRow:
    """The boxes of the tracks, each as wide as ``track_width`` says with that title.

    Above those that are ``headed`` stand their titles and words.
    """
    css = lengths(style)
    stroke = css["stroke"]
    headed = headed and any(head or track.names or track.marks for head, track in zip(heads, tracks, strict=True))
    top = 2 * css["heading"] if headed else 0.0
    paths: dict[bool, list[str]] = {False: [], True: []}
    filled: list[str] = []
    words: list[Word] = []
    left, shown = 0.0, []
    for track, head in zip(tracks, heads, strict=True):
        boxes = printed_track(track, codes=codes).boxes
        shown.append(f"{track.printed_title} {sum(box.ticked for box in boxes)} of {len(boxes)}")
        words.append(Word(left, CAPITAL * css["heading"], head if head[:1].isdigit() else head.upper(), title=True))
        for box, (start, width) in zip(boxes, _places(track, style), strict=True):
            side, high = width - stroke, css["box"] - stroke
            x, y = left + start + stroke / 2, top + stroke / 2
            path = _rounded(x, y, side, high, css["radius"])
            if box.ticked and not box.struck:
                filled.append(path)
            if box.struck:
                path += f"M{x:.2f} {y + high:.2f}l{side:.2f} {-high:.2f}"
            if box.struck and box.ticked:
                path += f"M{x:.2f} {y:.2f}l{side:.2f} {high:.2f}"
            paths[box.marked].append(path)
            above = top - css["box-gap"]
            words.append(Word(left + start + width / 2, above, box.text, marked=box.marked))
        left += track_width(track, head, style) + css["between-tracks"]
    drawn = tuple(word for word in words if word.text) if headed else ()
    size, plain, marked = css["heading"], "".join(paths[False]), "".join(paths[True])
    wide = left - css["between-tracks"] - css["box-gap"]
    return BoxRow(", ".join(shown), wide, top + css["box"], size, plain, marked, "".join(filled), drawn)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """The path of a rectangle with round corners."""
    r, inner_width, inner_height = radius, width - 2 * radius, height - 2 * radius
    return (
        f"M{x + r:.2f} {y:.2f}h{inner_width:.2f}q{r} 0 {r} {r}v{inner_height:.2f}q0 {r} {-r} {r}"
        f"h{-inner_width:.2f}q{-r} 0 {-r} {-r}v{-inner_height:.2f}q0 {-r} {r} {-r}z"
    )


def _places(track: Track, style: str) -> Iterator[tuple[float, float]]:
    """The left edge and the width of each box."""
    css, left = lengths(style), 0.0
    for number in range(1, track.printed_boxes + 1):
        width = boxes_width(track, style, number, number) - css["box-gap"]
        yield left, width
        left += width + css["box-gap"] * (2 if number % FIVE == 0 else 1)
