"""Club evenings as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.club_evenings",
    urls="armybuilder.club_evenings.urls",
    routers=("armybuilder.club_evenings.api.router",),
    rates={"club-evenings": Rate(1200, visitor=120)},  # a club has one address
    guide_page="club-evenings",
    guide_pages={"club-evenings": ("Club evenings", "Pairing players round by round, and the standings for all")},
    insertions={
        "guide: club-evenings": "club_evenings/guide_page.html",
        "beside games in play": "club_evenings/link.html",
    },
    browser_templates=("club_evenings/guide_page.html",),
    browser_routes=("club_evenings:evenings",),
)
