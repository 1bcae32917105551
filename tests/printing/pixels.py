"""Pages of a PDF as pictures, to look at what is drawn and not at what can be extracted."""

from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

from armybuilder.printing.paper import INCH, Rectangle

DOTS = 150
"""Pixels per inch."""


def picture(pdf: bytes, page: int = 0, dots: int = DOTS) -> Image.Image:
    """A page of a PDF, counted from 0, as its reader sees it."""
    image: Image.Image = PdfDocument(pdf)[page].render(scale=dots / 72).to_pil().convert("RGB")
    return image


def cut_out(image: Image.Image, box: Rectangle) -> Image.Image:
    """What a page shows in a box in millimetres."""
    left, upper, right, lower = (round(edge / INCH * DOTS) for edge in (box.x, box.y, box.right, box.bottom))
    return image.crop((left, upper, right, lower))


def share(image: Image.Image, box: Rectangle, colour: str, off: int = 60) -> float:
    """The share of the pixels of a box in millimetres that have about this colour, such as ``#8a5a2b``."""
    shown = cut_out(image, box)
    red, green, blue = ImageChops.difference(shown, Image.new("RGB", shown.size, colour)).split()
    counts = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(counts[: off + 1]) / sum(counts)


def dark_cells(pdf: bytes, box: Rectangle, count: int) -> set[tuple[int, int]]:
    """The column and row of each dark cell of a square in millimetres that has ``count`` cells in a row."""
    dots = 4 * DOTS
    edges = (box.x, box.y, box.right, box.bottom)
    shown = picture(pdf, dots=dots).convert("L").crop(tuple(round(edge / INCH * dots) for edge in edges))  # type: ignore[arg-type]
    cells = shown.resize((count, count), Image.Resampling.BOX).tobytes()
    return {(place % count, place // count) for place, level in enumerate(cells) if level < 128}


def ink_share(image: Image.Image) -> float:
    """How dark a picture is on the whole: 0 for white paper, 1 for black."""
    counts = image.convert("L").histogram()
    return 1 - sum(level * count for level, count in enumerate(counts)) / 255 / sum(counts)


def word_box(pdf: bytes, word: str, page: int = 0) -> Rectangle:
    """Where a word stands on a page of a PDF, in millimetres from the upper left corner; the first of several."""
    shown = PdfDocument(pdf)[page]
    text = shown.get_textpage()
    index, count = text.search(word, match_whole_word=True).get_next()
    boxes = [text.get_charbox(place) for place in range(index, index + count)]
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    low, high = min(box[1] for box in boxes), max(box[3] for box in boxes)
    scale = INCH / 72
    return Rectangle(left * scale, (shown.get_height() - high) * scale, (right - left) * scale, (high - low) * scale)
