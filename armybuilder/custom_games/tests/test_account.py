"""What accounts own of their games."""

from armybuilder.custom_games.account import OWNED
from armybuilder.custom_games.drafts import save_draft
from armybuilder.custom_games.models import CustomGame
from armybuilder.custom_games.tests.documents import repriced
from armybuilder.custom_games.views import starter


def test_an_export_has_every_revision_and_every_version(custom_game, version):
    save_draft(custom_game, 1, repriced("12"), "Dearer")
    (owned,) = OWNED
    row = owned.export(owned.rows.get())
    assert [each["document"] for each in row["revisions"]] == [starter().document, repriced("12").document]
    assert [each["slug"] for each in row["versions"]] == [version.slug]
    assert row["versions"][0]["document"]["title"] == "Starter"


def test_nobody_unvisited_is_found_on_a_new_site(custom_game):
    (owned,) = OWNED
    assert owned.unvisited is not None
    assert not owned.unvisited().exists()
    assert CustomGame.objects.exists()
