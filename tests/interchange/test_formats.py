"""Every format of an army: what is written is read again where it claims to be complete."""

import re
from dataclasses import replace

import pytest
from django.conf import settings

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.formats import FORMATS, format_of, read_any
from rulesets.registry import all_rulesets


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_complete_format_brings_the_example_back_whole(ruleset):
    force = ruleset.demo().with_ids()
    complete = [each for each in FORMATS if each.complete]
    assert complete
    for each in complete:
        content = each.write(LoadedArmy(ruleset, force))
        assert each.read is not None
        assert each.read(content).loaded.force == force, each.slug
        imported = read_any(content)
        assert (imported.loaded.force, imported.whole) == (force, True), each.slug


def test_a_format_is_known_by_its_name():
    assert [format_of(each.slug) for each in FORMATS] == list(FORMATS)
    with pytest.raises(KeyError):
        format_of("word")


def test_a_name_like_another_format_changes_nothing(pebbles):
    for name in ("<", "{", "[", "a,b", "PK"):
        force = replace(pebbles.demo(), name=name)
        for each in FORMATS:
            if each.complete:
                assert read_any(each.write(LoadedArmy(pebbles, force))).loaded.force.name == name, each.slug


def test_what_is_in_no_known_format_is_told_which_there_are(pebbles):
    army = LoadedArmy(pebbles, pebbles.demo())
    without_code = format_of("opponent").write(army)
    line = b"Mbatha's brigade, two of tanks; and guns\n"
    forum = format_of("bbcode").write(army)
    for content in (
        b"Hello",
        line,
        b"%PDF-1.7\n\xe2\xe3",
        b'"a word"',
        b"A brigade, two\nof tanks",
        without_code,
        forum,
    ):
        with pytest.raises(BadFile, match=r"Army file \(\.json\), Plain text \(\.txt\), Workbook \(\.xlsx\)") as bad:
            read_any(content)
        assert "JSON" not in str(bad.value)
        assert str(bad.value).endswith("Plain text needs its army code.")
    with pytest.raises(BadFile, match="The file is empty"):
        read_any(b" \n")
    with pytest.raises(BadFile, match="a row of headings and a row for each unit"):
        read_any(format_of("csv").write(LoadedArmy(pebbles, pebbles.new_force())))


def test_the_documentation_lists_every_format_with_what_is_read():
    page = (settings.BASE_DIR / "docs/commands.md").read_text()
    told = re.findall(r"^\| `(\w+)` \| `\.(\w+)` \| (.*?) ?\|$", page, re.MULTILINE)
    reads = {True: "whole", False: "in part"}
    assert told == [(each.slug, each.ending, reads[each.complete] if each.read else "") for each in FORMATS]


def test_only_texts_are_said_to_have_characters():
    told = {each.slug: each.content_type_header for each in FORMATS}
    assert [told[slug] for slug in ("bbcode", "rosz", "json")] == [
        "text/plain; charset=utf-8",
        "application/zip",
        "application/json",
    ]
