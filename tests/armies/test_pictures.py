"""Pictures of armies and units: what is taken, what is kept of it, and who sees it."""

from datetime import timedelta
from importlib import import_module
from io import BytesIO

import pytest
from django.apps import apps
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from armybuilder.accounts.account_data import export_account
from armybuilder.armies import pictures
from armybuilder.armies.models import Army, ArmyPicture
from armybuilder.sharing.links import create_link, pictures_of_withdrawn
from armybuilder.sharing.models import LinkPicture, Share
from tests.visitors import BOB

pytestmark = pytest.mark.django_db


def file_of(width=40, height=30, format_="PNG", mode="RGB", colour="red", **more):
    """A picture as a file."""
    made = BytesIO()
    Image.new(mode, (width, height), colour).save(made, format_, **more)
    return made.getvalue()


def send(client, army, part="the-army", content=None, **more):
    file = SimpleUploadedFile("x.png", file_of() if content is None else content)
    return client.post(f"/armies/{army.pk}/pictures/", {"part": part, "file": file, **more})


def image(answer):
    return Image.open(BytesIO(answer.content))


# --- what is kept ------------------------------------------------------------------------------------


# --- an army's ---------------------------------------------------------------------------------------


def test_a_picture_shows_in_builder_list_and_link(alice, army, client):
    assert send(alice, army).url == f"/armies/{army.pk}/?at=the-army#inspector"
    assert send(alice, army, "u3", file_of(colour="blue")).status_code == 302
    own, of_unit = (ArmyPicture.objects.get(part=part).digest for part in ("", "u3"))
    page = alice.get(army.get_absolute_url()).text
    assert f'src="/armies/{army.pk}/pictures/the-army.webp?{own}"' in page
    assert f'src="/armies/{army.pk}/pictures/u3.webp?{of_unit}&amp;small"' in page
    assert f"/pictures/the-army.webp?{own}&amp;small" in alice.get("/armies/").text
    link = create_link(army, frozen=False, notes=False).get_absolute_url()
    shown = client.get(link).text
    assert f'src="{link}pictures/the-army.webp?{own}"' in shown
    assert f'src="{link}pictures/u3.webp?{of_unit}&amp;small"' in shown
    assert image(client.get(f"{link}pictures/u3.webp?small")).size == (160, 160)
    answer = alice.get(f"/armies/{army.pk}/pictures/the-army.webp?{own}")
    assert (answer.headers["Content-Type"], image(answer).size) == ("image/webp", (40, 30))
    assert client.get(f"/armies/{army.pk}/pictures/the-army.webp").status_code == 404


def test_a_picture_is_replaced_and_removed(alice, army):
    send(alice, army, "u2")
    send(alice, army, "u2", file_of(50, 50))
    assert ArmyPicture.objects.get().width == 50
    alice.post(f"/armies/{army.pk}/pictures/", {"part": "u2", "take_away": "1"})
    assert not ArmyPicture.objects.exists()
    assert alice.get(f"/armies/{army.pk}/pictures/u2.webp").status_code == 404


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("u99", "no longer in the army"),
        ("g1", "no longer in the army"),
        ("", "no longer in the army"),
    ],
)
def test_a_picture_of_no_part_is_refused(alice, army, part, words):
    answer = send(alice, army, part)
    assert answer.status_code == 400
    assert words in answer.text
    assert not ArmyPicture.objects.exists()


def told(answer):
    """What is said last where the picture was chosen."""
    assert answer.status_code == 302
    return str(list(get_messages(answer.wsgi_request))[-1])


def test_what_is_no_picture_is_said_where_it_was_chosen(alice, army):
    assert told(send(alice, army, "u2", b"no picture")) == "This is not a JPEG, PNG, WebP or GIF picture."
    nothing = alice.post(f"/armies/{army.pk}/pictures/", {"part": "u2"})
    assert told(nothing) == "Choose a picture first."
    assert nothing.headers["Location"] == f"{army.get_absolute_url()}?at=u2#inspector"
    assert not ArmyPicture.objects.exists()


def test_pictures_of_gone_units_make_room(alice, army, monkeypatch):
    monkeypatch.setattr(pictures, "MAX_PER_ARMY", 2)
    for part in ("u2", "u3"):
        assert send(alice, army, part).status_code == 302
    limits = f"An army can have at most 2 pictures, and all your armies {pictures.MAX_PER_PLAYER} together."
    assert told(send(alice, army, "u4")) == f"{limits} Remove one first."
    alice.post(f"/armies/{army.pk}/edits/remove-unit", {"head": 1, "unit": "u2"})
    assert send(alice, army, "u4").status_code == 302
    assert sorted(ArmyPicture.objects.values_list("part", flat=True)) == ["u3", "u4"]


