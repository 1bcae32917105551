"""What the tests of the whole site have to know of club evenings."""

from armybuilder.club_evenings.models import Evening, Pairing, Place
from armybuilder.club_evenings.playing import add_players, start
from armybuilder.site.claims import Author
from tests.route_rows import Row, everybody, holders, owner, owners_token, tokens

LIMIT = "120/1200 club-evenings"

ROUTES = (
    Row("club_evenings:evenings", "GET", everybody(200), limit=LIMIT),
    Row("club_evenings:evenings", "POST", everybody(302), sent={"name": "Friday"}, limit=LIMIT),
    Row("club_evenings:evening", "GET", holders(200), "{token_of_evening}", limit=LIMIT),
    Row("club_evenings:join", "POST", holders(302), "{token_of_evening}", {"name": "Ann"}, limit=LIMIT),
    Row("club_evenings:leave", "POST", holders(302), "{token_of_evening}", limit=LIMIT),
    Row("club_evenings:change", "POST", owner(302), "{token_of_evening}", {"do": "start"}, limit=LIMIT),
    Row(
        "club_evenings:result",
        "POST",
        owner(302),
        "{token_of_evening}",
        {"pairing": "{pairing}", "verdict": "first"},
        limit=LIMIT,
    ),
    Row("api:evenings", "GET", tokens(200), limit=LIMIT),
    Row("api:evening", "GET", holders(200), "{token_of_evening}", limit=LIMIT),
    Row(
        "api:evening-result",
        "PUT",
        owners_token(200),
        "{token_of_evening} 1 1",
        {"verdict": "first"},
        limit=LIMIT,
    ),
)
"""The addresses of club evenings, for the table of all."""
CREATING = {"club_evenings:evenings", "club_evenings:join"}
"""The forms that create something."""
OWNED = (Evening, Place)
"""What has an owner."""
EMPTY_LISTS: dict[str, tuple[str, list[object]]] = {"club evenings": ("club_evenings:evenings", [])}
"""Pages with a list that is empty for visitors who have nothing, by what it lists."""
QUOTA = ("armybuilder.club_evenings.views.MAX_EVENINGS", "/evenings/", Evening)
"""The limit on how many somebody has, the form that makes one more, and its model."""
WITH_OTHERS = {
    "armybuilder/club_evenings/tests/test_views.py": (
        "armybuilder/club_evenings/access.py",
        "armybuilder/club_evenings/forms.py",
        "armybuilder/club_evenings/page.py",
    ),
    "armybuilder/club_evenings/tests/test_playing.py": ("armybuilder/club_evenings/models.py",),
}
"""Test files that reach several modules, and these."""


def things_of(player: Author, secret: str) -> dict[str, str]:
    """An evening that has started."""
    evening = Evening.objects.create(name=f"{secret} Friday", **player.columns)
    add_players(evening, ["Ann", "Ben", "Cleo", "Dan"])
    start(evening)
    pairing = Pairing.objects.filter(evening=evening).first()
    assert pairing is not None
    return {"token_of_evening": evening.pk, "pairing": str(pairing.pk)}
