"""An army on a device is edited and drawn as the site does it."""

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import brotli
import pytest
from django.test import Client
from lxml import html
from playwright.sync_api import Page, Route, expect

from armybuilder.armies.collected import Collected, Counted, collection_requested
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head
from armybuilder.armies.suggestions.suggested_edits import OUT_OF_DATE
from armybuilder.catalogue.models import EntryRow
from armybuilder.offline import engine
from armybuilder.offline.browser import reply
from armybuilder.site.claims import Author
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import copy_group
from rulesets.registry import get_ruleset
from tests.armies.conftest import MakeArmy, _empty_desk, army, make_army
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import sign_in, take_offline, without_engine
from tests.visitors import ALICE, browser_of

__all__ = ["_empty_desk", "army", "give_engine", "make_army", "without_engine"]

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def asked(army: Army, /, **more: Any) -> dict[str, Any]:
    """A browser's question about an army in the state of the site."""
    now = encode_force(load_head(army).force)
    device = {"address": army.get_absolute_url(), "head": army.head, "now": now}
    said = {"army": device, "at": "", "said": "", "undoes": "", "redoes": "", "token": "t", "edit": "", "form": ""}
    found: dict[str, Any] = json.loads(reply(json.dumps(said | more)))
    return found


def plain(text: str) -> list[str]:
    """All parts of a page in order, without the names of revisions, tokens and what only the site draws."""
    found = []
    for element in html.fragment_fromstring(text, create_parent=True).iter():
        if element.get("name") in ("head", "csrfmiddlewaretoken") or element.tag in ("symbol", "use"):
            continue
        if element.getparent() is not None and element.getparent().tag == "symbol":
            continue
        if (
            element.get("id") in ("undo", "redo", "symbols", "link-picture")
            or "part-card" in element.get("class", "")
            or any(
                each.get("id") == "symbols" or "part-card" in each.get("class", "") for each in element.iterancestors()
            )
        ):
            continue
        found.append(
            f"{element.tag} {sorted(element.items())} {(element.text or '').strip()} {(element.tail or '').strip()}"
        )
    return found


EDITS: tuple[tuple[str, dict[str, str]], ...] = (
    ("copy-unit", {"unit": "u2"}),
    ("remove-unit", {"unit": "u3"}),
    ("unit-down", {"unit": "u2"}),
    ("add-group", {}),
    ("change-army", {"name": "Elsewhere"}),
    ("change-unit", {"unit": "u2", "name": "x" * 81}),
    ("remove-unit", {"unit": "u99"}),
    ("group-up", {"group": "g1"}),
)


def test_edits_are_drawn_and_refused_as_on_the_site(army: Army, alice: Client) -> None:
    for name, sent in EDITS:
        army.refresh_from_db()
        before = encode_force(load_head(army).force)
        there = alice.post(f"/armies/{army.pk}/edits/{name}", sent | {"head": army.head}, headers=HTMX)
        here = asked(army, edit=name, form=urlencode(sent), before=before)
        assert here["status"] == there.status_code, name
        head = army.head
        army.refresh_from_db()
        assert here.get("now") == (encode_force(load_head(army).force) if army.head > head else None), name
        if there.status_code != 400:
            assert plain(here["html"]) == plain(there.text), name


def test_a_look_is_drawn_as_on_the_site(army: Army, alice: Client) -> None:
    for at in ("u2", "g1", "the-army", "house-rules", "nothing"):
        there = alice.get(f"/armies/{army.pk}/?at={at}", headers=HTMX)
        assert plain(asked(army, at=at)["html"]) == plain(there.text), at


def test_the_rows_of_groups_are_drawn_as_on_the_site(army: Army, alice: Client) -> None:
    there = alice.get(f"/armies/{army.pk}/", {"open": "g1"}, headers=HTMX)
    assert 'id="unit-u2"' in there.text
    assert plain(asked(army, open=["g1"])["html"]) == plain(there.text)


def test_a_page_that_shows_nothing_gets_all_of_the_army(army: Army) -> None:
    drawn = asked(army, before=None, said="Undone", undoes="Added one")["html"]
    tree = html.fragment_fromstring(drawn, create_parent=True)
    assert [each.get("id") for each in tree.xpath("//li[@class='unit']")] == ["unit-u2", "unit-u3", "unit-u4"]
    assert tree.xpath("//button[@id='undo']/@aria-label") == ["Undo: Added one"]
    assert tree.xpath("//button[@id='redo']/@disabled") == ["disabled"]


