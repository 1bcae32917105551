"""Data files become a game on a phone: chosen together, read, looked through, created."""

import pytest
from playwright.sync_api import Page, expect

from armybuilder.custom_games.models import CustomGame
from armybuilder.custom_games.tests.skeletons.files import FOLDER
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_data_files_become_a_game_on_a_phone(phone: Page) -> None:
    phone.goto("/your-games/begin")
    phone.get_by_role("link", name="Read BattleScribe data files").click()
    assert_accessible(phone)
    phone.get_by_label("Data files").set_input_files(
        [FOLDER / name for name in ("valley.gst", "river.cat", "armoury.cat")]
    )
    phone.get_by_role("button", name="Read the files").click()
    expect(phone.get_by_role("heading", name="Brass Valley")).to_be_visible()
    unread = phone.get_by_role("region", name="What was not understood")
    expect(unread).to_contain_text("River Guard, Marshal")
    assert_accessible(phone)
    phone.get_by_role("button", name="Create the game").click()
    expect(phone.get_by_role("heading", name="Brass Valley")).to_be_visible()
    assert CustomGame.objects.get().name == "Brass Valley"
