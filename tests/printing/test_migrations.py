"""Saved set-ups survive that some choices are gone."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from armybuilder.printing.models import Setup
from armybuilder.printing.options import LabelSize, PrintOptions, RosterKind, TypeSize
from armybuilder.printing.paper import CardSize

pytestmark = pytest.mark.django_db


def test_set_ups_take_the_nearest_choice_that_is_left() -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0007_fewer_choices")
    choices = {"backs": True, "roster_kind": "compact", "card_size": "mini", "type_size": "14"}
    old = Setup.objects.create(name="Old", claim_hash="a", choices=choices)
    new = Setup.objects.create(name="New", claim_hash="a", choices={"type_size": "12"})
    assert old.options is None
    migration.choose_nearest(apps, SimpleNamespace(connection=connection))
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.options == PrintOptions(
        backs=True, roster_kind=RosterKind.FULL, card_size=CardSize.POKER, type_size=TypeSize.SIXTEEN
    )
    assert new.options == PrintOptions(type_size=TypeSize.TWELVE)


def test_labels_of_a_size_of_ones_own_take_the_nearest() -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0008_sizes_of_labels")
    gone = {"sides": "tops", "fakes": False, "strip_width": 300, "grid_rows": 8, "label_height": 3000}
    wide, small = (
        Setup.objects.create(
            name=str(width),
            claim_hash="a",
            choices={"stock": "grid", "label_size": "own", "label_width": width, "start": 3, **gone},
        )
        for width in (4000, 3000)
    )
    migration.choose_nearest(apps, SimpleNamespace(connection=connection))
    for setup, size in ((wide, LabelSize.TWO_INCHES), (small, LabelSize.ONE_INCH)):
        setup.refresh_from_db()
        assert setup.options == PrintOptions(label_size=size, start=3)
