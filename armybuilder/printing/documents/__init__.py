"""The selected parts of an army as one document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

from armybuilder.armies.current_state import BEFORE, CurrentState
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.proxies import modelled_shares, models_of_owner
from armybuilder.interchange.army_files import write_army
from armybuilder.printing.documents.cards import cards_parts
from armybuilder.printing.documents.contents import contents_part
from armybuilder.printing.documents.context import (
    NO_MODELS,
    NO_PICTURES,
    NothingToPrint,
    PageFormat,
    PrintContext,
    TooMuchToPrint,
    insignia_of,
    labels_of,
    markers_of,
)
from armybuilder.printing.documents.current_state import with_current_state
from armybuilder.printing.documents.cutting import cutting_parts
from armybuilder.printing.documents.dashboards import dashboards_parts
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.log import log_parts
from armybuilder.printing.documents.photos import Upload
from armybuilder.printing.documents.pieces import pieces_parts
from armybuilder.printing.documents.quick_reference import quick_reference_parts
from armybuilder.printing.documents.roster import roster_parts
from armybuilder.printing.documents.templates import templates_parts
from armybuilder.printing.fonts import missing_characters
from armybuilder.printing.options import Boxes, PrintOptions, RosterKind, problems
from armybuilder.printing.rendering import Attached, CannotPrint, DocumentInfo
from armybuilder.printing.rendering.printer import Printer
from armybuilder.site.temporary_folders import TemporaryFolder
from rulesets.core.collection import NO_COLLECTION, EntryId
from rulesets.core.declarations.fields import field_of

MAX_UNITS = 2400
"""Larger armies are refused before anything is laid out."""
MAX_PIECES = 3000
"""Most labels, strips or markers."""
LONG = 10
"""Documents of several parts with at least this many pages get a contents page."""

Maker = Callable[[PrintContext], Iterator[DocumentPart]]
MAKERS: dict[str, Maker] = {
    "roster": roster_parts,
    "cards": cards_parts,
    "dashboards": dashboards_parts,
    "qrs": quick_reference_parts,
    "labels": pieces_parts,
    "strips": pieces_parts,
    "tokens": pieces_parts,
    "templates": templates_parts,
    "log": log_parts,
    "cutting": cutting_parts,
}
"""The function that makes each part, by its field of the options; some share one, and sheets."""


def models_for(army: Army, options: PrintOptions) -> Mapping[EntryId, int]:
    """The models that the army's owner has, if only proxies are wanted."""
    return models_of_owner(army) if options.proxies else NO_COLLECTION


def document_of(
    army: LoadedArmy,
    options: PrintOptions,
    printer: Printer,
    link: str = "",
    *,
    current: CurrentState = BEFORE,
    opposing: LoadedArmy | None = None,
    pictures: Mapping[str, Upload] = NO_PICTURES,
    models: Mapping[EntryId, int] = NO_COLLECTION,
    max_sheets: int | None = None,
) -> Document:
    """The selected parts of an army, with a QR code of its link.

    The arguments are as for ``PrintContext`` and ``PageFormat``; ``models`` are those that the player has.

    Raises ``NothingToPrint``, ``TooMuchToPrint`` and what the printer raises.
    """
    ruleset = army.ruleset
    shares = modelled_shares(army, models) if options.proxies else NO_MODELS
    refuse_too_much(army, options, shares)
    for _, problem in problems(options):
        raise NothingToPrint(problem)
    current = current if options.state is Boxes.NOW else BEFORE
    printed = army if current.boxes.fresh else with_current_state(army, current.boxes)
    name = ruleset.name_of(army.force)
    page_format = _page_format(army, options, printer, max_sheets)
    printing = PrintContext(printed, options, page_format, link, current, opposing, pictures, shares)
    makers = dict.fromkeys(MAKERS[part] for part in options.parts)
    parts = [part for make in makers for part in make(printing) if part.batches]
    if not parts:
        raise NothingToPrint(_reason(army, options, modelled=bool(shares)))
    document = Document(
        name,
        f"{ruleset.title}: {name}",
        tuple(parts),
        (_file_of(army, options),) if options.lasting else (),
        tuple(_notes(parts, options)),
        options.folded,
        printing.credit((page_format.badge, *(unit.row.symbol for group in printed.groups for unit in group.units))),
    )
    return with_contents(document, printing)


def _reason(army: LoadedArmy, options: PrintOptions, *, modelled: bool) -> str:
    """Why the selected parts have no pages; ``modelled`` units get no labels."""
    words = army.ruleset.words
    if modelled and (options.labels or options.strips):
        label = field_of(PrintOptions, "proxies").ask.label
        return f"You have models of all {words.units}. Untick “{label}” to print their labels."
    advice = "Choose others" if army.unit_count else f"Add {words.units} first"
    return f"This {words.force} has nothing for the parts you chose. {advice}."


def _page_format(army: LoadedArmy, options: PrintOptions, printer: Printer, max_sheets: int | None) -> PageFormat:
    """The pages in the colour and with the badge of the army."""
    insignia = insignia_of(army)
    page_format = PageFormat.of(options, insignia.colour.tint(army.ruleset.accent), printer, max_sheets)
    return replace(page_format, badge=insignia.badge.symbol)


