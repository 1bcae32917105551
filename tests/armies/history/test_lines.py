"""The lines of an army's history."""

import pytest
from django.contrib.auth.models import User

from armybuilder.armies.history import lines
from armybuilder.armies.loaded_army import Mark
from armybuilder.armies.models import Revision
from armybuilder.site.claims import Author
from tests.armies.history.test_views import past, url

__all__ = ["past"]

pytestmark = pytest.mark.django_db


def test_every_revision_is_listed_with_who_and_what(alice, past):
    page = alice.get(url(past)).context["revisions"]
    assert [(each.revision.number, each.revision.summary, each.who, each.place, each.before) for each in page] == [
        (5, "Too late", "this browser", Mark("warn", "Set aside"), 2),
        (4, "Named", "another browser", Mark("ok", "Current"), 2),
        (3, "One less", "this browser", Mark("note", "Undone"), 2),
        (2, "One more", "this browser", None, 1),
        (1, "New army", "this browser", None, None),
    ]
    assert [each.status[0].text for each in page] == ["Legal", "1 error", "Legal", "1 error", "Legal"]


def test_authors_with_accounts_have_their_names(army):
    signed_in = Author(User(username="alice"), "")
    words = [
        lines.who_saved(Revision(author=name, claim_hash=claim), signed_in)
        for name, claim in (("alice", "x"), ("bob", ""), ("", "x"), ("", ""))
    ]
    assert words == ["you", "bob", "another browser", "the site"]
