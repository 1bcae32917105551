import pytest
from django.test import Client

from armybuilder.armies import revisions
from armybuilder.armies.history import lines, views
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head, load_revision, save
from armybuilder.revisions.store import Stale
from armybuilder.site.claims import Author
from rulesets.core.forces.force import change_unit, copy_unit, remove_unit

pytestmark = pytest.mark.django_db


def url(army, *words):
    """An address under the army's past."""
    return army.get_absolute_url() + "/".join(("history", *words))


def edited(army, author, edit, summary, seen=None):
    """The army after an edit of its head, or of the revision seen."""
    loaded = load_revision(army, seen or army.head)
    return save(army, seen or army.head, LoadedArmy(loaded.ruleset, edit(loaded.force)), summary, author)


@pytest.fixture
def past(army, author):
    """Revisions 1 to 5: two edits of which the second was undone, one that stands, one kept aside."""
    edited(army, author, lambda force: copy_unit(force, "u2"), "One more")
    edited(army, author, lambda force: remove_unit(force, "u3"), "One less")
    ARMIES.undo(army, 3)
    edited(army, Author(None, "another's"), lambda force: change_unit(force, "u2", name="Pet"), "Named")
    with pytest.raises(Stale):
        edited(army, author, lambda force: remove_unit(force, "u4"), "Too late", seen=2)
    return army


def test_the_list_is_paged_and_takes_three_queries(alice, past, author, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(lines, "PAGE_SIZE", 2)
    for address, numbers in (("", [5, 4]), ("?page=2", [3, 2]), ("?page=9", [1]), ("?page=x", [5, 4])):
        with django_assert_num_queries(3):
            page = alice.get(url(past) + address).context["revisions"]
        assert [each.revision.number for each in page] == numbers


def test_two_revisions_are_shown_side_by_side(alice, past):
    response = alice.get(url(past, "compare"), {"from": 1, "to": 4})
    assert [difference.sentence for difference in response.context["differences"]] == [
        "Pile 1 · Pet · Renamed to Pet",
        "Pile 1 · added Flint",
    ]
    back = alice.get(url(past, "compare"), {"from": 4, "to": 1})
    assert [difference.sentence for difference in back.context["differences"]] == [
        "Pile 1 · removed Flint",
        "Pile 1 · Flint · Name removed",
    ]
    assert "The two revisions are the same" in alice.get(url(past, "compare"), {"from": 4, "to": 4}).text


def test_without_numbers_the_last_change_is_shown(alice, past):
    response = alice.get(url(past, "compare"))
    assert (response.context["old"].number, response.context["new"].number) == (2, 4)
    Revision.objects.exclude(number=1).delete()
    Army.objects.update(head=1)
    response = alice.get(url(past, "compare"))
    assert (response.context["old"].number, response.context["new"].number) == (1, 1)


def test_long_comparisons_are_cut_and_say_so(alice, past, monkeypatch):
    monkeypatch.setattr(views, "MAX_DIFFERENCES", 1)
    response = alice.get(url(past, "compare"), {"from": 1, "to": 4})
    assert (len(response.context["differences"]), response.context["more"]) == (1, True)


@pytest.mark.parametrize("numbers", [{"from": 9}, {"to": 0}, {"from": "x"}, {"to": "9" * 30}, {"from": ""}])
def test_a_revision_that_is_not_kept_is_not_found(alice, past, numbers):
    assert alice.get(url(past, "compare"), numbers).status_code == 404


def test_a_revision_is_restored_as_a_new_one(alice, past):
    response = alice.post(url(past, "3", "restore"), {"head": 4})
    assert response.url == past.get_absolute_url()
    stored = Army.objects.get()
    revision = Revision.objects.get(number=stored.head)
    assert (revision.number, revision.parent) == (6, 4)
    assert revision.summary.startswith("Restored revision 3 of ")
    ARMIES.cache.clear()
    assert load_head(stored).force == load_revision(stored, 3).force
    ARMIES.undo(stored, 6)
    assert load_head(stored).force == load_revision(stored, 4).force


def test_a_restore_from_a_page_that_is_not_kept_is_refused(alice, past):
    before = Revision.objects.count()
    response = alice.post(url(past, "1", "restore"), {"head": 0})
    assert response.status_code == 400
    assert "Reload the page." in response.content.decode()
    assert Revision.objects.count() == before


def test_a_restore_from_an_older_page_shows_both_versions(alice, past):
    response = alice.post(url(past, "1", "restore"), {"head": 2})
    assert (response.status_code, Army.objects.get().head) == (409, 4)
    assert response.context["aside"].summary.startswith("Restored revision 1")


def test_only_the_owner_restores_and_strangers_see_nothing(past, bob, author):
    for browser in (Client(), bob):
        assert browser.get(url(past)).status_code == 404
        assert browser.get(url(past, "compare")).status_code == 404
        assert browser.post(url(past, "1", "restore"), {"head": 4}).status_code == 404
    example = revisions.create_army(load_head(past), "Example", Author(None, ""), example="example-pebbles")
    page = bob.get(url(example))
    assert [each.who for each in page.context["revisions"]] == ["the site"]
    assert "Restore<" not in page.text
    assert bob.post(url(example, "1", "restore"), {"head": 1}).status_code == 403


def test_an_army_of_a_game_that_has_gone_has_no_past_to_show(alice, past):
    Army.objects.update(ruleset="gone")
    assert alice.get(url(past)).status_code == 404
    assert alice.get(url(past, "compare")).status_code == 404
