import math

from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.shapes import Box, Point, box_of, cross, doubled_area, gap, inside, moved, touches

SQUARE = Box(0, 0, 100, 100).polygon()
points = st.builds(Point, st.integers(-300, 300), st.integers(-300, 300))
boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(-300, 300),
    st.integers(-300, 300),
    st.integers(1, 200),
    st.integers(1, 200),
)


def test_area_and_box() -> None:
    assert doubled_area(SQUARE) == 20_000
    assert doubled_area((Point(0, 0), Point(30, 0), Point(0, 40))) == 1200
    assert box_of(SQUARE) == Box(0, 0, 100, 100)
    assert Box(0, 0, 100, 60).centre == Point(50, 30)
    assert moved(SQUARE, 5, -3)[2] == Point(105, 97)


@given(points)
def test_inside_agrees_with_an_upright_box(point: Point) -> None:
    if point.x not in (0, 100) and point.y not in (0, 100):
        assert inside(point, SQUARE) == (0 < point.x < 100 and 0 < point.y < 100)


@given(boxes, boxes)
def test_gap_agrees_with_that_of_upright_boxes(one: Box, other: Box) -> None:
    right = max(0, other.left - one.right, one.left - other.right)
    down = max(0, other.top - one.bottom, one.top - other.bottom)
    assert gap(one.polygon(), other.polygon()) == math.isqrt(right * right + down * down)
    assert one.meets(other) == (right == down == 0)


@given(points, points, points, points)
def test_crossing_is_the_same_from_either_end(a: Point, b: Point, c: Point, d: Point) -> None:
    assert (cross(a, b, c, d) is None) == (cross(c, d, b, a) is None)


def test_crossing_point() -> None:
    assert cross(Point(0, 0), Point(100, 100), Point(0, 100), Point(100, 0)) == Point(50, 50)
    assert cross(Point(0, 0), Point(10, 0), Point(20, -5), Point(20, 5)) is None
    assert cross(Point(0, 0), Point(10, 0), Point(0, 5), Point(10, 5)) is None


def test_a_line_touches_what_it_crosses_or_ends_in() -> None:
    assert touches((Point(-10, 50), Point(110, 50)), SQUARE)
    assert touches((Point(50, 50), Point(60, 60)), SQUARE)
    assert touches((Point(50, 50), Point(600, 60)), SQUARE)
    assert not touches((Point(-10, -10), Point(110, -10), Point(110, 120)), SQUARE)


def test_one_box_holds_another() -> None:
    assert Box(0, 0, 10, 10).holds(Box(0, 0, 10, 10))
    assert not Box(0, 0, 10, 10).holds(Box(0, 0, 11, 10))
    assert Box(0, 0, 10, 10).grown(-2) == Box(2, 2, 8, 8)
