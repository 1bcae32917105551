"""The rulebooks' entries in the database."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError

from armybuilder.catalogue import loading
from armybuilder.catalogue.loading import CatalogueCounts, load_catalogue
from armybuilder.catalogue.models import EntryRow, row_of
from rulesets.core.declarations.catalogue import Catalogue

pytestmark = pytest.mark.django_db


@pytest.fixture
def only_pebbles(pebbles, monkeypatch):
    monkeypatch.setattr(loading, "all_rulesets", lambda: (pebbles,))
    return pebbles


def test_loading_twice_changes_nothing(only_pebbles):
    assert load_catalogue() == CatalogueCounts(3, 0, 0, 0)
    before = list(EntryRow.objects.values_list())
    assert load_catalogue() == CatalogueCounts(0, 0, 0, 3)
    assert list(EntryRow.objects.values_list()) == before


def test_rows_hold_what_the_rulebook_says(only_pebbles):
    load_catalogue()
    row = EntryRow.objects.get(key="flint")
    assert (row.ruleset, row.kind, row.name, row.cite, row.source) == (
        "pebbles",
        "stone",
        "Flint",
        "Stones",
        "rulebook",
    )
    assert row.spec == {"weight": 90, "surface": "rough"}
    assert row.facts() == (("Weight", "90 g"), ("Surface", "Rough"))


def test_changed_and_gone_entries_follow_and_own_ones_stay(only_pebbles, monkeypatch):
    load_catalogue()
    own = row_of("pebbles", only_pebbles.catalogue.get("stone", "brick"), 0)
    own.owner = User.objects.create_user("alice")
    own.save()
    flint, _, brick = only_pebbles.catalogue
    changed = replace(only_pebbles, catalogue=Catalogue((brick, replace(flint, name="Firestone"))))
    monkeypatch.setattr(loading, "all_rulesets", lambda: (changed,))
    kept = dict(EntryRow.objects.values_list("key", "pk").filter(owner=None))
    assert load_catalogue() == CatalogueCounts(0, 2, 1, 0)
    rows = EntryRow.objects.filter(owner=None)
    assert [(row.pk, row.name, row.position) for row in rows] == [
        (kept["brick"], "Brick", 0),
        (kept["flint"], "Firestone", 1),
    ]
    assert EntryRow.objects.get(owner__isnull=False).name == "Brick"


def test_the_command_says_what_it_did(only_pebbles, capsys):
    call_command("load_catalogue")
    assert capsys.readouterr().out == "Catalogue: 3 added, 0 changed, 0 removed, 0 unchanged.\n"


def test_loading_costs_the_same_queries_however_many_there_are(only_pebbles, django_assert_num_queries):
    load_catalogue()
    with django_assert_num_queries(3):  # savepoint, read, release
        load_catalogue()


def test_a_key_stands_once_for_the_game_and_once_for_each_owner(only_pebbles):
    entry = only_pebbles.catalogue.get("stone", "flint")
    load_catalogue()
    with pytest.raises(IntegrityError):
        row_of("pebbles", entry, 0).save()


def test_a_profile_that_does_not_fit_is_refused_with_its_place(only_pebbles):
    row = row_of("pebbles", only_pebbles.catalogue.get("stone", "flint"), 0)
    row.spec = {"weight": 0}
    with pytest.raises(ValidationError) as error:
        row.full_clean()
    assert error.value.message_dict == {"spec": ["spec.weight: enter a number from 1 to 500, not 0"]}


def test_a_row_of_a_kind_that_has_gone_is_shown_without_facts(only_pebbles):
    row = EntryRow(ruleset="pebbles", kind="shell", key="x", name="X", spec={}, source="own")
    assert (row.profile(), row.facts()) == (None, ())
    with pytest.raises(ValidationError):
        row.full_clean()
