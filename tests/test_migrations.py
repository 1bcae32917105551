"""While a new version is rolled out the one before runs beside it, on the new tables: it has to be able to."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import Any

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import create_army
from armybuilder.printing.models import PrintJob
from armybuilder.site.claims import Author
from rulesets.registry import all_rulesets
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.of_parts import of_parts

EARLIER = {
    "armies.0002_library",
    "armies.0004_indexed",
    "armies.0005_settled",
    "armies.0007_revisable",
    "catalogue.0002_own_entries",
    "matches.0002_ids_in_the_army",
    "matches.0004_battlefield",
    "matches.0005_follows",
    "printing.0002_print_setups",
    "printing.0003_laid_out_and_person",
    "printing.0004_browser_and_address",
    "printing.0005_file",
    "sharing.0003_blanks",
    *chain(*of_parts("EARLIER")),
}
"""Migrations from before this was looked at."""
GOES_AWAY = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
"""What the running version asks for is not there afterwards.

Take a field or model out of the state alone (``SeparateDatabaseAndState``), its column with a default of the
database's; drop it there, by SQL, with the version after.
"""


def needs_a_value(field: models.Field[Any, Any]) -> bool:
    """Whether a row cannot be added by who does not know the field."""
    return not (field.many_to_many or field.null or field.has_db_default())


def breaks(operations: Iterable[Operation], app: str, state: ProjectState) -> Iterator[str]:
    """What of these operations the version before cannot work with."""
    for each in operations:
        if isinstance(each, migrations.SeparateDatabaseAndState):
            yield from breaks(each.database_operations, app, state)
        elif isinstance(each, GOES_AWAY):
            yield each.describe()
        elif isinstance(each, migrations.AddField | migrations.AlterField) and needs_a_value(each.field):
            model = state.models.get((app, each.model_name_lower))  # none where the table itself is new
            before = model.fields.get(each.name) if model else each.field
            if before is None or not needs_a_value(before):
                yield f"{each.describe()} without db_default"


def test_the_running_version_works_on_with_the_tables_of_the_next() -> None:
    loader = MigrationLoader(None)
    ours = [key for key in loader.graph.nodes if apps.get_app_config(key[0]).name.startswith("armybuilder.")]
    assert len(ours) > 20
    broken = {
        ".".join(key): told
        for key in ours
        if (told := [*breaks(loader.graph.nodes[key].operations, key[0], loader.project_state(key, at_end=False))])
    }
    assert {name: told for name, told in broken.items() if name not in EARLIER} == {}
    assert set(broken) == EARLIER


def test_what_breaks_is_recognised() -> None:
    state = ProjectState()
    fields: dict[str, models.Field[Any, Any]] = {
        "id": models.AutoField(primary_key=True),
        "old": models.IntegerField(null=True),
    }
    state.add_model(ModelState("shore", "Pile", fields))
    number, free = models.IntegerField(default=1), models.IntegerField(null=True)
    add, alter, apart = migrations.AddField, migrations.AlterField, migrations.SeparateDatabaseAndState
    remove = migrations.RemoveField("pile", "old")
    refused = [
        remove,
        migrations.RenameField("pile", "old", "new"),
        migrations.DeleteModel("pile"),
        migrations.RenameModel("pile", "heap"),
        migrations.AlterModelTable("pile", "heap"),
        add("pile", "new", number),
        alter("pile", "old", number),
        apart(database_operations=[remove]),
    ]
    for operation in refused:
        assert len([*breaks([operation], "shore", state)]) == 1, operation
    allowed = [
        add("pile", "new", free),
        add("pile", "new", models.IntegerField(db_default=1)),
        add("pile", "new", models.ManyToManyField("pile")),
        alter("pile", "old", models.BigIntegerField(null=True)),
        apart(state_operations=[remove]),
        migrations.CreateModel("heap", [("id", models.AutoField(primary_key=True))]),
    ]
    assert [*breaks([*allowed, add("heap", "new", number)], "shore", state)] == []


@pytest.mark.django_db
def test_a_version_from_before_files_orders_prints(make_army: Callable[[], Army]) -> None:  # noqa: F811
    before = MigrationLoader(None).project_state(("printing", "0004_browser_and_address")).apps
    before.get_model("printing", "PrintJob").objects.create(army_id=make_army().pk, revision=1, choices={})
    assert PrintJob.objects.get().file == ""


@pytest.mark.django_db
def test_saved_states_have_their_units_counted_anew(author: Author) -> None:
    game = next(each for each in all_rulesets() if each.unit_size is not None)
    loaded = LoadedArmy(game, game.demo())
    army = create_army(loaded, "New army", author)
    Revision.objects.update(units=loaded.row_count)
    import_module("armybuilder.armies.migrations.0016_count_units").count_units(apps, None)
    assert Revision.objects.get(army=army).units == loaded.unit_count > loaded.row_count
