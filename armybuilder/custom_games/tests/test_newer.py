"""A newer version of an army's game: what it changes is said, it is taken by one revision, and undone by one."""

import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head
from armybuilder.custom_games.drafts import draft_of, save_draft
from armybuilder.custom_games.newer import newer_version, offer_of
from armybuilder.custom_games.sharing import copy_of
from armybuilder.custom_games.tests.documents import changed, repriced, without_veterans
from armybuilder.custom_games.versions import document_of_version, publish
from armybuilder.custom_games.views import starter
from armybuilder.site.claims import Author
from rulesets.described.ruleset import read_game
from rulesets.registry import get_ruleset
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(version):
    """Alice's army of the first version: ten regulars and five veterans."""
    game = get_ruleset(version.slug)
    return create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, ALICE.hash))


@pytest.fixture
def published(custom_game, version):
    """Publish a draft as the second version."""

    def publish_draft(draft):
        save_draft(custom_game, custom_game.head, draft)
        return publish(custom_game, custom_game.head)

    return publish_draft


def changes(army, second):
    """What a version changes for an army, in words."""
    return offer_of(load_head(army), second).changes


def titles_of(loaded):
    """The units of an army as its list calls them."""
    return [unit.row.title for group in loaded.groups for unit in group.units]


def test_without_a_newer_version_nothing_is_offered(alice, army):
    assert newer_version(army) is None
    assert "newer version" not in alice.get(army.get_absolute_url()).text
    assert alice.get(f"{army.get_absolute_url()}newer-version").status_code == 404


def test_the_army_s_page_offers_the_newest_version(alice, army, published):
    published(repriced("11"))
    third = published(repriced("12"))
    assert newer_version(army) == third
    assert "newer version, 3" in alice.get(army.get_absolute_url()).text


def test_new_points_are_said_with_the_old_ones(army, published):
    assert changes(army, published(repriced("12"))) == (
        "Regulars: Points 10 to 12",
        "All units together: 175 points to 195 points",
    )


def test_a_game_that_no_longer_has_points_says_so(army, published):
    document = starter().document
    document |= {"costs": [], "limits": document["limits"][:1]}
    document["display"] = {"icon": document["display"].get("icon", "brodie-helmet")}
    assert "All units together: 175 points to no points" in changes(army, published(draft_of(document)))


def test_an_entry_that_is_gone_is_said_with_its_units(army, published):
    said = changes(army, published(without_veterans()))
    assert said[0] == "Veterans no longer exists: 1 unit"
    assert any(line.startswith("New problem: ") for line in said)


def test_a_row_that_is_gone_keeps_its_last_name(army, published):
    titles = titles_of(load_head(army))
    assert "Veterans" in titles
    published(without_veterans())
    third = published(changed(without_veterans(), about="Another summary."))
    loaded = offer_of(load_head(army), third).loaded
    assert titles_of(loaded) == titles
    assert "“Veterans” is no longer in the catalogue. Choose another." in [each.message for each in loaded.findings]


def test_a_version_without_a_row_of_a_long_name_can_be_read(published):
    name = "The Old Guard of the Emperor and his Marshals of Horse"
    document = starter().document
    kind = document["kinds"][0]
    document["kinds"][0] = kind | {"entries": [*kind["entries"], kind["entries"][0] | {"key": "", "name": name}]}
    published(draft_of(document))
    third = published(starter())
    (former,) = read_game(document_of_version(third.slug)).former
    assert former.name == name
    assert not copy_of(third).document["former"]


def test_a_row_that_is_back_is_none_that_is_gone(army, version, published):
    published(without_veterans())
    third = published(starter())
    assert document_of_version(third.slug) == document_of_version(version.slug) | {"slug": third.slug}


def test_a_value_that_no_longer_fits_is_said(army, published):
    document = starter().document
    document["unit"][1] |= {"max": 8}
    document["ready"][0]["units"][1]["settings"][1]["value"] = "8"
    second = published(draft_of(document))
    assert "Models no longer fits" in changes(army, second)


def test_a_field_that_is_gone_is_said_and_the_army_is_read(army, published):
    document = starter().document
    document["army"] = []
    document["limits"] = document["limits"][:1]
    document["display"]["summary"] = []
    second = published(draft_of(document))
    assert "Points limit no longer fits" in changes(army, second)
    assert offer_of(load_head(army), second).loaded.unit_count == 2


def test_a_version_without_changes_for_the_army_says_so(alice, army, published):
    published(changed(starter(), about="Another summary."))
    page = alice.get(f"{army.get_absolute_url()}newer-version").text
    assert "Nothing changes for this army." in " ".join(page.split())


def test_a_version_is_taken_by_one_revision_and_undone_by_one(alice, army, version, published):
    before = load_head(army)
    second = published(repriced("12"))
    taken = alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1}, follow=True)
    assert taken.redirect_chain == [(army.get_absolute_url(), 302)]
    stored = Army.objects.get(pk=army.pk)
    assert (stored.ruleset, stored.head) == (second.slug, 2)
    assert load_head(stored).ruleset is get_ruleset(second.slug)
    alice.post(f"{army.get_absolute_url()}undo", {"head": 2})
    undone = Army.objects.get(pk=army.pk)
    assert (undone.ruleset, undone.head) == (version.slug, 1)
    ARMIES.cache.clear()
    assert load_head(undone).force == before.force


def test_a_form_that_is_sent_twice_leads_to_the_army(alice, army, published):
    published(repriced("12"))
    for _ in range(2):
        taken = alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
        assert (taken.status_code, taken.headers["Location"]) == (302, army.get_absolute_url())
    assert Army.objects.get(pk=army.pk).head == 2


def test_after_undoing_by_htmx_the_whole_page_is_loaded(alice, army, published):
    published(repriced("12"))
    alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
    answer = alice.post(f"{army.get_absolute_url()}undo", {"head": 2}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_an_edit_of_the_version_before_is_merged_into_the_new_one(alice, army, published):
    second = published(repriced("12"))
    alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
    late = alice.post(f"{army.get_absolute_url()}edits/add-template", {"head": 1, "template": "patrol"})
    assert late.status_code == 302
    stored = Army.objects.get(pk=army.pk)
    assert stored.ruleset == second.slug
    assert load_head(stored).unit_count == 4


def test_the_history_compares_both_versions(alice, army, published):
    published(without_veterans())
    alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
    for path in ("history", "history/compare"):
        response = alice.get(f"{army.get_absolute_url()}{path}")
        assert response.status_code == 200
    assert "Game" in html.fromstring(response.text).xpath("string(//main)")


def test_a_version_is_not_taken_from_an_old_page(alice, army, published):
    published(repriced("12"))
    alice.post(f"{army.get_absolute_url()}edits/add-template", {"head": 1, "template": "patrol"})
    answer = alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
    assert answer.status_code == 409
    assert Army.objects.get(pk=army.pk).head == 2


def test_pages_of_an_army_whose_entry_is_gone_answer(alice, army, published):
    published(without_veterans())
    alice.post(f"{army.get_absolute_url()}newer-version", {"head": 1})
    for path in ("", "?at=u2", "print/", "share/", "files"):
        assert alice.get(f"{army.get_absolute_url()}{path}").status_code == 200, path


def test_army_of_a_listed_game_asks_nothing(pebbles, author, django_assert_num_queries):
    army = create_army(LoadedArmy(pebbles, pebbles.demo().with_ids()), "New", author)
    with django_assert_num_queries(0):
        assert newer_version(army) is None
