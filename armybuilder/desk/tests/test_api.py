"""Battles for programs, and their maps for forum posts."""

import json

import pytest

from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.drawing.picture_files import svg_file_of
from armybuilder.site.claims import Author
from rulesets.core.cards import Ink
from tests.api.conftest import anybody, person, reader, stranger
from tests.api.test_pictures import assert_is_a_picture_for_other_sites

__all__ = ["anybody", "person", "reader", "stranger"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(person) -> Battle:
    """A battle of which one round is ordered and not resolved, with a link for its players."""
    battle = create_battle(GAME, DESK.demo(), "Example battle", Author(person, ""))
    BATTLES.save(battle, 1, DESK.give_orders(BATTLES.load_head(battle), DESK.demo_orders, 7), "Orders")
    Battle.objects.update(link_token="shown")
    return Battle.objects.get()


def test_a_battle_is_whole_for_its_master_and_shown_to_its_players(battle, reader, stranger, anybody):
    path = f"/battles/{battle.pk}"
    whole, shown = reader("GET", path).json(), anybody("GET", "/watched/shown").json()
    state = BATTLES.load_head(battle)
    assert whole["battle"] == json.loads(json.dumps(DESK.write(state)))
    assert shown["battle"] == json.loads(json.dumps(DESK.write(DESK.players_view(state))))
    assert (whole["version"], whole["rounds"]) == (battle.version, battle.rounds)
    for ask, address in ((reader, path), (anybody, "/watched/shown")):
        assert ask("GET", f"{address}?since={battle.version}").status_code == 204
        assert ask("GET", f"{address}?since={battle.version - 1}").status_code == 200
        assert ask("GET", f"{address}?since={battle.version + 1}").status_code == 422
    assert [each["id"] for each in reader("GET", "/battles").json()["battles"]] == [battle.pk]
    assert stranger("GET", path).status_code == 404
    assert reader("GET", f"{path}/reports/1").headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert reader("GET", f"{path}/reports/9").status_code == 404
    assert anybody("GET", "/watched/guessed").status_code == 404


def test_battles_have_addresses_that_show_what_their_players_see(person, anybody):
    battle = create_battle(GAME, DESK.demo(), "Example battle", Author(person, ""))
    state = DESK.give_orders(BATTLES.load_head(battle), DESK.demo_orders, 7)
    for _ in DESK.stages(state)[1:]:
        state = DESK.play_phase(state)
    BATTLES.save(battle, 1, state, "Played on")
    type(battle).objects.update(link_token="shown")
    assert_is_a_picture_for_other_sites(anybody, "battles/shown")
    shown = DESK.draw(DESK.players_view(BATTLES.load_head(battle)), True, Ink.COLOUR, ())
    assert anybody("GET", "/pictures/battles/shown.svg").text == svg_file_of(shown)
    assert shown != DESK.draw(BATTLES.load_head(battle), True, Ink.COLOUR, ())
    assert anybody("GET", f"/pictures/battles/{battle.pk}.svg").status_code == 404
