"""Links to armies: what they show and for how long, and what their receivers do with them."""

import re
from dataclasses import replace
from urllib.parse import quote

import pytest
import qrcode
from django.test import Client
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head, save
from armybuilder.sharing.links import BadLink, create_link, find_pasted_link, load_share, qr_runs
from armybuilder.sharing.models import Share
from rulesets.core.declarations.catalogue import Source
from rulesets.core.forces.force import Unit, add_group, change_group, change_unit
from rulesets.registry import all_rulesets
from tests.page_texts import words_of
from tests.visitors import BOB

pytestmark = pytest.mark.django_db


@pytest.fixture
def noted(army, author):
    """The army with notes on itself, its group and a unit, at its second revision."""
    loaded = load_head(army)
    force = change_unit(change_group(loaded.force, "g1", notes="hidden plan"), "u2", notes="limps", name="Rocky")
    save(army, 1, LoadedArmy(loaded.ruleset, force), "Noted", author)
    return army


def page(response):
    return html.fromstring(response.content.decode())


def link(army, **how):
    """Where a new link leads."""
    return create_link(army, **{"frozen": False, "notes": False} | how).get_absolute_url()


def words_at(client, address):
    """What an address that opens nothing says."""
    answer = client.get(address)
    assert answer.status_code == 404
    return page(answer).xpath("normalize-space(//p[@class='lead'])")


# --- giving links ------------------------------------------------------------------------------------


def test_nonsense_gives_no_link(alice, army):
    assert alice.post(f"/armies/{army.pk}/share/", {"shows": "everything"}).status_code == 400
    assert not Share.objects.exists()


def test_a_deleted_army_is_not_shown_until_it_is_back(alice, army, client):
    address = link(army)
    alice.post(f"/armies/{army.pk}/delete")
    assert client.get(address).status_code == 404
    alice.post(f"/armies/{army.pk}/restore")
    assert client.get(address).status_code == 200


# --- what a link shows -------------------------------------------------------------------------------


def test_a_shared_page_shows_findings_and_nothing_to_edit(army, make_army, client):
    shown = page(client.get(link(make_army(size=2))))
    assert (
        shown.xpath("//*[@class='findings-list']//li/text()[normalize-space()]")[0]
        .strip()
        .startswith("Pile 1 has 2 pebbles")
    )
    assert shown.xpath("//main//form/@action") == [
        each for each in shown.xpath("//main//form/@action") if each.endswith(("/keep", "/copy", "#odds"))
    ]
    # The field that finds units has no name: nothing of it is sent.
    assert shown.xpath("//main//*[@form] | //main//input[@name][not(@type='hidden')] | //main//*[@hx-post]") == []
    assert shown.xpath("//meta[@name='robots']/@content") == ["noindex, nofollow"]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_shared_page_carries_the_key_to_codes(ruleset, author, client):
    loaded = LoadedArmy(ruleset, ruleset.demo())
    shown = page(client.get(link(create_army(loaded, "Begun", author))))
    (line,) = shown.xpath("//*[@id='groups']/preceding-sibling::div[@class='code-line code-key']")
    words = " ".join(line.text_content().split())
    codes = loaded.codes_with_numbers
    assert codes != ()
    assert [code for code in ruleset.codes if f"{code.term} {code.meaning}" in words] == list(codes)


def test_a_shared_page_keeps_the_armys_address_to_itself(army, client):
    assert army.pk not in client.get(link(army)).text


