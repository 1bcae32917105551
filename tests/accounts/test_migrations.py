"""Accounts of one address, from before the database refused them, become one."""

import importlib
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from armybuilder.armies.models import Army
from armybuilder.printing.models import Setup
from tests.armies.conftest import MakeArmy, make_army  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db


def test_the_account_used_last_gets_what_the_others_own(make_army: MakeArmy) -> None:  # noqa: F811
    merge: Any = importlib.import_module("armybuilder.accounts.migrations.0001_merge_duplicates")
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX account_of_email")
    old, used, other = (
        User.objects.create_user(name, email)
        for name, email in (("old", "A@example.org"), ("used", "a@example.org"), ("other", "b@example.org"))
    )
    User.objects.filter(pk=used.pk).update(last_login=timezone.now())
    army = make_army()
    Army.objects.update(owner=old, claim_hash="")
    for user in (old, used):
        EmailAddress.objects.create(user=user, email="a@example.org", primary=True)
        Setup.objects.create(owner=user, name="Cards", choices={})
    Setup.objects.create(owner=old, name="Labels", choices={})
    merge.merge_duplicates(apps, None)
    army.refresh_from_db()
    assert army.owner == used
    assert sorted(Setup.objects.filter(owner=used).values_list("name", flat=True)) == ["Cards", "Labels"]
    assert Setup.objects.get(owner=old).name == "Cards"
    assert list(User.objects.order_by("pk").values_list("email", flat=True)) == ["", "a@example.org", "b@example.org"]
    assert EmailAddress.objects.get().user == used
    assert other.email == "b@example.org"
