"""Games at the table as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.matches",
    urls="armybuilder.matches.urls",
    owned="armybuilder.matches.account.OWNED",
    rates={
        "engage": Rate(1500, visitor=300),
        "events": Rate(4800, visitor=240),
        "match-reports": Rate(600, visitor=60),
        "matches": Rate(60, visitor=20),
        "news": Rate(2400, visitor=120),
        "seat-codes": Rate(600, visitor=120),
        "seats": Rate(200, visitor=20),
    },
    lanes={
        "layouts": frozenset({"matches:report_pdf"}),
        "drawings": frozenset({"matches:match_picture", "matches:new", "matches:picture"}),
    },
    guide_page="playing",
)