def main_of(text: str) -> str:
    """The text of a whole page."""
    found: str = html.tostring(html.fromstring(text).get_element_by_id("main"), encoding="unicode")
    return found


def test_suggestions_are_offered_and_applied_as_on_the_site(make_army: MakeArmy, alice: Client) -> None:
    for size, name in ((1, "complete/g1"), (4, "mend/0"), (4, "mend/all")):
        army = make_army(piles=2, size=size)
        address = f"{army.get_absolute_url()}{name}"
        there, here = alice.get(address).text, asked(army, offer=address)
        assert plain(main_of(here["html"])) == plain(main_of(there)), name
        (proof, *_) = html.fromstring(there).xpath("//input[@name='proof']/@value")
        form = f"{here['form']}&{urlencode({'suggestion': '1', 'proof': proof})}"
        made = asked(army, edit=here["edit"], form=form, before=None)
        sent = {"base": 1, "edits": [{"id": name, "name": here["edit"], "form": form}]}
        taken = alice.post(f"/armies/{army.pk}/edits", sent, content_type="application/json")
        assert taken.json() == {"number": 2, "aside": 0, "refused": []}
        army.refresh_from_db()
        assert made["now"] == encode_force(load_head(army).force)
        assert (made["status"], made["said"]) == (200, army.revisions.get(number=2).summary)
        again = asked(army, edit=here["edit"], form=form, before=None)
        assert (again["status"], OUT_OF_DATE in again["html"]) == (400, True)


@pytest.fixture
def shelf() -> Iterator[None]:
    """Players have six flints, one of them in another army."""
    flint = ("stone", "flint")

    def six_flints(**kwargs: object) -> Collected:
        return Collected({flint: 6}, Counted(("Cliff",), {flint: 1}, 0))

    collection_requested.connect(six_flints, weak=False)
    yield
    collection_requested.disconnect(six_flints)


@pytest.mark.usefixtures("shelf")
def test_the_builder_of_a_device_knows_what_is_left(army: Army, alice: Client) -> None:
    taken = alice.get(f"/armies/{army.pk}/device.json").json()["army"]
    before = taken["now"]
    for left, beyond in (("1 of 6 left", False), ("0 of 6 left", False), ("0 of 6 left", True)):
        drawn = asked(army, army=taken, before=before, edit="copy-unit", form="unit=u2")
        page = html.fragment_fromstring(drawn["html"], create_parent=True)
        stocks = [each.text_content() for each in page.find_class("entry-stock")]
        assert (stocks, "Beyond your collection" in drawn["html"]) == ([left], beyond)
        before = taken["now"] = drawn["now"]
    assert "This beach has 6 × Flint and your other beaches have 1. You have 6." in " ".join(
        page.text_content().split()
    )


@pytest.mark.usefixtures("shelf")
def test_suggestions_of_a_device_need_no_more_than_is_left(make_army: MakeArmy, alice: Client) -> None:
    army = make_army(size=1)
    taken = alice.get(f"/armies/{army.pk}/device.json").json()["army"]
    address = f"{army.get_absolute_url()}complete/g1"
    here = asked(army, army=taken, offer=address)
    assert plain(main_of(here["html"])) == plain(main_of(alice.get(address).text))
    assert "left after your other beaches" in " ".join(here["html"].split())
    (proof, *_) = html.fromstring(here["html"]).xpath("//input[@name='proof']/@value")
    form = f"{here['form']}&{urlencode({'suggestion': '1', 'proof': proof})}"
    made = asked(army, army=taken, edit=here["edit"], form=form, before=None)
    sent = {"base": 1, "edits": [{"id": "a", "name": here["edit"], "form": form}]}
    answer = alice.post(f"/armies/{army.pk}/edits", sent, content_type="application/json")
    assert answer.json() == {"number": 2, "aside": 0, "refused": []}
    army.refresh_from_db()
    assert made["now"] == encode_force(load_head(army).force)


def test_models_that_are_no_numbers_make_a_suggestion_out_of_date(army: Army, alice: Client) -> None:
    sent = {"base": 1, "edits": [{"id": "a", "name": "complete", "form": "group=g1&suggestion=1&left=flint"}]}
    answer = alice.post(f"/armies/{army.pk}/edits", sent, content_type="application/json")
    assert answer.json()["refused"] == [{"id": "a", "words": OUT_OF_DATE}]


