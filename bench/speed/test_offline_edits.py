"""Two hundred edits made offline on each of two devices arrive: none is lost, none made twice."""

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from tests.armies.conftest import _empty_desk, army, make_army
from tests.offline.test_offline_edits import two_devices

__all__ = ["_empty_desk", "army", "make_army"]

EDITS = 200


@pytest.mark.django_db
def test_two_hundred_edits_of_each_of_two_devices_arrive_once(army: Army, alice: Client) -> None:
    two_devices(army, alice, EDITS)
