"""My armies: found, filed, tagged, archived, deleted and brought back."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from lxml import html

from armybuilder.armies import library
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision, Tag
from armybuilder.armies.revisions import load_head, save
from rulesets.core.forces.force import change_group, change_unit
from tests.of_parts import of_parts
from tests.page_texts import texts_of

pytestmark = pytest.mark.django_db


def page(response):
    return html.fromstring(response.content.decode())


def listed(client, query=""):
    """The names of the armies in the list, in order."""
    return names_in(page(client.get(f"/armies/{query}")))


def names_in(tree):
    """The names of the armies that a page shows as cards, in order."""
    return [name.text_content().strip() for name in tree.xpath("//li[contains(@class, 'army')]/h2")]


def arrange(client, do, *armies, **sent):
    return client.post("/armies/arrange", {"do": do, "army": [army.pk for army in armies], **sent})


def edited(army, author, change):
    loaded = load_head(army)
    save(army, army.head, LoadedArmy(loaded.ruleset, change(loaded.force)), "Edited", author)


def test_an_empty_list_says_where_what_one_builds_is_kept(client, admin_client):
    said = [
        page(browser.get("/armies/")).xpath("normalize-space(//p[@class='lead'])") for browser in (client, admin_client)
    ]
    assert said == [
        "Sign in to see your armies. To build one without an account, choose a game: it stays in this browser.",
        "No army yet. Choose a game: what you build is kept in your account.",
    ]


EMPTY_LISTS: dict[str, tuple[str, Sequence[object]]] = {
    "armies": ("armies:list", ()),
    "games": ("matches:list", ()),
    "opponents": ("sharing:opponents", ()),
    **{things: place for lists in of_parts("EMPTY_LISTS") for things, place in lists.items()},
}


@pytest.mark.parametrize("things", EMPTY_LISTS)
def test_an_empty_list_leads_a_visitor_to_signing_in_and_back(things, client, admin_client):
    name, args = EMPTY_LISTS[things]
    address = reverse(name, args=args)
    (link,) = page(client.get(address)).xpath(f"//p[contains(., 'Sign in to see your {things}.')]/a[.='Sign in']/@href")
    assert link == f"{reverse('account_login')}?next={address}"
    assert "Sign in to see" not in admin_client.get(address).text


# --- finding -----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _patient_search(monkeypatch):
    """A search reads all that changed, however busy the machine is."""
    monkeypatch.setattr(library, "SECONDS_OF_READING", 60.0)


@pytest.fixture
def shelf(make_army, author):
    """Three armies that differ in all that one may look for."""
    coast, dunes, empty = make_army(name="Coast"), make_army(piles=2, name="Dunes"), make_army(piles=0, name="Ebb")
    edited(coast, author, lambda force: change_unit(force, "u2", name="Old Rocky", notes="Chipped ÉDGE"))
    edited(dunes, author, lambda force: change_group(force, "g1", name="Vanguard", notes="hold the pier"))
    Army.objects.filter(pk=dunes.pk).update(folder="Winter campaign")
    Tag.objects.create(army=empty, name="unfinished")
    return coast, dunes, empty


def test_the_lists_say_how_many_there_are(alice, shelf):
    arrange(alice, "archive", shelf[0])
    choices = page(alice.get("/armies/"))
    texts = {
        name: texts_of(choices.xpath(f"//select[@name='{name}']/option")) for name in ("shelf", "game", "folder", "tag")
    }
    assert texts == {
        "shelf": ["Active (2)", "Archive (1)", "Deleted (0)"],
        "game": ["All", "Pebbles (2)"],
        "folder": ["All", "Winter campaign (1)", "In no folder (1)"],
        "tag": ["All", "unfinished (1)"],
    }


def test_many_armies_take_pages(alice, make_army, monkeypatch):
    monkeypatch.setattr(library, "PAGE_SIZE", 2)
    for name in ("C", "B", "A"):
        make_army(name=name)
    assert (listed(alice, "?sort=name"), listed(alice, "?sort=name&page=2")) == (["A", "B"], ["C"])
    assert page(alice.get("/armies/?sort=name")).xpath("//a[@rel='next']/@href") == ["?sort=name&page=2"]


def test_rows_stand_by_game_and_folder_until_cards_are_chosen(alice, make_army):
    for name, folder in (("C", "Winter"), ("B", ""), ("A", "Winter")):
        army = make_army(name=name)
        Army.objects.filter(pk=army.pk).update(folder=folder)

    def rows(query=""):
        tree = page(alice.get(f"/armies/{query}"))
        headings = tree.xpath("//ul[@class='army-rows']//*[self::h2 or self::h3]")
        return [(each.tag, " ".join(each.text_content().split())) for each in headings]

    in_rows = [("h2", "Pebbles"), ("h3", "B"), ("h2", "Pebbles · Winter"), ("h3", "A"), ("h3", "C")]
    assert rows() == []
    assert rows("?view=rows&sort=name") == in_rows
    assert rows("?sort=name") == in_rows
    assert rows("?view=&sort=name") == []
    assert rows() == []


def test_a_dozen_armies_are_in_rows_unless_cards_are_chosen(alice, make_army):
    def view(query=""):
        return page(alice.get(f"/armies/{query}")).xpath("//ul[@class='army-rows' or @class='sheets']/@class")

    for _ in range(library.MANY_ARMIES - 1):
        make_army()
    assert view() == ["sheets"]
    make_army()
    assert view() == ["army-rows"]
    assert view("?q=nothing-has-this") == []
    assert view("?view=") == ["sheets"]
    assert view() == ["sheets"]


def test_filtering_a_few_armies_chooses_no_view(alice, make_army):
    """The filter's form sends the view that is shown."""

    def view(query=""):
        return page(alice.get(f"/armies/{query}")).xpath("//ul[@class='army-rows' or @class='sheets']/@class")

    make_army()
    assert view("?q=&view=") == ["sheets"]
    for _ in range(library.MANY_ARMIES - 1):
        make_army()
    assert view("?q=&view=rows") == ["army-rows"]
    assert library.VIEW not in alice.cookies
    assert view("?view=") == ["sheets"]
    assert view("?q=&view=") == ["sheets"]
    assert view() == ["sheets"]
    assert view("?view=rows") == ["army-rows"]
    assert view() == ["army-rows"]


