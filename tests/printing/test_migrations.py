"""Saved set-ups survive that some choices are gone."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions, RosterKind, Stock, Turning, TypeSize
from armybuilder.printing.paper import CardSize

pytestmark = pytest.mark.django_db


def test_set_ups_take_the_nearest_choice_that_is_left() -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0007_fewer_choices")
    choices = {"lasting": True, "roster_kind": "compact", "card_size": "mini", "type_size": "14"}
    old = Setup.objects.create(name="Old", claim_hash="a", choices=choices)
    new = Setup.objects.create(name="New", claim_hash="a", choices={"type_size": "12"})
    assert old.options is None
    migration.choose_nearest(apps, SimpleNamespace(connection=connection))
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.options == PrintOptions(
        lasting=True, roster_kind=RosterKind.FULL, card_size=CardSize.POKER, type_size=TypeSize.SIXTEEN
    )
    assert new.options == PrintOptions(type_size=TypeSize.TWELVE)


def test_labels_of_a_size_of_ones_own_take_the_nearest() -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0008_sizes_of_labels")
    gone = {"sides": "tops", "fakes": False, "strip_width": 300, "grid_rows": 8, "label_height": 3000}
    own = {"stock": "grid", "label_size": "own", "start": 3}
    for width, size in ((4000, "2in"), (3000, "1in")):
        left = {"stock": "plain", "label_size": size, "start": 3}
        assert migration.nearest(own | gone | {"label_width": width}) == left


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        ({"cards_for": "units"}, PrintOptions()),
        ({"cards_for": "groups"}, PrintOptions(cards=False, dashboards=True)),
        ({"cards": True, "cards_for": "both"}, PrintOptions(dashboards=True)),
        ({"cards": False, "cards_for": "both"}, PrintOptions(cards=False)),
    ],
)
def test_cards_of_groups_are_dashboards(choices: dict[str, Any], left: PrintOptions) -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0010_dashboards")
    old = Setup.objects.create(name="Old", claim_hash="a", choices=choices)
    migration.choose_nearest(apps, SimpleNamespace(connection=connection))
    old.refresh_from_db()
    assert old.options == left


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        ({"calibration": True, "order": "log,roster", "printer": "Laser", "nudge_down": 4}, PrintOptions(nudge_down=4)),
        ({"label_size": "2in"}, PrintOptions(stock=Stock.PLAIN_LARGE)),
        ({"label_size": "2in", "stock": "l7160"}, PrintOptions(stock=Stock("l7160"))),
        ({"scope": "both", "opposing": "theirs"}, PrintOptions(scope="theirs")),
        ({"scope": "complete", "opposing": "theirs"}, PrintOptions(scope="complete")),
        ({"backs": True}, PrintOptions(turning=Turning.LONG)),
        ({"backs": True, "turning": "apart"}, PrintOptions(turning=Turning.LONG)),
        ({"backs": True, "turning": "short"}, PrintOptions(turning=Turning.SHORT)),
        ({"backs": False, "turning": "short", "labels": True}, PrintOptions(labels=True)),
        ({"cards": False, "labels": True}, PrintOptions(cards=False, labels=True, turning=Turning.LONG)),
    ],
)
def test_options_that_are_gone_leave_the_nearest(choices: dict[str, Any], left: PrintOptions) -> None:
    migration: Any = importlib.import_module("armybuilder.printing.migrations.0009_fewer_options")
    old = Setup.objects.create(name="Old", claim_hash="a", choices=choices)
    migration.choose_nearest(apps, SimpleNamespace(connection=connection))
    old.refresh_from_db()
    assert old.options == left
