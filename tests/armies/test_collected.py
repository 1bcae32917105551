"""Which models a visitor has, as other apps say."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from armybuilder.armies.collected import Collected, Counted, collected_models, collection_requested


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
