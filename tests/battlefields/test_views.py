"""The battlefield's pages over HTTP."""

import io
import re
from importlib import import_module
from urllib.parse import parse_qs, urlencode, urlsplit

import pikepdf
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve, reverse
from lxml import html

from armybuilder.armies.examples import store_example
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

pytestmark = pytest.mark.django_db

GAMES = [game for game in all_rulesets() if game.surveyor]
PAGE = "battlefields:battlefield"
MAP = "battlefields:battlefield_map"
PDF = "battlefields:battlefield_pdf"
"""Tried in a file of its own."""


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> AnyRuleset:
    ruleset: AnyRuleset = request.param
    return ruleset


def test_every_address_is_tried() -> None:
    resolve("/")  # has the site's own converters known
    patterns = import_module("armybuilder.battlefields.urls").urlpatterns
    assert {f"battlefields:{pattern.name}" for pattern in patterns} == {PAGE, MAP, PDF}


@pytest.mark.parametrize("visitor", ["anonymous", "player"])
@pytest.mark.parametrize("name", [PAGE, MAP, PDF])
def test_everybody_may_look(client: Client, game: AnyRuleset, visitor: str, name: str) -> None:
    if visitor == "player":
        client.force_login(User.objects.create_user(visitor))
    assert client.get(reverse(name, args=[game]), {"seed": "5"}).status_code == 200


def test_a_game_without_battlefields_has_none(client: Client, pebbles: AnyRuleset) -> None:
    assert client.get(reverse(PAGE, args=[pebbles])).status_code == 404
    assert client.get(reverse(MAP, args=[pebbles]), {"seed": "5"}).status_code == 404


def test_without_a_seed_one_is_drawn(client: Client, game: AnyRuleset) -> None:
    response = client.get(reverse(PAGE, args=[game]))
    assert response.status_code == 302
    assert re.fullmatch(rf"/{game.slug}/battlefield/\?seed=\d+", response.headers["Location"])


def test_the_same_address_gives_the_same_map(client: Client, game: AnyRuleset) -> None:
    address = reverse(MAP, args=[game])
    first, again, other = (client.get(address, {"seed": seed}).content for seed in ("8", "8", "9"))
    assert first == again
    assert first != other


def test_a_map_is_downloaded_in_colour_and_in_black_and_white(client: Client, game: AnyRuleset) -> None:
    page = html.fromstring(client.get(reverse(PAGE, args=[game]), {"seed": "8"}).content)
    links = {" ".join(link.text.split()): link.get("href") for link in page.xpath("//a[contains(@href, '/map.svg')]")}
    colour, black = (client.get(links[text]).text for text in ("Map as SVG", "Map in black and white"))
    assert [drawing.count("data-piece") for drawing in (colour, black)] == [colour.count("data-piece")] * 2

    def is_grey(drawing: str) -> bool:
        colours = re.findall("#([0-9a-f]{6})", drawing)
        return bool(colours) and all(each[:2] == each[2:4] == each[4:] for each in colours)

    assert (is_grey(colour), is_grey(black)) == (False, True)


def pieces(client: Client, address: str) -> list[str]:
    return re.findall(r'data-piece="([^"]+)"', client.get(address).text)


def test_buttons_lead_to_addresses(client: Client, game: AnyRuleset) -> None:
    page = reverse(PAGE, args=[game])
    start = f"{page}?seed=8"
    piece = pieces(client, start)[0]
    again = client.get(page, {"seed": "8", "do": "again 0"}).headers["Location"]
    assert again == f"{page}?seed=8&again=0:1"
    moved = client.get(page, {"seed": "8", "do": "move", "piece": piece, "right": "1.5", "down": "-0.5"})
    assert moved.headers["Location"] == f"{page}?seed=8&moved={piece}:15:-5"
    gone = client.get(page, {"seed": "8", "do": "remove", "piece": piece}).headers["Location"]
    assert piece not in pieces(client, gone)
    kind = game.surveyor.kinds[0][0] if game.surveyor else ""
    place = {"seed": "8", "do": "place", "kind": kind, "left": "1", "top": "1", "wide": "4", "high": "4"}
    placed = client.get(page, place).headers["Location"]
    assert f"placed-{kind}1" in pieces(client, placed)
    fresh = client.get(page, {"seed": "8", "do": "new"}).headers["Location"]
    assert re.fullmatch(rf"{page}\?seed=\d+", fresh)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": "x"},
        {"seed": "8", "moved": "?"},
        {"seed": "8", "do": "again x"},
        {"seed": "8", "do": "move", "piece": "A", "right": "far"},
        {"seed": "8", "do": "move", "piece": "A", "right": "nan"},
        {"seed": "8", "do": "place", "kind": "hill", "left": "9e99"},
    ],
)
def test_a_garbled_wish_is_refused(client: Client, game: AnyRuleset, wrong: dict[str, str]) -> None:
    assert client.get(reverse(PAGE, args=[game]), wrong).status_code == 400


def test_an_unknown_kind_is_said_on_the_page(client: Client, game: AnyRuleset) -> None:
    response = client.get(reverse(PAGE, args=[game]), {"seed": "8", "placed": "lake:1:1:1:1"})
    assert response.status_code == 200
    assert response.context["surveyed"].field is None
    assert client.get(reverse(MAP, args=[game]), {"seed": "8", "placed": "lake:1:1:1:1"}).status_code == 400