def test_the_other_view_is_one_tap_away(alice, make_army):
    def doors(query=""):
        links = page(alice.get(f"/armies/{query}")).xpath("//*[@class='view-switch']/a")
        return [(link.text_content(), link.get("href"), link.get("aria-current")) for link in links]

    make_army(name="B")
    assert doors() == []
    make_army(name="A")
    assert doors("?sort=name") == [
        ("Rows", "?sort=name&view=rows", None),
        ("Cards", "?sort=name&view=", "true"),
    ]
    assert doors("?view=rows") == [("Rows", "?view=rows", "true"), ("Cards", "?view=", None)]


def test_rows_say_less_than_cards(alice, make_army):
    army = make_army(name="")
    Army.objects.filter(pk=army.pk).update(
        created=datetime(2026, 3, 1, 14, 5, tzinfo=UTC), updated=timezone.now() - timedelta(days=17)
    )
    Revision.objects.filter(army=army.pk).update(units=0)

    def said(query):
        (item,) = page(alice.get(f"/armies/{query}")).xpath("//li[@data-army]")
        name, facts = item.xpath("*[self::h2 or self::h3] | p[contains(@class, 'army-facts')]")
        return [" ".join(each.text_content().split()) for each in (name, facts)]

    assert said("?view=rows") == ["Unnamed beach 1 Mar, 14:05", "Empty Changed 2 weeks ago"]
    assert said("?view=") == [
        "Unnamed beach 1 Mar, 14:05",
        "0 pebbles Empty: add a pile to begin Changed 2 weeks ago",
    ]


def test_the_list_of_somebody_signed_out_says_so(client, make_army, alice, admin_client):
    make_army(name="Coast")
    (said,) = page(alice.get("/armies/")).xpath("//p[@class='library-kept']")
    assert "You are not signed in" in said.text_content()
    assert said.xpath("a/@href") == ["/account/login/?next=/armies/"]
    admin_client.post("/armies/new/pebbles", {})
    assert page(admin_client.get("/armies/")).xpath("//p[@class='library-kept']") == []


