import sys

import pytest

from armybuilder import command_line


@pytest.mark.parametrize(
    ("typed", "executed"),
    [
        (["armybuilder"], ["armybuilder", "serve"]),
        (["armybuilder", "--help"], ["armybuilder", "--help"]),
        (["armybuilder", "tidy", "--delete"], ["armybuilder", "tidy", "--delete"]),
    ],
)
def test_the_site_is_served_unless_a_command_is_named(
    monkeypatch: pytest.MonkeyPatch, typed: list[str], executed: list[str]
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(command_line, "execute_from_command_line", ran.append)
    monkeypatch.setattr(sys, "argv", typed)
    command_line.main()
    assert ran == [executed]
