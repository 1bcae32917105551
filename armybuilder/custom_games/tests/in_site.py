"""What the tests of the whole site have to know of custom games."""

from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.custom_games.drafts import GAMES, create_game, save_draft
from armybuilder.custom_games.models import CustomGame, SkeletonJob
from armybuilder.custom_games.tests.documents import changed
from armybuilder.custom_games.versions import publish
from armybuilder.custom_games.views import starter
from armybuilder.jobs import running
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.route_rows import Row, everybody, holders, owner, owners_token, tokens

EDIT = "600 custom-game-edits"
FILE = "60 custom-game-files"
CREATE = "20/60 custom-games"

ROUTES = (
    Row("custom_games:games", "GET", everybody(200)),
    Row("custom_games:begin", "GET", everybody(200), limit=EDIT),
    Row(
        "custom_games:begin",
        "POST",
        everybody(302),
        sent={"do": "questions", "title": "A", "troops": "Riflemen", "points": "1", "way": "hit", "one": "Troop type"},
        limit=f"{EDIT}, {CREATE}",
    ),
    Row("custom_games:first-part", "GET", owner(302), "{custom_game}"),
    Row("custom_games:edit", "GET", owner(200), "{custom_game} game", limit=EDIT),
    Row("custom_games:edit", "POST", owner(302), "{custom_game} game", {"head": 3, "title": "A"}, limit=EDIT),
    Row("custom_games:preview", "POST", owner(200), "{custom_game} game", {"title": "A"}, limit=EDIT),
    Row("custom_games:card", "GET", everybody(404), "{custom_game} 0000"),
    Row("custom_games:new", "POST", everybody(302), limit=CREATE),
    Row("custom_games:import", "GET", everybody(200), limit=FILE),
    Row("custom_games:import", "POST", everybody(400), sent={"text": "["}, limit=FILE),
    Row("custom_games:schema", "GET", everybody(200)),
    Row("custom_games:link", "GET", owner(200), "{custom_game}", limit="30 links"),
    Row("custom_games:link", "POST", owner(302), "{custom_game}", {"do": "new"}, limit="30 links"),
    Row("custom_games:shared", "GET", holders(200), "{token_of_custom_game}", limit="120 shared"),
    Row("custom_games:shared", "POST", holders(302), "{token_of_custom_game}", limit="120 shared, 20/60 custom-games"),
    Row("api:your-games", "GET", tokens(200), limit="600 api"),
    Row("api:your-games", "POST", tokens(201), sent={"title": "Lances"}, limit="20/60 custom-games"),
    Row("api:your-games-check", "POST", everybody(200), sent={"title": "Lances"}, limit=FILE),
    Row("api:your-game", "GET", owners_token(200), "{custom_game}", limit="600 api"),
    Row(
        "api:your-game-versions",
        "POST",
        owners_token(201),
        "{custom_game}",
        {"revision": 3},
        limit="20/60 custom-games",
    ),
    Row("custom_games:newer", "GET", owner(200), "{army_of_version}", limit=EDIT),
    Row("custom_games:newer", "POST", owner(302), "{army_of_version}", {"head": 1}, limit=EDIT),
    Row("custom_games:skeleton", "GET", everybody(200), limit=FILE),
    Row("custom_games:skeleton", "POST", everybody(400), limit=FILE),
    Row("custom_games:skeleton-job", "GET", owner(200), "{skeleton}"),
    Row("custom_games:create-skeleton", "POST", owner(302), "{skeleton}", limit=CREATE),
    Row("custom_games:cancel-skeleton", "POST", owner(303), "{skeleton}"),
    Row("custom_games:game", "GET", owner(200), "{custom_game}"),
    Row("custom_games:save", "POST", owner(302), "{custom_game}", {"head": 3, "document": "{}"}, limit=EDIT),
    Row("custom_games:undo", "POST", owner(302), "{custom_game}", {"head": 3}, limit=EDIT),
    Row("custom_games:redo", "POST", owner(302), "{custom_game}", {"head": 3}, limit=EDIT),
    Row("custom_games:publish", "POST", owner(302), "{custom_game}", {"head": 3}, limit=CREATE),
    Row("custom_games:export", "GET", owner(200), "{custom_game}", limit=FILE),
    Row("custom_games:copy", "POST", owner(302), "{custom_game}", limit=CREATE),
    Row("custom_games:delete", "POST", owner(302), "{custom_game}", limit=EDIT),
    Row("custom_games:restore", "POST", owner(302), "{custom_game}", limit=EDIT),
    Row("custom_games:erase", "POST", owner(302), "{deleted_game}", limit=EDIT),
)
"""The addresses of custom games, for the table of all."""
OWNERS_ALONE = ("custom_games_customgame",)
"""Models that staff neither add nor delete."""
CREATING = {
    "custom_games:begin",
    "custom_games:copy",
    "custom_games:create-skeleton",
    "custom_games:import",
    "custom_games:link",
    "custom_games:new",
    "custom_games:publish",
    "custom_games:shared",
    "custom_games:skeleton",
}
"""The forms that create something."""
OWNED = (CustomGame,)
"""What has an owner."""
JOBS = (SkeletonJob,)
"""Jobs that read files."""
CACHES = (GAMES.cache,)
"""What is kept in memory between requests."""
EMPTY_LISTS: dict[str, tuple[str, list[object]]] = {"custom games": ("custom_games:games", [])}
"""Pages with a list that is empty for visitors who have nothing, by what it lists."""
QUOTA = ("armybuilder.custom_games.creation.MAX_GAMES", "/your-games/new", CustomGame)
"""The limit on how many somebody has, the form that makes one more, and its model."""
WITH_OTHERS = {
    "armybuilder/custom_games/tests/test_views.py": (
        "armybuilder/custom_games/admin.py",
        "armybuilder/custom_games/creation.py",
        "armybuilder/custom_games/templatetags/custom_games.py",
    ),
    "armybuilder/custom_games/tests/skeletons/test_skeleton.py": (
        "armybuilder/custom_games/skeletons/fitting.py",
        "armybuilder/custom_games/skeletons/kinds.py",
        "armybuilder/custom_games/skeletons/remarks.py",
        "armybuilder/custom_games/skeletons/unit_kind.py",
        "armybuilder/custom_games/skeletons/units.py",
        "armybuilder/custom_games/skeletons/unread.py",
    ),
    "armybuilder/custom_games/tests/editor/test_forms.py": (
        "armybuilder/custom_games/editor/naming.py",
        "armybuilder/custom_games/editor/parts.py",
    ),
    "armybuilder/custom_games/tests/editor/test_views.py": (
        "armybuilder/custom_games/editor/outcome.py",
        "armybuilder/custom_games/saving.py",
    ),
    "armybuilder/custom_games/tests/test_skeleton_views.py": ("armybuilder/custom_games/skeleton_jobs.py",),
    "armybuilder/custom_games/tests/test_versions.py": ("armybuilder/custom_games/models.py",),
}
"""Test files that reach several modules, and these."""


