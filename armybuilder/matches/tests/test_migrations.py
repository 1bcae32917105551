"""Games that were stored with another name of a key can still be played."""

import importlib
import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from armybuilder.matches.models import MatchRevision
from armybuilder.matches.tests.conftest import Begin
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db


def test_what_had_bearers_has_holders(begin: Begin) -> None:
    migration: Any = importlib.import_module("armybuilder.matches.migrations.0006_holders")
    match = begin()
    hit = change("a2", chip(1, "u3"), calculator="skipping", own="u2", opposing="u3", result="It hits")
    send(browser_of(ALICE), match, change("a1", chip(0)), hit)
    stored = list(MatchRevision.objects.filter(match=match).order_by("number").values_list("entry", flat=True))
    assert ["holder" in json.dumps(entry) for entry in stored] == [False, True, True]
    migration.backwards(apps, SimpleNamespace(connection=connection))
    before = MatchRevision.objects.filter(match=match).order_by("number")
    assert ["bearer" in json.dumps(each.entry) for each in before] == [False, True, True]
    assert not any("holder" in json.dumps(each.entry) for each in before)
    migration.forwards(apps, SimpleNamespace(connection=connection))
    after = MatchRevision.objects.filter(match=match).order_by("number")
    assert [each.entry for each in after] == stored