def test_nobody_elses_army_settles_the_ground(client: Client, game: AnyRuleset) -> None:
    assert client.get(reverse(PAGE, args=[game]), {"seed": "8", "own": "nobodys"}).status_code == 404


def test_a_part_of_the_page_for_htmx(client: Client, game: AnyRuleset) -> None:
    response = client.get(reverse(PAGE, args=[game]), {"seed": "8"}, headers={"HX-Request": "true"})
    assert response.headers["HX-Push-Url"] == f"/{game.slug}/battlefield/?seed=8"
    assert "<html" not in response.text


def test_the_examples_to_choose_from_are_one_query(client: Client, game: AnyRuleset, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        client.get(reverse(PAGE, args=[game]), {"seed": "8"})


def printed(client: Client, game: AnyRuleset, **wanted: str) -> list[tuple[float, float]]:
    """The sizes of the pages in millimetres."""
    response = client.get(reverse(PDF, args=[game]), {"seed": "8", **wanted})
    assert response.status_code == 200
    with pikepdf.open(io.BytesIO(response.content)) as pdf:
        boxes = [[float(side) for side in page.mediabox] for page in pdf.pages]
    return [(round(box[2] / 72 * 25.4, 1), round(box[3] / 72 * 25.4, 1)) for box in boxes]


def test_the_scenario_is_one_upright_page(client: Client, game: AnyRuleset) -> None:
    assert printed(client, game) == [(210, 297)]
    assert printed(client, game, battle_groups="1") == [(210, 297)]


def test_the_map_alone_is_one_sheet(client: Client, game: AnyRuleset) -> None:
    wanted = {"print-sort": "map", "print-paper": "a3", "print-ink": "mono"}
    assert printed(client, game, **wanted) == [(420, 297)]


def test_the_map_in_true_size_covers_the_table(client: Client, game: AnyRuleset) -> None:
    wanted = {"battle_groups": "2", "print-sort": "tiles", "print-paper": "letter"}
    # A table of 24 by 36 inches on sheets that hold 7 by 10 of them.
    assert printed(client, game, **wanted) == [(215.9, 279.4)] * (4 * 4)
    assert len(printed(client, game, **wanted, **{"print-first": "15"})) == 2


def test_a_request_does_not_wait_long(client: Client, game: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.printing.background.result_of", lambda *arguments: None)
    response = client.get(reverse(PDF, args=[game]), {"seed": "8"})
    assert (response.status_code, response.headers["Refresh"]) == (202, "4")
    assert f'href="{reverse(PDF, args=[game])}?seed=8"' in response.text


def test_what_cannot_be_printed_is_said(client: Client, game: AnyRuleset, pebbles: AnyRuleset) -> None:
    for wrong in ({"seed": "x"}, {"seed": "8", "print-paper": "papyrus"}, {"seed": "8", "placed": "lake:1:1:1:1"}):
        assert client.get(reverse(PDF, args=[game]), wrong).status_code == 400
    assert client.get(reverse(PDF, args=[pebbles]), {"seed": "8"}).status_code == 404


def test_the_legend_names_the_lines_and_the_turns_fit_a_phone(client: Client) -> None:
    tree = html.fromstring(client.get(reverse(PAGE, args=["mbt2020"]), {"seed": "3"}).content.decode())
    assert tree.xpath("string(//ul[@class='field-legend']/li[last()])").endswith(": Deployment 8″, STATIC 18″")
    assert tree.xpath("//table[caption='Turns']/@class") == ["data-table"]


def test_the_odds_are_asked_under_its_light_and_weather(client: Client) -> None:
    page = reverse(PAGE, args=["mbt2020"])
    wanted = {"seed": "3", "season": "summer", "hour": "4", "turns": "3", "weather": "adverse"}
    tree = html.fromstring(client.get(page, wanted).content.decode())
    links = {" ".join(link.text.split()): link.get("href") for link in tree.xpath("//ul[@class='field-lookups']//a")}
    assert links["Dusk or dawn, adverse weather"] == "/mbt2020/calculators/engagement/?" + urlencode(
        {"q-conditions-light": "twilight", "q-conditions-awc": "1"}
    )
    asked = client.get(links["Day, adverse weather, target in a built-up area"])
    conditions = asked.context["question"].form.spec().conditions
    assert (conditions.light.value, conditions.awc, conditions.target_built_up) == ("day", True, True)
    over = client.get(links["LFA – large forest"]).context["question"].form.spec()
    assert (over.ground.value, over.night) == ("LFA", False)


def test_the_armies_of_the_ground_are_asked_about(client: Client) -> None:
    store_example(get_ruleset("mbt2020"))
    tree = html.fromstring(
        client.get(reverse(PAGE, args=["mbt2020"]), {"seed": "3", "own": "example-mbt2020"}).content.decode()
    )
    links = tree.xpath("//ul[@class='field-lookups']//a/@href")
    assert links
    assert {parse_qs(urlsplit(link).query)["army.own"][0] for link in links} == {"example-mbt2020"}
    assert client.get(links[0]).status_code == 200
