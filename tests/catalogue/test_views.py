"""The catalogue's pages and its admin."""

import pytest
from lxml import html

from armybuilder.catalogue.entry_cards import card_of_entry
from armybuilder.catalogue.loading import load_catalogue, store_catalogue
from armybuilder.catalogue.models import EntryRow, row_of
from armybuilder.catalogue.tables import UNSAID
from armybuilder.catalogue.views import FIRST_ROWS, PAGE_SIZE
from rulesets.core.codes import codes_in, codes_shown, explained_by
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.registry import get_ruleset, is_provided
from tests.page_texts import texts_of
from tests.rulesets.described.games import games_with
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stones(pebbles):
    load_catalogue()
    return pebbles


def test_facts_are_the_columns(client):
    page = html.fromstring(client.get("/pebbles/catalogue/stone/").content.decode())
    assert texts_of(page.xpath("//thead//th")) == ["Name", "Weight", "Surface", "From"]
    assert texts_of(page.xpath("//tbody/tr[1]/td")) == ["90 g", "Rough", "Stones"]


def test_the_first_page_has_the_first_entries_of_each_kind(client):
    page = html.fromstring(client.get("/mbt2020/catalogue/").content.decode())
    sections = page.find_class("entries-first")
    assert [" ".join(each.xpath("h2")[0].text_content().split()) for each in sections] == [
        "Sub-classes 15",
        "Vehicles 68",
        "Nations 186",
    ]
    assert sections[0].xpath(".//tbody/tr/th/a/text()") == ["MBT+", "MBTn", "MBT-", "INF+"]
    assert sections[0].xpath("a[contains(., 'Write your own')]/@href") == ["/mbt2020/catalogue/sub_class/new"]
    assert sections[0].xpath("p/a[contains(., 'All 15 entries')]/@href") == ["/mbt2020/catalogue/sub_class/"]


def test_ones_own_entries_come_first_on_the_first_page(client):
    spec = EntryRow.objects.get(ruleset="pebbles", key="flint").spec
    for number in range(FIRST_ROWS + 1):
        values = {
            "ruleset": "pebbles",
            "kind": "stone",
            "key": f"own-{number}",
            "name": f"Amber {number}",
            "spec": spec,
        }
        EntryRow.objects.create(source="own", claim_hash=ALICE.hash, position=number, **values)
    for visitor, names in ((browser_of(ALICE), ["Amber 0", "Amber 1", "Amber 2", "Amber 3"]), (client, None)):
        page = html.fromstring(visitor.get("/pebbles/catalogue/").content.decode())
        entries = get_ruleset("pebbles").catalogue.of_kind("stone")
        assert page.xpath("//tbody/tr/th/a/text()") == (names or [entry.name for entry in entries[:FIRST_ROWS]])
        (count,) = page.xpath("//h2/span/text()")
        assert int(count) == len(entries) + (len(names) + 1 if names else 0)


def test_an_entry_shows_what_uses_it(client):
    page = html.fromstring(client.get("/forge-of-war/catalogue/weapon/cannon_40mm/").content.decode())
    assert page.xpath("//h2/text()") == ["Key", "Details", "Vehicles that use it"]
    assert page.xpath("//tbody/tr/th/a/@href") == ["/forge-of-war/catalogue/vehicle/light_tank/"]


def test_the_catalogue_searches_its_game(client):
    page = html.fromstring(client.get("/mbt2020/catalogue/").content.decode())
    (form,) = page.xpath("//form[@class='input-group catalogue-find']")
    found = client.get(form.get("action"), {form.xpath("input/@name")[0]: "Leclerc"}).content.decode()
    assert "/mbt2020/catalogue/troop_type/" in found


def test_rows_on_a_phone_leave_out_what_says_nothing(client):
    page = html.fromstring(client.get("/mbt2020/catalogue/troop_type/").content.decode())
    unsaid = [each.text_content() for each in page.xpath("//tbody//td[@class='unsaid']")]
    said = [each.text_content() for each in page.xpath("//tbody//td[not(@class)]")]
    assert set(unsaid) == {"", "no"}
    assert not {"", "no", "–"} & set(said)


def test_an_entry_shows_what_its_card_and_tables_leave_out(client):
    load_catalogue()
    for slug, kind, key, terms in (
        ("pebbles", "stone", "slate", ["Surface"]),
        ("mbt2020", "sub_class", "MBT+", ["General class", "Postures", "Modes", "Criteria", "Rank"]),
        ("mbt2020", "troop_type", "challenger-3", ["Sub-class", "Postures", "Vehicles a stand"]),
        ("mbt2020", "nation", "albania", []),
        ("warstrike", "weapon", "carbine", []),
        ("forge-of-war", "weapon", "smg", ["Short name"]),
        ("forge-of-war", "weapon", "howitzer", ["Meant for"]),
        ("forge-of-war", "vehicle", "light_tank", ["Type", "Crew training"]),
    ):
        page = html.fromstring(client.get(f"/{slug}/catalogue/{kind}/{key}/").content.decode())
        assert page.xpath("//div[@class='entry-rest']/dl/div/dt/text()") == terms


