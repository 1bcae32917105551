"""Several units at one target, in the tracker."""

import re
from fractions import Fraction
from typing import Any

import pytest
from lxml import html
from playwright.sync_api import expect

from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin
from rulesets.core.calculators import SolveContext, percent
from rulesets.core.play.definition import units_on_table
from rulesets.core.play.matches import AT_START
from rulesets.core.sequences import Firing
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, begin_example, engage, sit
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

GAMES = ["mbt2020", "forge-of-war", "warstrike", "forum-combat"]


def sequence(match: Match, **asked: Any) -> Any:
    """The panel that Alice gets."""
    answer = browser_of(ALICE).get(f"/matches/{match.pk}/engage", {"side": 0, "distance": 6, **asked})
    assert answer.status_code == 200
    return html.fromstring(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_says_what_is_left_after_each_unit(game: str) -> None:
    match = begin_example(game)
    loaded = load_match(match)
    by_group = loaded.ruleset.group_card is not None
    groups = loaded.armies[0].force.groups
    units = [unit.id for group in groups for unit in group.units[: 1 if by_group else None]]
    context = SolveContext(loaded.ruleset.catalogue, loaded.armies[0].context.house)
    steps = list(Firing(loaded.setup, loaded.ruleset.calculator, 0, units[0], context, 6).steps(AT_START, units[:2]))
    page = sequence(match, opposing=units[0], units=f"{units[0]},{units[1]}")
    rows = page.xpath("//ol/li")
    assert len(rows) == 2
    for row, step in zip(rows, steps, strict=True):
        text = row.text_content()
        assert f"{percent(step.gone)} out of play" in text
        assert (step.title or step.barred) in text
        left = row.xpath("normalize-space(p[@class='sequence-left'])").split(" · ")
        assert len(left) == min(4, len(step.left)) or not step.left
        for said, (_, chance) in zip(left, step.left[:4], strict=False):
            assert said.startswith(f"{percent(chance)} ")
    deployed = loaded.setup.deployed(AT_START, 0)
    assert deployed
    present = {side.unit.id for side in units_on_table(loaded.setup.play, deployed)}
    assert len(page.xpath("//option")) == len([each for each in units[2:] if each in present]) + 1


def test_only_what_the_target_has_is_lost() -> None:
    match = begin_example("forge-of-war")
    loaded = load_match(match)
    units = [unit for _, unit in loaded.armies[0].force.units()]
    lost = {}
    for unit in units:
        [said] = sequence(match, opposing=unit.id, units=units[0].id).xpath("//ol/li")
        lost[bool(unit.spec.vehicle)] = set(re.findall(r"[\d.]+ ([a-z ]+) lost on average", said.text_content()))
    assert lost == {False: {"figures"}, True: {"vehicles"}}


def test_units_are_added_moved_and_removed(begin: Begin) -> None:
    match = begin()

    def names(page: Any) -> list[str]:
        return [str(each) for each in page.xpath("//ol/li/p/b/text()")]

    page = sequence(match, opposing="u2", units="u2", add="u3")
    first, second = names(page)
    [earlier] = page.xpath("//button[text()='Earlier']/@hx-get")
    assert names(html.fromstring(browser_of(ALICE).get(earlier).text)) == [second, first]
    removed = page.xpath("//button[text()='Remove']/@hx-get")
    assert [names(html.fromstring(browser_of(ALICE).get(each).text)) for each in removed] == [[second], [first]]
    many = ",".join(["u2"] * 40 + ["u3", "u4"])
    assert len(names(sequence(match, opposing="u2", units=many))) == 3


def test_unknown_units_and_blanks_have_no_answer(begin: Begin) -> None:
    hidden = begin(hides=True)
    browser = browser_of(ALICE)
    address = f"/matches/{hidden.pk}/engage"
    for opposing, units in (("u99", "u1"), ("x1", "u1"), ("blank-1", "u1"), ("u1", "u99")):
        assert browser.get(address, {"side": "0", "opposing": opposing, "units": units}).status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_player_adds_a_second_unit_at_the_same_target(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    phone = sit(open_page, live_server, ALICE, match)
    panel = engage(phone, 0, "u2", "u5")
    panel.get_by_role("button", name="Several units at this target").click()
    rows = panel.locator(".sequence li")
    expect(rows).to_have_count(1)
    alone = rows.first.inner_text()
    panel.get_by_label("Then").select_option("u3")
    expect(rows).to_have_count(2)
    assert rows.first.inner_text().split("\n")[:2] == alone.split("\n")[:2]
    assert Fraction(rows.nth(1).inner_text().split("\n")[1].split()[0]) > Fraction(alone.split("\n")[1].split()[0])
    assert_accessible(phone)
    rows.nth(1).get_by_role("button", name="Earlier").click()
    expect(rows.nth(1)).to_contain_text(alone.split("\n")[0].split(" Fire")[0])
