"""Which models a visitor has, as other apps say."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from armybuilder.armies.collected import collected_models, collection_requested


@pytest.mark.django_db
def test_the_first_app_that_knows_models_answers(pebbles):
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert collected_models(request, pebbles) == {}

    def knows_none(**kwargs: object) -> dict[tuple[str, str], int]:
        return {}

    def knows(**kwargs: object) -> dict[tuple[str, str], int]:
        assert (kwargs["request"], kwargs["ruleset"]) == (request, pebbles)
        return {("stone", "flint"): 3}

    collection_requested.connect(knows_none)
    collection_requested.connect(knows)
    try:
        assert collected_models(request, pebbles) == {("stone", "flint"): 3}
    finally:
        collection_requested.disconnect(knows_none)
        collection_requested.disconnect(knows)
