"""Answers of every calculator on a phone, filled in from two armies."""

from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.calculators.sides import takes_sides
from armybuilder.site.claims import Author
from rulesets.core.calculators import Calculator
from rulesets.core.play.states import Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEIGHT = 640
LONG = 6
"""Tables with more rows than this need only begin in view."""

MEASURE = """() => {
  const drawn = document.querySelector(".answer-deciding :is(.columns, .bars, .data-table)");
  const box = (element) => element ? element.getBoundingClientRect() : { top: 0, bottom: 0 };
  const found = {
    headline: box(document.querySelector(".answer-headline h2")),
    assumed: box(document.querySelector(".answer-assumed")),
    drawn: box(drawn),
    rows: drawn ? drawn.querySelectorAll(drawn.matches(".stacked") ? "td" : "tbody tr").length : 0,
  };
  document.querySelectorAll("#calculator details").forEach((details) => { details.open = true; });
  found.wide = [...document.querySelectorAll(".table-frame")]
    .filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.ariaLabel);
  return found;
}"""


def stored(game: AnyRuleset) -> Army:
    """The game's example army, for anybody to take sides from."""
    army = create_army(LoadedArmy(game, game.demo()), "Demo", Author(None, ""))
    Army.objects.filter(pk=army.pk).update(example=True)
    return army


def query_of(game: AnyRuleset, army: Army, calculator: Calculator[Any]) -> str:
    """An address's sides: two units of the army that suit the calculator, or the army twice."""
    if calculator.prefill is None:
        return f"?army.own={army.pk}&army.opposing={army.pk}"
    force = game.demo()
    sides = [Side(force, group, unit) for group, unit in force.units()]
    own, opposing = next(
        (own, opposing)
        for own in sides
        for opposing in sides
        if calculator.unsuited is None or calculator.unsuited(own, opposing) is None
    )
    return f"?army.own={army.pk}:{own.unit.id}&army.opposing={army.pk}:{opposing.unit.id}"


@pytest.fixture
def small(open_page: Any) -> Page:
    """A small phone, with the games' entries there."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)
    page: Page = open_page(360, HEIGHT, has_touch=True, is_mobile=True)
    return page


@pytest.mark.parametrize("slug", ["mbt2020", "forge-of-war", "warstrike", "forum-combat"])
def test_the_answer_for_selected_units_is_in_view_at_once(small: Page, slug: str) -> None:
    game = get_ruleset(slug)
    army = stored(game)
    for calculator in filter(takes_sides, game.calculators):
        small.goto(f"/{slug}/calculators/{calculator.slug}/{query_of(game, army, calculator)}")
        seen = small.evaluate(MEASURE)
        whole = "headline", "assumed", *(["drawn"] if seen["rows"] <= LONG else [])
        assert {part: seen[part]["bottom"] for part in whole if seen[part]["bottom"] > HEIGHT} == {}, calculator.slug
        assert seen["drawn"]["top"] < HEIGHT - 100, calculator.slug
        assert seen["headline"]["top"] > 0, calculator.slug
        assert seen["wide"] == [], calculator.slug
        small.emulate_media(color_scheme="light")
        assert_accessible(small)
        small.emulate_media(color_scheme="dark")
        expect(small.locator("html")).to_have_attribute("data-bs-theme", "dark")
        assert_accessible(small, only_colours=True)


def test_the_question_about_selected_units_is_behind_a_button(small: Page, open_page: Any) -> None:
    game = get_ruleset("mbt2020")
    query = query_of(game, stored(game), game.calculator("engagement"))
    address = f"/mbt2020/calculators/engagement/{query}"
    small.goto(address)
    distance, button = (
        small.get_by_label("Distance", exact=True),
        small.get_by_role("button", name="Change the question"),
    )
    expect(small.get_by_text("against", exact=False).first).to_be_visible()
    expect(distance).to_be_hidden()
    button.focus()
    small.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    distance.fill("200")
    expect(small.locator("#said")).to_have_text("Not allowed: the target is beyond 12″.")
    expect(distance).to_be_visible()
    assert_accessible(small)
    button.click()
    expect(distance).to_be_hidden()
    wide = open_page(1280, 800)
    wide.goto(address)
    expect(wide.get_by_label("Distance", exact=True)).to_be_visible()
    expect(wide.get_by_role("button", name="Change the question")).to_be_hidden()
    bare = open_page(360, HEIGHT, java_script_enabled=False)
    bare.goto(address)
    expect(bare.get_by_label("Distance", exact=True)).to_be_visible()


def test_the_postures_offered_depend_on_the_sub_class(desktop: Page) -> None:
    call_command("load_catalogue", verbosity=0)
    desktop.goto("/mbt2020/calculators/engagement/")
    own = desktop.locator("#part_q-own")
    sub_class, posture = own.get_by_label("Sub-class"), own.get_by_label("Posture")
    sub_class.focus()
    sub_class.select_option("INFn")
    expect(posture).to_have_value("INFANTRY")
    expect(posture.locator("option")).to_have_count(6)
    expect(sub_class).to_be_focused()
    expect(desktop.locator("#answer .problems")).to_have_count(0)
    posture.select_option("ATM")
    expect(desktop.locator("#said")).to_contain_text("target")
    expect(posture).to_have_value("ATM")