def test_copies_are_numbered(alice, shelf):
    coast, _, _ = shelf
    for expected in ("Coast (copy)", "Coast (copy 2)", "Coast (copy 3)"):
        alice.post(f"{coast.get_absolute_url()}copy")
        assert Army.objects.filter(name=expected).count() == 1
    copied = Army.objects.get(name="Coast (copy 2)")
    alice.post(f"{copied.get_absolute_url()}copy")
    assert Army.objects.filter(name="Coast (copy 4)").count() == 1


def test_the_list_takes_as_many_queries_for_any_number_of_armies(alice, make_army, django_assert_num_queries):
    for _ in range(2):
        for number in range(10):
            Tag.objects.create(army=make_army(), name=f"tag {number}")
        with django_assert_num_queries(7):  # how many, the page, its tags and pictures, shelves, all tags, examples
            assert alice.get("/armies/").status_code == 200


# --- putting in order --------------------------------------------------------------------------------


def test_a_copy_is_filed_beside_its_original(alice, bob, shelf):
    coast, _, _ = shelf
    arrange(alice, "folder", coast, folder="Summer")
    arrange(alice, "tag", coast, tag="painted")
    alice.post(f"{coast.get_absolute_url()}copy")
    copied = Army.objects.get(name="Coast (copy)")
    assert (copied.folder, [tag.name for tag in copied.tags.all()]) == ("Summer", ["painted"])
    Army.objects.filter(pk=coast.pk).update(example=True)
    bob.post(f"{coast.get_absolute_url()}copy")
    taken = Army.objects.exclude(pk=copied.pk).get(name="Coast (copy)")
    assert (taken.folder, taken.tags.count()) == ("", 0)


def test_armies_are_filed_and_taken_out(alice, shelf):
    arrange(alice, "folder", *shelf, folder=" Summer ")
    assert set(Army.objects.values_list("folder", flat=True)) == {"Summer"}
    arrange(alice, "folder", shelf[0])
    assert sorted(Army.objects.values_list("folder", flat=True)) == ["", "Summer", "Summer"]


def test_armies_are_tagged_once_and_only_so_often(alice, shelf, monkeypatch):
    monkeypatch.setattr(library, "MAX_TAGS", 2)
    for tag in ("unfinished", "red  sand", "late"):
        arrange(alice, "tag", shelf[1], shelf[2], tag=tag)
    assert sorted((tag.army.name, tag.name) for tag in Tag.objects.all()) == [
        ("Dunes", "red sand"),
        ("Dunes", "unfinished"),
        ("Ebb", "red sand"),
        ("Ebb", "unfinished"),
    ]
    arrange(alice, "untag", *shelf, tag="red sand")
    assert set(Tag.objects.values_list("name", flat=True)) == {"unfinished"}


WAYS = ("winter campaign", "WINTER\u00a0 Campaign", "Winter\u200b campaign", "Ｗinter campaign", "Wínter campaign")
"""A folder's or tag's name as somebody writes it the next time."""


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_is_the_same_in_any_way_of_writing(alice, shelf, way):
    arrange(alice, "folder", shelf[0], folder=way)
    assert Army.objects.get(pk=shelf[0].pk).folder == "Winter campaign"
    Army.objects.filter(pk=shelf[2].pk).update(folder="WINTER CAMPAIGN")
    choices = page(alice.get("/armies/")).xpath("//select[@name='folder']/option")
    assert texts_of(choices) == ["All", "Winter campaign (3)"]
    assert listed(alice, "?folder=Winter+campaign") == ["Dunes", "Coast", "Ebb"]
    assert listed(alice, f"?q={way}") == ["Dunes", "Coast", "Ebb"]


def test_a_folder_whose_armies_all_move_is_spelled_anew(alice, shelf):
    arrange(alice, "folder", shelf[1], folder="WINTER campaign")
    assert Army.objects.get(pk=shelf[1].pk).folder == "WINTER campaign"


@pytest.mark.parametrize("way", WAYS)
def test_a_tag_is_the_same_in_any_way_of_writing(alice, shelf, way):
    Tag.objects.create(army=shelf[0], name="Winter campaign")
    arrange(alice, "tag", *shelf, tag=way)
    assert {tag.name for tag in Tag.objects.filter(army=shelf[0])} == {"Winter campaign"}
    Tag.objects.filter(army=shelf[2]).exclude(name="unfinished").update(name="WINTER CAMPAIGN")
    choices = page(alice.get("/armies/")).xpath("//select[@name='tag']/option")
    assert texts_of(choices) == ["All", "unfinished (1)", "Winter campaign (3)"]
    assert listed(alice, "?tag=Winter+campaign") == ["Dunes", "Coast", "Ebb"]
    arrange(alice, "untag", shelf[0], tag=way)
    assert not Tag.objects.filter(army=shelf[0]).exists()