def test_a_random_group_is_added_as_on_the_site(make_army: MakeArmy, alice: Client) -> None:
    army = make_army()
    address = f"{army.get_absolute_url()}random"
    here = asked(army, offer=address)
    shown = html.fromstring(here["html"])
    assert "Another one" in shown.text_content()
    fields = {each: shown.xpath(f"//input[@name='{each}']/@value")[0] for each in ("suggestion", "proof", "seed")}
    form = f"{here['form']}&{urlencode(fields)}".removeprefix("&")
    made = asked(army, edit=here["edit"], form=form, before=None)
    assert (made["status"], made["said"]) == (200, "Added Random pile: 3 pebbles")
    sent = {"base": 1, "edits": [{"id": "random", "name": here["edit"], "form": form}]}
    taken = alice.post(f"/armies/{army.pk}/edits", sent, content_type="application/json")
    assert taken.json() == {"number": 2, "aside": 0, "refused": []}
    army.refresh_from_db()
    assert made["now"] == encode_force(load_head(army).force)


def test_a_problem_that_is_gone_has_no_suggestions(army: Army) -> None:
    answer = asked(army, offer=f"{army.get_absolute_url()}mend/9")
    assert (answer["status"], answer["target"], "edit" in answer) == (400, "#messages", False)


def test_own_entries_come_into_an_army_as_on_the_site(army: Army, alice: Client) -> None:
    stone = {"ruleset": "pebbles", "kind": "stone", "key": "amber", "name": "Amber", "source": "own"}
    EntryRow.objects.create(**stone, spec={"weight": 5, "surface": "smooth"}, claim_hash=ALICE.hash)
    taken = alice.get("/offline/pebbles.json").json()
    own = {taken["ruleset"]: [*taken["entries"], {"kind": "gone"}]}
    before = encode_force(load_head(army).force)
    sent = {"entry": "stone/amber", "group": "g1"}
    there = alice.post(f"/armies/{army.pk}/edits/add-own", sent | {"head": "1"}, headers=HTMX)
    here = asked(army, edit="add-own", form=urlencode(sent), before=before, own=own)
    army.refresh_from_db()
    assert (here["status"], here["now"]) == (200, encode_force(load_head(army).force))
    assert [entry["key"] for entry in here["now"]["entries"]] == ["amber"]
    assert plain(here["html"]) == plain(there.text)
    refused = asked(army, edit="add-own", form="entry=stone/gone", before=None, own=own)
    assert (refused["status"], "no longer in your catalogue" in refused["html"]) == (400, True)


MODULES = "armybuilder asgiref crispy_forms django rulesets sqlparse"
AS_IN_A_BROWSER = """
import importlib.abc, importlib.util, json, sys

class NotFound(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        known = sys.stdlib_module_names | set(sys.argv[1].split())
        if name[0] != "_" and name.partition(".")[0] not in known:
            raise ModuleNotFoundError(name)

sys.path.insert(0, "sent")
sys.meta_path.insert(0, NotFound())
from armybuilder.offline import browser

browser.start("sent")
for line in sys.stdin:
    print(browser.reply(line))
"""
"""Runs the sources of the archive with only the packages that browsers have."""