def test_a_qr_code_holds_the_address(army, client):
    share = create_link(army, frozen=False, notes=False)
    drawn = client.get(f"/s/{share.token}/qr.svg").content.decode()
    wanted = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M)
    wanted.add_data(f"http://testserver/s/{share.token}/")
    wanted.make()
    side, runs = qr_runs(f"http://testserver/s/{share.token}/")
    assert f'viewBox="0 0 {side} {side}"' in drawn
    shown = re.findall(r"M(\d+) (\d+)h(\d+)v1", drawn)
    assert tuple(tuple(map(int, run)) for run in shown) == runs
    dark = {(x + step, y) for x, y, count in runs for step in range(count)}
    matrix = wanted.get_matrix()
    assert dark == {(x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark}


# --- copying and opponents ---------------------------------------------------------------------------


@pytest.mark.parametrize(("notes", "kept"), [(False, ""), (True, "limps")])
def test_a_receiver_copies_what_is_shown(noted, bob, notes, kept):
    answer = bob.post(f"{link(noted, notes=notes)}copy")
    copied = Army.objects.get(claim_hash=BOB.hash)
    assert answer.url == f"/armies/{copied.pk}/"
    force = load_head(copied).force
    assert (force.name, force.unit("u2")[1].name, force.unit("u2")[1].notes) == ("Shore (copy)", "Rocky", kept)


def test_a_battlefield_takes_a_shared_army(bob, alice, django_user_model):
    alice.post("/armies/new/mbt2020", {"name": "Far Isle"})
    army = Army.objects.get()
    token = link(army).split("/")[2]
    answer = bob.get("/mbt2020/battlefield/", {"seed": "5", "own": token})
    assert answer.status_code == 200
    assert [(side, seen.name) for side, seen in answer.context["surveyed"].armies] == [("own", "Far Isle")]
    assert bob.get("/mbt2020/battlefield/", {"seed": "5", "own": army.pk}).status_code == 404


def test_a_shared_page_costs_the_same_queries_however_large(make_army, client, django_assert_num_queries):
    for piles in (1, 12):
        address = link(make_army(piles=piles))
        with django_assert_num_queries(3):
            client.get(address)


def test_a_guess_opens_nothing(army):
    link(army)
    for guess in ("x", army.pk, quote("../" + army.pk, safe="")):
        assert Client().get(f"/s/{guess}/").status_code == 404


@pytest.mark.parametrize("tail", [")", '").', "/)", '/").', "/*", "/_", "%E2%80%9D.", "/>", "!/"])
def test_a_link_with_a_chats_punctuation_is_found(army, client, tail):
    address = link(army)
    answer = client.get(address.removesuffix("/") + tail)
    assert (answer.status_code, answer["Location"]) == (302, address)


def test_what_a_damaged_link_says_tells_nothing_of_links(army, client):
    address = link(army)
    gone = words_at(client, address[:-4] + "/"), words_at(client, "/s/AAAAAAAAAAAAAAAAAAAAAA/")
    assert gone[0] == gone[1]
    assert "This link does not work. It may have been cut off" in gone[0]
    assert client.get("/s/AAAAAAAAAAAAAAAAAAAAAA/).")["Location"] == "/s/AAAAAAAAAAAAAAAAAAAAAA/"


@pytest.mark.parametrize(
    "address", ["/c/AAAAAAAAAAAAAAAAAAAAAA/", "/b/AAAAAAAAAAAAAAAAAAAAAA/", "/matches/join/AAAAAAAAAAAAAAAAAAAAAA"]
)
def test_every_link_that_opens_nothing_says_that_it_may_be_damaged(client, address):
    assert "This link does not work. It may have been cut off" in words_at(client, address)
    assert client.get(f"{address}).")["Location"] == address


# --- as blanks ---------------------------------------------------------------------------------------


@pytest.fixture
def hoard(army, author):
    """The army with a gem that hides, of a stone of its player's own, and a pile of two hidden gems."""
    loaded = load_head(army)
    _, pebble = next(loaded.force.units())
    gem = replace(pebble.spec, surface=type(pebble.spec.surface).SMOOTH, polished=True, stone="own-ruby")
    flint = next(entry for entry in loaded.ruleset.catalogue if entry.key == "flint")
    stone = replace(flint, key="own-ruby", name="Moonstone", source=Source.OWN)
    force = change_unit(loaded.force, "u3", spec=gem, name="Ruby")
    force = add_group(force, "Vault", loaded.ruleset.group(), (Unit("", gem, "Opal"), Unit("", gem)))
    save(army, 1, LoadedArmy(loaded.ruleset, replace(force, entries=(stone,), notes="plan")), "Gems", author)
    army.refresh_from_db()
    return army


@pytest.mark.parametrize("frozen", [False, True])
def test_a_link_as_blanks_shows_nothing_of_what_hides(hoard, bob, frozen):
    share = create_link(hoard, frozen=frozen, notes=True, blanks=True)
    seen = load_share(share)
    assert [unit.name or unit.spec.stone for _, unit in seen.force.units()] == ["flint", "flint"]
    assert ([group.name for group in seen.force.groups], seen.force.entries, seen.force.notes) == ([""], (), "")
    assert [unit.id for _, unit in seen.force.units()] == ["u2", "u3"]
    answer = bob.get(share.get_absolute_url())
    text = answer.content.decode().replace(share.token, "")
    assert not re.search(r"Ruby|Opal|Vault|Moonstone|plan|\bu4\b|Illegal|error", text)
    assert "4 more blanks. The game reveals" in words_of(answer)
    assert "Start your beach" in text
    assert len(page(answer).xpath("//div[@class='sheet']//li")) == 2


def test_a_link_as_blanks_is_no_way_to_the_army(hoard, bob):
    share = create_link(hoard, frozen=False, notes=False, blanks=True)
    here = share.get_absolute_url()
    assert [bob.post(f"{here}{way}").status_code for way in ("copy", "keep")] == [404, 404]
    assert bob.get(f"{here}print").status_code == 404
    for path in ("/pebbles/calculators/skipping/", "/pebbles/battlefield/"):
        answer = bob.get(path, {"own": f"{share.token}:u2", "opposing": share.token})
        assert not re.search("Ruby|Opal|Moonstone", answer.content.decode())
    with pytest.raises(BadLink, match="as blanks"):
        find_pasted_link(f"https://example.org{here}")


def test_the_owner_makes_a_link_as_blanks(alice, hoard):
    path = f"/armies/{hoard.pk}/share/"
    assert "Hide units that start hidden" in alice.get(path).content.decode()
    alice.post(path, {"shows": "live", "notes": "on", "blanks": "on"})
    share = Share.objects.get()
    assert (share.blanks, share.notes, share.kind) == (True, False, "live link, as blanks")
