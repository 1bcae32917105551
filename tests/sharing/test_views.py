"""Links to armies: what they show and for how long, and what their receivers do with them."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
import qrcode
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from lxml import html
from PIL import Image

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head, save
from armybuilder.sharing import links, opponents
from armybuilder.sharing.links import create_link, link_for_paper, qr_runs
from armybuilder.sharing.models import Opponent, Share
from rulesets.core.force import change_group, change_unit
from tests.visitors import BOB

pytestmark = pytest.mark.django_db
SKIPPING = "/pebbles/calculators/skipping/"


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


def rename(army, author, name):
    army.refresh_from_db()
    loaded = load_head(army)
    force = change_unit(loaded.force, "u2", name=name)
    save(army, army.head, LoadedArmy(loaded.ruleset, force), f"Called it {name}", author)


# --- giving links ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "frozen", "notes"),
    [({"shows": "live"}, None, False), ({"shows": "frozen", "notes": "on"}, 2, True)],
)
def test_an_owner_gives_a_link(alice, noted, sent, frozen, notes):
    answer = alice.post(f"/armies/{noted.pk}/share/", sent)
    share = Share.objects.get()
    assert (share.revision, share.notes, len(share.token) >= 22) == (frozen, notes, True)
    assert answer.url == f"/armies/{noted.pk}/share/?new={share.token}#links"
    shown = page(alice.get(answer.url))
    assert shown.xpath("//input[@readonly]/@value") == [f"http://testserver/s/{share.token}/"]


def test_nonsense_gives_no_link(alice, army):
    assert alice.post(f"/armies/{army.pk}/share/", {"shows": "everything"}).status_code == 400
    assert not Share.objects.exists()


def test_an_army_has_so_many_links(alice, army, monkeypatch):
    monkeypatch.setattr(links, "MOST_LINKS", 1)
    answers = [alice.post(f"/armies/{army.pk}/share/", {"shows": "live"}).status_code for _ in range(2)]
    assert (answers, Share.objects.count()) == ([302, 409], 1)


def test_a_withdrawn_link_shows_nothing(alice, army, client):
    share = create_link(army, frozen=False, notes=False)
    assert client.get(share.get_absolute_url()).status_code == 200
    alice.post(f"/armies/{army.pk}/share/{share.token}/revoke")
    for part in ("", "preview.png", "qr.svg"):
        assert client.get(f"/s/{share.token}/{part}").status_code == 404
    for part in ("copy", "keep"):
        assert client.post(f"/s/{share.token}/{part}").status_code == 404
    assert page(alice.get(f"/armies/{army.pk}/share/")).xpath("//input[@readonly]") == []
    assert alice.post(f"/armies/{army.pk}/share/{share.token}/revoke").status_code == 404


def test_a_link_of_another_army_is_not_withdrawn(alice, make_army):
    share = create_link(make_army(), frozen=False, notes=False)
    assert alice.post(f"/armies/{make_army().pk}/share/{share.token}/revoke").status_code == 404
    assert Share.objects.get().revoked is None


def test_a_deleted_army_is_not_shown_until_it_is_back(alice, army, client):
    address = link(army)
    alice.post(f"/armies/{army.pk}/delete")
    assert client.get(address).status_code == 404
    alice.post(f"/armies/{army.pk}/restore")
    assert client.get(address).status_code == 200


# --- what a link shows -------------------------------------------------------------------------------


def test_a_live_link_follows_the_army_and_a_frozen_one_does_not(noted, client, author):
    live, frozen = link(noted), link(noted, frozen=True)
    rename(noted, author, "Boulder")
    assert ["Boulder" in client.get(address).text for address in (live, frozen)] == [True, False]
    assert ["Rocky" in client.get(address).text for address in (live, frozen)] == [False, True]


def test_a_frozen_link_outlives_its_revision(noted, client, author):
    address = link(noted, frozen=True)
    rename(noted, author, "Boulder")
    noted.revisions.filter(number=2).delete()
    assert "Rocky" in client.get(address).text


@pytest.mark.parametrize("frozen", [False, True])
def test_notes_are_shown_only_if_the_owner_wants(noted, client, frozen):
    without, with_notes = link(noted, frozen=frozen), link(noted, frozen=frozen, notes=True)
    assert ["hidden plan" in client.get(address).text for address in (without, with_notes)] == [False, True]
    assert ["limps" in client.get(address).text for address in (without, with_notes)] == [False, True]


def test_a_shared_page_shows_findings_and_nothing_to_edit(army, make_army, client):
    shown = page(client.get(link(make_army(size=2))))
    assert (
        shown.xpath("//*[@id='findings']//li/text()[normalize-space()]")[0].strip().startswith("Pile 1 has 2 pebbles")
    )
    assert shown.xpath("//main//form/@action") == [
        each for each in shown.xpath("//main//form/@action") if each.endswith(("/keep", "/copy"))
    ]
    assert shown.xpath("//main//*[@form] | //main//input[not(@type='hidden')] | //main//*[@hx-get]") == []
    assert shown.xpath("//meta[@name='robots']/@content") == ["noindex, nofollow"]


def test_a_shared_page_keeps_the_armys_address_to_itself(army, client):
    assert army.pk not in client.get(link(army)).text


def test_messengers_get_a_card(army, client):
    share = create_link(army, frozen=False, notes=False)
    shown = page(client.get(share.get_absolute_url()))
    card = dict(zip(shown.xpath("//meta/@property"), shown.xpath("//meta[@property]/@content"), strict=True))
    assert card["og:title"] == "Shore · Pebbles"
    assert card["og:description"] == "3 pebbles, 1 pile, Legal"
    assert card["og:url"] == f"http://testserver/s/{share.token}/"
    assert card["og:image"] == f"http://testserver/s/{share.token}/preview.png?1"
    answer = client.get(card["og:image"])
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_a_card_is_drawn_once_for_each_revision(army, client, author, monkeypatch):
    drawn = []

    def draw(loaded):
        drawn.append(loaded)
        return b"png"

    monkeypatch.setattr("armybuilder.sharing.preview.preview_png", draw)
    share = create_link(army, frozen=False, notes=False)
    for _ in range(2):
        assert client.get(f"/s/{share.token}/preview.png").content == b"png"
    assert len(drawn) == 1
    rename(army, author, "Boulder")
    client.get(f"/s/{share.token}/preview.png")
    assert len(drawn) == 2


@pytest.mark.parametrize("name", ["", "A" * 80, "<b>&\"'", "漢字 🚀"])
def test_any_army_has_a_card(make_army, client, name):
    share = create_link(make_army(name=name, piles=5), frozen=False, notes=False)
    assert client.get(f"/s/{share.token}/preview.png").content.startswith(b"\x89PNG")


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


def test_paper_gets_the_newest_link_that_follows_the_army(army):
    assert link_for_paper(army, "https://example.org/") is None
    link(army, frozen=True)
    assert link_for_paper(army, "https://example.org/") is None
    first, second = create_link(army, frozen=False, notes=False), create_link(army, frozen=False, notes=True)
    assert link_for_paper(army, "https://example.org/") == f"https://example.org/s/{second.token}/"
    Share.objects.filter(pk=second.pk).update(revoked=timezone.now())
    assert link_for_paper(army, "https://example.org/") == f"https://example.org/s/{first.token}/"


# --- copying and opponents ---------------------------------------------------------------------------


@pytest.mark.parametrize(("notes", "kept"), [(False, ""), (True, "limps")])
def test_a_receiver_copies_what_is_shown(noted, bob, notes, kept):
    answer = bob.post(f"{link(noted, notes=notes)}copy")
    copied = Army.objects.get(claim_hash=BOB.hash)
    assert answer.url == f"/armies/{copied.pk}/"
    force = load_head(copied).force
    assert (force.name, force.unit("u2")[1].name, force.unit("u2")[1].notes) == ("Shore (copy)", "Rocky", kept)


def test_an_opponent_is_kept_once_and_offered_for_a_side(noted, bob):
    address = link(noted)
    token = address.split("/")[2]
    for _ in range(2):
        assert bob.post(f"{address}keep").url == address
    assert Opponent.objects.count() == 1
    shown = page(bob.get(SKIPPING))
    assert shown.xpath("//select[@id='own-army']/option/text()") == ["None", "Shore (opponent)"]
    taken = page(bob.get(f"{SKIPPING}?army.own={token}:u3&army.opposing={token}:u2"))
    assert taken.xpath("//select[@name='q-surface']/option[@selected]/text()") == ["Rough"]
    assert taken.xpath("//select[@id='opposing-unit']//option[@selected]/text()") == ["Rocky · Pile 1 · 1"]
    assert noted.pk not in bob.get(f"{SKIPPING}?army.own={token}:u3").text


def test_a_withdrawn_opponent_is_offered_no_more_but_can_be_removed(army, bob):
    share = create_link(army, frozen=False, notes=False)
    bob.post(f"/s/{share.token}/keep", follow=True)
    Share.objects.update(revoked=timezone.now())
    assert "Shore" not in bob.get(SKIPPING).text
    assert page(bob.get(f"{SKIPPING}?army.own={share.token}:u3")).xpath("//p[contains(@class, 'alert-warning')]")
    assert "has withdrawn the link" in bob.get("/opponents/").text
    assert bob.post(f"/opponents/{share.token}/forget").url == "/opponents/"
    assert not Opponent.objects.exists()


def test_a_battlefield_takes_a_shared_army(bob, alice, django_user_model):
    alice.post("/armies/new/mbt2020", {"name": "Far Isle"})
    army = Army.objects.get()
    token = link(army).split("/")[2]
    answer = bob.get("/mbt2020/battlefield/", {"seed": "5", "own": token})
    assert answer.status_code == 200
    assert [(side, seen.name) for side, seen in answer.context["surveyed"].armies] == [("own", "Far Isle")]
    assert bob.get("/mbt2020/battlefield/", {"seed": "5", "own": army.pk}).status_code == 404


def test_only_so_many_opponents_are_kept(make_army, bob, monkeypatch):
    monkeypatch.setattr(opponents, "MOST_OPPONENTS", 1)
    assert [bob.post(f"{link(make_army())}keep").status_code for _ in range(2)] == [302, 409]


def test_opponents_cost_the_same_queries_however_many(make_army, bob, django_assert_num_queries):
    for count in (1, 8):
        for _ in range(count):
            bob.post(f"{link(make_army())}keep")
        with django_assert_num_queries(2):
            bob.get("/opponents/")


def test_a_shared_page_costs_the_same_queries_however_large(make_army, client, django_assert_num_queries):
    for piles in (1, 12):
        address = link(make_army(piles=piles))
        with django_assert_num_queries(2):
            client.get(address)


def test_opponents_and_links_belong_to_whoever_signs_in(army, make_army, bob, alice):
    first, second = link(army), link(make_army())
    bob.post(f"{first}keep")
    user = User.objects.create_user("bob")
    Opponent.objects.create(share=Share.objects.get(army=army), owner=user)
    bob.post(f"{second}keep")
    hand_over(BOB, user)
    assert {str(each.share.army_id) for each in Opponent.objects.filter(owner=user)} == set(
        Army.objects.values_list("pk", flat=True)
    )
    assert (Opponent.objects.count(), len(export_account(user)["sharing"]["opponents"])) == (2, 2)


def test_a_guess_opens_nothing(army):
    link(army)
    for guess in ("x", army.pk, quote("../" + army.pk, safe="")):
        assert Client().get(f"/s/{guess}/").status_code == 404
