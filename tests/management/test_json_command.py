"""What the commands for scripts share."""

import importlib
import pkgutil

import pytest

from armybuilder.management import commands
from armybuilder.management.json_command import JsonCommand
from tests.management.running import run


def names() -> list[str]:
    """The commands for scripts."""
    found = [module.name for module in pkgutil.iter_modules(commands.__path__)]
    return [
        name
        for name in found
        if isinstance(importlib.import_module(f"{commands.__name__}.{name}").Command(), JsonCommand)
    ]


def test_these_are_the_commands_for_scripts() -> None:
    assert names() == ["battlefield", "calculate", "catalogue", "export", "import", "play", "print", "validate"]


def test_help_ends_with_the_exit_codes() -> None:
    for name in names():
        code, out, _ = run(name, "--help")
        codes = " ".join(out.split("Exit codes: ")[1].split())
        assert code == 0
        assert codes.startswith("0 "), name
        assert codes.endswith("2 bad input (standard error says what is wrong and where)."), name


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path) -> None:
    for words in (["validate", "/nowhere/army.json"], ["calculate", "mbt2020", "engagement", "/nowhere/army.json"]):
        assert run(*words) == (2, "", "CommandError: /nowhere/army.json: No such file or directory\n")
    assert run("import", str(tmp_path))[2] == f"CommandError: {tmp_path}: Is a directory\n"


@pytest.mark.parametrize("given", [b"\xff", b"{" * 200_000, b"[" * 200_000, b"1" * 6000, b" " * 3_000_000])
def test_bad_bytes_are_refused_by_every_command_that_reads_json(given) -> None:
    for words in (["validate"], ["calculate", "mbt2020", "engagement"], ["battlefield", "mbt2020"], ["play"]):
        code, out, err = run(*words, "-", given=given)
        assert (code, out) == (2, ""), words
        assert err.startswith("CommandError: "), words
