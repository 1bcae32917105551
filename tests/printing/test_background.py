"""A request never waits long for a printing; who asks again gets what was begun."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from armybuilder.printing import background
from armybuilder.printing.background import pdf_of
from armybuilder.printing.documents.document import Document, Look
from armybuilder.printing.inks import Ink
from armybuilder.printing.jobs import Busy
from armybuilder.printing.rendering import CannotPrint


def document(title: str) -> Document:
    return Document(title, "", (), Look(Ink.COLOUR, "olive", title))


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A shop that prints when it is told to."""
    go = threading.Event()

    def wait(document: Document, printer: object) -> bytes:
        go.wait(30)
        if document.title == "bad":
            raise CannotPrint("Too large.")
        return document.title.encode()

    monkeypatch.setattr(background, "printed", wait)
    monkeypatch.setattr(background, "_under_way", {})
    yield go
    go.set()


def test_who_asks_again_gets_what_was_begun(shop: threading.Event) -> None:
    assert pdf_of("a", lambda printer: document("a"), 0.01) is None
    assert pdf_of("a", lambda printer: document("a"), 0.01) is None
    assert len(background._under_way) == 1
    shop.set()
    assert pdf_of("a", lambda printer: document("a"), 30) == b"a"
    assert background._under_way == {}


def test_a_refusal_is_told_once(shop: threading.Event) -> None:
    assert pdf_of("bad", lambda printer: document("bad"), 0.01) is None
    shop.set()
    with pytest.raises(CannotPrint, match="Too large"):
        pdf_of("bad", lambda printer: document("bad"), 30)
    assert background._under_way == {}


def test_only_so_many_are_printed_at_once(shop: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "MOST_AT_ONCE", 2)
    for title in "ab":
        assert pdf_of(title, partial(lambda made, printer: document(made), title), 0.01) is None
    with pytest.raises(Busy):
        pdf_of("c", lambda printer: document("c"), 0.01)
    shop.set()
    assert pdf_of("a", lambda printer: document("a"), 30) == b"a"
    assert pdf_of("c", lambda printer: document("c"), 30) == b"c"
