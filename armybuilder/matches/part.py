"""Games at the table as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.matches",
    urls="armybuilder.matches.urls",
    routers=("armybuilder.matches.api.router",),
    rates={
        "engage": Rate(1500, visitor=300),
        "events": Rate(4800, visitor=240),
        "join-codes": Rate(20, visitor=6),
        "match-reports": Rate(600, visitor=60),
        "matches": Rate(60, visitor=20),
        "news": Rate(2400, visitor=120),
        "seat-codes": Rate(600, visitor=120),
        "seats": Rate(200, visitor=20),
    },
    lanes={
        "uploads": frozenset({"matches:change_photo"}),
        "layouts": frozenset({"matches:report_pdf"}),
        "drawings": frozenset(
            {
                "api:matches_history",
                "matches:history",
                "matches:history_csv",
                "matches:map",
                "matches:match_picture",
                "matches:new",
                "matches:picture",
                "matches:room",
            }
        ),
    },
    guide_page="playing",
    guide_pages={"history": ("Results and history", "Who won, how lucky you were, and what your units did")},
    insertions={"a game at the table": "matches/in_game.html", "guide: history": "matches/guide_history.html"},
    browser="armybuilder.matches.in_browser",
    browser_templates=(
        "matches/engage.html",
        "matches/guide_history.html",
        "matches/in_game.html",
        "matches/result.html",
        "matches/results.html",
        "matches/sequence.html",
        "matches/target.html",
        "matches/target_brief.html",
        "matches/target_run.html",
        "matches/target_symbol.html",
        "matches/targets.html",
        "matches/throw.html",
    ),
    browser_routes=(
        "matches:calculator",
        "matches:calculators",
        "matches:engage",
        "matches:history",
        "matches:match",
    ),
)
