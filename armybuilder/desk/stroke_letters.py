"""Letters as strokes of a path: hundreds on one map cost a phone no more than the grid.

A browser lays out every text of a drawing again whenever the drawing's size changes, which is too slow on a phone.
"""

from functools import lru_cache
from typing import Final

HEIGHT: Final = 7
"""Height of digits and capitals, in units of the drawing."""
GAPS: Final = (2.0, 1.5)
"""The gap between letters: in texts of up to two letters, and in longer ones."""
BASE: Final = 2
"""The height of the baseline in the table below, which leaves room for descenders."""

# The strokes of each letter; a point is two digits: across and height.
LETTERS: Final = {
    "0": "030819293833221203",
    "1": "071912",
    "2": "0819293836030232",
    "3": "08192938372616263533221203",
    "4": "22290434",
    "5": "390906263533221203",
    "6": "382919080312223335261605",
    "7": "093912",
    "8": "16070819293837261605031222333526",
    "9": "031222333829190806152536",
    "A": "020719293732 0535",
    "B": "02092938372606 2635332202",
    "C": "3829190803122233",
    "D": "02092938332202",
    "E": "39090232 0626",
    "F": "390902 0626",
    "G": "38291908031222333525",
    "H": "0902 3932 0636",
    "I": "0902",
    "J": "3933221203",
    "K": "0902 3905 1632",
    "L": "090232",
    "M": "0209264942",
    "N": "02093239",
    "O": "030819293833221203",
    "P": "02092938362505",
    "Q": "030819293833221203 2432",
    "R": "02092938362505 2532",
    "S": "382919080716263533221203",
    "T": "0929 1912",
    "U": "090312223339",
    "V": "091229",
    "W": "0912263249",
    "X": "0932 0239",
    "Y": "091612 1629",
    "Z": "09390232",
    "a": "0617273632 35150403122233",
    "b": "0902 0617273633221203",
    "c": "3627170603122233",
    "d": "3932 3627170603122233",
    "e": "05353627170603122233",
    "f": "39291812 0727",
    "g": "3731201001 3627170604132334",
    "h": "0902 0617273632",
    "i": "0702 0909",
    "j": "171100 1919",
    "k": "0902 3704 1532",
    "l": "090312",
    "m": "0207 06172622 26374642",
    "n": "0702 0617273632",
    "o": "030617273633221203",
    "p": "0700 0617273633221203",
    "q": "3730 3627170603122233",
    "r": "0702 051727",
    "s": "36271706152433221203",
    "t": "19132232 0727",
    "u": "0703122233 3732",
    "v": "071227",
    "w": "0712253247",
    "x": "0732 0237",
    "y": "0703122233 3731201001",
    "z": "07370232",
}


@lru_cache(maxsize=4096)
def letter_path(text: str) -> str:
    """The path of a text, relative to its centre: ``M`` and a point before it place it there.

    Empty for a text with letters that are not in the table.
    """
    if not text or any(letter not in LETTERS for letter in text):
        return ""
    gap = GAPS[len(text) > 2]
    left = -(sum(_breadth(letter) for letter in text) + gap * (len(text) - 1)) / 2
    x = y = 0.0
    parts = []
    for letter in text:
        for line in LETTERS[letter].split():
            start, *others = [
                (left + int(x), HEIGHT / 2 + BASE - int(high)) for x, high in zip(line[::2], line[1::2], strict=True)
            ]
            parts.append(f"m{start[0] - x:g} {start[1] - y:g}")
            x, y = start
            for next_x, next_y in others:
                parts.append(_line(next_x - x, next_y - y))
                x, y = next_x, next_y
        left += _breadth(letter) + gap
    return "".join(parts)


def _breadth(letter: str) -> int:
    return max(int(x) for line in LETTERS[letter].split() for x in line[::2])


def _line(x: float, y: float) -> str:
    if not y:
        return f"h{x:g}"
    return f"l{x:g} {y:g}" if x else f"v{y:g}"
