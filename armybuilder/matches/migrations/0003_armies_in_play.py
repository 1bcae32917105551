"""The boxes ticked on the page of an army in play become a game of that army alone, in which they stand."""

import json
import secrets
import zlib
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

TABLE = "play_inplay"


def plain(value: Any) -> Any:
    """A JSON column as its database gives it."""
    return json.loads(value) if isinstance(value, str) else value


def take_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A game for what is ticked now, and an ended one for what was cleared last."""
    connection = schema_editor.connection
    if TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT army_id, state, before FROM play_inplay")
        rows = cursor.fetchall()
    for army_id, state, before in rows:
        for played, ended in ((plain(before), True), (plain(state), False)):
            if played.get("ticks") or played.get("out"):
                begin(apps, army_id, played, ended)
    schema_editor.execute(f"DROP TABLE {TABLE}")


def begin(apps: Apps, army_id: str, played: dict[str, Any], ended: bool) -> None:
    """A game of an army, at whose start it stands as it was ticked."""
    army = apps.get_model("armies", "Army").objects.get(pk=army_id)
    head = apps.get_model("armies", "Revision").objects.get(army=army, number=army.head)
    force = json.loads(zlib.decompress(head.document))
    side = {bearer: dict(tracks) for bearer, tracks in played.get("ticks", {}).items()}
    for bearer in played.get("out", ()):
        side.setdefault(bearer, {})["out-of-play"] = [1]
    now, owner = timezone.now(), {"owner": army.owner, "claim_hash": army.claim_hash}
    match = apps.get_model("matches", "Match").objects.create(
        id=secrets.token_urlsafe(12),
        ruleset=army.ruleset,
        name=army.name,
        house_rules=force.get("house_rules", {}),
        numbers=[{}, {}],
        ended=ended,
        updated=now,
        **owner,
    )
    apps.get_model("matches", "MatchForce").objects.create(
        match=match, side=0, name=army.name, document=head.document, army=army.pk, revision=army.head
    )
    apps.get_model("matches", "Seat").objects.create(
        match=match,
        side=0,
        invitation=secrets.token_urlsafe(16),
        token=secrets.token_urlsafe(16),
        taken=now,
        **owner,
    )
    standing = {
        "sides": [side, {}],
        "conditions": {},
        "turn": 1,
        "segment": 0,
        "ended": ended,
        "waiting": [],
        "undone": [],
    }
    apps.get_model("matches", "MatchRevision").objects.create(
        match=match, number=1, document=zlib.compress(json.dumps(standing).encode()), summary="Start", created=now
    )


class Migration(migrations.Migration):
    """Takes over the table of an app that is no more."""

    dependencies = [("matches", "0002_ids_in_the_army"), ("armies", "0007_revisable")]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
