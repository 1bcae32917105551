"""The calculators with the two armies of a game at the table."""

import pytest
from lxml import html

from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import PlayState
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_a_game_s_calculator_keeps_its_armies_until_it_is_left(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, change("e1", chip(0, amount=2), {"track": "water", "box": "wild", "holder": "game"}))
    listed = alice.get(f"/matches/{match.pk}/calculators/")
    skipping = f"/matches/{match.pk}/calculators/skipping/"
    links = html.fromstring(listed.content.decode()).xpath("//main//ul[@class='link-rows']//a/@href")
    assert f"{skipping}?army.own=0&army.opposing=1" in links
    assert all(link.startswith(f"/matches/{match.pk}/") for link in links)
    page = html.fromstring(alice.get(skipping, {"army.own": "0:u2", "army.opposing": "1:u3"}).content.decode())
    said = page.xpath("normalize-space(//*[@class='in-game'])")
    assert "Shore – Gems, turn 1, First throws, Water Wild. The page shows both beaches as they are now." in said
    assert page.xpath("//*[@class='in-game']/a/@href") == [match.get_absolute_url()]
    assert page.xpath("//input[@name='q-throws']/@value") == ["1"]
    others = page.xpath(
        "//nav[@aria-label='Calculators']//a/@href | //nav[@aria-label='Pebbles']//a[.='Calculators']/@href"
    )
    assert others
    assert all(link.startswith(f"/matches/{match.pk}/calculators/") for link in others)
    unchosen = html.fromstring(bob.get(f"{skipping}?army.own=").content.decode())
    assert unchosen.xpath("//select[@id='own-army']/option/@value") == ["0", "1"]
    assert unchosen.xpath("//select[@id='own-army']/option[@selected]/@value") == ["1"]
    assert browser_of(ALICE).get(f"/matches/{match.pk}/calculators/none/").status_code == 404


def test_of_hidden_units_a_calculator_has_nothing_to_choose(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    address = f"/matches/{match.pk}/calculators/skipping/?army.own=0:u1&army.opposing=1"
    choices = [
        html.fromstring(browser.get(address).content.decode()).xpath("//select[@id='opposing-unit']//option/@value")
        for browser in (alice, bob)
    ]
    ruby, opal = id_in(match, "u3"), id_in(match, "u4")
    assert choices == [["", "1:u1"], ["", "1:u1", f"1:{ruby}", f"1:{opal}"]]
    hidden = alice.get(f"/matches/{match.pk}/calculators/skipping/?army.own=0:u1&army.opposing=1:{ruby}")
    assert ("Ruby" in hidden.content.decode(), "No longer in the army" in hidden.content.decode()) == (False, True)


@pytest.mark.parametrize(
    ("game", "calculator", "unit", "lost", "says"),
    [
        ("forge-of-war", "shooting", "u5", {"strength": tuple(range(1, 11))}, "is out of play. Choose another unit."),
        ("forge-of-war", "shooting", "u5", {"out-of-play": (1,)}, "is out of play. Choose another unit."),
        ("warstrike", "actions", "u3", {"out-of-play": (1,)}, "is out of play. Choose another unit."),
        ("mbt2020", "movement", "u2", {"out-of-play": (1,)}, "is out of play. Choose another stand."),
        ("mbt2020", "engagement", "u2", {"state": (3,)}, "is out of play. Choose another stand."),
        ("mbt2020", "fragile", "u2", {"state": (3,)}, ""),
        ("forum-combat", "shooting", "u2", {}, ""),
        ("forge-of-war", "shooting", "u5", {"strength": (1,)}, ""),
    ],
)
def test_no_answer_is_about_a_unit_out_of_play(
    db: None, game: str, calculator: str, unit: str, lost: dict[str, tuple[int, ...]], says: str
) -> None:
    match = begin_example(game, start=MatchState((PlayState({unit: lost}), PlayState())))
    query = {"army.own": f"0:{unit}", "army.opposing": f"1:{unit}"}
    answer = browser_of(ALICE).get(f"/matches/{match.pk}/calculators/{calculator}/", query)
    page = html.fromstring(answer.content.decode())
    assert page.xpath("//*[@id='answer']")
    assert ("Choose another" in page.text_content()) is bool(says)
    assert says in page.text_content()
