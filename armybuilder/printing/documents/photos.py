"""The players' pictures of an army and its units for printing: in the document's ink, as JPEG."""

import base64
import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO

from django.db.models import QuerySet
from PIL import Image

from armybuilder.armies.models import PartPicture
from armybuilder.printing.colours import Ink
from armybuilder.printing.paper import Size

DOTS = 300 / 25.4
"""Most dots per millimetre; more would not be visible."""
QUALITY = 85
FADED = 0.4
"""How much pictures are faded to save ink."""
ALL = "WEBP"
"""The format of stored pictures."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A stored picture with its digest."""

    digest: str
    image: bytes = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture ready to print; ``text`` says what it shows."""

    text: str
    digest: str
    data: bytes = field(repr=False, compare=False)

    @property
    def uri(self) -> str:
        """The picture as a data URI."""
        return f"data:image/jpeg;base64,{base64.b64encode(self.data).decode()}"


def uploads_of(pictures: QuerySet[PartPicture]) -> dict[str, Upload]:
    """Pictures by unit id; that of the army has an empty id."""
    return {
        part: Upload(digest, bytes(image)) for part, digest, image in pictures.values_list("part", "digest", "image")
    }


def photo(upload: Upload | None, name: str, size: Size, ink: Ink) -> Photo | None:
    """The picture scaled to this room; ``None`` if there is none or it is unreadable."""
    if upload is None:
        return None
    jpeg = _inked(upload, round(size.width * DOTS), round(size.height * DOTS), ink)
    if jpeg is None:
        return None
    digest = hashlib.sha256(jpeg).hexdigest()[:16]
    return Photo(f"Picture of {name}", digest, jpeg)


@lru_cache(maxsize=128)
def _inked(upload: Upload, wide: int, high: int, ink: Ink) -> bytes | None:
    try:
        with Image.open(BytesIO(upload.image), formats=(ALL,)) as original:
            clear = original.convert("RGBA")
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return None
    clear.thumbnail((wide, high), Image.Resampling.LANCZOS)
    paper = Image.new("RGBA", clear.size, "white")
    image = Image.alpha_composite(paper, clear).convert("L" if ink is Ink.MONO else "RGB")
    if ink is Ink.SAVER:
        image = Image.blend(image, Image.new("RGB", image.size, "white"), FADED)
    file = BytesIO()
    image.save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
