from armybuilder.armies.files import write_army
from armybuilder.armies.formats import FORMATS
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.management.json_command import BAD_INPUT
from tests.management.running import run


def test_an_army_is_written_in_every_format(pebbles, tmp_path):
    file, out = tmp_path / "army.json", tmp_path / "out"
    file.write_text(write_army(pebbles.demo()))
    for each in FORMATS:
        assert run("export", str(file), "--format", each.slug, "-o", str(out)) == (0, "", "")
        assert out.read_bytes() == each.write(LoadedArmy(pebbles, pebbles.demo())), each.slug


def test_standard_output_is_written_without_a_file(pebbles):
    assert run("export", "-", "--format", "json", given=write_army(pebbles.demo())) == (
        0,
        write_army(pebbles.demo()),
        "",
    )


def test_what_cannot_be_written_ends_with_2():
    for words in (("-", "--format", "word"), ("-", "--format", "json"), ("/nowhere", "--format", "json")):
        code, out, _ = run("export", *words)
        assert (code, out) == (BAD_INPUT, "")
