import io
import json
import subprocess
import sys
from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from armybuilder.interchange.army_files import write_army
from armybuilder.management.commands.print import _choices, number, parts
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Paper
from rulesets.core.declarations.fields import field_of
from rulesets.core.forces.force import add_group
from tests.printing.pdf_reading import DrawnPage, read
from tests.printing.samples import every_game


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "army.json"
    file.write_text(text)
    return str(file)


def run(*arguments: str) -> tuple[DrawnPage, ...]:
    out = Path(arguments[0]).with_suffix(".pdf")
    call_command("print", *arguments, "-o", str(out))
    return read(out.read_bytes())


@every_game
def test_each_games_example_is_printed(ruleset, tmp_path: Path) -> None:
    file = written(tmp_path, write_army(ruleset.demo()))
    pages = run(
        file,
        "--documents",
        "roster,labels",
        "--paper",
        "letter",
        "--ink",
        "mono",
        "--stock",
        "plain-2in",
        "--turning",
        "long",
    )
    assert {(round(page.width, 1), round(page.height, 1)) for page in pages} == {(215.9, 279.4)}
    # Two-sided parts come first where a side would stay blank.
    assert ["Labels 1/" in page.text for page in pages].count(True) == 1
    assert ["Backs of labels 1/" in page.text for page in pages].count(True) == 1
    assert ["Roster · page 1" in page.text for page in pages].count(True) == 1


def test_the_state_of_a_game_is_refused_as_a_file_is_in_none(tmp_path: Path, pebbles) -> None:
    file = written(tmp_path, write_army(pebbles.demo()))
    with pytest.raises(CommandError, match="A file has no game in progress") as refusal:
        run(file, "--state", "now")
    assert refusal.value.returncode == 2
    assert run(file, "--state", "fresh")


def test_standard_input_to_standard_output(tmp_path: Path, pebbles) -> None:
    """A process of its own, with a game that it knows: the first one registered."""
    from rulesets.registry import all_rulesets

    ruleset = next(game for game in all_rulesets() if game is not pebbles)
    done = subprocess.run(
        [sys.executable, "manage.py", "print", "-", "--documents", "roster", "-o", "-"],
        input=write_army(ruleset.demo()).encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"%PDF-")
    assert done.stderr == b""
    assert len(read(done.stdout)) >= 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ruleset": "chess"}, "ruleset: give a game of this site"),
        ({"groups": 5}, "groups: give a list of piles, not a whole number"),
        ({"extra": 1}, "extra: there is no such field"),
    ],
)
def test_a_bad_file_is_told_with_its_place(change: dict[str, object], message: str, tmp_path: Path, pebbles) -> None:
    data = json.loads(write_army(pebbles.demo())) | change
    file = written(tmp_path, json.dumps(data))
    with pytest.raises(CommandError) as refusal:
        run(file)
    assert refusal.value.returncode == 2
    assert str(refusal.value).startswith(message)
    assert not Path(file).with_suffix(".pdf").exists()


def test_files_that_cannot_be_read_or_written(tmp_path: Path, pebbles) -> None:
    with pytest.raises(CommandError, match="No such file") as refusal:
        call_command("print", str(tmp_path / "none.json"), "-o", str(tmp_path / "x.pdf"))
    assert refusal.value.returncode == 2
    file = written(tmp_path, write_army(pebbles.demo()))
    with pytest.raises(CommandError, match="No such file") as refusal:
        call_command("print", file, "--documents", "roster", "-o", str(tmp_path / "no" / "x.pdf"))
    assert refusal.value.returncode == 2


def test_nothing_to_print_is_told(tmp_path: Path, pebbles) -> None:
    force = add_group(pebbles.new_force("Bare"), "Heap", pebbles.group())
    file = written(tmp_path, write_army(force))
    with pytest.raises(CommandError, match="Add pebbles first") as refusal:
        call_command("print", file, "--documents", "cards", "-o", str(tmp_path / "x.pdf"))
    assert refusal.value.returncode == 2


def test_unknown_parts_are_refused(tmp_path: Path, pebbles) -> None:
    file = written(tmp_path, write_army(pebbles.demo()))
    for documents in ("roster,posters", ",", ""):
        with pytest.raises(CommandError, match="should be some of roster,cards,dashboards,qrs,labels,strips,tokens,"):
            call_command("print", file, "--documents", documents, "-o", str(tmp_path / "x.pdf"))
    assert parts("roster, cards") == ("roster", "cards")
    assert _choices({"documents": ("cards", "roster")}).parts == ("roster", "cards")


@pytest.mark.parametrize(("field", "text", "stored"), [("start", "4", 4), ("nudge_right", "-0.5", -5)])
def test_numbers_are_read_as_their_field_wants(field: str, text: str, stored: int) -> None:
    assert number(field_of(PrintOptions, field))(text) == stored
    with pytest.raises(ArgumentTypeError, match=r"^enter a number"):
        number(field_of(PrintOptions, field))("99999")


def test_a_number_that_does_not_fit_is_refused_as_on_the_form() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^enter a number with at most 1 decimal$"):
        number(field_of(PrintOptions, "nudge_right"))("0.25")


def test_unknown_choices_end_with_code_two(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "print", "-", "--paper", "a7", "-o", "-"], input=b"{}", capture_output=True
    )
    assert done.returncode == 2
    assert b"--paper" in done.stderr


def test_options_become_choices() -> None:
    options = {
        "documents": ("labels",),
        "paper": "letter",
        "ink": "saver",
        "turning": "short",
        "card_size": "tarot",
        "stock": "plain-2in",
        "scope": "complete",
    }
    choices = _choices(options | {"start": 3})
    assert (choices.parts, choices.start) == (("labels",), 3)
    assert (choices.roster, choices.labels) == (False, True)
    assert choices.paper is Paper.LETTER
    assert _choices(options | {"documents": None}).roster is True


def test_letters_that_no_font_has_are_told(tmp_path: Path, pebbles, capsys: pytest.CaptureFixture[str]) -> None:
    force = replace(pebbles.demo(), name="Shore \U0001fbff")
    run(written(tmp_path, write_army(force)), "--documents", "roster")
    assert capsys.readouterr().err == "Note: No font has \U0001fbff. A □ is printed instead.\n"


def test_pages_are_counted_on_a_terminal_alone(tmp_path: Path, pebbles) -> None:
    file = written(tmp_path, write_army(pebbles.demo()))

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, other = Terminal(), io.StringIO()
    for stream in (terminal, other):
        call_command(
            "print", file, "--documents", "roster", "-o", str(tmp_path / "x.pdf"), stderr=stream, no_color=True
        )
    assert terminal.getvalue() == "\r1 page\n"
    assert other.getvalue() == ""
