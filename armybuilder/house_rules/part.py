"""The sets of house rules as a part of the site."""

from armybuilder.site.parts import Part
from armybuilder.site.rates import Rate

PART = Part(
    app="armybuilder.house_rules",
    urls="armybuilder.house_rules.urls",
    rates={"house-rules": Rate(60)},
    guide_page="house-rules",
    insertions={
        "house rules of an army": "house_rules/in_builder.html",
        "rulings": "house_rules/in_rulings.html",
    },
    browser_templates=("house_rules/in_builder.html",),
    browser_routes=("house_rules:army",),
)
