"""The Python that runs in browsers, run here; ``test_engine`` compares it with the server in a browser."""

import json
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import Resolver404
from lxml import html

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from armybuilder.offline.browser import NO_ARMY, reply
from armybuilder.sharing.links import create_link
from rulesets.core.force_document import encode_force
from tests.armies.conftest import MakeArmy, _empty_desk, make_army
from tests.visitors import BOB

__all__ = ["_empty_desk", "make_army"]


@pytest.mark.django_db
def test_a_reply_is_what_the_server_sends_for_the_same_question(client: Client) -> None:
    path = "/mbt2020/calculators/engagement/"
    for query in ("", "house.side_arc_r=nonsense", "offered=nonsense", "q-nonsense=1", "nonsense"):
        answer = client.get(f"{path}?{query}", headers={"HX-Request-Type": "partial"})
        expected = {"html": answer.text, "address": answer.headers["HX-Replace-Url"]}
        assert json.loads(reply(json.dumps({"path": path, "query": query}))) == expected


@pytest.mark.django_db
def test_answers_on_the_device_equal_those_of_the_site(make_army: MakeArmy, alice: Client) -> None:
    path, stored = "/pebbles/calculators/skipping/", [make_army(2), make_army()]
    armies = [
        {"address": army.get_absolute_url(), "now": encode_force(load_head(army).force)} for army in reversed(stored)
    ]
    own, opposing = (army.pk for army in stored)
    for query in (
        f"army.own={own}:u3",
        f"army.own={own}&army.own={own}:u3&q-throws=5",
        f"army.own={own}:u2&army.opposing={opposing}:u6",
        f"army.own={own}:gone",
        f"army.own={own}",
        "army.own=",
    ):
        asked = {"path": path, "query": query, "armies": armies}
        answer = alice.get(f"{path}?{query}", headers={"HX-Request-Type": "partial"})
        expected = {"html": answer.text, "address": answer.headers["HX-Replace-Url"]}
        assert json.loads(reply(json.dumps(asked))) == expected
        there = html.fromstring(alice.get(f"{path}?{query}").text).get_element_by_id("calculator")
        here = html.fromstring(json.loads(reply(json.dumps(asked | {"whole": True})))["html"])
        assert html.tostring(here).split() == html.tostring(there).split()


@pytest.mark.django_db
def test_own_entries_and_shared_armies_are_asked_with_as_on_the_site(make_army: MakeArmy, bob: Client) -> None:
    fire = {"kind": "fixed", "dice": 4}
    gun = {"ruleset": "forge-of-war", "kind": "weapon", "key": "sun-lance", "name": "Sun lance", "source": "own"}
    EntryRow.objects.create(**gun, spec={"range": 24, "wv": 1, "weight_of_fire": fire}, claim_hash=BOB.hash)
    mine, other = make_army(), make_army()
    armies = [{"address": mine.get_absolute_url(), "now": encode_force(load_head(mine).force)}]
    share = create_link(other, frozen=False, notes=False)
    armies.append(bob.get(f"{share.get_absolute_url()}device.json").json()["army"])
    bob.post(f"{share.get_absolute_url()}keep")
    Army.objects.filter(pk=mine.pk).update(claim_hash=BOB.hash)
    taken = [bob.get(f"/offline/{slug}.json").json() for slug in ("forge-of-war", "pebbles")]
    own = {each["ruleset"]: each["entries"] for each in taken}
    for path, query in (
        ("/forge-of-war/calculators/shooting/", "q-shooters-volleys-0-weapon=sun-lance"),
        ("/pebbles/calculators/skipping/", f"army.own={mine.pk}:u2&army.opposing={share.token}:u3"),
    ):
        there = html.fromstring(bob.get(f"{path}?{query}").text).get_element_by_id("calculator")
        asked = {"path": path, "query": query, "armies": armies, "own": own, "whole": True}
        here = html.fromstring(json.loads(reply(json.dumps(asked)))["html"])
        assert html.tostring(here).split() == html.tostring(there).split()
        assert b"Please correct" not in html.tostring(here)
    blanks = create_link(other, frozen=False, notes=False, blanks=True)
    assert "army" not in bob.get(f"{blanks.get_absolute_url()}device.json").json()


