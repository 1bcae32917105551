import json
import re
import zlib
from importlib import import_module
from time import process_time

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from lxml import html

from armybuilder.armies import creation
from armybuilder.armies.conflicts import CollisionItem
from armybuilder.armies.files import write_army
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, create_army, load_head, pack
from armybuilder.claims import COOKIE
from rulesets.core.force_document import decode_force
from rulesets.registry import all_rulesets, get_ruleset
from tests.armies.equals import of_equals

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def url(army, *words):
    """An address under the army's."""
    return army.get_absolute_url() + "/".join(words)


def units(army):
    """How many units the stored army has."""
    return load_head(Army.objects.get(pk=army.pk)).unit_count


def drawn_groups(response):
    """The ids of the groups an answer draws, and of those it leaves as they are."""
    text = response.text
    return re.findall(r'class="group" id="group-(\w+)"', text), re.findall(r'id="group-(\w+)" data-same', text)


# --- founding ----------------------------------------------------------------------------------------


def test_a_stranger_founds_an_army_that_only_this_browser_sees(client, pebbles):
    page = client.get("/armies/new/pebbles")
    claim = page.cookies[COOKIE].value
    response = client.post("/armies/new/pebbles", {"name": "Coast", "spec-tide": "4"})
    army = Army.objects.get()
    assert (response.url, army.name, army.owner, load_head(army).force.spec.tide) == (url(army), "Coast", None, 4)
    assert client.cookies[COOKIE].value.split(":")[0] == claim.split(":")[0]
    assert client.get(response.url).status_code == 200
    assert Client().get(response.url).status_code == 404
    assert "Coast" in client.get("/armies/").text
    assert "Coast" not in Client().get("/armies/").text


def test_a_signed_in_user_owns_what_is_founded(client, pebbles):
    user = User.objects.create_user("owner")
    client.force_login(user)
    client.post("/armies/new/pebbles", {"name": "Coast"})
    army = Army.objects.get()
    assert (army.owner, army.claim_hash) == (user, "")
    client.logout()
    assert client.get(url(army)).status_code == 404


def test_a_bad_setting_is_said_and_nothing_founded(client, pebbles):
    response = client.post("/armies/new/pebbles", {"name": "Coast", "spec-tide": "99"})
    assert response.status_code == 422
    assert "Should be from 0 to 9" in response.text
    assert not Army.objects.exists()


def test_an_unknown_game_is_not_found(client):
    assert client.get("/armies/new/chess").status_code == 404


def test_a_browser_may_keep_so_many_armies(client, pebbles, monkeypatch):
    monkeypatch.setattr(creation, "MOST_ARMIES", 2)
    for _ in range(3):
        last = client.post("/armies/new/pebbles", {})
    assert (last.status_code, Army.objects.count()) == (409, 2)


def test_founding_armies_in_a_row_is_slowed(client, pebbles, still_minute):
    answers = [client.post("/armies/new/pebbles", {}).status_code for _ in range(creation.NEW_ARMIES_A_MINUTE + 1)]
    assert answers == [302] * creation.NEW_ARMIES_A_MINUTE + [429]


# --- editing -----------------------------------------------------------------------------------------


def test_an_edit_without_htmx_leads_back_to_the_page(alice, army):
    response = alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    assert response.url == f"{url(army)}?at=u5#army"
    page = alice.get(response.url)
    assert "Added one more Flint to Pile 1" in page.text
    assert "1 error" in page.text
    assert units(army) == 4


def test_an_edit_with_htmx_answers_only_what_differs(alice, make_army):
    army = make_army(piles=3)
    response = alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u6"}, headers=HTMX)
    assert response.status_code == 200
    assert drawn_groups(response) == (["g5"], ["g1", "g9"])
    assert 'id="head" name="head" form="edit" value="2"' in response.text
    assert '<p id="said" hx-swap-oob="innerHTML">Added one more Flint to Pile 2</p>' in response.text
    assert 'data-at="u13"' in response.text
    assert "<html" not in response.text


def test_a_setting_that_shows_in_no_row_draws_no_group(alice, make_army):
    army = make_army(piles=2)
    response = alice.post(url(army, "edits", "change-army"), {"head": 1, "spec-tide": "3"}, headers=HTMX)
    assert drawn_groups(response) == ([], ["g1", "g5"])


