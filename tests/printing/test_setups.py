"""Set-ups under a name: saved, loaded, printed again, handed over and deleted."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from lxml import html

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army
from armybuilder.printing import setups
from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions, Stock
from rulesets.core.declarations.codec import encode
from tests.printing.test_jobs import bench
from tests.printing.test_views import address, sent
from tests.visitors import ALICE

__all__ = ["bench"]
pytestmark = pytest.mark.django_db(transaction=True)


def saved(browser: Client, army: Army, name: str = "Labels", **choices: object) -> Setup:
    before = set(Setup.objects.values_list("pk", flat=True))
    answer = browser.post(address(army, "save"), sent(**choices) | {"name": name})
    assert answer.status_code == 303, answer.text
    (setup,) = Setup.objects.exclude(pk__in=before)
    assert answer.url == f"{address(army)}?setup={setup.pk}"  # type: ignore[attr-defined]
    return setup


def test_as_many_are_kept_and_no_more(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setups, "MAX_SETUPS", 1)
    saved(alice, army)
    assert alice.post(address(army, "save"), sent() | {"name": "Two"}).status_code == 409


def test_a_deleted_one_can_be_saved_again(alice: Client, army: Army) -> None:
    setup = saved(alice, army, stock=Stock("l7160"), labels=True)
    page = alice.post(address(army, "setups", setup.pk, "delete"), follow=True)
    assert not Setup.objects.exists()
    assert "“Labels” has been deleted." in page.text
    assert '<option value="l7160" selected' in page.text
    assert "Labels" in html.fromstring(page.text).xpath("//input[@name='name']/@value")


def test_signing_in_takes_them_over_and_the_account_exports_them(alice: Client, army: Army) -> None:
    user = User.objects.create_user("ann", "ann@example.org", "word")
    Setup.objects.create(owner=user, name="Labels", choices=encode(PrintOptions()))
    saved(alice, army)
    hand_over(ALICE, user)
    mine = Setup.objects.filter(owner=user)
    assert [setup.name for setup in mine] == ["Labels", "Labels (2)"]
    exported = export_account(user)["print set-ups"]
    assert [each["name"] for each in exported] == ["Labels", "Labels (2)"]
    assert exported[1]["choices"]["paper"] == "a4"
    user.delete()
    assert not Setup.objects.exists()


def test_one_that_cannot_be_read_any_more_harms_nothing(alice: Client, army: Army) -> None:
    setup = saved(alice, army)
    Setup.objects.update(choices=encode(replace(PrintOptions())) | {"parchment": True})
    page = alice.get(address(army) + f"?setup={setup.pk}")
    assert "can no longer be read" in page.text
    assert alice.post(address(army, "setups", setup.pk)).status_code == 303
