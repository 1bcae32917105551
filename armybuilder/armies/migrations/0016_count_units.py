"""Count the units of each revision, including rows that stand for several."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.revisions.store import plain_document
from rulesets.core.declarations.codec import CodecError
from rulesets.core.force_document import decode_force
from rulesets.registry import all_rulesets


def count_units(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Count anew in games where a row may stand for several; a state that the game cannot read keeps its number."""
    revisions = apps.get_model("armies", "Revision").objects
    for ruleset in all_rulesets():
        if ruleset.unit_size is None:
            continue
        for revision in revisions.filter(army__ruleset=ruleset.slug).only("units", "document").iterator():
            try:
                force = decode_force(ruleset, plain_document(revision.document))
            except CodecError:
                continue
            revisions.filter(pk=revision.pk).update(units=LoadedArmy(ruleset, force).unit_count)


class Migration(migrations.Migration):
    dependencies = [("armies", "0015_game_of_import")]
    operations = [migrations.RunPython(count_units, migrations.RunPython.noop)]
