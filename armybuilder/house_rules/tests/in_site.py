"""What the tests of the whole site have to know of the sets of house rules."""

from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.site.claims import Author
from tests.route_rows import Row, everybody, holders, owner

ROUTES = (
    Row("house_rules:sets", "GET", everybody(200), "pebbles", limit="60 house-rules"),
    Row(
        "house_rules:sets",
        "POST",
        everybody(302),
        "pebbles",
        {"name": "A", "rule-wet_stones": "on"},
        limit="60 house-rules",
    ),
    Row("house_rules:change", "POST", owner(302), "pebbles {rules}", {"do": "share"}, limit="60 house-rules"),
    Row("house_rules:shared", "GET", holders(200), "{token_of_rules}", limit="60 house-rules"),
    Row("house_rules:shared", "POST", holders(302), "{token_of_rules}", limit="60 house-rules"),
    Row("house_rules:army", "GET", owner(200), "{army}", example=403, limit="60 house-rules"),
    Row(
        "house_rules:army",
        "POST",
        owner(302),
        "{army}",
        {"do": "keep", "name": "A"},
        example=403,
        limit="60 house-rules",
    ),
)
"""The addresses of the sets, for the table of all."""
CREATING = {"house_rules:army", "house_rules:sets", "house_rules:shared"}
"""The forms that create something."""
OWNED = (HouseRuleSet,)
"""What has an owner."""
QUOTA = ("armybuilder.house_rules.views.MAX_SETS", "/house-rules/pebbles", HouseRuleSet)
"""The limit on how many somebody has, the form that makes one more, and its model."""


def things_of(player: Author, secret: str) -> dict[str, str]:
    """A set of the player's that is shared."""
    rules = HouseRuleSet.objects.create(
        ruleset="pebbles",
        name=f"{secret} set",
        rules={"wet_stones": "on"},
        token=f"given-{player.claim_hash}",
        **player.columns,
    )
    return {"rules": rules.pk, "token_of_rules": rules.token}