def test_the_sources_that_browsers_get_are_all_that_they_need(tmp_path: Path, client: Client) -> None:
    with zipfile.ZipFile(io.BytesIO(brotli.decompress(engine.sources()[1].compressed))) as archive:
        archive.extractall(tmp_path / "sent")
    game = get_ruleset("mbt2020")
    device = {"address": "/armies/x/", "head": 1, "now": encode_force(game.demo())}
    question = {
        "army": device,
        "at": "u2",
        "said": "",
        "undoes": "",
        "redoes": "",
        "token": "t",
        "edit": "copy-unit",
    }
    field = {"path": "/mbt2020/battlefield/", "query": "seed=7&again=3:1"}
    done = subprocess.run(
        [sys.executable, "-c", AS_IN_A_BROWSER, MODULES],
        input="\n".join(map(json.dumps, [question | {"form": "unit=u2", "before": None}, field])),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    answer, battlefield = map(json.loads, done.stdout.splitlines())
    assert (answer["status"], len(answer["now"]["groups"][0]["units"])) == (200, 13)
    there = client.get(f"{field['path']}?{field['query']}", headers={"HX-Request": "true"})
    assert battlefield["address"] == there.headers["HX-Push-Url"]
    maps = [
        html.tostring(html.fragment_fromstring(each, create_parent=True).find_class("field-frame")[0])
        for each in (battlefield["html"], there.text)
    ]
    assert maps[0] == maps[1]
    assert b"<text" in maps[0]


@pytest.fixture
def division(db: None, author: Author) -> Army:
    """An army of Alice's of a game that browsers know, with 12 stands in its first group."""
    game = get_ruleset("mbt2020")
    return create_army(LoadedArmy(game, game.demo()), "New army", author)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_evening_of_editing_without_a_network_arrives(
    division: Army, open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, division, give_engine)
    page.reload()
    state = page.locator("#page-state")
    page.context.set_offline(True)
    page.locator("#unit-u2 .unit-link").click()
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#groups .unit")).to_have_count(25)
    expect(page.locator("#said")).to_contain_text("Added one more")
    expect(state).to_contain_text("1 change waits to be sent.")
    page.locator("#inspector").get_by_label("Name", exact=True).fill("Agate")
    page.locator("#inspector").get_by_label("Name", exact=True).press("Tab")
    expect(state).to_contain_text("2 changes wait to be sent.")
    page.locator("#inspector").get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("#groups .unit")).to_have_count(24)
    page.locator("#undo").click()
    expect(page.locator("#groups .unit")).to_have_count(25)
    expect(state).to_contain_text("2 changes wait to be sent.")
    # The suggestions, on separate pages of the site, are in a dialog.
    page.locator("#findings .finding-fix").first.click()
    page.locator("#offered").get_by_role("button", name="Apply").first.click()
    expect(page.locator("#offered")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("Royal Tank battle group · removed INF+ PDA")
    expect(state).to_contain_text("3 changes wait to be sent.")
    page.locator("#undo").click()
    expect(state).to_contain_text("2 changes wait to be sent.")
    page.locator("#redo").click()
    expect(page.locator("#said")).to_have_text("Redone: Royal Tank battle group · removed INF+ PDA")
    expect(state).to_contain_text("3 changes wait to be sent.")
    page.locator("#undo").click()
    expect(state).to_contain_text("2 changes wait to be sent.")
    # The browser is started again: everything is still there.
    page.close()
    page = page.context.new_page()
    page.goto(division.get_absolute_url())
    expect(page.locator("#groups .unit")).to_have_count(25)
    expect(page.locator("#groups")).to_contain_text("Agate")
    assert load_head(Army.objects.get(pk=division.pk)).unit_count == 24
    other = page.context.new_page()
    other.goto(division.get_absolute_url())
    expect(other.locator("#groups .unit")).to_have_count(25)
    other.get_by_role("button", name="Add an empty battle group").click()
    expect(other.locator("#page-state")).to_contain_text("3 changes wait to be sent.")
    other.goto("/armies/")
    facts = other.locator(".army-facts")
    expect(facts).to_have_text("25 stands Changed on this device")
    other.close()
    # Meanwhile another device changes the same army.
    division.refresh_from_db()
    browser_of(ALICE).post(f"/armies/{division.pk}/edits/copy-unit", {"unit": "u4", "head": division.head})
    page.context.set_offline(False)
    page.goto(division.get_absolute_url())
    expect(page.locator("#page-state")).to_contain_text("Up to date")
    expect(page.locator("#page-state")).not_to_contain_text("wait")
    expect(page.locator("#groups .unit")).to_have_count(26)
    stored = load_head(Army.objects.get(pk=division.pk))
    assert (stored.unit_count, len(stored.force.groups)) == (26, 3)
    assert [unit.name for _, unit in stored.force.units() if unit.name == "Agate"] == ["Agate"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_rows_of_folded_groups_come_without_a_network(
    author: Author, open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    game = get_ruleset("mbt2020")
    force = game.demo()
    for number in range(5):
        force = copy_group(force, force.groups[0].id, f"Copy {number}")
    large = create_army(LoadedArmy(game, force), "Corps", author)
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, large, give_engine)
    page.reload()
    page.context.set_offline(True)
    expect(page.locator("#groups .unit")).to_have_count(0)
    page.locator(".group-fold > summary").nth(1).click()
    expect(page.locator("#groups .unit")).to_have_count(12)
    page.get_by_role("searchbox", name="Find stands").fill("copy 3")
    expect(page.locator("#groups .unit")).to_have_count(84)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_steps_are_undone_and_redone_without_a_network(
    division: Army, open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    browser = browser_of(ALICE)
    for head in (1, 2, 3):
        browser.post(f"/armies/{division.pk}/edits/copy-unit", {"unit": "u4", "head": head})
    browser.post(f"/armies/{division.pk}/undo", {"head": 4})
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, division, give_engine)
    page.reload()
    units, state, said = page.locator("#groups .unit"), page.locator("#page-state"), page.locator("#said")
    page.context.set_offline(True)
    page.locator("#redo").click()
    expect(units).to_have_count(27)
    expect(said).to_contain_text("Redone: Added one more")
    expect(state).to_contain_text("1 change waits to be sent.")
    expect(page.locator("#redo")).to_be_disabled()
    for left in (26, 25, 24):
        page.locator("#undo").click()
        expect(units).to_have_count(left)
    expect(page.locator("#undo")).to_be_disabled()
    page.locator("#redo").click()
    expect(units).to_have_count(25)
    page.get_by_role("button", name="Add an empty battle group").click()
    expect(state).to_contain_text("2 changes wait to be sent.")
    for changes, left in (("1 change waits", 25), ("1 change waits", 24)):
        page.locator("#undo").click()
        expect(units).to_have_count(left)
        expect(state).to_contain_text(changes)
    for changes in ("1 change waits", "2 changes wait"):
        page.locator("#redo").click()
        expect(state).to_contain_text(changes)
        expect(units).to_have_count(25)
    page.context.set_offline(False)
    page.goto(division.get_absolute_url())
    expect(state).to_contain_text("Up to date")
    expect(state).not_to_contain_text("wait")
    stored = Army.objects.get(pk=division.pk)
    assert (load_head(stored).unit_count, len(load_head(stored).force.groups)) == (25, 3)
    assert ARMIES.of(stored).get(number=5).summary.startswith("Restored revision 2 of ")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_edit_without_an_answer_is_applied_once_and_can_be_undone(
    division: Army, open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, division, give_engine)
    page.reload()
    page.locator("#unit-u2 .unit-link").click()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/edits/copy-unit", lose)
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#groups .unit")).to_have_count(25)
    expect(page.locator("#page-state")).to_contain_text("1 change waits to be sent.")
    assert Army.objects.get(pk=division.pk).head == 2
    page.reload()
    expect(page.locator("#page-state")).not_to_contain_text("waits")
    units = page.locator("#groups .unit")
    expect(units).to_have_count(25)
    assert Army.objects.get(pk=division.pk).head == 2
    page.locator("#unit-u2 .unit-link").click()
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(units).to_have_count(26)
    for button, left, words in (("undo", 25, "2 changes"), ("redo", 26, "1 change"), ("undo", 25, "2 changes")):
        page.locator(f"#{button}").click()
        expect(units).to_have_count(left)
        expect(page.locator("#page-state")).to_contain_text(words)
    page.reload()
    expect(page.locator("#page-state")).not_to_contain_text("wait")
    expect(units).to_have_count(25)
    stored = Army.objects.get(pk=division.pk)
    assert (stored.head, load_head(stored).unit_count) == (4, 25)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_a_device_without_engine_or_room_says_so(
    division: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, division)
    page.reload()
    page.locator("#unit-u2 .unit-link").click()
    expect(page.locator("#inspector")).to_have_attribute("data-at", "u2")
    page.context.set_offline(True)
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#messages")).to_contain_text("this device does not have the game’s rules")
    message, menu = page.locator("#messages"), page.locator(".builder-menu")
    page.get_by_role("link", name="Print").first.click()
    expect(message).to_contain_text("You are offline, and that page is not on this device.")
    menu.locator("summary").click()
    menu.get_by_role("button", name="Copy", exact=True).click()
    expect(message).to_contain_text("The site could not be reached, so nothing was saved or shown.")
    menu.locator("summary").click()
    page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#messages")).to_contain_text("this device’s storage is full")
    expect(page.locator("#groups .unit")).to_have_count(24)
    assert Army.objects.get(pk=division.pk).head == 1
