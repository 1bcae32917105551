import json
import re
from importlib import import_module

import pytest
from django.apps import apps

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from armybuilder.interchange.army_files import write_army

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


BAD_TIMES = ("0", "51", "0001000000", "00500", "+5", "5.0", "5e1", "5_0", "٥", "", "1" * 5000)
"""What is no number of units to add at once."""


def url(army, *words):
    """An address under the army's."""
    return army.get_absolute_url() + "/".join(words)


def units(army):
    """How many units the stored army has."""
    return load_head(Army.objects.get(pk=army.pk)).unit_count


def drawn_groups(response):
    """The ids of the groups an answer draws, and of those it leaves as they are."""
    text = response.text
    return re.findall(r'class="group"\s+id="group-(\w+)"', text), re.findall(r'id="group-(\w+)"\s+data-same', text)


# --- founding ----------------------------------------------------------------------------------------


# --- editing -----------------------------------------------------------------------------------------


def test_an_edit_without_htmx_leads_back_to_the_page(alice, army):
    response = alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    assert response.url == f"{url(army)}?at=u5#army"
    page = alice.get(response.url)
    assert "Added one more Flint to Pile 1" in page.text
    assert "1 error" in page.text
    assert units(army) == 4


def test_undo_and_redo_answer_like_edits(alice, make_army):
    army = make_army(piles=2)
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    back = alice.post(url(army, "undo"), {"head": 2, "at": "u9"}, headers=HTMX)
    assert drawn_groups(back) == (["g1"], [])
    assert "Undone: Added one more Flint to Pile 1" in back.text
    assert 'data-at="the-army"' in back.text
    again = alice.post(url(army, "redo"), {"head": 1}, headers=HTMX)
    assert drawn_groups(again) == (["g1"], [])
    assert 'id="head" name="head" form="edit" value="2"' in again.text
    assert "There is nothing to redo" in alice.post(url(army, "redo"), {"head": 2}, headers=HTMX).text


def test_undo_survives_a_reload_and_another_worker(alice, army):
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    ARMIES.cache.clear()
    page = alice.get(url(army)).text
    assert 'aria-label="Undo: Added one more Flint to Pile 1"' in page
    alice.post(url(army, "undo"), {"head": 2})
    ARMIES.cache.clear()
    assert 'aria-label="Redo: Added one more Flint to Pile 1"' in alice.get(url(army)).text
    assert units(army) == 3


def test_an_edit_that_changes_nothing_stores_nothing(alice, army):
    response = alice.post(url(army, "edits", "unit-up"), {"head": 1, "unit": "u2"}, headers=HTMX)
    assert (response.status_code, Revision.objects.count()) == (200, 1)


def test_fields_that_the_page_shows_already_are_not_sent_again(alice, army):
    def shown(response):
        return re.findall(r'id="part-fields"\s+(?:data-key="(\w*)"|data-(same))', response.text)[0]

    def change(head, fields, **sent):
        sent = {"head": head, "unit": "u2", "fields": fields, **sent}
        return alice.post(url(army, "edits", "change-unit"), sent, headers=HTMX)

    key, _ = shown(alice.get(f"{url(army)}?at=u2"))
    assert shown(change(1, key, name="Ann")) == ("", "same")
    changed, _ = shown(change(2, key, **{"spec-polished": "1"}))
    assert changed not in ("", key)
    assert shown(change(3, "", name="Bob")) == (changed, "")
    assert shown(change(3, changed, **{"spec-surface": "wet"})) == ("", "")
    back = {"at": "u2", "fields": changed}
    assert shown(alice.post(url(army, "undo"), {"head": 4, **back}, headers=HTMX)) == ("", "same")
    assert shown(alice.post(url(army, "undo"), {"head": 3, **back}, headers=HTMX)) == (key, "")
    assert shown(alice.get(f"{url(army)}?at=u3", headers=HTMX))[0] not in ("", key)


def test_problems_that_the_page_shows_already_are_not_sent_again(alice, army):
    drawn = []
    for head, sent in enumerate(({"name": "Ann"}, {"spec-polished": "1"}, {"notes": "Mine"}), 1):
        answer = alice.post(url(army, "edits", "change-unit"), {"head": head, "unit": "u2", **sent}, headers=HTMX)
        drawn.append('id="findings"' in answer.text)
    assert drawn == [False, True, False]


@pytest.mark.parametrize("sent", [{"unit": "u99"}, {}])
def test_an_edit_of_what_is_not_there_is_refused_in_words(alice, army, sent):
    response = alice.post(url(army, "edits", "remove-unit"), {"head": 1, **sent}, headers=HTMX)
    assert response.status_code == 400
    assert response.headers["HX-Retarget"] == "#messages"
    assert "This pebble or pile is no longer in the beach." in response.text


