"""A battle that was stored by an earlier version loads, replays and reads as it did then."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulesets.core.cards import Ink
from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk import DESK

STORED: dict[str, Any] = json.loads((Path(__file__).parent / "stored" / "battle.json").read_text(encoding="utf-8"))


def test_a_stored_battle_is_written_as_it_was_stored() -> None:
    assert DESK.write(DESK.read(STORED["battle"])) == STORED["battle"]


def test_every_stored_phase_replays_to_the_same_record() -> None:
    stored = DESK.read(STORED["battle"])
    for number, played in enumerate(stored.rounds, 1):
        for place, record in enumerate(played.records):
            before = replace(played, orders=record.orders, records=played.records[:place])
            again = DESK.play_phase(replace(stored, rounds=(*stored.rounds[: number - 1], before), aftermath=None))
            assert again.rounds[-1].records[-1] == replace(record, amendments=())
    assert stored.aftermath is not None
    ended = DESK.finish(
        replace(stored, aftermath=None),
        DESK.ending(stored.aftermath.ending, stored.aftermath.won),
        stored.aftermath.seed,
    )
    assert ended == stored


def test_the_reports_and_the_map_of_a_stored_battle_read_as_they_did() -> None:
    stored = DESK.read(STORED["battle"])
    assert [DESK.report(stored, number, ReportForm.BBCODE, True) for number in (1, 2, 0)] == STORED["reports"]
    assert DESK.draw(stored, True, Ink.MONO, ()) == STORED["map"]
