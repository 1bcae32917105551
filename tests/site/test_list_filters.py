"""Rows are found by words of their texts, however these are written."""

import pytest

from armybuilder.armies.models import Army, Tag
from armybuilder.site.list_filters import PlainTexts
from rulesets.core.names import plain_words
from tests.armies.conftest import make_army

__all__ = ["make_army"]

pytestmark = pytest.mark.django_db

NAME = "Zoë’s  2nd Pier-Guard"
WAYS = ("ZOË’S", "zoe's", "zoe`s", "２nd", "pier‑guard", "PI\u200bER", "2nd\u00a0pier–guard", "ier-gua")
"""Words of the name as others write them."""


@pytest.mark.parametrize("way", WAYS)
def test_a_row_is_found_by_a_word_in_any_way_of_writing(make_army, way):
    named, _ = make_army(name=NAME), make_army(name="Ebb")
    texts = PlainTexts(Army.objects.all(), "name")
    assert [texts.having(word) for word in plain_words(way).split()] == [[named.pk]] * len(plain_words(way).split())


def test_a_row_is_found_by_what_it_is_related_to(make_army, django_assert_num_queries):
    both, one = make_army(name="Coast"), make_army(name="Ebb")
    for army, tag in ((both, "Painted"), (both, "Late"), (one, "Painted")):
        Tag.objects.create(army=army, name=tag)
    with django_assert_num_queries(1):
        texts = PlainTexts(Army.objects.all(), "name", "tags__name")
        found = {word: set(texts.having(word)) for word in ("painted", "late", "ebb", "sand")}
    assert found == {"painted": {both.pk, one.pk}, "late": {both.pk}, "ebb": {one.pk}, "sand": set()}


def test_nothing_is_read_if_nothing_is_searched_for(django_assert_num_queries):
    with django_assert_num_queries(0):
        PlainTexts(Army.objects.all(), "name")
