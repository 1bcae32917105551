"""One army against another as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.plans",
    urls="armybuilder.plans.urls",
    rates={"game-plans": Rate(480, visitor=60)},  # two for a plan, three seconds together
    lanes={
        "drawings": frozenset(
            {"plans:armies", "plans:armies_csv", "plans:match_armies", "plans:match_armies_csv", "plans:plan"}
        ),
        "layouts": frozenset({"plans:armies_pdf", "plans:match_armies_pdf"}),
    },
    browser="armybuilder.plans.in_browser",
    browser_templates=("plans/plan.html",),
    browser_routes=("plans:plan",),
    insertions={
        "calculators of a game": "plans/in_calculators.html",
        "doors of a game at the table": "plans/in_match.html",
    },
)