def test_undo_and_redo_answer_like_edits(alice, make_army):
    army = make_army(piles=2)
    alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u2"})
    back = alice.post(url(army, "undo"), {"head": 2, "at": "u9"}, headers=HTMX)
    assert drawn_groups(back) == (["g1"], ["g5"])
    assert "Undone: Added one more Flint to Pile 1" in back.text
    assert 'data-at="the-army"' in back.text
    again = alice.post(url(army, "redo"), {"head": 1}, headers=HTMX)
    assert drawn_groups(again) == (["g1"], ["g5"])
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


@pytest.mark.parametrize("sent", [{"unit": "u99"}, {}])
def test_an_edit_of_what_is_not_there_is_refused_in_words(alice, army, sent):
    response = alice.post(url(army, "edits", "remove-unit"), {"head": 1, **sent}, headers=HTMX)
    assert response.status_code == 400
    assert response.headers["HX-Retarget"] == "#messages"
    assert "This pebble or pile is not in the beach any more." in response.text


def test_a_number_of_units_is_used_as_it_was_checked(alice, army):
    sent = {"head": 1, "entry": "stone/flint", "into": ""}
    for times in ("0", "51", "0001000000", "00500", "+5", "5.0", "5e1", "5_0", "٥", "", "1" * 5000):
        begun = process_time()
        refused = alice.post(url(army, "edits", "add-units"), sent | {"times": times})
        assert (refused.status_code, process_time() - begun < 0.1) == (400, True), times
        assert "Add from 1 to 50 at once." in refused.text
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


def test_a_part_is_looked_at_alone(alice, army):
    response = alice.get(url(army), {"at": "u3"}, headers=HTMX)
    assert 'data-at="u3"' in response.text
    assert "<html" not in response.text
    assert set(response.headers["Vary"].split(", ")) == {"HX-Request", "Cookie", "Accept-Encoding"}


def test_the_page_is_never_taken_from_a_cache(alice, army):
    assert "no-store" in alice.get(url(army)).headers["Cache-Control"]


def test_hostile_names_are_shown_as_they_are(alice, army):
    alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u2", "name": "<script>&\"'"})
    page = alice.get(url(army)).text
    assert "&lt;script&gt;&amp;&quot;&#x27;" in page
    assert "<script>&" not in page


def test_a_reference_that_has_gone_is_a_finding(alice, army):
    force = load_head(army).force
    broken = json.loads(write_army(force).replace('"flint"', '"gold"', 1))
    Revision.objects.update(document=pack(decode_force(army.game, broken)))
    ARMIES.cache.clear()
    page = alice.get(url(army)).text
    assert "“gold” is in no catalogue; choose another." in page
    assert "AB-01" in page


def test_an_army_its_game_reads_no_more_is_said_to_be_so(alice, army):
    plain = json.loads(write_army(load_head(army).force))
    plain["groups"][0]["units"][0]["spec"]["shape"] = "round"
    Revision.objects.update(document=zlib.compress(json.dumps(plain).encode()))
    ARMIES.cache.clear()
    response = alice.get(url(army))
    assert response.status_code == 409
    assert "saved by another version" in response.text


def test_an_army_of_a_game_that_has_gone_is_listed_but_not_opened(alice, army):
    Army.objects.update(ruleset="gone")
    ARMIES.cache.clear()
    assert alice.get(url(army)).status_code == 404
    assert "Shore" in alice.get("/armies/").text


# --- two browsers at once ----------------------------------------------------------------------------


@pytest.fixture
def conflict(alice, army):
    """Alice's other browser has added a pebble; here she removes one from the page she had open."""
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
    assert mine[1] == ("Pile 1 · removed Flint", "Pile 1 · Mine · Name: – → Mine", "Pile 1 · added Flint")
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


def test_versions_from_several_pages_gather_and_are_chosen_about_one_by_one(alice, army, conflict):
    for name in ("Left page", "Right page"):
        response = alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u3", "name": name})
    waiting = [each.number for each in response.context["others"]]
    assert (response.status_code, response.context["aside"].number, waiting) == (409, 5, [3, 4])
    page = alice.get(url(army))
    assert [each.number for each in page.context["builder"].position.aside] == [3, 4, 5]
    assert "3 versions of this" in page.text
    ways = []
    for number, choice in ((5, "merge"), (3, "theirs"), (4, "merge")):
        sent = {"aside": number, "choice": choice, "head": Army.objects.get().head}
        ways.append(alice.post(url(army, "resolve"), sent).url)
    assert ways == [url(army, "versions", "3"), url(army, "versions", "4"), url(army)]
    assert load_head(Army.objects.get()).force.unit("u3")[1].name == "Left page"
    assert "set aside" not in alice.get(url(army)).text


