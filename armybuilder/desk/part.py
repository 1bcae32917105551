"""The game master's desk as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.desk",
    urls="armybuilder.desk.urls",
    routers=("armybuilder.desk.api.battles", "armybuilder.desk.api.pictures"),
    rates={
        "battle-files": Rate(60),
        "battle-pictures": Rate(60),
        "battles": Rate(20),
        "desk": Rate(600),
        "desk-checks": Rate(60),
    },
    lanes={
        "uploads": frozenset({"desk:import"}),
        "layouts": frozenset({"desk:print"}),
        "drawings": frozenset({"api:battle-picture", "desk:map_png"}),
    },
    guide_page="playing",
    insertions={
        "guide: playing": "desk/in_guide.html",
        "at the table": "desk/at_the_table.html",
        "pages of a game": "desk/in_game_nav.html",
    },
    browser_templates=("desk/in_guide.html",),
)