def test_questions_about_other_armies_are_refused_in_a_sentence(make_army: MakeArmy) -> None:
    other = {"address": "/armies/abc/", "now": {"ruleset": "warstrike"}}
    for armies in ([], [other]):
        asked = {"path": "/pebbles/calculators/skipping/", "query": "army.own=abc", "armies": armies}
        words = "An army in this question is not on this device. Go online and take it offline in its menu."
        assert json.loads(reply(json.dumps(asked))) == {"refusal": words}


@pytest.mark.django_db
def test_battlefields_are_drawn_and_changed_as_on_the_site(client: Client) -> None:
    path = "/mbt2020/battlefield/"

    def asked(query: str) -> dict[str, str]:
        found: dict[str, str] = json.loads(reply(json.dumps({"path": path, "query": query})))
        return found

    piece = re.findall(r'data-piece="([^"]+)"', client.get(f"{path}?seed=7").text)[0]
    for query in (
        "seed=7",
        "seed=7&do=again+2",
        f"seed=7&do=move&piece={piece}&right=1.5&down=-2",
        f"seed=7&do=remove&piece={piece}",
        "seed=7&q-nonsense=1",
    ):
        answer = client.get(f"{path}?{query}", headers={"HX-Request": "true"}, follow=True)
        there, here = html.fromstring(answer.text), asked(query)
        # A sentence replaces what a device cannot do.
        for form in there.find_class("field-print"):
            form.getparent().drop_tree()
        drawn = html.fromstring(here["html"])
        for words in drawn.xpath("//p[contains(., 'Go online for printing')]"):
            words.drop_tree()
        assert html.tostring(drawn).split() == html.tostring(there).split()
        assert here["address"] == answer.headers["HX-Push-Url"]
    drawn_by_lot = {asked("")["address"] for _ in range(3)}
    assert len(drawn_by_lot) > 1
    assert asked("seed=x")["refusal"] == "The seed should be a whole number up to 9223372036854775807."
    assert asked("seed=7&own=abc")["refusal"] == NO_ARMY


@pytest.mark.django_db
def test_kept_data_is_searched_with_links_to_kept_pages(bob: Client) -> None:
    load_catalogue()
    gun = {"ruleset": "forge-of-war", "kind": "weapon", "key": "sun-lance", "name": "Sun lance", "source": "own"}
    spec = {"range": 24, "wv": 1, "weight_of_fire": {"kind": "fixed", "dice": 4}}
    EntryRow.objects.create(**gun, spec=spec, claim_hash=BOB.hash)
    taken = [bob.get(f"/offline/{slug}.json").json() for slug in ("mbt2020", "forge-of-war")]
    own = {each["ruleset"]: each["entries"] for each in taken}
    pages = {page for each in taken for page in each["pages"]}
    for path, query in (
        ("/mbt2020/search", "MBT-12"),
        ("/mbt2020/search", "leopard 2"),
        ("/search", "MBT-12"),
        ("/search", "sun lance"),
        ("/forge-of-war/search", "sun lance"),
        ("/mbt2020/search", "printing"),
        ("/mbt2020/search", "books"),
    ):
        asked = {"path": path, "query": urlencode({"q": query}), "own": own}
        here = json.loads(reply(json.dumps(asked)))["html"]
        there = bob.get(path, {"q": query}, headers={"HX-Request": "true"}).text
        drawn = [
            {
                (row.xpath("string(.//mark)"), row.xpath("a/@href")[0])
                for row in html.fragment_fromstring(text, create_parent=True).xpath(".//li")
            }
            for text in (here, there)
        ]
        # Only the site has separate pages for entries.
        kept = {
            (mark, re.sub(r"[^/]+/$", "", address) if address.count("/") == 5 else address)
            for mark, address in drawn[1]
        }
        assert drawn[0] == kept
        assert drawn[0]
        assert {address.partition("#")[0] for _, address in drawn[0]} <= pages


def test_other_addresses_have_no_reply() -> None:
    with pytest.raises(Resolver404):
        reply(json.dumps({"path": "/none/calculators/engagement/", "query": ""}))
    with pytest.raises(KeyError):
        reply(json.dumps({"path": "/mbt2020/calculators/none/", "query": ""}))
