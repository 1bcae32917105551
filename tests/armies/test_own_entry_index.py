"""Which own entries an army holds."""

import pytest

from armybuilder.armies.revisions import ARMIES
from armybuilder.catalogue.models import EntryRow
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db


def test_own_entries_that_an_army_holds_are_noted(alice, army):
    EntryRow.objects.create(
        ruleset="pebbles",
        kind="stone",
        key="amber",
        name="Amber",
        spec={"weight": 5},
        source="own",
        claim_hash=ALICE.hash,
    )
    alice.post(f"/armies/{army.pk}/edits/add-own", {"head": 1, "entry": "stone/amber", "into": "g1"})
    army.refresh_from_db()
    assert army.own_entries == "\nstone/amber\n"
    ARMIES.undo(army, 2)
    army.refresh_from_db()
    assert army.own_entries == ""
