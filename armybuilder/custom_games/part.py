"""Games that players describe as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.custom_games",
    urls="armybuilder.custom_games.urls",
    routers=("armybuilder.custom_games.api.router",),
    lanes={
        "uploads": frozenset({"custom_games:import", "custom_games:skeleton"}),
        "drawings": frozenset({"custom_games:edit", "custom_games:preview", "custom_games:skeleton-job"}),
    },
    rates={
        "custom-games": Rate(60, visitor=20),
        "custom-game-edits": Rate(600),
        "custom-game-files": Rate(60),
    },
    guide_page="custom-games",
    guide_pages={
        "custom-games": ("Describing a custom game", "Adding a game that is not listed here, without programming")
    },
    insertions={
        "above an army": "custom_games/in_builder.html",
        "below all games": "custom_games/in_home.html",
        "menu of games": "custom_games/in_menu.html",
        "guide: custom-games": "custom_games/guide_page.html",
        "guide: first-army": "custom_games/in_guide.html",
    },
    browser_templates=(
        "custom_games/guide_page.html",
        "custom_games/in_guide.html",
        "custom_games/in_menu.html",
    ),
    browser_routes=("custom_games:begin", "custom_games:games", "custom_games:schema"),
)
