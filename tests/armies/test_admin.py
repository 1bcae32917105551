import pytest
from django.contrib.auth.models import User

from armybuilder.armies.models import Army, Revision

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    """A browser of somebody who may do all."""
    client.force_login(User.objects.create_superuser("staff"))
    return client


def test_staff_find_an_army_and_see_its_revisions(staff, army):
    assert "Shore" in staff.get("/admin/armies/army/", {"q": "shor"}).text
    page = staff.get(f"/admin/armies/army/{army.pk.replace('_', '_5F')}/change/").text
    assert "New army" in page


def test_staff_bring_an_army_back(staff, army):
    Army.objects.update(deleted=army.created)
    address = f"/admin/armies/army/{army.pk.replace('_', '_5F')}/change/"
    sent = {"owner": "", "deleted_0": "", "deleted_1": "", "revisions-TOTAL_FORMS": "1", "revisions-INITIAL_FORMS": "1"}
    number = army.revisions.get().pk
    assert staff.post(address, {**sent, "revisions-0-id": number, "revisions-0-army": army.pk}).status_code == 302
    assert Army.objects.get().deleted is None


@pytest.mark.parametrize("way", ["one", "selected", "account"])
def test_staff_cannot_delete_a_players_army_for_good(staff, army, way):
    army.owner = User.objects.create_user("player")
    army.save()
    key = army.pk.replace("_", "_5F")
    if way == "one":
        answer = staff.post(f"/admin/armies/army/{key}/delete/", {"post": "yes"})
    elif way == "selected":
        sent = {"action": "delete_selected", "_selected_action": army.pk, "post": "yes"}
        answer = staff.post("/admin/armies/army/", sent)
    else:
        answer = staff.post(f"/admin/auth/user/{army.owner.pk}/delete/", {"post": "yes"})
    assert answer.status_code == (200 if way == "selected" else 403)
    assert Army.objects.get() == army
    assert Revision.objects.filter(army=army).exists()


def test_staff_neither_found_armies_nor_write_revisions(staff, army):
    assert staff.get("/admin/armies/army/add/").status_code == 403
