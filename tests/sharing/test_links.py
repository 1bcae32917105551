"""Links of armies."""

from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.sharing import links
from armybuilder.sharing.links import create_link, link_for_paper
from armybuilder.sharing.models import LinkPicture, Share
from armybuilder.site.withdrawals import UNDO_TIME
from tests.sharing.test_preview import rename
from tests.sharing.test_views import link, noted, page

__all__ = ["noted"]

pytestmark = pytest.mark.django_db


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


def test_an_army_has_so_many_links(alice, army, monkeypatch):
    monkeypatch.setattr(links, "MAX_LINKS", 1)
    answers = [alice.post(f"/armies/{army.pk}/share/", {"shows": "live"}).status_code for _ in range(2)]
    assert (answers, Share.objects.count()) == ([302, 409], 1)


def test_a_withdrawn_link_shows_nothing(alice, army, client):
    share = create_link(army, frozen=False, notes=False)
    assert client.get(share.get_absolute_url()).status_code == 200
    alice.post(f"/armies/{army.pk}/share/{share.token}/revoke")
    said = client.get(share.get_absolute_url())
    assert (said.status_code, "This link was withdrawn by the player who made it." in said.text) == (410, True)
    assert not any(secret in said.text for secret in (str(army), army.pk, "Pile"))
    for part in ("preview.png", "qr.svg", "print"):
        assert client.get(f"/s/{share.token}/{part}").status_code == 404
    for part in ("copy", "keep"):
        assert client.post(f"/s/{share.token}/{part}").status_code == 404
    assert page(alice.get(f"/armies/{army.pk}/share/")).xpath("//input[@readonly]") == []
    assert alice.post(f"/armies/{army.pk}/share/{share.token}/revoke").status_code == 404


def test_a_withdrawal_can_be_undone_for_a_day(alice, bob, army, client, monkeypatch):
    share = create_link(army, frozen=True, notes=False)
    LinkPicture.objects.create(share=share, part="", image=b"", small=b"", width=1, height=1, digest="d")
    manage = f"/armies/{army.pk}/share/"
    alice.post(f"{manage}{share.token}/revoke")
    assert bob.post(f"{manage}{share.token}/restore").status_code == 404
    assert page(alice.get(manage)).xpath("//ul[@class='links-withdrawn']//form/@action") == [
        f"{manage}{share.token}/restore"
    ]
    with monkeypatch.context() as patch:
        patch.setattr(links, "MAX_LINKS", 0)
        assert alice.post(f"{manage}{share.token}/restore").status_code == 409
    assert alice.post(f"{manage}{share.token}/restore").url == f"{manage}?new={share.token}#links"
    assert client.get(share.get_absolute_url()).status_code == 200
    assert LinkPicture.objects.count() == 1
    assert alice.post(f"{manage}{share.token}/restore").status_code == 404
    Share.objects.update(revoked=timezone.now() - UNDO_TIME - timedelta(minutes=1))
    assert alice.post(f"{manage}{share.token}/restore").status_code == 404
    assert page(alice.get(manage)).xpath("//ul[@class='links-withdrawn']") == []
    assert list(links.pictures_of_withdrawn()) == list(LinkPicture.objects.all())
    assert client.get(share.get_absolute_url()).status_code == 410


def test_withdrawing_asks_first(alice, army):
    create_link(army, frozen=False, notes=False)
    (asks,) = page(alice.get(f"/armies/{army.pk}/share/")).xpath("//form[contains(@action, '/revoke')]/details")
    assert (asks.get("open"), asks.xpath("string(summary)"), asks.xpath("string(button)")) == (
        None,
        "Withdraw",
        "Withdraw it",
    )


def test_a_link_of_another_army_is_not_withdrawn(alice, make_army):
    share = create_link(make_army(), frozen=False, notes=False)
    assert alice.post(f"/armies/{make_army().pk}/share/{share.token}/revoke").status_code == 404
    assert Share.objects.get().revoked is None


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


def test_paper_gets_the_newest_link_that_follows_the_army(army):
    assert link_for_paper(army, "https://example.org/") is None
    link(army, frozen=True)
    assert link_for_paper(army, "https://example.org/") is None
    first, second = create_link(army, frozen=False, notes=False), create_link(army, frozen=False, notes=True)
    assert link_for_paper(army, "https://example.org/") == f"https://example.org/s/{second.token}/"
    Share.objects.filter(pk=second.pk).update(revoked=timezone.now())
    assert link_for_paper(army, "https://example.org/") == f"https://example.org/s/{first.token}/"
