"""Where players find the photo of a game; who else looks for it, finds none."""

import pytest

from armybuilder.drawing.picture_reading import read_picture
from armybuilder.matches.log.photos import address_of, photo_address, photos_for
from armybuilder.matches.models import Match, ResultPhoto
from armybuilder.matches.tests.conftest import Begin
from tests.armies.test_pictures import file_of


@pytest.mark.django_db
@pytest.mark.parametrize(("ended", "side", "seen"), [(True, 0, 1), (True, 1, 1), (True, None, 0), (False, 0, 0)])
def test_players_find_the_photo_of_a_game_that_has_ended(
    begin: Begin, ended: bool, side: int | None, seen: int
) -> None:
    match, other = begin(), begin()
    Match.objects.filter(pk=match.pk).update(ended=ended)
    match.refresh_from_db()
    assert photo_address(match, side) == ""
    columns = ResultPhoto.columns(read_picture(file_of()))
    photo = ResultPhoto.objects.create(match=match, seat=match.seats.get(side=0), **columns)
    assert photos_for(match, side).count() == seen
    assert photo_address(match, side) == (address_of(match.pk, photo.digest) if seen else "")
    assert photo_address(other, 0) == ""
