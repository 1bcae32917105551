"""Edits of an older page: both versions are shown, and none is lost."""

import pytest

from armybuilder.armies import conflicts
from armybuilder.armies.conflicts import CollisionItem
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from tests.armies.test_views import HTMX, units, url

pytestmark = pytest.mark.django_db


def test_edits_of_two_pages_that_do_not_collide_are_merged(alice, army):
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    answer = alice.post(url(army, "edits", "remove-unit"), {"head": 1, "unit": "u3"}, headers=HTMX)
    assert answer.status_code == 200
    assert "Removed Flint from Pile 1. Changes made elsewhere in the meantime are included." in answer.text
    assert 'name="head" value="4"' in answer.text
    assert {"u2", "u4", "u5"} == {unit.id for _, unit in load_head(Army.objects.get()).force.units()}
    assert not Revision.objects.filter(aside=True, resolved=False).exists()
    plain = alice.post(url(army, "edits", "change-unit"), {"head": 2, "unit": "u2", "name": "Mine"}, follow=True)
    assert (plain.status_code, "meantime are included" in plain.text) == (200, True)
    alice.post(url(army, "undo"), {"head": Army.objects.get().head})
    force = load_head(Army.objects.get()).force
    assert (units(army), force.unit("u2")[1].name, "u3" in {unit.id for _, unit in force.units()}) == (3, "", False)


def test_an_edit_sent_again_after_a_lost_answer_is_made_once(alice, army):
    for _ in range(2):
        answer = alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u2", "name": "Mine"}, headers=HTMX)
        assert answer.status_code == 200
    assert load_head(Army.objects.get()).force.unit("u2")[1].name == "Mine"
    assert not Revision.objects.filter(aside=True, resolved=False).exists()


@pytest.fixture
def conflict(alice, army, monkeypatch):
    """Alice's other browser has added a pebble; here she removes one from the page she had open.

    Nothing is merged by itself, as where the player has to choose.
    """
    monkeypatch.setattr(conflicts, "TRIES", 0)
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    return alice.post(url(army, "edits", "remove-unit"), {"head": 1, "unit": "u3"})


def resolve(alice, army, **sent):
    return alice.post(url(army, "resolve"), {"head": 2, "aside": 3, **sent})


def test_a_stale_edit_shows_both_versions_and_loses_neither(alice, army, conflict):
    assert conflict.status_code == 409
    assert conflict.context["sides"][0][1] == ("Pile 1 · removed Flint",)
    assert conflict.context["sides"][1][1] == ("Pile 1 · added Flint",)
    assert [marks[0].text for _, _, marks in conflict.context["sides"]] == ["1 error", "1 error"]
    assert units(army) == 4
    assert sorted(Revision.objects.values_list("units", flat=True)) == [2, 3, 4]


def test_with_htmx_both_versions_take_the_place_of_the_page(alice, army, conflict):
    response = alice.post(url(army, "edits", "remove-unit"), {"head": 1, "unit": "u3"}, headers=HTMX)
    assert (response.status_code, response.headers["HX-Retarget"]) == (409, "#main")
    assert "<html" not in response.text


def test_mine_may_be_taken(alice, army, conflict):
    resolve(alice, army, choice="mine")
    assert units(army) == 2
    alice.post(url(army, "undo"), {"head": 3})
    assert units(army) == 3


def test_the_other_may_be_kept(alice, army, conflict):
    resolve(alice, army, choice="theirs")
    assert units(army) == 4


def test_mine_may_be_opened_as_a_copy(alice, army, conflict):
    response = resolve(alice, army, choice="copy")
    copied = Army.objects.exclude(pk=army.pk).get()
    assert (response.url, copied.name, units(copied), units(army)) == (url(copied), "Shore (copy)", 2, 4)


def test_both_may_be_merged(alice, army, conflict):
    assert [mark.text for mark in conflict.context["versions"].status] == ["Legal"]
    assert conflict.context["versions"].collisions == ()
    resolve(alice, army, choice="merge")
    assert units(army) == 3
    stored = Revision.objects.get(number=4)
    assert (stored.parent, stored.aside) == (2, False)
    assert stored.summary == "Merged revision 3 (Removed Flint from Pile 1) into 2"
    alice.post(url(army, "undo"), {"head": 4})
    assert units(army) == 4


@pytest.fixture
def three_taps(alice, army, conflict):
    """Two more edits from the same page, which now tells the number of the version kept aside."""
    alice.post(url(army, "edits", "copy-unit"), {"head": conflict.context["aside"].number, "unit": "u2"})
    sent = {"head": 4, "unit": "u2", "name": "Mine"}
    return alice.post(url(army, "edits", "change-unit"), sent, headers=HTMX)


def test_edits_in_a_row_from_an_older_page_are_one_version(alice, army, three_taps):
    mine, theirs = three_taps.context["sides"]
    assert (three_taps.status_code, three_taps.context["aside"].number) == (409, 5)
    assert mine[1] == ("Pile 1 · removed Flint", "Pile 1 · Mine · Renamed to Mine", "Pile 1 · added Flint")
    assert theirs[1] == ("Pile 1 · added Flint",)
    resolve(alice, army, choice="merge", aside=5)
    force = load_head(Army.objects.get()).force
    assert (units(army), force.unit("u2")[1].name, "u3" in {unit.id for _, unit in force.units()}) == (4, "Mine", False)


