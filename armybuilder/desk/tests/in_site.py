"""What the tests of the whole site have to know of the desk."""

from typing import Any

from django.test import Client

from armybuilder.desk.files import read_battle
from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.site.claims import Author
from tests.route_rows import Row, everybody, holders, owner, owners_token, tokens

PIECE = DESK.board(DESK.demo()).pieces[0].id

ROUTES = (
    Row("desk:battles", "GET", everybody(200), GAME.slug),
    Row("desk:new", "POST", everybody(302), GAME.slug, {"force-1": "try-0", "force-2": "try-1"}, limit="20 battles"),
    Row("desk:demo", "POST", everybody(302), GAME.slug, limit="20 battles"),
    Row("desk:import", "GET", everybody(200), GAME.slug, limit="60 battle-files"),
    Row("desk:import", "POST", everybody(400), GAME.slug, {"text": "{}"}, limit="60 battle-files"),
    Row("desk:battle", "GET", owner(200), "{battle}"),
    Row("desk:link", "GET", owner(200), "{battle}", limit="30 links"),
    Row("desk:link", "POST", owner(302), "{battle}", {"do": "new"}, limit="30 links"),
    Row("desk:watch", "GET", holders(200), "{token_of_battle}", limit="120 shared"),
    Row("desk:head", "GET", holders(200), "{token_of_battle}", {"since": 0}),
    Row(
        "desk:place",
        "POST",
        owner(302),
        "{battle}",
        {"seen": 2, "subject": "piece", "id": PIECE, "tile": "5:0"},
        limit="600 desk",
    ),
    Row("desk:paint", "POST", owner(302), "{battle}", {"seen": 2, "tiles": "3:3,4:3", "sign": "#"}, limit="600 desk"),
    Row("desk:edit", "GET", owner(200), f"{{battle}} {DESK.edits[0].slug}", limit="600 desk"),
    Row("desk:edit", "POST", owner(302), f"{{battle}} {DESK.edits[0].slug}", {"seen": 2}, limit="600 desk"),
    Row(
        "desk:orders",
        "POST",
        owner(200),
        "{battle}",
        {"seen": 2, "orders": "", "do": "check"},
        limit="600 desk, 60 desk-checks",
    ),
    Row("desk:play", "POST", owner(302), "{battle}", {"seen": 2}, limit="600 desk"),
    Row("desk:back", "POST", owner(302), "{battle}", {"seen": 2}, limit="600 desk"),
    Row("desk:finish", "GET", owner(200), "{battle}", limit="600 desk"),
    Row("desk:finish", "POST", owner(422), "{battle}", {"seen": 2, "seed": 1}, limit="600 desk"),
    Row("desk:undo", "POST", owner(302), "{battle}", {"seen": 2}, limit="600 desk"),
    Row("desk:redo", "POST", owner(302), "{battle}", {"seen": 2}, limit="600 desk"),
    Row("desk:report", "GET", owner(200), "{battle} 1"),
    Row("desk:report_file", "GET", owner(200), "{battle} 1", limit="60 battle-files"),
    Row("desk:sheets", "GET", owner(200), "{battle}"),
    Row("desk:map_svg", "GET", owner(200), "{battle}", limit="60 battle-pictures"),
    Row("desk:map_png", "GET", owner(200), "{battle}", limit="60 battle-pictures"),
    Row("desk:print", "GET", owner(200), "{battle}", limit="20 print"),
    Row("desk:export", "GET", owner(200), "{battle}", limit="60 battle-files"),
    Row("desk:copy", "POST", owner(302), "{battle}", limit="20 battles"),
    Row("desk:delete", "POST", owner(302), "{battle}", limit="600 desk"),
    Row("desk:restore", "POST", owner(302), "{battle}", limit="600 desk"),
    Row("api:battles", "GET", tokens(200), limit="600 api"),
    Row("api:battle", "GET", owners_token(200), "{battle}", limit="600 api"),
    Row("api:battle-report", "GET", owners_token(200), "{battle} 1", limit="600 api"),
    Row("api:watched", "GET", holders(200), "{token_of_battle}", limit="120 shared"),
    Row("api:battle-picture", "GET", holders(200), "{token_of_battle} svg", limit="60 battle-pictures"),
)
"""The addresses of the desk, for the table of all."""
OWNERS_ALONE = ("desk_battle",)
"""Models that staff neither add nor delete."""
CREATING = {"desk:copy", "desk:demo", "desk:import", "desk:link", "desk:new"}
"""The forms that create something."""
OWNED = (Battle,)
"""What has an owner."""
CACHES = (BATTLES.cache,)
"""What is kept in memory between requests."""
SLOW = (read_battle,)
"""What takes more than a moment."""
EARLIER = {"desk.0002_revisable", "desk.0004_players_link"}
"""Migrations from before it was looked at whether the version before them runs on."""
EMPTY_LISTS = {"battles": ("desk:battles", [GAME])}
"""Pages with a list that is empty for visitors who have nothing, by what it lists."""


QUOTA = ("armybuilder.desk.views.MAX_BATTLES", f"/{GAME.slug}/desk/demo", Battle)
"""The limit on how many somebody has, the form that makes one more, and its model."""


def things_of(player: Author, secret: str) -> dict[str, str]:
    """A battle that is shown to whoever has its link."""
    battle = create_battle(GAME, DESK.demo(), "Example battle", player)
    token = f"shown-{battle.pk}"
    Battle.objects.filter(pk=battle.pk).update(name=f"{secret} hill", link_token=token)
    BATTLES.save(battle, 1, DESK.give_orders(BATTLES.load_head(battle), DESK.demo_orders, 7), "Orders")
    return {"battle": battle.pk, "token_of_battle": token}


def visit_stored(alice: Client, expected: dict[str, Any]) -> dict[str, Any]:
    """The battles of a database of before, seen by their owner."""
    return {
        "battles": {
            key: {
                "file": alice.get(f"/desk/{key}/export").json(),
                "report": alice.get(f"/desk/{key}/report/1/download").text,
            }
            for key in expected["battles"]
        }
    }


STORED = ("battles",)
"""What ``visit_stored`` returns."""
WITH_OTHERS = {
    "armybuilder/desk/tests/test_playing.py": (
        "armybuilder/desk/board.py",
        "armybuilder/desk/page.py",
    ),
    "armybuilder/desk/tests/test_views.py": (
        "armybuilder/desk/access.py",
        "armybuilder/desk/admin.py",
        "armybuilder/desk/files.py",
        "armybuilder/desk/models.py",
    ),
}
"""Test files that reach several modules, and these."""
