"""Every format of an army: what is written is read again where it claims to be complete."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.conf import settings

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.formats import FORMATS, format_of, read_any
from armybuilder.interchange.games import UnclearGame
from rulesets.registry import all_rulesets, get_ruleset
from tests.rulesets.described.games import DESCRIBED
from tests.spreadsheets.libreoffice import FILES
from tests.spreadsheets.test_file_kinds import KINDS
from tests.spreadsheets.test_untrusted import archive


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


@pytest.mark.parametrize("ruleset", DESCRIBED, ids=lambda ruleset: ruleset.slug)
def test_a_complete_format_of_a_described_game_is_read_for_it(ruleset):
    force = ruleset.demo().with_ids()
    for each in FORMATS:
        if each.complete:
            imported = read_any(each.write(LoadedArmy(ruleset, force)), ruleset)
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


def test_a_list_that_begins_with_an_empty_box_is_a_list():
    read = read_any(b"[ ] 2 Ajax\n[x] 4 Challenger 2")
    assert [unit.spec.vehicle for _, unit in read.loaded.force.units()] == ["challenger-2"] * 4


def test_what_is_in_no_known_format_is_told_which_there_are(pebbles):
    line = b"Mbatha's brigade, two of tanks; and guns\n"
    for content in (
        b"Hello",
        line,
        b'"a word"',
        b"A brigade, two\nof tanks",
    ):
        with pytest.raises(BadFile, match="We cannot read this as an army") as bad:
            read_any(content)
        assert "JSON" not in str(bad.value)
        assert "Write one line for each unit, for example “8 " in str(bad.value)
    with pytest.raises(BadFile, match="The file is empty"):
        read_any(b" \n")
    with pytest.raises(BadFile, match="a row of headings and a row for each unit"):
        read_any(format_of("csv").write(LoadedArmy(pebbles, pebbles.new_force())))


def test_each_text_of_the_site_is_read_without_its_code(pebbles):
    army = LoadedArmy(pebbles, pebbles.demo())
    for slug in ("opponent", "markdown", "discord", "bbcode", "line"):
        read = read_any(format_of(slug).write(army))
        assert (read.loaded.force.with_ids().groups[0].units, read.remarks) == (army.force.groups[0].units, ()), slug


def test_a_list_with_commas_is_no_table(pebbles):
    read = read_any(b"2 Flint, polished\n1 Brick, smooth\n")
    assert [(unit.spec.stone, unit.spec.polished) for _, unit in read.loaded.force.units()] == [
        ("flint", True),
        ("flint", True),
        ("brick", False),
    ]


EVERYDAY = {
    "german": "Gruppe;Einheit;Anzahl\nAlpha;Challenger 3;6\nAlpha;Ajax;1\nBravo;Apache;2\n",
    "french": "Groupe;Unité;Quantité\nAlpha;Challenger 3;6\nAlpha;Ajax;1\nBravo;Apache;2\n",
    "stands are numbers": "No;Unit;Stands;Group\n1;Challenger 3;6;Alpha\n2;Ajax;1;Alpha\n3;Apache;2;Bravo\n",
    "markdown": "| Group | Unit | Qty |\n|---|:---|---:|\n|Alpha|Challenger 3|6|\n|Alpha|Ajax|1|\n|Bravo|Apache|2|\n",
    "dots": "Alpha (7 stands)\n  Challenger 3 ...... 6\n  Ajax .............. 1\nBravo (2 stands)\n  Apache ... 2\n",
    "stands behind": "Alpha:\n- Challenger 3, 6 stands\n- Ajax, 1 stand\n\nBravo:\n- Apache, 2 stands\n",
    "ends with a full stop": "Alpha: 6 Challenger 3 and 1 Ajax.\nBravo: 2 Apache.\n",
    "equals": "Alpha = Challenger 3 x6; Ajax x1\nBravo = Apache x2\n",
    "emoji": "Alpha\n✅ 6 x CHALLENGER 3\n✅ 1 x AJAX\n\nBravo\n✅ 2 x APACHE\n",
    "forum": "[quote=Tom][b]Alpha[/b]\n[list][*]6x Challenger 3[*]1x Ajax[/list]\n[b]Bravo[/b]\n[*]2x Apache[/quote]",
    "mail": "From: Jim\nTo: Tom\nSubject: List\n\nAlpha\n6x Challenger 3\n1x Ajax\n\nBravo\n2x Apache\n",
    "web page": "<h3>Alpha</h3>\n<li>6x Challenger 3</li><li>1 Ajax</li>\n<h3>Bravo</h3>\n<li>2 Apache</li>\n",
    "wrapped": "Alpha: 6 x Challenger 3, 1\nx Ajax\nBravo: 2 x\nApache, \n",
    "total": "Alpha:\n6 Challenger 3\n1 Ajax\n\nBravo:\n2 Apache\nTotal: 9 stands\n",
}


@pytest.mark.parametrize("kind", EVERYDAY)
def test_a_list_of_everyday_is_read_with_its_groups_and_counts(kind):
    read = read_any(EVERYDAY[kind].encode())
    found = {group.name: Counter(unit.spec.vehicle for unit in group.units) for group in read.loaded.force.groups}
    assert found == {"Alpha": {"challenger-3": 6, "ajax": 1}, "Bravo": {"apache": 2}}
    assert read.lost == ()


def test_a_list_is_read_as_the_game_that_is_chosen(pebbles):
    mixed = b"1 Captain\n1 Ajax\n"
    with pytest.raises(UnclearGame):
        read_any(mixed)
    chosen = read_any(mixed, get_ruleset("mbt2020"))
    assert (chosen.loaded.ruleset.slug, [each.place for each in chosen.lost]) == ("mbt2020", ["1 Captain"])


def test_a_comma_in_the_first_line_makes_no_table_of_a_list():
    text = "Hi Bob, my list\nA Squadron: 6 Challenger 2, 3 Warrior\nGuns: 3 Truck, 1 Apache"
    loaded = read_any(text.encode()).loaded
    assert {group.name: len(group.units) for group in loaded.force.groups} == {"A Squadron": 9, "Guns": 4}


def test_a_table_is_read_as_the_game_that_is_chosen():
    mixed = b"Unit;Qty\nCaptain;1\nAjax;1\n"
    with pytest.raises(UnclearGame):
        read_any(mixed)
    chosen = read_any(mixed, get_ruleset("warstrike"))
    assert chosen.loaded.unit_count == 1
    assert ["“Ajax” is not in the catalogue" in each.message for each in chosen.lost] == [True]


def test_a_table_is_none_of_ours_for_one_name_of_many():
    rows = "".join(f"Alpha;Orc {number}\n" for number in range(21))
    with pytest.raises(BadFile, match="Most names of this table"):
        read_any(f"Battle group;Unit\nAlpha;Warrior\n{rows}".encode())


OTHERS = {
    **KINDS,
    "odt": (
        archive({"META-INF/manifest.xml": b"<m/>", "content.xml": b"<a/>"}),
        "OpenDocument file, but not a spreadsheet",
    ),
    "several files": (archive({"a.csv": b"Unit", "b.csv": b"Unit"}), "has 2 files. Unpack it and choose the one"),
    "archives in archives": (archive({"a": archive({"b": archive({"c": b"<roster/>"})})}), "other archives inside"),
    "battlescribe's data": (b'<catalogue name="Chess"/>', "not a roster. Export your roster as .rosz."),
    "battlescribe of chess": (b'<roster gameSystemName="Chess"/>', "a list for “Chess”, which is not a game"),
    "new recruit": (b'{"roster": {"gameSystemName": "Chess"}}', "a list for “Chess”, which is not a game"),
    "list of chess": (b"Game: Chess\n8 Challenger 2\n4 Ajax", "a list for “Chess”, which is not a game"),
    "piece of a web page": (b"<p>Alpha</p><ul><li>8 Challenger 2</li></ul>", "This is a web page (HTML)."),
    "our battle": (b'{"game": "forum-combat", "battle": {}}', "This JSON is not an army of this site."),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_that_cannot_be_read_is_refused_with_its_cause(kind):
    content, told = OTHERS[kind]
    for sent in (content, archive({"army": content})) if not content.startswith(b"PK") else (content,):
        with pytest.raises(BadFile) as bad:
            read_any(sent)
        assert told in str(bad.value)


@pytest.mark.parametrize("slug", [each.slug for each in FORMATS if each.read])
def test_an_archive_of_one_file_is_read_as_that_file(pebbles, slug):
    content = format_of(slug).write(LoadedArmy(pebbles, pebbles.demo()))
    of_mac = {"Army/": b"", "Army/army": content, "__MACOSX/Army/._army": b"x", "Army/.DS_Store": b"x"}
    read = read_any(archive(of_mac))
    assert read.loaded.unit_count == 3
    assert read.loaded.force == read_any(content).loaded.force


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("```json\n{}\n```", []),
        ("```\r\n{}```\r\n", []),
        ("Your army:\n```json\n{}\n```\nHave fun!", ["The text around the army file was not read."]),
        ('{{"legal": true, "army": {}}}', []),
        ('```json\n{{"data": {}}}\n```', []),
        ('{{"ok": true, "data": {{"notes": [], "armies": [{}]}}}}', []),
    ],
)
def test_an_army_file_is_read_from_an_answer_or_a_fence(pebbles, written, told):
    demo = replace(pebbles.demo(), notes="```{not} a fence```")
    read = read_any(written.replace("{{", "{").replace("}}", "}").replace("{}", write_army(demo), 1).encode())
    assert (read.loaded.force, [each.message for each in read.remarks]) == (demo, told)


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


def test_a_table_of_another_game_is_no_list_of_ours_either():
    table = b"Unit,Qty,Points\nCaptain,3,100\nWar Light,7,100\nCaptain Officer,4,100\n"
    with pytest.raises(BadFile, match="Most names of this table"):
        read_any(table)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "cp1252", "mac_roman"])
@pytest.mark.parametrize(
    "text",
    ["Süd:\n4 Challenger 2\n", '"Gruppe";"Einheit";"Anzahl"\n"Süd";"Challenger 2";4\n', "Süd\n\nChallenger 2: 4\n"],
    ids=["list", "quoted table", "heading"],
)
def test_lists_and_tables_in_any_encoding_are_read_as_text(encoding, text):
    read = read_any(text.encode(encoding))
    units = [(group.name.strip(":"), unit.spec.vehicle) for group, unit in read.loaded.force.units()]
    assert units == [("Süd", "challenger-2")] * 4
    told = [str(each) for each in read.remarks]
    assert any("does not say its encoding" in each and "“Süd" in each for each in told) == ("utf" not in encoding)


@pytest.mark.parametrize(
    ("encoding", "heading", "group"),
    [("cp1250", "Ilość", "Żółw"), ("cp1250", "Počet", "Průzkum"), ("shift_jis", "数量", "第一小隊")],
)
def test_groups_of_other_languages_keep_their_names(encoding, heading, group):
    text = f"Group;Unit;{heading}\n{group};Challenger 2;4\n"
    for each in (text, f"{group}:\n4 Challenger 2\n"):
        read = read_any(each.encode(encoding))
        assert [(found.name.strip(":"), len(found.units)) for found in read.loaded.force.groups] == [(group, 4)]
        assert f"“{group}" in str(read.remarks[0])


def test_a_picture_beside_the_army_in_an_archive_is_named():
    packed = archive({"army.txt": b"8 Challenger 2\n1 Ajax", "photo.jpg": b"\xff\xd8\xff\xe0"})
    read = read_any(packed)
    assert len([*read.loaded.force.units()]) == 9
    assert [str(each) for each in read.remarks] == ["The archive’s other files were not read: photo.jpg."]
    with pytest.raises(BadFile, match="has 2 files"):
        read_any(archive({"a.txt": b"8 Ajax", "b.txt": b"1 Ajax"}))


@pytest.mark.parametrize("ending", ["csv", "fods"])
def test_an_army_that_libreoffice_saved_in_polish_keeps_its_groups(ending):
    read = read_any((FILES / f"central.{ending}").read_bytes())
    units = Counter((group.name, unit.spec.vehicle) for group, unit in read.loaded.force.units())
    assert units == {("Żółwie", "t-55"): 8, ("Żółwie", "truck"): 2, ("Łódź", "t-62"): 4}
    told = [str(each) for each in read.remarks]
    assert any("Unknown column “Uwagi”" in each for each in told)
    assert any("Windows-1250" in each for each in told) == (ending == "csv")


@pytest.mark.parametrize("way", ["{n},{u}", "{u},{n}", "{n};{u}", "{u};{n}", "{n}\t{u}", "{u}\t{n}"])
def test_two_columns_without_headings_are_a_list(way: str) -> None:
    stands = {"Challenger 2": 8, "Warrior": 2, "Apache": 1}
    read = read_any("\n".join(way.format(n=number, u=name) for name, number in stands.items()).encode())
    titles = Counter(unit.row.title for group in read.loaded.groups for unit in group.units)
    assert (titles, read.remarks) == (Counter(stands), ())


@pytest.mark.parametrize("first", ["<Warstrike>", "<My list>", "<Jo> my list", "<Warstrike>\n<My list>"])
def test_a_text_may_begin_with_an_angle_bracket(first):
    read = read_any(f"{first}\n\n1 Captain\n2 Scouts\n".encode(), get_ruleset("warstrike"))
    assert len([*read.loaded.force.units()]) == 3


@pytest.mark.parametrize("first", ["<roster", "<a><b/></a>", '<?xml version="1.0"?><a/>', "<!DOCTYPE a>"])
def test_xml_is_no_text(first):
    with pytest.raises(BadFile, match=r"XML|roster|BattleScribe|DOCTYPE"):
        read_any(first.encode(), get_ruleset("warstrike"))
