"""Previews as owner, stranger and anonymous, and what they answer when they cannot be shown."""

import re
import threading
from typing import Any

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from armybuilder.printing import background, documents, preview_views
from armybuilder.printing.documents.preview import preview_of
from armybuilder.printing.paper import Paper
from armybuilder.site.claims import Author
from rulesets.core.declarations.catalogue import Source
from rulesets.registry import get_ruleset
from tests.printing.samples import demo
from tests.printing.test_views import address, sent

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("previewed", [preview_views.MAX_PREVIEW_UNITS, 1])
def test_more_than_is_printed_is_told(
    alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch, previewed: int
) -> None:
    monkeypatch.setattr(documents, "MAX_PIECES", 1)
    monkeypatch.setattr(preview_views, "MAX_PREVIEW_UNITS", previewed)
    told = r"This [^.]*needs \d+ markers. Up to 1 are printed at once\. Leave the markers out"
    assert re.search(told, alice.post(address(army, "preview"), sent(tokens=True)).text)


def test_labels_that_proxies_do_not_need_are_not_too_many(
    alice: Client, author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = demo(get_ruleset("forum-combat"))
    army = create_army(loaded, "New army", author)
    monkeypatch.setattr(documents, "MAX_PIECES", 1)
    monkeypatch.setattr(preview_views, "MAX_PREVIEW_UNITS", 1)
    assert "needs 23 labels" in alice.post(address(army, "preview"), sent(labels=True, proxies=True)).text
    monkeypatch.setattr(documents, "models_of_owner", lambda army: loaded.models_needed)
    shown = alice.post(address(army, "preview"), sent(labels=True, proxies=True))
    assert "are not shown here. “Make the PDF” prints them all." in shown.text


def test_a_preview_tells_what_comes_out_otherwise(alice: Client, make_army) -> None:
    army = make_army(name="Shore \U0001fbff")
    shown = alice.get(address(army, "preview")).text
    assert "No font has \U0001fbff. A □ is printed instead." in shown


def test_a_preview_that_takes_long_holds_nobody_up(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    whole = preview_of

    def slow(*arguments: Any) -> Any:
        go.wait(30)
        return whole(*arguments)

    monkeypatch.setattr(preview_views, "preview_of", slow)
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    shown = alice.post(address(army, "preview"), sent(paper=Paper.LETTER))
    assert "take a while to lay out" in shown.text
    seconds, _, again = shown.headers["Refresh"].partition("; url=")
    assert (seconds, again) == ("2", f"{address(army, 'preview')}?paper=letter")
    alone = alice.post(f"{address(army, 'preview')}?alone", sent(paper=Paper.LETTER))
    assert alone.headers["Refresh"] == f"2; url={address(army, 'preview')}?alone&paper=letter"
    go.set()
    monkeypatch.setattr(background, "PATIENCE", 30)
    assert "<strong>3 pages</strong>" in alice.get(again).text


def test_previews_are_for_those_who_see_the_army(bob: Client, client: Client, army: Army) -> None:
    assert bob.get(address(army, "preview")).status_code == 404
    assert client.get(address(army, "preview")).status_code == 404
    assert client.get("/print/0000.css").status_code == 404


def test_the_card_of_an_entry_is_custom_only_where_it_was_changed(alice: Client) -> None:
    load_catalogue()
    row = EntryRow.objects.filter(ruleset="forge-of-war", kind="troop_type", source=Source.RULEBOOK)[0]
    card = f"/forge-of-war/catalogue/troop_type/card?entry={row.key}"
    assert ["custom profile" in alice.get(each).text for each in (card, f"{card}&name=Raiders")] == [False, True]
