import pytest

from armybuilder.interchange.text_tallies import FIVE, with_tallies


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Ajax IIII\nMilan II", "Ajax 4 x\nMilan 2 x"),
        ("Ajax  IIIII II\nMilan  I", "Ajax  7 x\nMilan  1 x"),
        ("Ajax: ||||/ ||", "Ajax: 7 x"),
        (f"- {FIVE} || Ajax\n- | Milan", "- 7 x Ajax\n- 1 x Milan"),
        ("Ajax ~~||||~~ |", "Ajax 6 x"),
    ],
)
def test_strokes_are_counts(written: str, meant: str) -> None:
    assert with_tallies(written) == meant


@pytest.mark.parametrize(
    "written", ["Mark III\nMark II", "| Ajax | 4 |\n|---|---|", "Ajax // Milan", "~~Ajax~~", "A ||B||"]
)
def test_other_strokes_stay(written: str) -> None:
    assert with_tallies(written) == written


@pytest.mark.parametrize(
    "long", ["a" + " " * 40_000 + "b", "Ajax " + "|" * 40_000 + "b", "Ajax " + "| " * 20_000 + "b"]
)
def test_long_lines_of_strokes_take_no_time(long: str) -> None:
    assert len(with_tallies(f"Ajax ||||\n{long}")) >= len(long)
