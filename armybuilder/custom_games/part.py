"""Games that players describe as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.custom_games",
    urls="armybuilder.custom_games.urls",
    routers=("armybuilder.custom_games.api.router",),
    owned="armybuilder.custom_games.account.OWNED",
    lanes={"uploads": frozenset({"custom_games:import"})},
    rates={
        "custom-games": Rate(60, visitor=20),
        "custom-game-edits": Rate(600),
        "custom-game-files": Rate(60),
    },
    insertions={"above an army": "custom_games/in_builder.html"},
)
