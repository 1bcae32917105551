"""The pages of custom games, as their players use them."""

import json

import pytest
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.custom_games import creation, versions
from armybuilder.custom_games.drafts import GAMES, save_draft
from armybuilder.custom_games.models import CustomGame, GameVersion
from armybuilder.custom_games.tests.documents import changed, repriced
from armybuilder.custom_games.views import starter
from rulesets.registry import clear_game_caches, get_ruleset
from tests.html_forms import Page
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

LIST = "/your-games/"


@pytest.fixture
def alice():
    return browser_of(ALICE)


def sent(client, game, act, **data):
    """The answer to a form of the game's page."""
    return client.post(f"{game.get_absolute_url()}{act}", {"head": CustomGame.objects.get(pk=game.pk).head, **data})


def test_a_game_starts_from_the_example(client):
    response = client.post(f"{LIST}new", follow=True)
    game = CustomGame.objects.get()
    assert response.redirect_chain[-1][0] == game.get_absolute_url()
    assert GAMES.load_head(game) == starter()
    assert "Starter" in client.get(LIST).text


def test_the_list_has_only_the_games_of_its_visitor(alice, custom_game):
    assert str(custom_game) in alice.get(LIST).text
    assert str(custom_game) not in browser_of(BOB).get(LIST).text


def test_a_document_is_saved_with_its_mistakes(alice, custom_game):
    text = json.dumps(starter().document | {"kinds": []})
    page = alice.post(f"{custom_game.get_absolute_url()}save", {"head": 1, "document": text}, follow=True).text
    assert GAMES.load_head(CustomGame.objects.get()).document == json.loads(text)
    assert "<code>kinds</code>" in page
    assert "Publish version" not in page


def folded(response):
    """Whether the document is folded away on a page."""
    (fold,) = html.fromstring(response.text).get_element_by_id("document").iterancestors("details")
    return fold.get("open") is None


def test_the_page_says_what_the_game_is_and_folds_its_document(alice, custom_game):
    response = alice.get(custom_game.get_absolute_url())
    main = html.fromstring(response.text).find(".//main").text_content()
    game = starter().document
    assert game["about"] in main
    for kind in game["kinds"]:
        assert f"{kind['plural']}: {len(kind['entries'])}" in main
    assert folded(response)


def test_a_document_that_must_be_corrected_is_unfolded(alice, custom_game):
    assert not folded(sent(alice, custom_game, "save", document="{"))
    sent(alice, custom_game, "save", document='{"title": 5}')
    assert not folded(alice.get(custom_game.get_absolute_url()))


def test_what_is_no_document_is_refused_and_stays_on_the_page(alice, custom_game):
    response = sent(alice, custom_game, "save", document='{"title": ')
    assert response.status_code == 422
    assert "line 1, column 11" in response.text
    assert "{&quot;title&quot;: </textarea>" in response.text
    assert CustomGame.objects.get().head == 1


def test_a_save_from_an_old_page_loses_nothing(alice, custom_game):
    save_draft(custom_game, 1, repriced("12"))
    response = alice.post(f"{custom_game.get_absolute_url()}save", {"head": 1, "document": repriced("13").pretty})
    assert response.status_code == 409
    assert "Nothing was overwritten" in response.text
    assert "&quot;13&quot;" in response.text
    assert GAMES.load_head(CustomGame.objects.get()) == repriced("12")


def test_saving_again_after_a_clash_replaces_only_what_clashed(alice, custom_game):
    save_draft(custom_game, 1, changed(repriced("12"), edition="9"))
    address = f"{custom_game.get_absolute_url()}save"
    refused = alice.post(address, {"head": 1, "document": repriced("13").pretty})
    form = next(each for each in html.fromstring(refused.text).forms if each.get("action") == address)
    assert "Save again to keep yours" in refused.text
    assert alice.post(address, dict(form.form_values())).status_code == 302
    assert GAMES.load_head(CustomGame.objects.get()) == changed(repriced("13"), edition="9")


def test_a_save_from_an_old_page_takes_in_other_changes(alice, custom_game):
    save_draft(custom_game, 1, repriced("12"))
    sent = {"head": 1, "document": changed(starter(), title="Second").pretty}
    response = alice.post(f"{custom_game.get_absolute_url()}save", sent, follow=True)
    assert "Changes made elsewhere in the meantime are included." in response.text
    assert GAMES.load_head(CustomGame.objects.get()) == changed(repriced("12"), title="Second")


def test_an_unchanged_document_adds_no_revision(alice, custom_game):
    assert sent(alice, custom_game, "save", document=starter().pretty).status_code == 302
    assert CustomGame.objects.get().latest == 1


def test_undo_and_redo_are_buttons_of_the_page(alice, custom_game):
    sent(alice, custom_game, "save", document=changed(starter(), title="Lances").pretty)
    assert sent(alice, custom_game, "undo").status_code == 302
    assert CustomGame.objects.get().name == "Starter"
    assert sent(alice, custom_game, "redo").status_code == 302
    assert CustomGame.objects.get().name == "Lances"
    assert alice.post(f"{custom_game.get_absolute_url()}undo", {"head": 1}).status_code == 409


def test_a_published_version_has_all_pages_of_a_game(alice, custom_game):
    page = alice.post(f"{custom_game.get_absolute_url()}publish", {"head": 1}, follow=True).text
    slug = GameVersion.objects.get().slug
    assert f"/{slug}/" in page
    for path in ("", "reference/", "rules/", "rulings/", "catalogue/", "calculators/"):
        assert alice.get(f"/{slug}/{path}").status_code == 200, path


def test_a_page_that_shows_the_newest_version_offers_no_other(alice, custom_game, version):
    assert "Publish version" not in alice.get(custom_game.get_absolute_url()).text
    save_draft(custom_game, 1, repriced("12"))
    assert "Publish version 2" in alice.get(custom_game.get_absolute_url()).text


