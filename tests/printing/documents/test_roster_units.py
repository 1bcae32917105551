"""Units that say the same share a row of the roster."""

from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import roster_units as module
from armybuilder.printing.documents.roster_units import Profile, SharedRow, shared_rows
from rulesets.core.forces.force import change_unit
from rulesets.core.play.trackers import Track
from tests.printing.documents.test_roster import html, with_tracks, with_units
from tests.rulesets.described.games import described


def test_the_numbers_of_a_row_are_ranges() -> None:
    profile = Profile("Flint", "", None, (), (), (), "", out=False)
    assert SharedRow(profile, (1, 2, 3, 7, 9, 10), ((),)).number == "1–3, 7, 9–10"


def test_rosters_of_described_games_have_what_their_rows_say() -> None:
    army = LoadedArmy(described("lanes"), described("lanes").demo())
    rows = list(shared_rows(army, army.force.groups[0], full=True))
    assert [[chip.text for chip in row.profile.chips] for row in rows] == [
        ["5 models", "62.5 pts"],
        ["10 models", "145 pts", "drilled"],
        ["2 models", "92 pts"],
    ]


def test_the_statline_is_repeated_after_so_many_lines_of_boxes(pebbles: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LINES", 4)
    for tracks, rows in ((1, 3), (2, 9)):
        army = with_tracks(pebbles, *(Track(f"hp{n}", "HP", 2) for n in range(tracks)))
        army = LoadedArmy(army.ruleset, with_units(army, 33).force)
        force = army.force
        for number, (_, unit) in enumerate(army.force.units()):
            force = change_unit(force, unit.id, name=f"Stone {number}")
        text = html(LoadedArmy(army.ruleset, force))
        assert text.count('<tr class="unit">') == rows
        assert [text.count(f"Stone {number}<") + text.count(f"Stone {number} ") for number in range(33)] == [1] * 33
