"""Shapes are filled from models and core's values."""

from datetime import UTC, datetime

from armybuilder.api.shapes import ArmyLine, GameName, JobShape
from armybuilder.armies.models import Army
from armybuilder.printing.models import PrintJob
from rulesets.registry import get_ruleset

MOMENT = datetime(2026, 5, 4, 3, 2, tzinfo=UTC)


def test_lines_of_lists_are_filled_from_models():
    line = ArmyLine.from_orm(Army(pk="a1", ruleset="mbt2020", head=3, updated=MOMENT, archived=MOMENT, folder="Old"))
    assert line.model_dump() == {
        "id": "a1",
        "game": "mbt2020",
        "name": "Unnamed army",
        "updated": "2026-05-04T03:02:00+00:00",
        "revision": 3,
        "folder": "Old",
        "archived": True,
    }


def test_only_a_finished_document_has_a_file():
    jobs = [PrintJob(pk="j1", army_id="a1", state=state) for state in (PrintJob.State.RUNNING, PrintJob.State.DONE)]
    assert [JobShape.from_orm(job).file for job in jobs] == [None, "/api/v1/armies/a1/documents/j1/file"]


def test_a_game_is_filled_from_its_ruleset():
    name = GameName.from_orm(get_ruleset("mbt2020"))
    assert (name.game, name.words["unit"]) == ("mbt2020", "stand")
