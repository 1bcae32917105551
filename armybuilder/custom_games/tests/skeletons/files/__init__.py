"""Small data files of invented games, as text."""

from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from armybuilder.custom_games.skeletons.data_files import DataFiles, read_files

FOLDER = Path(__file__).parent
SYSTEM, CATALOGUE, ARMOURY = ((FOLDER / name).read_bytes() for name in ("valley.gst", "river.cat", "armoury.cat"))
VALLEY = (("river.cat", CATALOGUE), ("valley.gst", SYSTEM), ("armoury.cat", ARMOURY))


def files_of(*files: tuple[str, bytes]) -> DataFiles:
    """The files, read."""
    return DataFiles(read_files(files)[0])


def catalogue(inside: str, *, game: str = "valley", name: str = "Hills", links: Iterable[str] = ()) -> bytes:
    """A catalogue with this content, and links to these catalogues."""
    linked = "".join(f"<catalogueLink name={quoteattr(each)} targetId={quoteattr(each)}/>" for each in links)
    content = f"<catalogueLinks>{linked}</catalogueLinks>{inside}"
    return (
        f'<catalogue id={quoteattr(name)} name={quoteattr(name)} gameSystemId="{game}">{content}</catalogue>'.encode()
    )