def test_an_archived_army_leaves_the_list_but_opens(alice, shelf):
    arrange(alice, "archive", shelf[0])
    assert (listed(alice), listed(alice, "?shelf=archive")) == (["Dunes", "Ebb"], ["Coast"])
    assert alice.get(shelf[0].get_absolute_url()).status_code == 200
    arrange(alice, "unarchive", shelf[0])
    assert listed(alice) == ["Dunes", "Coast", "Ebb"]


def test_deleting_many_is_undone_at_once(alice, shelf):
    answer = arrange(alice, "delete", shelf[0], shelf[1], back="sort=name&shelf=&bad=1")
    shown = page(alice.get(answer.url))
    assert "Deleted 2 armies." in shown.xpath("normalize-space(//form[contains(@class, 'just-deleted')])")
    assert names_in(shown) == ["Ebb"]
    undo_form = shown.xpath("//form[contains(@class, 'just-deleted')]")[0]
    assert set(undo_form.xpath("input[@name='army']/@value")) == {shelf[0].pk, shelf[1].pk}
    answer = arrange(alice, "restore", shelf[0], shelf[1], back=undo_form.xpath("input[@name='back']/@value")[0])
    assert answer.url == "/armies/?sort=name"
    assert listed(alice) == ["Dunes", "Coast", "Ebb"]


def test_a_deleted_army_can_be_brought_back_at_once_or_later(alice, army):
    response = alice.post(f"/armies/{army.pk}/delete")
    deleted = page(alice.get(response.url)).xpath("normalize-space(//form[contains(@class, 'just-deleted')])")
    assert "Deleted Shore." in deleted
    assert listed(alice, "?shelf=bin") == ["Shore"]
    assert alice.get(army.get_absolute_url()).status_code == 404
    alice.post(f"/armies/{army.pk}/restore")
    assert alice.get(army.get_absolute_url()).status_code == 200


def test_only_what_is_deleted_can_be_deleted_for_good(alice, shelf):
    arrange(alice, "delete", shelf[0])
    arrange(alice, "purge", *shelf)
    assert set(Army.objects.values_list("name", flat=True)) == {"Dunes", "Ebb"}
    assert not Revision.objects.filter(army=shelf[0].pk).exists()


def test_nobody_puts_others_armies_in_order(bob, alice, shelf):
    for do in library.ACTIONS:
        assert arrange(bob, do, shelf[0], folder="X", tag="X").status_code == 404
    assert alice.post("/armies/arrange", {"do": "delete", "army": [shelf[0].pk, "unknown"]}).status_code == 404
    stored = Army.objects.get(pk=shelf[0].pk)
    assert (stored.folder, stored.archived, stored.deleted, stored.tags.count()) == ("", None, None, 0)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"do": "explode"}, 400),
        ({"do": "folder", "folder": "x" * 61}, 400),
        ({"do": "folder", "folder": "a\x00b"}, 400),
        ({"do": "tag", "tag": " , "}, 302),
    ],
)
def test_nonsense_puts_nothing_in_order(alice, army, sent, status):
    assert arrange(alice, sent.pop("do"), army, **sent).status_code == status
    army.refresh_from_db()
    assert (army.folder, army.tags.count()) == ("", 0)


def test_nothing_ticked_is_said(alice, army):
    assert "Tick the armies first." in alice.post("/armies/arrange", {"do": "delete"}, follow=True).text


# --- what an army holds ------------------------------------------------------------------------------


def test_times_have_no_fractions_of_seconds(alice, make_army):
    make_army()
    (written,) = re.findall(r'<time\s+datetime="([^"]+)"', alice.get("/armies/").text)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000", written)


def test_an_army_without_units_has_no_picture_of_them(alice, make_army):
    make_army(piles=0, name="Bare")
    assert page(alice.get("/armies/")).xpath("//li[@data-army]//img") == []
    make_army(name="Shore")
    assert len(page(alice.get("/armies/")).xpath("//li[@data-army]//img[@class='link-picture']")) == 1
