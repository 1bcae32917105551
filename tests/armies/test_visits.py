from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from armybuilder.armies.models import Army, Visit
from armybuilder.armies.visits import RETENTION, SINCE, unvisited_armies
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db
LONGER = RETENTION + timedelta(days=1)


@pytest.fixture(autouse=True)
def _not_noted_today() -> None:
    cache.clear()


@pytest.fixture
def counted_for_long():
    """Visits have been counted for longer than armies stay."""
    app, name = SINCE
    MigrationRecorder.Migration.objects.filter(app=app, name=name).update(applied=timezone.now() - LONGER)


@pytest.fixture
def old_army(make_army):  # noqa: F811
    """An army that nobody changed for longer than armies stay."""
    army = make_army()
    Army.objects.update(updated=timezone.now() - LONGER)
    return army


def test_who_sees_an_army_has_visited(old_army, counted_for_long):
    assert list(unvisited_armies()) == [old_army]
    Visit.objects.create(claim_hash=ALICE.hash, day=timezone.now().date() - LONGER)
    assert list(unvisited_armies()) == [old_army]
    assert Client().get("/").status_code == 200
    assert list(unvisited_armies()) == [old_army]
    assert browser_of(ALICE).get(old_army.get_absolute_url()).status_code == 200
    assert list(unvisited_armies()) == []
    assert Visit.objects.get().day == timezone.now().date()
    Visit.objects.update(day=timezone.now().date() - RETENTION)
    assert list(unvisited_armies()) == [], "the last day counts"


def test_a_visit_is_noted_again_the_next_day(old_army):
    browser_of(ALICE).get(old_army.get_absolute_url())
    Visit.objects.all().delete()
    browser_of(ALICE).get(old_army.get_absolute_url())
    assert Visit.objects.count() == 0
    cache.clear()
    browser_of(ALICE).get(old_army.get_absolute_url())
    assert Visit.objects.count() == 1


@pytest.mark.parametrize("kept", [{"owner": True}, {"example": True}, {"claim_hash": ""}, {"updated": True}])
def test_others_stay(old_army, counted_for_long, kept, django_user_model):
    if "owner" in kept:
        kept = {"owner": django_user_model.objects.create_user("alice")}
    if "updated" in kept:
        kept = {"updated": timezone.now() - RETENTION + timedelta(days=1)}
    Army.objects.update(**kept)
    assert list(unvisited_armies()) == []


def test_none_goes_before_visits_were_counted_for_long_enough(old_army):
    assert list(unvisited_armies()) == []
