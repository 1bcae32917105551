"""Notes of any length: short on the roster, whole on pages of their own."""

from dataclasses import replace

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.notes import LETTERS_AT_ONCE, MAX_LETTERS, MAX_LINES, Note, shorten, together
from armybuilder.printing.options import PrintOptions, RosterKind
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.core.forces.force import change_unit
from rulesets.registry import all_rulesets
from tests.printing.pdf_reading import read

LONG = f"{'word ' * MAX_LETTERS}the last one"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("x" * MAX_LETTERS, "x" * MAX_LETTERS),
        ("x" * (MAX_LETTERS + 1), f"{'x' * MAX_LETTERS} … shortened"),
        ("x\n" * MAX_LINES, "x\n" * MAX_LINES),
        ("x\n" * (MAX_LINES + 1), "x\n" * (MAX_LINES - 1) + "x … shortened"),
    ],
    ids=["letters", "more letters", "lines", "more lines"],
)
def test_a_note_is_shortened_from_a_length_on(text: str, short: str) -> None:
    assert shorten(text) == short


def test_long_notes_are_laid_out_some_at_once() -> None:
    notes = [Note(str(number), "x" * (LETTERS_AT_ONCE // 3)) for number in range(5)]
    runs = list(together(notes))
    assert [note for run in runs for note in run] == notes
    assert [len(run) for run in runs] == [2, 2, 1]


@pytest.mark.parametrize("kind", RosterKind)
def test_a_long_note_is_printed_whole_after_the_roster(kind: RosterKind) -> None:
    game = all_rulesets()[0]
    demo = game.demo().with_ids()
    _, unit = next(iter(demo.units()))
    force = change_unit(demo, unit.id, notes=LONG, name="Wordy")
    printer = Printer(lambda batch, tick: render(batch))
    options = PrintOptions(cards=False, qrs=False, roster_kind=kind)
    document = document_of(LoadedArmy(game, replace(force, notes="")), options, printer)
    pages = [" ".join(page.text.split()) for page in read(print_pdf(document, printer))]
    titles = [part.title for part in document.parts]
    if kind is RosterKind.OPPONENT:
        assert titles == ["Roster"]
        assert not any("the last one" in page for page in pages)
    else:
        assert titles == ["Roster", "Notes"]
        assert "… shortened" in " ".join(pages)
        assert sum("the last one" in page for page in pages) == 1
        assert any("Wordy" in page and "the last one" in page for page in pages[1:])