def test_the_front_page_and_the_guide_lead_to_your_games(client):
    for path in ("/", "/guide/first-army"):
        assert f'href="{LIST}"' in client.get(path, follow=True).text


def test_what_keeps_a_game_from_being_published_leads_to_its_place(alice, custom_game):
    document = starter().document
    document["limits"][0]["min"] = "9"
    save_draft(custom_game, 1, changed(starter(), limits=document["limits"]))
    page = html.fromstring(alice.get(custom_game.get_absolute_url()).text)
    (item,) = page.xpath("//ul[@class='game-problems']/li")
    assert item.text_content().split()[:5] == ["Example", "army:", "Make", "the", "example"]
    assert alice.get(item.xpath("a/@href")[0]).status_code == 200


def test_publishing_a_draft_with_problems_is_refused(alice, custom_game):
    save_draft(custom_game, 1, changed(starter(), kinds=[]))
    assert sent(alice, custom_game, "publish").status_code == 422
    assert not GameVersion.objects.exists()


def test_a_version_too_many_says_what_to_do(alice, custom_game, version, monkeypatch):
    monkeypatch.setattr(versions, "MAX_VERSIONS", 1)
    save_draft(custom_game, 1, repriced("12"))
    response = sent(alice, custom_game, "publish")
    assert response.status_code == 409
    assert "Copy the game to go on." in response.text


def test_publishing_from_an_old_page_is_refused(alice, custom_game):
    save_draft(custom_game, 1, repriced("12"))
    assert alice.post(f"{custom_game.get_absolute_url()}publish", {"head": 1}).status_code == 409
    assert not GameVersion.objects.exists()


def test_an_exported_game_is_imported_as_it_was(alice, custom_game):
    exported = alice.get(f"{custom_game.get_absolute_url()}export")
    assert "attachment" in exported["Content-Disposition"]
    response = browser_of(BOB).post(f"{LIST}import", {"text": exported.text})
    assert response.status_code == 302
    copied = CustomGame.objects.exclude(pk=custom_game.pk).get()
    assert response["Location"] == copied.get_absolute_url()
    assert GAMES.load_head(copied) == starter()
    assert copied.ruleset != custom_game.ruleset


def test_an_import_names_the_place_of_what_is_wrong(alice):
    response = alice.post(f"{LIST}import", {"text": '{"title": '})
    assert response.status_code == 400
    assert "line 1, column 11" in response.text
    assert not CustomGame.objects.exists()


def test_a_large_file_is_refused(alice):
    text = json.dumps({"title": "x" * 300_000})
    assert alice.post(f"{LIST}import", {"text": text}).status_code == 413
    assert not CustomGame.objects.exists()


def test_a_copy_begins_without_versions(alice, custom_game, version):
    alice.post(f"{custom_game.get_absolute_url()}copy")
    copied = CustomGame.objects.exclude(pk=custom_game.pk).get()
    assert (GAMES.load_head(copied), copied.published) == (starter(), 0)


def test_a_deleted_game_can_be_restored_and_its_versions_stay(alice, custom_game, version):
    page = alice.post(f"{custom_game.get_absolute_url()}delete", follow=True)
    assert f"Deleted {custom_game}." in page.text
    forms = [form.address for form in Page(LIST, page.content).forms if form.address.endswith("/restore")]
    assert forms == [f"{custom_game.get_absolute_url()}restore"] * 2
    assert alice.get(custom_game.get_absolute_url()).status_code == 404
    assert get_ruleset(version.slug).title == "Starter"
    alice.post(forms[0])
    assert alice.get(custom_game.get_absolute_url()).status_code == 200


def test_deleting_for_good_asks_before_it_deletes(alice, custom_game):
    page = html.fromstring(alice.post(f"{custom_game.get_absolute_url()}delete", follow=True).text)
    (erase,) = page.xpath(f"//form[@action='{custom_game.get_absolute_url()}erase']")
    asks, *_ = erase.iterancestors("details")
    assert asks.get("open") is None
    assert not asks.xpath(".//form[contains(@action, '/restore')]")
    assert asks.find("summary").text == "Delete for good"
    assert "You cannot restore Starter after this." in erase.text_content()
    alice.post(erase.action, dict(erase.form_values()))
    assert not CustomGame.objects.exists()


def test_a_game_deleted_for_good_no_longer_counts(alice, custom_game, monkeypatch):
    monkeypatch.setattr(creation, "MAX_GAMES", 1)
    erased = f"{custom_game.get_absolute_url()}erase"
    assert alice.post(erased).status_code == 404
    alice.post(f"{custom_game.get_absolute_url()}delete")
    refused = alice.post(f"{LIST}new")
    assert (refused.status_code, "You can delete them for good" in refused.text) == (409, True)
    assert browser_of(BOB).post(erased).status_code == 404
    assert "Deleted Starter for good." in alice.post(erased, follow=True).text
    assert not CustomGame.objects.exists()
    assert alice.post(f"{LIST}new").status_code == 302


def test_armies_of_a_game_deleted_for_good_stay(alice, custom_game, version, author):
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", author)
    alice.post(f"{custom_game.get_absolute_url()}delete")
    alice.post(f"{custom_game.get_absolute_url()}erase")
    clear_game_caches()
    assert alice.get(army.get_absolute_url()).status_code == 200


def test_staff_find_games_and_neither_add_nor_delete_them(admin_client, custom_game):
    page = reverse("admin:custom_games_customgame_changelist")
    assert "Starter" in admin_client.get(page).text
    assert admin_client.get(f"{page}add/").status_code == 403
    assert admin_client.get(f"{page}{custom_game.pk}/delete/").status_code == 403