def test_of_edits_in_a_row_the_history_offers_the_last_to_merge(alice, army, three_taps):
    shown = alice.get(url(army, "history")).context["revisions"]
    assert [(each.revision.number, each.revision.aside, each.merge) for each in shown] == [
        (5, True, True),
        (4, True, False),
        (3, True, False),
        (2, False, False),
        (1, False, False),
    ]


def test_edits_in_a_row_that_were_taken_are_undone_one_by_one(alice, army, three_taps):
    resolve(alice, army, choice="mine", aside=5)
    assert not Revision.objects.filter(aside=True).exists()
    for head, left in ((5, 3), (4, 2), (3, 3)):
        alice.post(url(army, "undo"), {"head": head})
        assert units(army) == left
    assert Army.objects.get().head == 1


def test_versions_from_several_pages_are_chosen_one_by_one(alice, army, conflict):
    for name in ("Left page", "Right page"):
        response = alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u3", "name": name})
    waiting = [each.number for each in response.context["others"]]
    assert (response.status_code, response.context["aside"].number, waiting) == (409, 5, [3, 4])
    page = alice.get(url(army))
    assert [each.number for each in page.context["builder"].position.aside] == [3, 4, 5]
    assert "clashed with newer ones" in page.text
    ways = []
    for number, choice in ((5, "merge"), (3, "theirs"), (4, "merge")):
        sent = {"aside": number, "choice": choice, "head": Army.objects.get().head}
        ways.append(alice.post(url(army, "resolve"), sent).url)
    assert ways == [url(army, "versions", "3"), url(army, "versions", "4"), url(army)]
    assert load_head(Army.objects.get()).force.unit("u3")[1].name == "Left page"
    assert "clashed with newer ones" not in alice.get(url(army)).text


def test_an_entry_with_an_error_says_that_it_is_not_kept_aside(alice, army, conflict):
    sent = {"head": 3, "unit": "u2", "name": "x" * 500}
    response = alice.post(url(army, "edits", "change-unit"), sent, headers=HTMX)
    assert (response.status_code, response.headers["HX-Retarget"]) == (422, "#messages")
    assert Revision.objects.count() == 3


@pytest.fixture
def collision(alice, army):
    """Both browsers have named one pebble, each otherwise; here it was polished besides."""
    alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u2", "name": "Theirs"})
    here = {"head": 1, "unit": "u2", "name": "Mine", "spec-polished": "1"}
    return alice.post(url(army, "edits", "change-unit"), here)


def test_what_collides_is_shown(alice, army, collision):
    (drawn,) = collision.context["versions"].collisions
    assert drawn == CollisionItem("take.u2:name", "Pile 1 · Mine", "Name", "–", "Mine", "Theirs")
    later = alice.get(url(army, "versions", "3"))
    assert (later.status_code, later.context["versions"].collisions) == (200, (drawn,))
    assert alice.get(url(army, "versions", "2")).status_code == 404


@pytest.mark.parametrize(
    ("chosen", "name"),
    [({}, "Mine"), ({"take.u2:name": "mine"}, "Mine"), ({"take.u2:name": "theirs"}, "Theirs"), ({"take.x": 1}, "Mine")],
)
def test_the_player_chooses_where_both_collide(alice, army, collision, chosen, name):
    resolve(alice, army, choice="merge", **chosen)
    unit = load_head(Army.objects.get()).force.unit("u2")[1]
    assert (unit.name, unit.spec.polished) == (name, True)


def test_both_are_not_merged_over_a_third_version(alice, army, conflict):
    alice.post(url(army, "edits", "copy-unit"), {"head": 2, "unit": "u2"})
    again = resolve(alice, army, choice="merge")
    assert (again.status_code, again.context["army"].head, units(army)) == (409, 4, 5)
    resolve(alice, army, choice="merge", head=4)
    assert units(army) == 4


def test_what_both_began_from_may_have_gone(alice, army, conflict):
    Revision.objects.filter(number=1).delete()
    ARMIES.cache.clear()
    assert alice.get(url(army, "versions", "3")).status_code == 404
    assert resolve(alice, army, choice="merge").status_code == 409
    resolve(alice, army, choice="mine")
    assert units(army) == 2


def test_mine_is_not_taken_over_a_third_version(alice, army, conflict):
    alice.post(url(army, "edits", "copy-unit"), {"head": 2, "unit": "u2"})
    assert resolve(alice, army, choice="mine").status_code == 409
    assert units(army) == 5


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"choice": "both"},
        {"choice": "mine", "aside": 2},
        {"choice": "copy", "aside": "x"},
        {"choice": "merge", "aside": 1},
    ],
)
def test_there_is_nothing_else_to_choose(alice, army, conflict, sent):
    assert resolve(alice, army, **sent).status_code == 400
    assert (units(army), Army.objects.count()) == (4, 1)


def test_undo_of_an_older_page_undoes_nothing(alice, army):
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    alice.post(url(army, "edits", "copy-unit"), {"head": 2, "unit": "u2"})
    assert alice.post(url(army, "undo"), {"head": 2}).status_code == 409
    assert units(army) == 5
