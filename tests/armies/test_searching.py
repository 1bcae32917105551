"""Searches in armies."""

import pytest

from armybuilder.armies import library
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES
from rulesets.core.forces.force import change_unit
from tests.armies.test_library import _patient_search, edited, listed, page, shelf

__all__ = ["_patient_search", "shelf"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Dunes", "Coast", "Ebb"]),
        ("?sort=name", ["Coast", "Dunes", "Ebb"]),
        ("?sort=size", ["Dunes", "Coast", "Ebb"]),
        ("?sort=state", ["Ebb", "Dunes", "Coast"]),
        ("?sort=new", ["Ebb", "Dunes", "Coast"]),
        ("?sort=sideways&shelf=attic", ["Dunes", "Coast", "Ebb"]),
        ("?q=coast", ["Coast"]),
        ("?q=old+ROCKY", ["Coast"]),
        ("?q=édge", ["Coast"]),
        ("?q=edge", ["Coast"]),
        ("?q=Old%C2%A0Ro%E2%80%8Bcky", ["Coast"]),
        ("?q=wínter+CAMPAIGN", ["Dunes"]),
        ("?q=flint", ["Dunes", "Coast"]),
        ("?q=vanguard+pier", ["Dunes"]),
        ("?q=vanguard+rocky", []),
        ("?q=winter", ["Dunes"]),
        ("?q=unfin", ["Ebb"]),
        ("?q=%25", []),
        ("?folder=Winter+campaign", ["Dunes"]),
        ("?folder=-", ["Coast", "Ebb"]),
        ("?tag=unfinished", ["Ebb"]),
        ("?game=pebbles&tag=unfinished", ["Ebb"]),
        ("?game=chess", []),
        ("?page=nonsense", ["Dunes", "Coast", "Ebb"]),
    ],
)
def test_armies_are_found(alice, shelf, query, names):
    assert listed(alice, query) == names


def test_what_was_undone_is_not_found(alice, army, author):
    edited(army, author, lambda force: change_unit(force, "u2", name="Rocky"))
    assert listed(alice, "?q=rocky") == ["Shore"]
    ARMIES.undo(army, 2)
    assert listed(alice, "?q=rocky") == []


def test_armies_are_found_as_they_stand_now(alice, shelf):
    coast, _, empty = shelf
    Army.objects.filter(pk=coast.pk).update(words="only its old name", indexed=0)
    Army.objects.filter(pk=empty.pk).update(ruleset="gone", indexed=0)
    assert listed(alice, "?q=rocky") == ["Coast"]
    assert listed(alice, "?q=old+name") == []
    assert listed(alice, "?q=ebb") == ["Ebb"]


def test_a_search_reads_only_what_changed(alice, shelf, django_assert_num_queries):
    alice.get("/armies/?q=rocky")
    with django_assert_num_queries(9):  # those of the list, which armies changed, and their names, folders and tags
        assert alice.get("/armies/?q=rocky").status_code == 200


def test_a_search_reads_for_a_while_and_says_what_is_left(alice, shelf, monkeypatch):
    Army.objects.filter(pk__in=[army.pk for army in shelf]).update(indexed=0)
    monkeypatch.setattr(library, "SECONDS_OF_READING", 0.0)
    told = []
    for _ in range(3):
        answer = page(alice.get("/armies/?q=rocky"))
        told.append(answer.xpath("//p[contains(@class, 'library-unread')]/text()"))
    assert told == [["Still searching 2 armies …"], ["Still searching 1 army …"], []]
    assert listed(alice, "?q=rocky") == ["Coast"]
