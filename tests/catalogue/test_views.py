"""The catalogue's pages and its admin."""

import pytest
from django.contrib.auth.models import User
from lxml import html

from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow, row_of
from armybuilder.catalogue.views import ON_A_PAGE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stones(pebbles):
    load_catalogue()
    return pebbles


@pytest.fixture
def alice():
    return User.objects.create_user("alice")


@pytest.fixture
def own_stone(alice, pebbles):
    row = row_of("pebbles", pebbles.catalogue.get("stone", "flint"), 0)
    row.key, row.name, row.source, row.owner = "amber", "Amber", "own", alice
    row.save()
    return row


def names(client, query=""):
    page = html.fromstring(client.get(f"/pebbles/catalogue/stone/{query}").content.decode())
    return page.xpath("//div[@id='entries']//tbody/tr/th/a/text()")


def test_an_own_entry_is_seen_by_its_owner_alone(client, own_stone, alice):
    address = "/pebbles/catalogue/stone/amber/"
    assert client.get(address).status_code == 404
    assert names(client) == ["Flint", "Slate", "Brick"]
    client.force_login(User.objects.create_user("bob"))
    assert client.get(address).status_code == 404
    assert names(client) == ["Flint", "Slate", "Brick"]
    client.force_login(alice)
    assert client.get(address).status_code == 200
    assert names(client) == ["Amber", "Flint", "Slate", "Brick"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=fli", ["Flint"]),
        ("?q=stones+slate", ["Slate"]),
        ("?q=nothing", []),
        ("?source=example", ["Brick"]),
        ("?is-surface=rough", ["Flint"]),
        ("?is-surface=smooth&source=rulebook", ["Slate"]),
        ("?is-surface=wet", ["Flint", "Slate", "Brick"]),
        ("?page=nonsense", ["Flint", "Slate", "Brick"]),
        ("?q=%25", []),
    ],
)
def test_a_list_is_narrowed(client, query, found):
    assert names(client, query) == found


def test_facts_are_the_columns(client):
    page = html.fromstring(client.get("/pebbles/catalogue/stone/").content.decode())
    assert page.xpath("//thead//th/text()") == ["Name", "Weight", "Surface", "From"]
    assert page.xpath("//tbody/tr[1]/td/text()") == ["90 g", "Rough", "Stones"]


def test_an_entry_shows_its_whole_profile(client):
    page = html.fromstring(client.get("/pebbles/catalogue/stone/slate/").content.decode())
    lines = page.xpath("//dl[@class='lines']/div")
    assert [(line[0].text, line[1].text) for line in lines] == [("Weight", "60 g"), ("Surface", "Smooth")]


@pytest.mark.parametrize("address", ["shell/", "stone/nonesuch/", "stone/flint/more/"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(f"/pebbles/catalogue/{address}").status_code == 404


def test_queries_stay_the_same_however_many_entries(client, pebbles, django_assert_num_queries):
    entry = pebbles.catalogue.get("stone", "flint")
    with django_assert_num_queries(1):
        client.get("/pebbles/catalogue/")
    with django_assert_num_queries(1):
        client.get("/pebbles/catalogue/stone/flint/")
    rows = [row_of("pebbles", entry, 9) for _ in range(2 * ON_A_PAGE)]
    for number, row in enumerate(rows):
        row.key = f"flint{number}"
    EntryRow.objects.bulk_create(rows)
    with django_assert_num_queries(2):  # the count and the rows
        page = html.fromstring(client.get("/pebbles/catalogue/stone/?q=flint&page=2").content.decode())
    assert len(page.xpath("//tbody/tr")) == ON_A_PAGE
    assert page.xpath("//a[@rel='next']/@href") == ["?q=flint&page=3"]


class TestAdmin:
    @pytest.fixture
    def staff(self, client):
        client.force_login(User.objects.create_superuser("staff"))
        return client

    def test_lists_and_searches(self, staff, own_stone, django_assert_max_num_queries):
        with django_assert_max_num_queries(9):
            page = staff.get("/admin/catalogue/entryrow/?q=alice").content.decode()
        assert html.fromstring(page).xpath("//th[@class='field-name']/a/text()") == ["Amber"]

    def test_rulebook_rows_are_read_only(self, staff, pebbles):
        row = EntryRow.objects.get(key="flint")
        address = f"/admin/catalogue/entryrow/{row.pk}/change/"
        assert b"_save" not in staff.get(address).content
        assert staff.post(address, {"name": "Mud"}).status_code == 403
        assert staff.post(f"/admin/catalogue/entryrow/{row.pk}/delete/", {"post": "yes"}).status_code == 403
        row.refresh_from_db()
        assert row.name == "Flint"

    def test_own_rows_are_mended_and_checked(self, staff, own_stone):
        address = f"/admin/catalogue/entryrow/{own_stone.pk}/change/"
        sent = {
            "ruleset": "pebbles",
            "kind": "stone",
            "key": "amber",
            "name": "Old amber",
            "spec": '{"weight": 5}',
            "source": "own",
            "owner": own_stone.owner_id,
            "position": 0,
        }
        assert staff.post(address, sent | {"spec": '{"weight": 0}'}).status_code == 200
        own_stone.refresh_from_db()
        assert own_stone.name == "Amber"
        assert staff.post(address, sent).status_code == 302
        own_stone.refresh_from_db()
        assert (own_stone.name, own_stone.spec) == ("Old amber", {"weight": 5})