def write_document(document: Document, printer: Printer, out: Path) -> int:
    """Write the document as a PDF and return its number of pages; raises ``CannotPrint``."""
    for batch, layout in zip(document.batches, printer.rendered(document.batches), strict=True):
        if batch.pages not in (None, layout.pages):
            raise CannotPrint(
                f"Pages with the style sheet {batch.styles[0]}.css are {layout.pages} instead of {batch.pages}: "
                "something in their template or style sheet is too large."
            )
    bookmarks = tuple(_first_pages(document.parts, printer))
    about = DocumentInfo(
        document.title, document.subject, bookmarks, document.attached, document.folded, document.credit
    )
    return printer.write(document.batches, about, out)


def print_pdf(document: Document, printer: Printer) -> bytes:
    """The document's PDF, as ``write_document`` writes it."""
    with TemporaryFolder("print") as folder:
        out = folder / "document.pdf"
        write_document(document, printer, out)
        return out.read_bytes()


def _file_of(army: LoadedArmy, options: PrintOptions) -> Attached:
    """The army as a file for import; with a roster for the opponent only what the opponent may see."""
    hidden = options.roster and options.roster_kind is RosterKind.OPPONENT
    content = write_army((army.for_opponent if hidden else army).force)
    return Attached("army.json", "application/json", "The army, as a file to import again", content)


def with_contents(document: Document, printing: PrintContext) -> Document:
    """The document with its parts so ordered that no side stays blank and, if it is long, a contents page first.

    There are no contents where their back would stay blank.
    """
    printer, pages = printing.format.printer, 1
    counts = [part.page_count(printer) for part in document.parts]
    plain = _fronts_first(document.parts, counts, 0)
    if sum(counts) < LONG or len(counts) < 2:
        return replace(document, parts=plain)
    while bound := _fronts_first(document.parts, counts, pages):
        contents = contents_part(printing, _first_pages(bound, printer, pages + 1))
        needed = contents.page_count(printer)
        if needed <= pages:
            return replace(document, parts=(contents, *bound))
        pages = needed
    return replace(document, parts=plain)


def _first_pages(parts: Sequence[DocumentPart], printer: Printer, first: int = 0) -> list[tuple[str, int]]:
    """The titles of parts and the numbers of their first pages, counted from ``first``."""
    pages = accumulate((part.page_count(printer) for part in parts), initial=first)
    return [(part.title, page) for part, page in zip(parts, pages, strict=False)]


def _fronts_first(parts: tuple[DocumentPart, ...], counts: Sequence[int], before: int) -> tuple[DocumentPart, ...]:
    """The parts after so many pages, ordered so that no side stays blank though duplex parts begin on a front.

    Where the chosen order would leave one blank, duplex parts come first: they have two pages to a sheet. The back of
    the contents has another part that ends on a front; where there is none, no order will do, and there are no parts.
    """
    starts = accumulate(counts, initial=before)
    if not any(part.duplex and start % 2 for part, start in zip(parts, starts, strict=False)):
        return parts
    first = [part for part in parts if part.duplex]
    others = [(part, count) for part, count in zip(parts, counts, strict=True) if not part.duplex]
    if before % 2:
        behind = next((part for part, count in others if count % 2), None)
        if behind is None:
            return ()
        first.insert(0, behind)
    return (*first, *(part for part, _ in others if part not in first))


def refuse_too_much(army: LoadedArmy, options: PrintOptions, shares: Mapping[str, Fraction] = NO_MODELS) -> None:
    """Raise ``TooMuchToPrint`` if there are too many units, labels, strips or markers."""
    words, count = army.ruleset.words, army.unit_count
    if count > MAX_UNITS:
        raise TooMuchToPrint(
            f"This {words.force} has {count:,} {words.units}. Up to {MAX_UNITS:,} are printed at once. "
            f"Print copies of it with fewer {words.units} each."
        )
    labels = labels_of(army, options, shares) if options.labels or options.strips else ()
    strips = [label for label in labels if not label.fake]
    tokens = sum(token.count for token in markers_of(army)) if options.tokens else 0
    for field, things, count in (
        ("labels", "labels", len(labels)),
        ("strips", "strips", len(strips)),
        ("tokens", "markers", tokens),
    ):
        if field in options.parts and count > MAX_PIECES:
            raise TooMuchToPrint(
                f"This {words.force} needs {count:,} {things}. Up to {MAX_PIECES:,} are printed at once. Leave the "
                f"{things} out, or print them from copies of the {words.force} with fewer {words.units} each.",
                field,
            )


def _notes(parts: Sequence[DocumentPart], options: PrintOptions) -> Iterator[str]:
    """What the player should know before printing."""
    if options.folded:
        yield (
            f"Print on both sides, flipped on the {options.folded.value} edge. Cut the sheets through the middle, "
            "lay the upper halves on the lower ones and fold."
        )
    for part in parts:
        yield from part.notes
    lacking = missing_characters(batch.content for part in parts for batch in part.batches)
    if lacking:
        yield f"No font has {' '.join(lacking[:20])}. A □ is printed instead."
