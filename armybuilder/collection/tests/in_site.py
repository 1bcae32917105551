"""What the tests of the whole site have to know of collections."""

from armybuilder.collection.models import CollectionRow
from armybuilder.site.claims import Author
from tests.route_rows import Row, everybody, owner, owners_token, tokens

LIMIT = "120 collection"
SENT = {"row-TOTAL_FORMS": 0, "row-INITIAL_FORMS": 0}

ROUTES = (
    Row("collection:shelf", "GET", everybody(200), "pebbles", limit=LIMIT),
    Row("collection:shelf", "POST", everybody(302), "pebbles", SENT, limit=LIMIT),
    Row("collection:others", "POST", everybody(302), "pebbles", {"also": "on"}, limit=LIMIT),
    Row("collection:shelf_csv", "GET", everybody(200), "pebbles", limit=LIMIT),
    Row("collection:missing", "GET", everybody(200), "pebbles", limit=LIMIT),
    Row("collection:missing_csv", "GET", everybody(200), "pebbles", limit=LIMIT),
    Row("collection:missing_pdf", "GET", owner(200), "pebbles", limit="20 print"),
    Row("collection:photo", "GET", owner(200), "pebbles stone {shelf_entry}", limit=LIMIT),
    Row("collection:photo_file", "GET", owner(404), "pebbles stone {shelf_entry}"),
    Row(
        "collection:change_photo",
        "POST",
        owner(302),
        "pebbles stone {shelf_entry}",
        {"take_away": "1"},
        limit="30 pictures",
    ),
    Row("api:collection", "GET", tokens(200), "pebbles", limit=LIMIT),
    Row("api:models", "PUT", owners_token(200), "pebbles stone {entry}", {"count": 3}, limit=LIMIT),
)
"""The addresses of collections, for the table of all."""
OWNED = (CollectionRow,)
"""What has an owner."""


def things_of(player: Author, secret: str) -> dict[str, str]:
    """Two rows of the player's, one of them of an entry that nobody else has."""
    entry = f"flint-{player.key}"
    for key in ("flint", entry):
        CollectionRow.objects.create(
            ruleset="pebbles", kind="stone", key=key, count=7, note=f"{secret} box", **player.columns
        )
    return {"shelf_entry": entry}
