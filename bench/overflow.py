"""Every document, with names of the greatest length without a space, has nothing beyond its boxes and pages.

``python -m bench.overflow`` prints each game’s example army on several papers, in colour, in black and white and in
large print, and its quick reference as a booklet.
"""

import itertools
import os
import sys
from dataclasses import replace

import django

PAPERS = ("a4", "letter", "a5")
LOOKS = (("colour", "10"), ("mono", "10"), ("colour", "16"))


def main() -> int:
    """Print all of them; return 1 if something overflows."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    from armybuilder.printing.colours import Ink
    from armybuilder.printing.documents import document_of, print_pdf
    from armybuilder.printing.options import PARTS, PrintOptions, Turned, Turning, TypeSize
    from armybuilder.printing.paper import Paper
    from rulesets.core.declarations.codec import decode, encode
    from rulesets.core.declarations.fields import NAME_LENGTH
    from rulesets.registry import all_rulesets
    from tests.printing.pdf_reading import read
    from tests.printing.samples import demo, fresh_printer, named

    every = decode(PrintOptions, encode(PrintOptions()) | dict.fromkeys(PARTS, True))
    choices = [
        replace(every, paper=Paper(paper), ink=Ink(ink), type_size=TypeSize(size), turning=Turning.LONG)
        for paper, (ink, size) in itertools.product(PAPERS, LOOKS)
    ]
    booklet = PrintOptions(roster=False, cards=False, turned=Turned.BOOKLET)
    choices += [booklet, replace(booklet, type_size=TypeSize.SIXTEEN)]
    found = 0
    for ruleset, options in itertools.product(all_rulesets(), choices):
        printer = fresh_printer()
        document = document_of(named(demo(ruleset), "W" * NAME_LENGTH), options, printer)
        pages = read(print_pdf(replace(document, folded=None), printer))
        texts = [run for page in pages for left, right, _, run in page.runs if left < 0 or right > page.width]
        texts += [name for layout in printer.rendered(document.batches) for name in layout.overflowing]
        how = f"{options.paper}, {options.turned}, {options.ink}, {options.type_size.label}"
        print(f"{ruleset.slug}, {how}: {len(pages)} pages, {len(texts)} overflow", *texts[:5])
        found += len(texts)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