@pytest.mark.parametrize(
    ("address", "is_low"),
    [("warstrike/catalogue/weapon/carbine", True), ("forge-of-war/catalogue/weapon/assault_rifle", False)],
)
def test_the_card_of_numbers_alone_ends_below_them(client, address, is_low):
    load_catalogue()
    (frame,) = html.fromstring(client.get(f"/{address}/").content.decode()).xpath("//iframe")
    assert ("card-frame-low" in frame.get("class").split()) is is_low
    card = html.fromstring(client.get(frame.get("src")).content.decode())
    assert card.xpath("//main/@class") == ["cards low"]


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("forge-of-war/catalogue/weapon/smg", "Rulebook · §43"),
        ("mbt2020/catalogue/nation/albania", "Our example · Troop grading"),
        ("warstrike/catalogue/weapon/carbine", "Our example"),
        ("forge-of-war/catalogue/vehicle/light_tank", "Our example · Row of light tanks (§6)"),
    ],
)
def test_an_entry_says_once_where_it_is_from(client, address, source):
    load_catalogue()
    assert html.fromstring(client.get(f"/{address}/").content.decode()).xpath("string(//p[@class='lead'])") == source


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_every_fact_is_on_the_card_or_beside_it(client, ruleset):
    if is_provided(ruleset.slug):
        store_catalogue(ruleset)
    for kind in ruleset.kinds:
        entry = ruleset.catalogue.of_kind(kind.slug)[0]
        page = html.fromstring(client.get(f"/{ruleset.slug}/catalogue/{kind.slug}/{entry.key}/").content.decode())
        frame = html.fromstring(client.get(page.xpath("//iframe/@src")[0]).content.decode())
        card = " ".join(frame.text_content().split())
        beside = page.xpath("string(//div[@class='entry-rest'])")
        for heading, text in kind.facts(entry.spec):
            said = text in UNSAID or text.strip("″+") in card or text in beside
            assert said, (kind.slug, heading, text)


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_an_entry_s_page_explains_every_code_of_its_card(client, ruleset):
    if is_provided(ruleset.slug):
        store_catalogue(ruleset)
    for kind in ruleset.kinds:
        entry = ruleset.catalogue.of_kind(kind.slug)[0]
        page = html.fromstring(client.get(f"/{ruleset.slug}/catalogue/{kind.slug}/{entry.key}/").content.decode())
        terms = page.xpath("//section[@class='entry-key']/dl/div/dt/text()")
        card = card_of_entry(ruleset, kind, entry, Catalogue())
        of_game = [code.term for code in codes_shown(ruleset.codes, card.texts)]
        assert terms[len(terms) - len(of_game) :] == of_game
        headings = set().union(*(codes_in(stat.heading) for stat in card.stats))
        assert headings <= set().union(*map(explained_by, ", ".join(terms).split(", "))), kind.slug


@pytest.mark.parametrize(
    ("address", "terms", "absent"),
    [
        ("forum-combat/catalogue/weapon/", {"RNG", "STR", "CloseQuarters"}, {"T", "MOV"}),
        ("forum-combat/catalogue/unit/", {"T", "SAV", "MOV"}, {"RNG", "STR"}),
        ("warstrike/catalogue/weapon/", {"RoF", "Snap"}, {"Ld 2 · Nv 4"}),
    ],
)
def test_the_key_above_a_list_explains_what_its_rows_show(client, address, terms, absent):
    page = html.fromstring(client.get(f"/{address}").content.decode())
    shown = set(page.xpath("//section[@id='code-key']//dt/text()"))
    assert terms <= shown
    assert not absent & shown


@pytest.mark.parametrize("address", ["shell/", "stone/nonesuch/", "stone/flint/more/"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(f"/pebbles/catalogue/{address}").status_code == 404


def test_queries_stay_the_same_however_many_entries(client, pebbles, django_assert_num_queries):
    entry = pebbles.catalogue.get("stone", "flint")
    with django_assert_num_queries(1):
        client.get("/pebbles/catalogue/")
    with django_assert_num_queries(1):
        client.get("/pebbles/catalogue/stone/flint/")
    rows = [row_of("pebbles", entry, 9) for _ in range(2 * PAGE_SIZE)]
    for number, row in enumerate(rows):
        row.key = f"flint{number}"
    EntryRow.objects.bulk_create(rows)
    with django_assert_num_queries(3):  # the texts compared, the count and the rows
        page = html.fromstring(client.get("/pebbles/catalogue/stone/?q=flint&page=2").content.decode())
    assert len(page.xpath("//tbody/tr")) == PAGE_SIZE
    assert page.xpath("//a[@rel='next']/@href") == ["?q=flint&page=3"]


@pytest.mark.parametrize("ruleset", games_with("court", "lanes"), ids=lambda ruleset: ruleset.slug)
def test_each_fact_stands_under_its_own_heading(client, ruleset):
    if is_provided(ruleset.slug):
        store_catalogue(ruleset)
    for kind in ruleset.kinds:
        entries = {entry.name: dict(kind.facts(entry.spec)) for entry in ruleset.catalogue.of_kind(kind.slug)}
        page = html.fromstring(client.get(f"/{ruleset.slug}/catalogue/{kind.slug}/").content.decode())
        headings = [each.text_content() for each in page.xpath("//thead//th")][1:-1]
        rows = page.xpath("//tbody/tr")
        assert len(rows) == min(len(entries), PAGE_SIZE)
        for row in rows:
            texts = [each.text_content() for each in row.xpath("td")][:-1]
            found = {heading: text for heading, text in zip(headings, texts, strict=True) if text}
            (name,) = row.xpath("th/a/text()")
            assert found == {heading: text for heading, text in entries[name].items() if text}
