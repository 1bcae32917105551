"""Letters drawn with a pen."""

import re
import string

import pytest

from armybuilder.desk.stroke_letters import BASE, HEIGHT, LETTERS, letter_path


def extent(path: str) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a path."""
    x = y = 0.0
    xs, ys = [], []
    for sign, numbers in re.findall(r"([mlhv])([^mlhv]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        x += values[0] if sign != "v" else 0
        y += values[-1] if sign != "h" else 0
        xs.append(x)
        ys.append(y)
    return min(xs), max(xs), min(ys), max(ys)


def test_all_figures_and_letters_are_there():
    assert set(LETTERS) == set(string.digits + string.ascii_letters)
    assert len({letter_path(letter) for letter in string.digits + string.ascii_letters}) == 61  # O is 0


@pytest.mark.parametrize("text", ["1", "A", "0B", "1a", "10j", "BH", "40w"])
def test_a_text_stands_round_its_middle_and_fits_a_piece(text):
    left, right, top, bottom = extent(letter_path(text))
    assert left == -right
    assert right <= 6.5
    assert top >= -HEIGHT / 2
    assert bottom <= HEIGHT / 2 + BASE


def test_what_cannot_be_drawn_is_not():
    assert [letter_path(text) for text in ("", "é", "A-1", "1 a")] == ["", "", "", ""]
