"""Stored pictures."""

from armybuilder.drawing.models import StoredPicture
from armybuilder.drawing.picture_files import png_of
from armybuilder.drawing.picture_reading import read_picture


def test_every_column_holds_its_part_of_the_picture() -> None:
    picture = read_picture(png_of('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>', 9))
    columns = StoredPicture.columns(picture)
    assert set(columns) == {field.name for field in StoredPicture._meta.get_fields()}
    assert columns == {name: getattr(picture, name) for name in columns}
    assert (columns["width"], columns["height"]) == (9, 6)
