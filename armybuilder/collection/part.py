"""The collections as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.collection",
    urls="armybuilder.collection.urls",
    routers=("armybuilder.collection.api.router",),
    rates={"collection": Rate(120)},
    lanes={
        "uploads": frozenset({"collection:change_photo"}),
        "drawings": frozenset({"collection:missing", "collection:missing_csv"}),
        "layouts": frozenset({"collection:missing_pdf"}),
    },
    guide_page="collection",
    guide_pages={"collection": ("Your collection", "Entering the models you have, and building armies from them")},
    insertions={
        "guide: collection": "collection/guide_page.html",
        "menu of an army": "collection/in_builder.html",
        "models in the catalogue": "collection/in_catalogue.html",
        "pages of a game": "collection/in_game_nav.html",
    },
    browser_templates=("collection/guide_page.html",),
    browser_routes=("collection:shelf",),
)
