import importlib
import json

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.formats import FORMATS
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from tests.management.running import run

MODULE = importlib.import_module("armybuilder.management.commands.import")


def test_every_complete_format_is_read_whole(pebbles, tmp_path):
    file = tmp_path / "file"
    for each in FORMATS:
        if each.complete:
            file.write_bytes(each.write(LoadedArmy(pebbles, pebbles.demo())))
            assert run("import", str(file)) == (0, write_army(pebbles.demo()), ""), each.slug


def test_what_is_left_out_is_reported_and_ends_with_1(pebbles, monkeypatch, tmp_path):
    remarks = (ImportRemark("Gem", "is not in the catalogue", left_out=True), ImportRemark("", "Read as pebbles."))
    army = LoadedArmy(pebbles, pebbles.demo())
    monkeypatch.setattr(MODULE, "read_any", lambda content, game: ImportedArmy(army, remarks))
    code, out, err = run("import", "-", "-o", str(tmp_path / "army.json"))
    assert (code, out, err) == (MODULE.INCOMPLETE, "", "Gem: is not in the catalogue\nRead as pebbles.\n")
    assert (tmp_path / "army.json").read_text() == write_army(pebbles.demo())


def test_a_list_that_fits_two_games_is_read_as_the_one_named():
    tie = b"1 Captain\n1 Ajax\n"
    code, out, err = run("import", "-", given=tie)
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: The file fits several games equally.")
    assert "--game mbt2020 or --game warstrike" in err
    code, out, err = run("import", "-", "--game", "warstrike", given=tie)
    assert (code, json.loads(out)["ruleset"], err.partition(":")[0]) == (MODULE.INCOMPLETE, "warstrike", "1 Ajax")
    assert run("import", "-", "--game", "chess", given=tie)[0] == 2


@pytest.mark.parametrize("given", [b"", b"\xff\xfe", b"PK\x03\x04", b"{}"])
def test_what_is_no_army_ends_with_2(given):
    code, out, err = run("import", "-", given=given)
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: ")
