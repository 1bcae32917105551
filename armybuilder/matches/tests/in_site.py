"""What the tests of the whole site have to know of games at the table."""

from armybuilder.matches.history.past_games import TALLIES, past_games_of
from armybuilder.matches.log.store import MATCHES
from armybuilder.matches.models import Match, Seat
from tests.route_rows import Row, everybody, holders, owner, owners_token, tokens

ROUTES = (
    Row("matches:in_play", "GET", owner(302), "{army}", example=403),
    Row("matches:scanned", "GET", holders(302), "{token} u2", limit="120 shared"),
    Row("matches:list", "GET", everybody(200)),
    Row("matches:new", "GET", everybody(200), "pebbles", limit="20/60 matches"),
    Row(
        "matches:new", "POST", owner(302, 422), "pebbles", {"own": "{army}", "opposing": "joins"}, limit="20/60 matches"
    ),
    Row("matches:match", "GET", owner(200), "{match}", seats=(200, 200)),
    Row("matches:events", "GET", owner(204), "{match}", seats=(204, 204)),
    Row("matches:news", "GET", owner(204), "{match}", limit="120/2400 news", seats=(204, 204)),
    Row("matches:events", "POST", owner(400), "{match}", limit="240/4800 events", seats=(400, 403)),
    Row(
        "matches:engage",
        "GET",
        owner(200),
        "{match}",
        {"own": "u2", "opposing": "u2"},
        limit="300/1500 engage",
        seats=(200, 200),
    ),
    Row("matches:calculators", "GET", owner(200), "{match}", seats=(200, 200)),
    Row("matches:calculator", "GET", owner(200), "{match} skipping", limit="300/1500 engage", seats=(200, 200)),
    Row(
        "matches:units", "GET", owner(200), "{match}", {"cards": "0:u2"}, limit="120/2400 unit-cards", seats=(200, 200)
    ),
    Row("matches:codes", "GET", owner(200), "{match}", limit="120/2400 unit-cards", seats=(200, 200)),
    Row("matches:device", "GET", owner(200), "{match}", limit="120/2400 unit-cards", seats=(200, 200)),
    Row("matches:unit", "GET", owner(200), "{match} 0 u2", limit="120/2400 unit-cards", seats=(200, 200)),
    Row("matches:room", "GET", owner(200), "{match}", limit="300/1500 engage", seats=(200, 200)),
    Row("matches:map", "GET", owner(200), "{match}", limit="120/2400 unit-cards", seats=(200, 200)),
    Row("matches:delete", "POST", owner(302), "{match}", limit="20/60 matches"),
    Row("matches:restore", "POST", owner(302), "{match}", limit="20/60 matches"),
    Row("matches:code", "GET", holders(200), "{invitation}", limit="120/600 seat-codes"),
    Row("matches:picture", "GET", holders(200), "{invitation}", limit="120/600 seat-codes"),
    Row("matches:match_picture", "GET", owner(200), "{match}", limit="120/600 seat-codes", seats=(200, 200)),
    Row("matches:seats", "GET", owner(200), "{match}", limit="20/200 seats", seats=(200, 403)),
    Row("matches:seats", "POST", owner(302), "{match}", {"seat": "spectator"}, limit="20/200 seats", seats=(403, 403)),
    Row("matches:opponent", "GET", owner(200), "{match}", limit="240/4800 events", seats=(409, 403)),
    Row(
        "matches:opponent",
        "POST",
        owner(302),
        "{match}",
        {"entry": "template/three", "times": "1"},
        limit="240/4800 events",
        seats=(409, 403),
    ),
    Row("matches:follow", "POST", owner(409), "{match}", limit="20/60 matches", seats=(409, 403)),
    Row("matches:verdict", "POST", owner(302), "{match}", {"verdict": "draw"}, limit="20/60 matches", seats=(302, 403)),
    Row("matches:photo", "GET", owner(404), "{match}", seats=(404, 404)),
    Row(
        "matches:change_photo",
        "POST",
        owner(409),
        "{match}",
        {"take_away": "1"},
        limit="30 pictures",
        seats=(409, 403),
    ),
    Row("matches:then", "GET", owner(200), "{match} 0", limit="60/600 match-reports", seats=(200, 200)),
    Row("matches:report", "GET", owner(200), "{match}", limit="60/600 match-reports", seats=(200, 200)),
    Row("matches:report_markdown", "GET", owner(200), "{match}", limit="60/600 match-reports", seats=(200, 200)),
    Row("matches:report_pdf", "GET", owner(200), "{match}", limit="20 print", seats=(200, 200)),
    Row("matches:by_code", "GET", everybody(200), limit="6/20 join-codes"),
    Row("matches:by_code", "POST", everybody(422), sent={"code": "AAAA"}, limit="6/20 join-codes"),
    Row("matches:join", "GET", holders(200), "{invitation}", limit="20/200 seats"),
    Row("matches:join", "POST", holders(302), "{invitation}", limit="20/200 seats"),
    Row("matches:history", "GET", everybody(200), limit="60/600 match-reports"),
    Row("matches:history_csv", "GET", everybody(200), limit="60/600 match-reports"),
    Row("api:matches", "GET", tokens(200), limit="600 api"),
    Row("api:matches_history", "GET", tokens(200), limit="600 api"),
    Row("api:match", "GET", owners_token(200), "{match}", limit="600 api", seats=(200, 200)),
)
"""The addresses of games, for the table of all."""
CREATING = {"matches:join", "matches:new", "matches:opponent", "matches:seats"}
"""The forms that create something."""
OWNED = (Match, Seat)
"""What has an owner."""
CACHES = (MATCHES.cache, TALLIES)
"""What is kept in memory between requests."""
SLOW = (past_games_of,)
"""What takes more than a moment: a history reads the logs of many games."""
WITH_OTHERS = {
    "armybuilder/matches/tests/history/test_history_views.py": (
        "armybuilder/matches/history/bars.py",
        "armybuilder/matches/history/pages.py",
    ),
    "armybuilder/matches/tests/screen/test_current_match.py": ("armybuilder/armies/current_state.py",),
    "armybuilder/matches/tests/log/test_device_match.py": ("armybuilder/matches/in_browser.py",),
    "armybuilder/matches/tests/report/test_match_report.py": ("armybuilder/matches/report/report_views.py",),
    "armybuilder/matches/tests/screen/test_tracker_views.py": (
        "armybuilder/matches/log/store.py",
        "armybuilder/matches/log/seats.py",
        "armybuilder/matches/screen/tracker.py",
    ),
    "armybuilder/matches/tests/screen/test_match_views.py": (
        "armybuilder/matches/log/creation.py",
        "armybuilder/matches/models.py",
    ),
}
"""Test files that reach several modules, and these."""
