"""Pages of print set-ups."""

import re

import pytest
from django.test import Client
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Paper
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.html_forms import Page
from tests.printing.pdf_reading import read
from tests.printing.test_jobs import Bench, bench
from tests.printing.test_setups import saved
from tests.printing.test_views import address, sent
from tests.visitors import ALICE

__all__ = ["bench"]

pytestmark = pytest.mark.django_db(transaction=True)


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
    assert "saver" in html.fromstring(late.text).xpath("//option[@selected]/@value")
    setup.refresh_from_db()
    assert (setup.version, setup.choices["ink"]) == (2, "mono")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("labels", 409, "You have a set-up of that name."),
        ("ＬＡＢＥＬＳ", 409, "You have a set-up of that name."),
        ("", 400, "Enter a name."),
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
    assert "A sheet has 77 labels. Start with one from 1 to 77." in answer.text
    assert not Setup.objects.exists()


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


def test_saving_again_keeps_what_another_game_does_not_ask(alice: Client, bench: Bench) -> None:
    tanks, squads = (
        create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
        for game in map(get_ruleset, ("mbt2020", "warstrike"))
    )
    setup = saved(alice, tanks, templates=True, on_table_only=True)
    page = alice.get(address(squads), {"setup": setup.pk})
    (form,) = (form for form in Page(address(squads), page.content).forms if ("setup", setup.pk) in form.fields)
    assert "templates" not in dict(form.fields)
    changed = dict(form.fields) | {"cards": "0", "again": "1"}
    assert alice.post(address(squads, "save"), changed).status_code == 303
    setup.refresh_from_db()
    assert setup.options == PrintOptions(cards=False, templates=True, on_table_only=True)
    alice.post(address(tanks), sent(templates=True))
    alice.post(address(squads), changed)
    assert alice.get(address(tanks)).context["form"].spec() == PrintOptions(cards=False, templates=True)
