import io
import zipfile

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.formats import FORMATS
from armybuilder.management.json_command import BAD_INPUT
from tests.management.running import run


def timeless(content: bytes) -> bytes | dict[str, bytes]:
    """The content of a file, without the times at which the parts of an archive were written."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != "docProps/core.xml"}


def test_an_army_is_written_in_every_format(pebbles, tmp_path):
    file, out = tmp_path / "army.json", tmp_path / "out"
    file.write_text(write_army(pebbles.demo()))
    for each in FORMATS:
        assert run("export", str(file), "--format", each.slug, "-o", str(out)) == (0, "", "")
        expected = each.write(LoadedArmy(pebbles, pebbles.demo()))
        assert timeless(out.read_bytes()) == timeless(expected), each.slug


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
