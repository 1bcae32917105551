"""A described game as its player and an opponent meet it: published, built, printed, shared and played."""

import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from armybuilder.custom_games.drafts import GAMES, draft_of, save_draft
from armybuilder.custom_games.models import CustomGame, GameVersion
from armybuilder.custom_games.versions import publish
from tests.browser.downloads import made_pdf
from tests.browser.phones import HEIGHT, WIDTH, boxes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_game_is_published_built_printed_shared_and_played(desktop, open_page, tmp_path):
    desktop.goto("/your-games/")
    desktop.get_by_role("button", name="Start from an example").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Starter")
    desktop.get_by_text("Edit as JSON", exact=True).click()
    document = desktop.get_by_label("The whole game as JSON")
    text = document.input_value()
    document.fill(text.replace('"title": "Starter"', '"title": "Lances"', 1))
    desktop.get_by_role("button", name="Save").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Lances")
    desktop.get_by_role("button", name="Publish version 1").click()
    desktop.get_by_role("button", name="Build an army").click()
    desktop.locator("#part_name").fill("Iron Guard")
    desktop.locator("#first-step").get_by_role("button", name="Patrol", exact=True).click()
    expect(desktop.locator("#state .builder-status")).to_have_text("Legal")
    army = desktop.url
    desktop.get_by_role("link", name="Print").click()
    for box in desktop.get_by_role("checkbox", name=re.compile("^(Labels|Roster|Cards|Unit cards|Quick)")).all():
        box.check()
    file = tmp_path / "army.pdf"
    made_pdf(desktop).save_as(file)
    texts = " ".join(page.extract_text() for page in PdfReader(file).pages)
    assert "Iron Guard" in texts
    assert "Veterans" in texts
    assert "Lances quick reference" in texts

    desktop.goto("/your-games/")
    desktop.get_by_role("link", name="Lances", exact=True).click()
    desktop.get_by_role("link", name="Share").click()
    desktop.get_by_role("button", name="Create a link").click()
    link = desktop.get_by_label("Address").input_value()
    other = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True)
    other.goto(link)
    expect(other.get_by_role("heading", level=1)).to_have_text("Lances")
    other.get_by_role("button", name="Build an army", exact=True).click()
    other.locator("#first-step").get_by_role("button", name="Patrol", exact=True).click()
    expect(other.locator("#state .builder-status")).to_have_text("Legal")

    slug = GameVersion.objects.get().slug
    desktop.goto(f"/{slug}/matches/new")
    desktop.get_by_role("button", name=re.compile("Start")).click()
    match = desktop.url
    desktop.goto(f"{match}/seats")
    desktop.get_by_role("button", name="Link for the other player").click()
    other.goto(desktop.locator("input[value*='/matches/join/']").first.input_value())
    other.get_by_role("button", name="Take the seat").click()
    expect(other.locator(".row-unit")).to_have_count(4)
    desktop.wait_for_url(match)
    theirs = other.locator('.row-unit[data-side="1"]').first.get_attribute("data-holder")
    assert theirs is not None
    boxes(other, 1, theirs).get_by_role("button", name=re.compile("one more")).click()
    expect(desktop.locator('.row-unit[data-side="1"]').first).to_contain_text("Lost 1/5")

    desktop.goto("/your-games/")
    desktop.get_by_role("link", name="Lances", exact=True).click()
    desktop.get_by_text("Edit as JSON", exact=True).click()
    document = desktop.get_by_label("The whole game as JSON")
    document.fill(document.input_value().replace('"10"', '"12"', 1))
    desktop.get_by_role("button", name="Save").click()
    desktop.get_by_role("button", name="Publish version 2").click()
    desktop.goto(army)
    desktop.get_by_role("link", name="See what changes").click()
    desktop.get_by_role("button", name="Move to version 2").click()
    expect(desktop.locator("#said")).to_contain_text("version 2")
    desktop.get_by_role("button", name=re.compile("^Undo")).click()
    expect(desktop.get_by_text("has a newer version, 2")).to_be_visible()


def test_words_of_a_list_are_each_explained_on_a_tap(open_page):
    page = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True)
    page.goto("/your-games/")
    page.get_by_role("button", name="Start from an example").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Starter")
    game = CustomGame.objects.get()
    draft = GAMES.load_head(game)
    words = [
        {"codes": ["Fearless"], "meaning": "Never takes a morale test."},
        {"codes": ["Deadly(X)"], "meaning": "Each hit does X damage"},
    ]
    display = draft.document["display"] | {"chips": ["Deadly(3), Fearless", "Deadly(2)", "Rifle, Fearless"]}
    save_draft(game, game.head, draft_of(draft.document | {"codes": words, "display": display}))
    game.refresh_from_db()
    version = publish(game, game.head)
    page.goto(f"/armies/example-{version.slug}/")
    for chip, meaning in (
        ("Deadly(3), Fearless", "Deadly(X): Each hit does X damage. Fearless: Never takes a morale test."),
        ("Deadly(2)", "Deadly(2): Each hit does X damage"),
        ("Rifle, Fearless", "Fearless: Never takes a morale test."),
    ):
        page.locator("#groups button.chip", has_text=chip).first.tap()
        expect(page.locator(".meaning")).to_have_text(meaning)
        page.keyboard.press("Escape")