def test_an_entry_with_an_error_is_not_in_the_version_aside_and_says_so(alice, army, conflict):
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


# --- armies as wholes --------------------------------------------------------------------------------


def test_a_copy_has_a_history_of_its_own(alice, bob, army):
    alice.post(url(army, "copy"))
    copied = Army.objects.exclude(pk=army.pk).get()
    assert (copied.name, copied.head, load_head(copied).force.groups) == (
        "Shore (copy)",
        1,
        load_head(army).force.groups,
    )


def test_an_example_is_shown_without_tools_and_copied_by_anybody(bob, pebbles):
    call_command("make_demo", verbosity=0)
    page = bob.get("/armies/example-pebbles/").text
    assert "Make a copy of your own" in page
    assert "edits/" not in page
    response = bob.post("/armies/example-pebbles/copy")
    assert bob.get(response.url).status_code == 200
    assert "edits/" in bob.get(response.url).text


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
    assert "<code>groups[0].units[1].spec.surface</code> should be one of rough, smooth" in response.text
    assert not Army.objects.exists()


def test_a_huge_file_is_refused(client, pebbles):
    assert client.post("/armies/import", {"text": "[" * 2_000_000}).status_code == 400
    assert client.post("/armies/import", {"text": "x" * 4_000_000}).status_code == 413


# --- queries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("warm", "queries"), [(True, (8, 5, 4)), (False, (9, 7, 5))])
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


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_equal_units_are_told_apart_in_the_list(alice, author, game):
    army = create_army(LoadedArmy(game, of_equals(game)), "New army", author)
    shown = html.fromstring(alice.get(url(army)).text)
    assert len(set(shown.xpath("//section[@class='group']//h2//text()"))) == 2
    for group in shown.xpath("//section[@class='group']"):
        assert len(set(group.xpath(".//*[@class='unit-number']/text()"))) == 3
    for words in ("One more ", "Remove "):
        labels = shown.xpath(f"//ol[@class='units']//button[starts-with(@aria-label, '{words}')]/@aria-label")
        assert len(set(labels)) == len(labels) == 6


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_an_empty_army_is_called_legal_nowhere(alice, author, game):
    empty = create_army(LoadedArmy(game, game.new_force("Bare")), "New army", author)
    for address in ("/armies/", url(empty), url(empty, "history")):
        page = alice.get(address)
        assert page.status_code == 200
        assert "Legal" not in page.text, address


def test_empty_armies_stored_as_legal_before_are_no_longer(alice, make_army):
    bare, built = make_army(piles=1, size=0, name="Bare"), make_army(name="Built")
    Revision.objects.update(errors=0)
    import_module("armybuilder.armies.migrations.0006_empty_is_illegal").count_the_error(apps, None)
    assert [Revision.objects.get(army=each).errors for each in (bare, built)] == [1, 0]


def test_findings_are_listed_up_to_a_hundred(alice, make_army):
    army = make_army(piles=120, size=1)
    response = alice.get(url(army))
    (errors,) = response.context["builder"].findings
    assert (errors.mark.text, len(errors.shown), errors.hidden) == ("120 errors", 100, 20)
    links = html.fromstring(response.text).xpath("//ol[@class='findings-list']/li/a[@class='finding-rule']/@href")
    assert links == ["/pebbles/rules/#PEB-2"] * 100


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_row_in_which_nothing_is_chosen_yet_is_asked_for_but_not_stored(alice, author, headers):
    game = get_ruleset("forum-combat")
    army = create_army(LoadedArmy(game, game.demo()), "New army", author)
    unit = load_head(army).force.groups[0].units[0]
    sent = {"head": 1, "unit": unit.id, "spec-weapons-rows": "0", "add-row": "spec-weapons"}
    answer = alice.post(url(army, "edits", "change-unit"), sent, headers=headers)
    shown = html.fromstring(answer.text)
    assert len(shown.xpath("//fieldset[@id='rows_spec-weapons']/div[@role='group']")) == 1
    assert load_head(Army.objects.get()).force == game.demo()
    assert answer.context["builder"].status == LoadedArmy(game, game.demo()).status
    chosen = {"head": 1, "unit": unit.id, "spec-weapons-rows": "2", "spec-weapons-0": "bayonet", "spec-weapons-1": ""}
    answer = alice.post(url(army, "edits", "change-unit"), chosen, headers=headers)
    assert len(html.fromstring(answer.text).xpath("//fieldset[@id='rows_spec-weapons']/div[@role='group']")) == 2
    assert load_head(Army.objects.get()).force.groups[0].units[0].spec.weapons == ("bayonet",)