def test_a_number_of_units_is_used_as_it_was_checked(alice, army):
    sent = {"head": 1, "entry": "stone/flint", "into": ""}
    for times in BAD_TIMES:
        refused = alice.post(url(army, "edits", "add-units"), sent | {"times": times})
        assert refused.status_code == 400, times
        assert "Add between 1 and 50 at a time." in refused.text
    assert (units(army), army.revisions.count()) == (3, 1)
    assert alice.post(url(army, "edits", "add-units"), sent | {"times": "50"}).status_code == 302
    assert units(army) == 53


@pytest.mark.parametrize("head", ["", "0", "-1", "7", "1e3", "²", "9" * 30])
def test_an_edit_of_no_known_revision_is_refused(alice, army, head):
    response = alice.post(url(army, "edits", "copy-unit"), {"head": head, "unit": "u2"})
    assert (response.status_code, Revision.objects.count()) == (400, 1)


def test_an_unknown_edit_is_not_found(alice, army):
    assert alice.post(url(army, "edits", "explode"), {"head": 1}).status_code == 404


def test_a_form_with_errors_stores_nothing_and_keeps_what_was_typed(alice, army):
    sent = {"head": 1, "unit": "u2", "name": "x" * 81, "spec-surface": "smooth"}
    part = alice.post(url(army, "edits", "change-unit"), sent, headers=HTMX)
    whole = alice.post(url(army, "edits", "change-unit"), sent)
    for response in (part, whole):
        assert response.status_code == 422
        assert "x" * 81 in response.text
        assert '<option value="smooth" selected>' in response.text
        assert "at most 80 characters" in response.text
    assert (part.headers["HX-Retarget"], "<html" in part.text, "<html" in whole.text) == ("#inspector", False, True)
    assert Revision.objects.count() == 1


def test_the_page_is_never_taken_from_a_cache(alice, army):
    assert "no-store" in alice.get(url(army)).headers["Cache-Control"]


# --- two browsers at once ----------------------------------------------------------------------------


# --- armies as wholes --------------------------------------------------------------------------------


def test_a_copy_has_a_history_of_its_own(alice, bob, army):
    alice.post(url(army, "copy"))
    copied = Army.objects.exclude(pk=army.pk).get()
    assert (copied.name, copied.head, load_head(copied).force.groups) == (
        "Shore (copy)",
        1,
        load_head(army).force.groups,
    )


def test_what_is_exported_is_imported_again(alice, army, client):
    exported = alice.get(url(army, "export"))
    assert exported.headers["Content-Disposition"] == "attachment; filename=\"shore.json\"; filename*=UTF-8''Shore.json"
    response = client.post("/armies/import", {"text": exported.text, "store": "1"})
    read = Army.objects.exclude(pk=army.pk).get()
    assert response.url == url(read)
    assert load_head(read).force == load_head(army).force


def test_a_bad_file_is_refused_with_the_places_and_nothing_stored(client, pebbles):
    data = json.loads(write_army(pebbles.demo()))
    data["groups"][0]["units"][1]["spec"]["surface"] = "wet"
    response = client.post("/armies/import", {"text": json.dumps(data)})
    assert response.status_code == 400
    assert "<code>groups[0].units[1].spec.surface</code>: choose rough or smooth" in response.text
    assert not Army.objects.exists()


def test_a_huge_file_is_refused(client, pebbles):
    assert client.post("/armies/import", {"text": "[" * 2_000_000}).status_code == 400
    assert client.post("/armies/import", {"text": "x" * 4_000_000}).status_code == 413


# --- queries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("warm", "queries"), [(True, (9, 6, 5)), (False, (10, 8, 6))])
def test_an_edit_and_a_page_take_as_many_queries_for_any_army(
    alice, make_army, warm, queries, django_assert_num_queries
):
    for piles in (1, 20):
        army = make_army(piles=piles, size=12)
        visits = (
            lambda: alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"}, headers=HTMX),  # noqa: B023
            lambda: alice.post(url(army, "undo"), {"head": 2}, headers=HTMX),  # noqa: B023
            lambda: alice.get(url(army)),  # noqa: B023
        )
        for visit, count in zip(visits, queries, strict=True):
            if not warm:
                ARMIES.cache.clear()
            with django_assert_num_queries(count):
                assert visit().status_code == 200


def test_mended_rules_show_in_the_list_once_the_army_was_opened(alice, army):
    Revision.objects.update(errors=5)
    assert "5 errors" in alice.get("/armies/").text
    alice.get(url(army))
    assert "Legal" in alice.get("/armies/").text


def test_empty_armies_stored_as_legal_before_are_no_longer(alice, make_army):
    bare, built = make_army(piles=1, size=0, name="Bare"), make_army(name="Built")
    Revision.objects.update(errors=0)
    import_module("armybuilder.armies.migrations.0006_empty_is_illegal").count_the_error(apps, None)
    assert [Revision.objects.get(army=each).errors for each in (bare, built)] == [1, 0]
