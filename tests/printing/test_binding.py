import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from armybuilder.printing import binding
from armybuilder.printing.binding import bound, gatherings
from armybuilder.printing.documents import document_of
from armybuilder.printing.html import standalone
from armybuilder.printing.pdf import to_pdf
from tests.printing.pdf_reading import read
from tests.printing.samples import EVERYTHING, demo


def test_a_bound_document_is_the_whole_one(pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    document = document_of(demo(pebbles), EVERYTHING)
    whole = to_pdf(*standalone(document))
    assert list(gatherings(document)) == [document]
    monkeypatch.setattr(binding, "SHEETS", 2)
    parts = [to_pdf(*standalone(part)) for part in gatherings(document)]
    assert len(parts) == -(-len(document.pages) // 2)
    together = bound(parts, document)
    assert [page.text for page in read(together)] == [page.text for page in read(whole)]
    assert together == bound(parts, document)
    with pikepdf.open(io.BytesIO(together)) as one, pikepdf.open(io.BytesIO(whole)) as other:
        assert str(one.docinfo["/Title"]) == str(other.docinfo["/Title"]) == "Small beach"
        assert str(one.Root.Lang) == str(other.Root.Lang)
        with one.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
            places: list[Any] = [item.destination for item in outline.root]
        numbers = [list(one.pages).index(pikepdf.Page(place[0])) for place in places]
    marks = list(zip(titles, numbers, strict=True))
    assert marks == [(page.title, number) for number, page in enumerate(document.pages) if page.title]


def test_a_single_part_is_the_file(pebbles) -> None:
    document = document_of(demo(pebbles), replace(EVERYTHING, cards=False))
    assert bound([b"only"], document) == b"only"
