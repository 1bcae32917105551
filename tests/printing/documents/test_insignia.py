"""An army's colour and badge on roster, cards, record sheets, labels, strips and markers."""

import re
from dataclasses import replace
from typing import Any

from PIL import Image

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.colours import Ink, colours
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.context import labels_of
from armybuilder.printing.documents.document import Document
from armybuilder.printing.options import LabelTops, PrintOptions, Stock, Turning
from armybuilder.printing.paper import Rectangle
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.insignia import Badge, Colour
from rulesets.registry import all_rulesets, get_ruleset
from tests.printing.pixels import picture, share
from tests.printing.samples import demo, in_turn
from tests.printing.structure import faults

NONE = PrintOptions(roster=False, cards=False, qrs=False)
PARTS = {
    "roster": replace(NONE, roster=True),
    "cards": replace(NONE, cards=True),
    "dashboards": replace(NONE, dashboards=True),
}
PAGE = Rectangle(0, 0, 210, 297)


def plain(ruleset: Any) -> LoadedArmy:
    """The first two units of a game's example army."""
    first, *_ = demo(ruleset).force.groups
    return LoadedArmy(ruleset, replace(demo(ruleset).force, groups=(replace(first, units=first.units[:2]),)))


def marked(ruleset: Any, colour: Colour = Colour.VIOLET, badge: Badge = Badge.WOLF) -> LoadedArmy:
    """They again, of an army with a colour and a badge."""
    force = plain(ruleset).force
    return LoadedArmy(ruleset, replace(force, spec=replace(force.spec, colour=colour, badge=badge)))


def part(army: LoadedArmy, name: str, ink: Ink, printer: Printer) -> Document:
    return document_of(army, replace(PARTS[name], ink=ink, turning=Turning.LONG), printer)


def hue(image: Image.Image) -> int:
    """The largest difference between the colours of a pixel."""
    return max(max(pixel) - min(pixel) for _, pixel in image.getcolors(1 << 24) or ())  # type: ignore[arg-type]


@in_turn(ruleset=all_rulesets(), name=PARTS)
def test_the_colour_and_the_badge_are_on_paper(ruleset: Any, name: str, printer: Printer) -> None:
    """The colour only where a document has colours; map symbols have their own."""
    violet = colours("violet", Ink.COLOUR)["deep"]
    documents = [part(army, name, Ink.COLOUR, printer) for army in (plain(ruleset), marked(ruleset))]
    shown = [share(picture(print_pdf(each, printer)), PAGE, violet, off=12) for each in documents]
    assert shown[0] < 0.001 < shown[1]
    badges = [["<title>Badge: wolf</title>" in batch.content for batch in each.batches] for each in documents]
    assert not any(badges[0])
    assert all(badges[1]), "on fronts and backs"
    assert faults(print_pdf(documents[1], printer)) == []
    assert all("ink-mono" in batch.classes for batch in part(marked(ruleset), name, Ink.MONO, printer).batches)


def test_black_and_white_has_the_badge_but_no_colour(printer: Printer) -> None:
    pdf = print_pdf(part(marked(get_ruleset("forum-combat")), "dashboards", Ink.MONO, printer), printer)
    assert hue(picture(pdf)) < 8


@in_turn(ruleset=all_rulesets(), stock=(Stock.PLAIN, Stock("l7160")))
def test_the_top_of_every_label_has_both(ruleset: Any, stock: Stock, printer: Printer) -> None:
    """So that both armies are apart on one table, unless the owner wants blank tops."""
    labels = replace(NONE, labels=True, stock=stock)
    document = document_of(marked(ruleset), labels, printer)
    content = "".join(batch.content for batch in document.batches)
    assert content.count("<title>Badge: wolf</title>") == content.count("base-label top") > 0
    violet = colours("violet", Ink.COLOUR)["deep"]
    assert share(picture(print_pdf(document, printer)), PAGE, violet, off=12) > 0.001
    blank = document_of(marked(ruleset), replace(labels, tops=LabelTops.BLANK), printer)
    assert not any("Badge: wolf" in batch.content for batch in blank.batches)


@in_turn(ruleset=all_rulesets(), name=("strips", "tokens"))
def test_every_strip_and_marker_has_both(ruleset: Any, name: str, printer: Printer) -> None:
    """Without a colour and a badge they look as before."""
    choices = replace(NONE, strips=name == "strips", tokens=name == "tokens")
    piece = {"strips": r'<article class="piece \S+ strip', "tokens": r"piece \S+ marker"}[name]
    documents = [document_of(army, choices, printer) for army in (plain(ruleset), marked(ruleset))]
    contents = ["".join(batch.content for batch in each.batches) for each in documents]
    assert len(re.findall(piece, contents[0])) == len(re.findall(piece, contents[1])) > 0
    badges = [content.count("<title>Badge: wolf</title>") for content in contents]
    assert badges == [0, len(re.findall(piece, contents[1]))]
    violet = colours("violet", Ink.COLOUR)["deep"]
    shown = [share(picture(print_pdf(each, printer)), PAGE, violet, off=12) for each in documents]
    assert shown[0] < shown[1]
    assert faults(print_pdf(documents[1], printer)) == []


@in_turn(ruleset=all_rulesets())
def test_units_without_a_colour_have_that_of_their_army(ruleset: Any) -> None:
    found = {label.tint for label in labels_of(marked(ruleset), NONE)}
    assert found == {"violet"}
