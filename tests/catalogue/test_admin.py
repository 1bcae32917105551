"""The catalogue in the admin."""

import pytest
from django.contrib.auth.models import User
from lxml import html

from armybuilder.catalogue.models import EntryRow
from tests.catalogue.test_access import alice, own_stone, stones

__all__ = ["alice", "own_stone", "stones"]

pytestmark = pytest.mark.django_db


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
