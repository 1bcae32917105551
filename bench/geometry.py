"""Every document of every game stands in its place: its pages are of their paper, no word leaves them or lies over
another, and nothing overflows its box.

``python -m bench.geometry`` prints each game’s example army, each part by itself and all of them as one file, on
several papers, in colour and in black and white.
"""

import itertools
import os
import sys
import tempfile
from dataclasses import replace
from operator import sub
from pathlib import Path

import django

PAPERS = ("a4", "letter", "a5")
INKS = ("colour", "mono")


def main() -> int:
    """Print all of them; return 1 if something is out of its place."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    from armybuilder.drawing.lettering import POINT
    from armybuilder.printing.colours import Ink
    from armybuilder.printing.documents import document_of, print_pdf
    from armybuilder.printing.documents.context import NothingToPrint
    from armybuilder.printing.options import PARTS, PrintOptions, Turning
    from armybuilder.printing.paper import Paper
    from rulesets.core.declarations.codec import decode, encode
    from rulesets.registry import all_rulesets
    from tests.printing.places import faults, read
    from tests.printing.samples import demo, fresh_printer

    found = 0
    chosen = [(part,) for part in PARTS] + [PARTS]
    for ruleset, paper, ink, parts in itertools.product(all_rulesets(), PAPERS, INKS, chosen):
        only = decode(PrintOptions, encode(PrintOptions()) | {part: part in parts for part in PARTS})
        options = replace(only, paper=Paper(paper), ink=Ink(ink), turning=Turning.LONG)
        printer = fresh_printer()
        try:
            document = document_of(demo(ruleset), options, printer)
        except NothingToPrint:
            continue
        with tempfile.TemporaryDirectory() as folder:
            printed = read(print_pdf(document, printer), Path(folder))
        sides = sorted((options.sheet.width / POINT, options.sheet.height / POINT))
        told = [f"page of {page}" for page in printed.pages if max(map(abs, map(sub, sorted(page), sides))) > 1]
        told += faults(printed)
        told += [name for layout in printer.rendered(document.batches) for name in layout.overflowing]
        name = parts[0] if len(parts) == 1 else "all"
        print(f"{ruleset.slug}, {paper}, {ink}, {name}: {len(printed.pages)} pages, {len(told)} faults", *told[:5])
        found += len(told)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
