import base64
import json
import re
import zlib
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.armies.documents import BadFile
from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.interchange.army_files import lines_before_code, read_army, write_army
from armybuilder.interchange.texts import write_text


@pytest.fixture
def army_file(pebbles):
    """A file of the tiny game's demo army, as plain data."""
    return json.loads(write_army(pebbles.demo()))


def test_what_is_written_is_read_again(pebbles):
    force = replace(pebbles.demo(), name="Küste \U0001f30a", notes="a\nb", house_rules=(("wet_stones", "on"),))
    assert read_army(write_army(force)).force == force
    assert read_army(write_army(force).encode("utf-8-sig")).force == force


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=8), st.integers(), max_size=3),
)


def places(data, path=()):
    """The path of every value inside plain data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_mutated_file_is_read_or_refused_but_never_breaks_anything(pebbles, data):
    force = make_edit(
        "change-unit", LoadedArmy(pebbles, pebbles.demo()), {"unit": "u2", "add-row": "spec-rounds"}
    ).force
    army_file = json.loads(write_army(force))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(list(places(army_file))))
        holder = army_file
        for key in path:
            holder = holder[key]
        change = data.draw(st.sampled_from(["put", "drop", "rename"]))
        if change == "put":
            holder[last] = data.draw(VALUES)
        elif change == "drop":
            del holder[last]
        elif isinstance(holder, dict):
            holder[data.draw(st.text(max_size=8))] = holder.pop(last)
    found = []
    try:
        loaded = read_army(json.dumps(army_file))
    except BadFile as bad:
        found = [str(problem).encode() for problem in bad.problems]
    else:
        list(loaded.findings)
        assert read_army(write_army(loaded.force)).force == loaded.force
        return
    assert found


def test_exported_text_is_read_again_as_mails_bring_it(pebbles):
    force = replace(pebbles.demo(), notes="Ebb")
    text = write_text(LoadedArmy(pebbles, force))
    quoted = "Hello!\n" + "".join(f"> {line}\r\n" for line in text.splitlines()) + "-- \nAda"
    for sent in (text, text.encode("utf-8-sig"), quoted):
        assert read_army(sent).force == force


def test_a_text_with_the_earlier_line_above_its_code_is_read(pebbles):
    force = pebbles.demo()
    text = write_text(LoadedArmy(pebbles, force))
    line = "Army code (paste the whole text into Import to load it):"
    earlier = text.replace(line, "Army code, by which Import reads this text in again:")
    assert earlier != text
    assert read_army(earlier).force == force
    assert lines_before_code(earlier) == lines_before_code(text) != []


def test_damaged_codes_are_refused_in_words(pebbles):
    text = write_text(LoadedArmy(pebbles, pebbles.demo()))
    before, line, after = text.partition("to load it):\n")
    bomb = base64.b64encode(zlib.compress(b" " * 100_000_000, 9)).decode()
    for broken, told in (
        (before + line + after[40:], "The army code in the text is damaged. Copy the text again, to its last line."),
        (before + line + "AA\nEnd of the army code.", "The army code in the text is damaged."),
        (before + line + "End of the army code.", "The army code in the text is damaged."),
        (before + line + after[:72] + "\nEnd of the army code.", "The army code in the text is damaged."),
        (
            before + line + bomb + "\nEnd of the army code.",
            "The file is larger than 2 MB, which is the limit for an army.",
        ),
    ):
        with pytest.raises(BadFile, match=re.escape(told)):
            read_army(broken)


def test_the_import_page_takes_exported_text(client, pebbles, db):
    text = write_text(LoadedArmy(pebbles, pebbles.demo()))
    seen = client.post("/armies/import", {"text": text})
    assert (seen.status_code, seen.context["loaded"].force) == (200, pebbles.demo())
    file = SimpleUploadedFile("beach.txt", text.encode(), "text/plain")
    client.post("/armies/import", {"file": file, "store": "1"})
    assert load_head(Army.objects.get()).force == pebbles.demo()


def test_the_sentence_before_a_code_may_be_repeated_without_a_code():
    """How long this takes is tried with all other expressions."""
    with pytest.raises(BadFile):
        read_army("Army code (paste the whole text into Import to load it):" * 20_000)
