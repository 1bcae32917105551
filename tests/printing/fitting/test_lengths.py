import pytest

from armybuilder.drawing.lettering import POINT
from armybuilder.printing import rendering
from armybuilder.printing.fitting.lengths import lengths, steps, style_of_size


@pytest.fixture
def sheet(tmp_path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A style sheet with lengths in every unit."""
    (tmp_path / "some.css").write_text("a { --wide: 2mm; --tall: 3pt; --grows: 2rem; --part: .5; --sizes: 12 11.5; }")
    monkeypatch.setattr(rendering, "STYLES", tmp_path)
    lengths.cache_clear()
    steps.cache_clear()
    return "some"


def test_lengths_are_read_in_millimetres(sheet: str) -> None:
    assert lengths(sheet) == {"wide": 2, "tall": 3 * POINT, "grows": 20 * POINT, "part": 0.5}
    assert steps(sheet, "sizes") == (12, 11.5)


def test_lengths_in_rem_grow_with_the_type_size(sheet: str) -> None:
    assert lengths(style_of_size(sheet, 16)) == {**lengths(sheet), "grows": 32 * POINT}


def test_large_print_has_lengths_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ".a { --wide: 2mm; --sizes: 12 11; .large-print & { --wide: 5mm; --sizes: 20 16; } }"
    monkeypatch.setattr("armybuilder.printing.fitting.lengths.style_text", lambda name: text)
    for style, wide, sizes in (("other", 2, (12, 11)), ("other@12", 2, (12, 11)), ("other@16", 5, (20, 16))):
        assert lengths(style) == {"wide": wide}
        assert steps(style, "sizes") == sizes


def test_a_property_that_is_not_there_is_an_error(sheet: str) -> None:
    with pytest.raises(KeyError):
        steps(sheet, "wide-sizes")
