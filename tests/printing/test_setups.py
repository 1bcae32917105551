"""Set-ups under a name: saved, loaded, printed again, shared by a printer, handed over and deleted."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army
from armybuilder.printing import setups
from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions, Stock
from armybuilder.printing.paper import Paper
from rulesets.core.codec import encode
from tests.printing.pdf_reading import read
from tests.printing.test_jobs import Bench, bench
from tests.printing.test_views import address, sent
from tests.visitors import ALICE

__all__ = ["bench"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _still(still_minute: None) -> None:
    """No minute turns, so that limits count the same."""


def saved(browser: Client, army: Army, name: str = "Labels", **choices: object) -> Setup:
    before = set(Setup.objects.values_list("pk", flat=True))
    answer = browser.post(address(army, "save"), sent(**choices) | {"name": name})
    assert answer.status_code == 303, answer.text
    (setup,) = Setup.objects.exclude(pk__in=before)
    assert answer.url == f"{address(army)}?setup={setup.pk}"  # type: ignore[attr-defined]
    return setup


def test_a_set_up_is_saved_loaded_and_printed_again(alice: Client, army: Army, make_army, bench: Bench) -> None:
    setup = saved(alice, army, "  Club   printer ", cards=False, qrs=False, paper=Paper.LETTER)
    assert setup.name == "Club printer"
    page = alice.get(address(army) + f"?setup={setup.pk}").text
    assert '<option value="letter" selected>' in page
    assert "Save changes to “Club printer”" in page
    assert "paper=letter" in re.search(r'name="preview"[^>]*src="([^"]*)"', page)[1]  # type: ignore[index]
    other = make_army(name="Cove")
    answer = alice.post(address(other, "setups", setup.pk))
    assert answer.headers["Content-Type"] == "application/pdf"
    (roster,) = read(answer.content)
    assert round(roster.width, 1) == 215.9
    assert "Cove" in roster.text


def test_changes_are_saved_but_not_over_those_of_another_window(alice: Client, army: Army) -> None:
    setup = saved(alice, army)
    again = {"setup": setup.pk, "version": "1", "again": "1", "name": ""}
    assert alice.post(address(army, "save"), sent(ink="mono") | again).status_code == 303
    late = alice.post(address(army, "save"), sent(ink="saver") | again)
    assert late.status_code == 409
    assert "saved elsewhere in the meantime" in late.text
    assert '<option value="saver" selected' in late.text
    setup.refresh_from_db()
    assert (setup.version, setup.choices["ink"]) == (2, "mono")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("labels", 409, "You have a set-up of that name."),
        ("", 400, "Give it a name."),
        ("a\x07b", 409, "characters that cannot be printed"),
    ],
)
def test_a_name_is_needed_and_used_once(alice: Client, army: Army, name: str, status: int, words: str) -> None:
    saved(alice, army)
    answer = alice.post(address(army, "save"), sent(tokens=True) | {"name": name})
    assert (answer.status_code, words in answer.text) == (status, True)
    assert Setup.objects.count() == 1


def test_choices_that_cannot_be_printed_are_not_saved(alice: Client, army: Army) -> None:
    answer = alice.post(address(army, "save"), sent(labels=True, start=200) | {"name": "Bad"})
    assert answer.status_code == 400
    assert "A sheet has 77 labels; begin with one from 1 to 77." in answer.text
    assert not Setup.objects.exists()


def test_as_many_are_kept_and_no_more(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setups, "MOST_SETUPS", 1)
    saved(alice, army)
    assert alice.post(address(army, "save"), sent() | {"name": "Two"}).status_code == 409


def test_a_deleted_one_can_be_saved_again(alice: Client, army: Army) -> None:
    setup = saved(alice, army, stock=Stock("l7160"), labels=True)
    page = alice.post(address(army, "setups", setup.pk, "delete"), follow=True)
    assert not Setup.objects.exists()
    assert "“Labels” is deleted." in page.text
    assert '<option value="l7160" selected' in page.text
    assert 'name="name" value="Labels"' in page.text


def test_nobody_else_sees_or_prints_them(alice: Client, bob: Client, client: Client, army: Army) -> None:
    setup = saved(alice, army)
    Army.objects.update(example=True)
    for browser in (bob, client):
        assert "Labels</a>" not in browser.get(address(army) + f"?setup={setup.pk}").text
        assert browser.post(address(army, "setups", setup.pk)).status_code == 404
        assert browser.post(address(army, "setups", setup.pk, "delete")).status_code == 404
    assert Setup.objects.count() == 1


def test_anybody_keeps_set_ups_for_an_example(client: Client, army: Army) -> None:
    Army.objects.update(example=True)
    setup = saved(client, army)
    assert (setup.owner, len(setup.claim_hash)) == (None, 64)
    assert "Labels</a>" in client.get(address(army)).text


def test_set_ups_of_one_printer_share_its_offsets(alice: Client, army: Army) -> None:
    first = saved(alice, army, "Cards", printer="Laser", ink="mono")
    other = saved(alice, army, "Other", printer="Inkjet")
    page = alice.post(
        address(army, "save"), sent(printer="Laser", nudge_right=-7, back_down=12) | {"name": "Labels"}, follow=True
    )
    assert "The offsets of “Laser” changed in 1 more." in page.text
    first.refresh_from_db()
    other.refresh_from_db()
    assert first.chosen == PrintOptions(printer="Laser", ink=first.chosen.ink, nudge_right=-7, back_down=12)  # type: ignore[union-attr]
    assert other.chosen == PrintOptions(printer="Inkjet")


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
    assert "cannot be read any more" in page.text
    assert alice.post(address(army, "setups", setup.pk)).status_code == 303


def test_parts_are_moved_without_a_script(alice: Client, army: Army) -> None:
    page = alice.post(address(army), sent(tokens=True, paper=Paper.A5) | {"move": "qrs:up"}).text
    assert re.findall(r'data-part="(\w+)"', page)[:3] == ["roster", "qrs", "cards"]
    assert 'name="order" value="roster,qrs,cards,labels' in page
    assert '<option value="a5" selected' in page
    assert alice.post(address(army), sent() | {"move": "posters:up"}).status_code == 404
