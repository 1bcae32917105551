import pytest
from django.contrib.auth.models import User

from armybuilder.armies.models import Army, Revision
from armybuilder.sharing.links import give_link
from armybuilder.sharing.models import Share

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


@pytest.mark.parametrize("at_once", [False, True])
def test_staff_delete_a_players_army_for_good(staff, army, make_army, at_once):
    army.owner = User.objects.create_user("player")
    army.save()
    give_link(army, frozen=False, notes=True)
    other = make_army()
    if at_once:
        sent = {"action": "delete_selected", "_selected_action": army.pk, "post": "yes"}
        answer = staff.post("/admin/armies/army/", sent)
    else:
        answer = staff.post(f"/admin/armies/army/{army.pk.replace('_', '_5F')}/delete/", {"post": "yes"})
    assert answer.status_code == 302
    assert [each.pk for each in Army.objects.all()] == [other.pk]
    assert {each.army_id for each in Revision.objects.all()} == {other.pk}
    assert not Share.objects.exists()


def test_staff_neither_found_armies_nor_write_revisions(staff, army):
    assert staff.get("/admin/armies/army/add/").status_code == 403
