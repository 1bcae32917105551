"""What quick references, turn guides, scenario sheets and rules of play say, and what each reading changes in them.

Quick references are complete and for the example army. Run as a program
(``python -m tests.stored.sheets``), it makes them anew and writes a file for each game, whose differences show which
words a change has changed: read them before they are committed.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import ndiff
from pathlib import Path

from rulesets.core.battlefields import Changes
from rulesets.core.declarations.house_rules import switches
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.rulesets.sheets import complete_sheet, sheet_for

FOLDER = Path(__file__).parent / "sheets"


def said(sections: Iterable[Section]) -> Iterator[str]:
    """Each title, step, row and line of a sheet."""
    for section in sections:
        yield f"# {section.title}"
        for step in section.flow.steps if section.flow else ():
            ways = "; ".join(f"{way.answer} → {way.to}" for way in step.ways)
            yield f"{section.slug}: {step.slug}: {step.text} ({ways})"
        for zone in section.zones:
            yield f"{section.slug}: {zone.words}"
        for table in section.tables:
            yield " | ".join((f"{section.slug}: {table.title}", *(column.heading for column in table.columns)))
            for row in table.rows:
                yield f"{section.slug}: {' | '.join(cell.text for cell in row)}"
            if table.note:
                yield f"{section.slug}: {table.note}"
        for line in section.lines:
            yield f"{section.slug}: {line.term}: {line.text}"


def sheets(game: AnyRuleset, *readings: tuple[str, str]) -> dict[str, list[str]]:
    """What is said under these readings: on the complete sheet, on that of the example army, in play."""
    army = game.context(replace(game.demo(), house_rules=readings))
    texts = {
        "complete": [*said(complete_sheet(game, *readings))],
        "example": [*said(sheet_for(game, army))],
        "turn": [
            f"{segment.title} ({segment.rule}): {line.term}: {line.text}"
            for segment in (game.play.sequence(army.house) if game.play else ())
            for line in segment.lines
        ],
        "rules of play": [f"{rule.id} ({rule.cite}): {rule.sentence_under(army.house)}" for rule in game.play_rules],
    }
    if game.surveyor is not None:
        field = game.surveyor.make(game.surveyor.question(), 1, Changes(), army.house)
        texts["setting up"] = [*said(field.setting_up)]
    return texts


def snapshot(game: AnyRuleset) -> dict[str, dict[str, list[str]]]:
    """The texts under our defaults, and the lines that each other reading takes away and adds."""
    default = sheets(game)
    found = {"default": default}
    for switch, ruling in switches(game.rulings).items():
        for key in ruling.keys:
            if key != ruling.default:
                found[f"{switch}={key}"] = {
                    name: [line for line in ndiff(default[name], lines) if line[0] in "+-"]
                    for name, lines in sheets(game, (switch, key)).items()
                }
    return found


def file_of(game: AnyRuleset) -> Path:
    """Where the sheets of a game are stored."""
    return FOLDER / f"{game.slug}.json"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in all_rulesets():
        if each.slug in (sys.argv[1:] or [each.slug]):
            file_of(each).write_text(f"{json.dumps(snapshot(each), ensure_ascii=False, indent=1)}\n")