def test_a_player_has_so_many_in_all(alice, army, make_army, monkeypatch):
    monkeypatch.setattr(pictures, "MAX_PER_PLAYER", 1)
    limits = (
        f"An army can have at most {pictures.MAX_PER_ARMY} pictures, and all your armies 1 together. Remove one first."
    )
    assert [told(send(alice, each)) for each in (army, make_army())] == ["Picture saved.", limits]
    assert send(alice, army, content=file_of(50, 50)).status_code == 302, "it replaces its own"


def test_pictures_come_along_with_copies_and_go_with_the_army(alice, bob, army):
    send(alice, army, "u2")
    alice.post(f"/armies/{army.pk}/copy")
    bob.post(f"{create_link(army, frozen=False, notes=False).get_absolute_url()}copy")
    assert ArmyPicture.objects.filter(part="u2").count() == 3
    copied = Army.objects.get(claim_hash=BOB.hash)
    assert bob.get(f"/armies/{copied.pk}/pictures/u2.webp").status_code == 200
    Army.objects.filter(pk=army.pk).delete()
    assert ArmyPicture.objects.count() == 2


def test_a_frozen_link_shows_the_pictures_of_its_day(alice, bob, army, client):
    send(alice, army, "u2", file_of(50, 50))
    send(alice, army, "u3", file_of(60, 60))
    frozen = create_link(army, frozen=True, notes=False).get_absolute_url()
    send(alice, army, "u2", file_of(70, 70))
    alice.post(f"/armies/{army.pk}/pictures/", {"part": "u3", "take_away": "1"})
    send(alice, army, "u4", file_of(80, 80))
    send(alice, army)

    def seen(link):
        shown = client.get(link).text
        return {
            part: (image(answer).width, f"{link}pictures/{part}.webp" in shown)
            for part in ("the-army", "u2", "u3", "u4")
            if (answer := client.get(f"{link}pictures/{part}.webp")).status_code == 200
        }

    live = create_link(army, frozen=False, notes=False).get_absolute_url()
    assert seen(frozen) == {"u2": (50, True), "u3": (60, True)}
    assert seen(live) == {"the-army": (40, True), "u2": (70, True), "u4": (80, True)}
    bob.post(f"{frozen}copy")
    copied = Army.objects.get(claim_hash=BOB.hash)
    assert list(copied.pictures.values_list("part", "width")) == [("u2", 50), ("u3", 60)]


def test_a_live_link_shows_no_picture_of_a_unit_removed_since(alice, bob, army, client):
    """It is kept for undo, for the owner alone."""
    send(alice, army, "u2")
    send(alice, army, "u3")
    link = create_link(army, frozen=False, notes=False).get_absolute_url()
    alice.post(f"/armies/{army.pk}/edits/remove-unit", {"head": 1, "unit": "u2"})
    shown = [client.get(f"{link}pictures/{part}.webp").status_code for part in ("u2", "u3", "u99")]
    assert shown == [404, 200, 404]
    bob.post(f"{link}copy")
    assert [each.part for each in Army.objects.get(claim_hash=BOB.hash).pictures.all()] == ["u3"]
    assert alice.get(f"/armies/{army.pk}/pictures/u2.webp").status_code == 200


def test_a_withdrawn_link_loses_its_pictures(alice, army, client):
    send(alice, army, "u2")
    share, other = (create_link(army, frozen=True, notes=False) for _ in range(2))
    alice.post(f"/armies/{army.pk}/share/{share.token}/revoke")
    assert list(pictures_of_withdrawn()) == []
    Share.objects.filter(pk=share.pk).update(revoked=timezone.now() - timedelta(days=2))
    pictures_of_withdrawn().delete()
    assert list(LinkPicture.objects.values_list("share", "part")) == [(other.token, "u2")]
    assert client.get(f"{share.get_absolute_url()}pictures/u2.webp").status_code == 404


def test_frozen_links_of_before_keep_what_they_show(alice, army):
    send(alice, army, "u2")
    share = create_link(army, frozen=True, notes=False)
    create_link(army, frozen=False, notes=False)
    kept = list(LinkPicture.objects.values("share", "part", "digest", "width", "image"))
    LinkPicture.objects.all().delete()
    import_module("armybuilder.sharing.migrations.0002_pictures").keep_pictures(apps, None)
    assert list(LinkPicture.objects.values("share", "part", "digest", "width", "image")) == kept
    assert [each["share"] for each in kept] == [share.token]


def test_pictures_are_in_ones_data(alice, army, django_user_model):
    send(alice, army)
    user = django_user_model.objects.create_user("alice")
    Army.objects.update(owner=user)
    (kept,) = export_account(user)["armies"][0]["pictures"]
    assert (kept["part"], kept["webp"].startswith("UklGR")) == ("", True)
