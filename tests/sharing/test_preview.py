"""Cards for messengers."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import load_head, save
from armybuilder.sharing.links import blanks_of, create_link, load_share
from armybuilder.sharing.preview import UNKNOWN, preview_svg, strip_svg
from rulesets.core.forces.force import change_unit
from rulesets.registry import get_ruleset
from tests.sharing.test_views import hoard, page

__all__ = ["hoard"]

pytestmark = pytest.mark.django_db


def rename(army, author, name):
    army.refresh_from_db()
    loaded = load_head(army)
    force = change_unit(loaded.force, "u2", name=name)
    save(army, army.head, LoadedArmy(loaded.ruleset, force), f"Called it {name}", author)


def test_messengers_get_a_card(army, client):
    share = create_link(army, frozen=False, notes=False)
    shown = page(client.get(share.get_absolute_url()))
    card = dict(zip(shown.xpath("//meta/@property"), shown.xpath("//meta[@property]/@content"), strict=True))
    assert card["og:title"] == "Shore · Pebbles"
    assert card["og:description"] == "Legal, 3 pebbles, 1 pile"
    assert card["og:url"] == f"http://testserver/s/{share.token}/"
    assert card["og:image"] == f"http://testserver/s/{share.token}/preview.png?1"
    answer = client.get(card["og:image"])
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_a_card_of_blanks_tells_no_more_than_the_page(hoard, client):
    share = create_link(hoard, frozen=False, notes=False, blanks=True)
    shown = page(client.get(share.get_absolute_url()))
    card = dict(zip(shown.xpath("//meta/@property"), shown.xpath("//meta[@property]/@content"), strict=True))
    assert card["og:description"] == "4 blanks, 2 pebbles"
    assert Image.open(BytesIO(client.get(card["og:image"]).content)).size == (1200, 630)
    drawn = preview_svg(load_share(share), blanks_of(share))
    words = re.findall(">([^<>]+)</text>", drawn)
    assert words == ["PEBBLES", "Shore", "4 blanks", "2 pebbles", "Flint", "× 2", "Armybuilder"]
    assert UNKNOWN in preview_svg(LoadedArmy(load_share(share).ruleset, replace(load_share(share).force, groups=())), 6)


def test_a_card_says_of_units_what_they_have_in_common(army):
    loaded = load_head(army)
    units = [unit for _, unit in loaded.force.units()]
    smooth = replace(units[0].spec, surface=type(units[0].spec.surface).SMOOTH)
    for changed, said in ((units[:0], "× 3 · Rough"), (units[:1], "× 3"), (units, "× 3 · Smooth")):
        force = loaded.force
        for unit in changed:
            force = change_unit(force, unit.id, spec=smooth)
        assert said in re.findall(">([^<>]+)</text>", preview_svg(LoadedArmy(loaded.ruleset, force)))


def example() -> LoadedArmy:
    """An army of a game in which a unit may be a line of several."""
    ruleset = get_ruleset("forum-combat")
    return LoadedArmy(ruleset, ruleset.demo())


def test_a_card_counts_what_players_count():
    force = example()
    words = re.findall(">([^<>]+)</text>", preview_svg(force))
    assert {"23 units", "3 squads", "× 8 · Infantry", "Heavy weapon team"} <= set(words)
    assert not any(word.startswith("× 1 ") or "lines" in word for word in words)


def test_the_card_of_an_empty_army_says_how_to_begin():
    game = get_ruleset("mbt2020")
    drawn = preview_svg(LoadedArmy(game, game.new_force("Bare")))
    assert re.findall(">([^<>]+)</text>", drawn)[1:3] == ["Bare", "Empty: add a battle group to begin"]
    assert "0 stands" not in drawn


def test_a_strip_has_the_first_units_and_counts_the_others():
    force = example()
    words = re.findall(">([^<>]+)</text>", strip_svg(force))
    assert words[:2] == ["Rifleman", "× 8 · Infantry"]
    assert words[-1] == "and 2 kinds more"


def test_a_card_is_drawn_once_for_each_revision(army, client, author, monkeypatch):
    drawn = []

    def draw(loaded, blanks):
        drawn.append(loaded)
        return b"png"

    monkeypatch.setattr("armybuilder.sharing.preview.preview_png", draw)
    share = create_link(army, frozen=False, notes=False)
    for _ in range(2):
        assert client.get(f"/s/{share.token}/preview.png").content == b"png"
    assert len(drawn) == 1
    rename(army, author, "Boulder")
    client.get(f"/s/{share.token}/preview.png")
    assert len(drawn) == 2


@pytest.mark.parametrize("name", ["", "A" * 80, "<b>&\"'", "漢字 🚀"])
def test_any_army_has_a_card(make_army, client, name):
    share = create_link(make_army(name=name, piles=5), frozen=False, notes=False)
    assert client.get(f"/s/{share.token}/preview.png").content.startswith(b"\x89PNG")
