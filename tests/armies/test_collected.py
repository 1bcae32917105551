"""Which models a visitor has, as other apps say."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from armybuilder.armies.collected import (
    Collected,
    Counted,
    collected_models,
    collection_requested,
    read_collected,
    read_counts,
    write_collected,
)


@pytest.mark.django_db
def test_the_first_app_that_knows_models_answers(pebbles):
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert collected_models(request, pebbles) == Collected()

    def knows_none(**kwargs: object) -> Collected:
        return Collected()

    def knows(**kwargs: object) -> Collected:
        assert (kwargs["request"], kwargs["ruleset"], kwargs["army"]) == (request, pebbles, "a1")
        return Collected({("stone", "flint"): 3})

    collection_requested.connect(knows_none)
    collection_requested.connect(knows)
    try:
        assert collected_models(request, pebbles, "a1") == Collected({("stone", "flint"): 3})
    finally:
        collection_requested.disconnect(knows_none)
        collection_requested.disconnect(knows)


def test_other_armies_leave_what_they_do_not_need():
    flint, slate, brick = (("stone", name) for name in ("flint", "slate", "brick"))
    collected = Collected({flint: 5, slate: 2}, Counted(("Shore",), {flint: 3, slate: 4, brick: 1}, 0))
    assert collected.remaining == {flint: 2, slate: 0}
    assert Collected({flint: 5}).remaining == {flint: 5}


def test_a_collection_is_the_same_after_it_was_written():
    counts = {("stone", "flint"): 5, ("stone", "two words"): 0}
    for others in (None, Counted(("Shore", "Cliff"), {("stone", "flint"): 3}, 2), Counted((), {}, 0)):
        assert read_collected(write_collected(Collected(counts, others))) == Collected(counts, others)
    assert read_collected(write_collected(Collected())) == Collected()


@pytest.mark.parametrize("text", ["stone/flint", "stone/flint x", "stone/flint 3\n7 8 9 ten"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(ValueError, match="invalid literal"):
        read_counts(text)
