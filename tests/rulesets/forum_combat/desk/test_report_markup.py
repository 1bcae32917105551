"""Reports in each markup, in which players' words are harmless."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.combat import Combat
from rulesets.systems.forum_combat.desk.report import round_report
from rulesets.systems.forum_combat.desk.round_edits import SetHealth
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, give_orders
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.test_report import CASE, battle
from tests.rulesets.forum_combat.desk.test_resolution import Written, write_dice

__all__ = ["battle", "write_dice"]

HOSTILE = 'x[/b] [url=//e]<script>alert("1")</script> **b** _i_ `c` #h | a\\*c\\* &lt; \n\n# head\n- item'


BBCODE = """[b]Ridge, round 1[/b]

[b]Command resolution[/b]
• Hero 1 used Take Aim on Alpha: 1 CP, 1 left.

[b]Shooting[/b]
• Alpha fired at Reavers: 2 dice, 1 hit, 1 wound, 1 saved.
    [i]Bolt-Action Rifle, to hit 3+: 3 2 (1)[/i]
    [i]Bolt-Action Rifle, to wound 3+: 3 (1)[/i]
    [i]Saves 6+: 6 (1)[/i]

[b]Melee[/b]
• Nothing happened.

[b]Movement[/b]
• Nothing happened.

[b]Morale and objectives[/b]
• Mast: CON 4 for the players, 0 for the enemy, taken by players.

[b]Carried forward[/b]
• Alpha: 3 of 3 standing.
• Reavers: 1 of 1 standing.
• Hero 1: 1 of 2 CP.
• Mast: held by players.
"""


def without_rulings(text: str) -> str:
    return re.split(r"(?:\[b\]|### |\*\*|<h3>|<p><strong>)Rulings", text)[0]


def test_bbcode_short_and_full(battle: BattleRecord) -> None:
    assert without_rulings(DESK.report(battle, 1, ReportForm.BBCODE, True)) == BBCODE + "\n"
    short = "\n".join(line for line in BBCODE.split("\n") if not line.startswith("    "))
    assert without_rulings(DESK.report(battle, 1, ReportForm.BBCODE, False)) == short + "\n"


def test_markdown_short_and_full(battle: BattleRecord) -> None:
    full = without_rulings(DESK.report(battle, 1, ReportForm.MARKDOWN, True))
    assert full.split("\n")[:13] == [
        "## Ridge, round 1",
        "",
        "### Command resolution",
        "",
        "- Hero 1 used Take Aim on Alpha: 1 CP, 1 left.",
        "",
        "### Shooting",
        "",
        "- Alpha fired at Reavers: 2 dice, 1 hit, 1 wound, 1 saved.",
        r"  - Bolt-Action Rifle, to hit 3\+: 3 2 (1)",
        r"  - Bolt-Action Rifle, to wound 3\+: 3 (1)",
        r"  - Saves 6\+: 6 (1)",
        "",
    ]
    short = without_rulings(DESK.report(battle, 1, ReportForm.MARKDOWN, False))
    assert short == "".join(line for line in full.splitlines(keepends=True) if not line.startswith("  - "))


def test_html_short_and_full(battle: BattleRecord) -> None:
    full = without_rulings(DESK.report(battle, 1, ReportForm.HTML, True))
    assert full.startswith("<h2>Ridge, round 1</h2><h3>Command resolution</h3><ul><li>Hero 1 used Take Aim on Alpha")
    dice = (
        "<ul><li>Bolt-Action Rifle, to hit 3+: 3 2 (1)</li><li>Bolt-Action Rifle, to wound 3+: 3 (1)</li>"
        "<li>Saves 6+: 6 (1)</li></ul>"
    )
    assert full.count(dice) == 1
    assert without_rulings(DESK.report(battle, 1, ReportForm.HTML, False)) == full.replace(dice, "")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert attrs == []

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def hostile(write_dice: Callable[[str], Written]) -> BattleRecord:
    """A battle in which players have written mark-up wherever they may write."""
    write_dice("4 3 1 1 2")
    combat: Combat = battles.combat(CASE)
    squads = tuple(
        replace(squad, pieces=tuple(replace(piece, name=HOSTILE) for piece in squad.pieces)) for squad in combat.squads
    )
    weapons = tuple(replace(entry, name=f"{HOSTILE}{place}") for place, entry in enumerate(combat.weapons))
    abilities = tuple(replace(entry, name=HOSTILE) for entry in combat.abilities)
    combat = replace(combat, name=HOSTILE, squads=squads, weapons=weapons, abilities=abilities)
    battle = battles.play_round(
        give_orders(BattleRecord(combat), "Hero 1: use take-aim on Alpha\n1a: shoot Reavers", 1)
    )
    return DESK.edit("health").apply(battle, SetHealth("1a", 0, HOSTILE[:200]))


def test_bbcode_has_no_tags_of_players(hostile: BattleRecord) -> None:
    text = DESK.report(hostile, 1, ReportForm.BBCODE, True)
    assert set(re.findall(r"\[[^\]]*\]?", text)) == {"[b]", "[/b]", "[i]", "[/i]"}
    assert text.count("x(/b) (url=//e)") >= 4
    assert all(line.startswith(("[b]", "•", "    [i]")) for line in text.split("\n") if line)


def test_markdown_has_no_marks_of_players(hostile: BattleRecord) -> None:
    text = DESK.report(hostile, 1, ReportForm.MARKDOWN, True)
    lines = [line for line in text.split("\n") if line]
    bare = [re.sub(r"^(?:##|###|-|  -) ", "", line) for line in lines]
    assert all(one != line for one, line in zip(bare, lines, strict=True))
    assert re.findall(r"(?<!\\)(?:\\\\)*[`*_{}\[\]<>#+!|~&]", "\n".join(bare)) == []
    assert len([line for line in lines if line.startswith("## ")]) == 1


def test_html_has_no_tags_of_players(hostile: BattleRecord) -> None:
    tags = Tags()
    tags.feed(DESK.report(hostile, 1, ReportForm.HTML, True))
    assert tags.tags == {"h2", "h3", "ul", "li"}
    assert tags.text.count(" ".join(HOSTILE.split())) >= 4


@pytest.mark.parametrize("form", ReportForm)
def test_every_form_tells_the_same(hostile: BattleRecord, form: ReportForm) -> None:
    """Short and full forms have the same lines, the dice and the rulings' words apart."""
    counts = {full: DESK.report(hostile, 1, form, full) for full in (True, False)}
    assert len(counts[True]) > len(counts[False])
    lines = sum(len(section.lines) for section in round_report(hostile, 1).sections if not section.brief)
    found = {"bbcode": "\n• ", "markdown": "\n- ", "html": "<li>"}[form.value]
    assert counts[False].count(found) == lines