def things_of(player: Author, secret: str) -> dict[str, str]:
    """A game with a version and a revision after it."""
    game = create_game(changed(starter(), title=f"{secret} skirmish"), "Started", player)
    version = publish(game, 1)
    save_draft(game, 1, changed(starter(), title=f"{secret} battles"), "Renamed")
    publish(game, 2)
    save_draft(game, 2, changed(starter(), title=f"{secret} wars"), "Renamed")
    ruleset = get_ruleset(version.slug)
    army = create_army(LoadedArmy(ruleset, ruleset.demo().with_ids()), "New army", player)
    report = {
        "document": starter().document | {"title": f"{secret} files"},
        "understood": [],
        "open": [],
        "unread": [],
        "more": 0,
    }
    job = running.order(SkeletonJob(person=running.person_of(player), state=SkeletonJob.State.DONE, report=report))
    token = f"game-{game.pk}"
    CustomGame.objects.filter(pk=game.pk).update(link_token=token)
    deleted = create_game(changed(starter(), title=f"{secret} past"), "Started", player)
    CustomGame.objects.filter(pk=deleted.pk).update(deleted=timezone.now())
    return {
        "skeleton": job.pk,
        "custom_game": game.pk,
        "deleted_game": deleted.pk,
        "army_of_version": army.pk,
        "token_of_custom_game": token,
    }
