"""The grid of two armies on one sheet."""

import pytest

from armybuilder.plans.sheet import MAX_TYPE, MIN_TYPE, make_sheet, type_size
from armybuilder.printing.documents import print_pdf
from tests.printing.pdf_reading import read


def rows(count: int, columns: int) -> list[tuple[str, list[tuple[str, str]]]]:
    """Rows with long names and figures."""
    return [(f"Self-propelled gun {number} of the reserve", [("+ 12.5", "good")] * columns) for number in range(count)]


@pytest.mark.parametrize(("count", "columns"), [(1, 1), (7, 9), (24, 24), (40, 40)])
def test_a_table_of_any_size_is_on_one_sheet(count, columns, printer):
    headings = [f"Main battle tank {number} of the guard" for number in range(columns)]
    document = make_sheet(
        printer, "Reds against Blues", "olive", "A game.", ["Distance 12"], headings, rows(count, columns)
    )
    (page,) = read(print_pdf(document, printer))
    texts = [text for *_, text in page.texts]
    assert sum("+ 12.5" in text for text in texts) == count * columns
    assert any(f"gun {count - 1} of" in text for text in texts)
    assert any(f"tank {columns - 1} of" in text for text in texts)


def test_type_is_smaller_where_more_has_to_fit() -> None:
    sizes = [type_size(["Name"] * columns, rows(count, columns)) for count, columns in ((2, 2), (24, 24), (40, 40))]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == MAX_TYPE
    assert sizes[-1] >= MIN_TYPE
