import json
import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from jsonschema import Draft202012Validator

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.file_format import schema_file
from armybuilder.interchange.formats import FORMATS
from armybuilder.interchange.forms import ImportForm
from armybuilder.interchange.text_edits import CHANGED
from armybuilder.interchange.texts import write_text
from armybuilder.site.limits import MAX_PER_MINUTE
from armybuilder.spreadsheets.workbooks import write_workbook
from rulesets.core.force_document import encode_force
from tests.page_texts import words_of
from tests.rulesets.described.games import games_with

pytestmark = pytest.mark.django_db

TIE = b"1 Captain\n1 Ajax\n"
"""A list of which each of two games has half."""


def url(army, *words):
    """An address under the army's."""
    return army.get_absolute_url() + "/".join(words)


# --- out ---------------------------------------------------------------------------------------------


def test_formats_that_take_seconds_are_written_less_often(alice, army):
    slow = [each for each in FORMATS if each.slow]
    assert {each.slug for each in slow} == {"xlsx", "rosz", "ros"}
    maximum = MAX_PER_MINUTE["slow-army-files"].visitor or 0
    for number in range(maximum):
        assert alice.get(url(army, "export", slow[number % len(slow)].slug)).status_code == 200
    assert {alice.get(url(army, "export", each.slug)).status_code for each in slow} == {429}
    assert alice.get(url(army, "files")).status_code == 429
    assert alice.get(url(army, "export", "text")).status_code == 200


def test_an_army_is_downloaded_in_every_format(alice, army):
    for each in FORMATS:
        response = alice.get(url(army, "export", each.slug))
        name = f"shore.{each.ending}"
        assert response.headers["Content-Disposition"] == (
            f"attachment; filename=\"{name}\"; filename*=UTF-8''Shore.{each.ending}"
        )
        kind, _, charset = response.headers["Content-Type"].partition("; ")
        assert (kind, charset) == (each.content_type, "charset=utf-8" if each.is_text else "")
        assert response.content == each.write(load_head(army)) or each.ending == "xlsx"
    assert alice.get(url(army, "export", "table")).content == alice.get(url(army, "export", "csv")).content


def test_all_ways_stand_on_one_page(alice, army):
    page = alice.get(url(army, "files"))
    tasks = {task.value: [each.slug for each, _ in formats] for task, formats in page.context["tasks"]}
    assert list(tasks) == ["Keep a copy", "Post it", "Other programs"]
    assert sorted(slug for slugs in tasks.values() for slug in slugs) == sorted(each.slug for each in FORMATS)
    assert alice.get(url(army, "export", "word")).status_code == 404


# --- in ----------------------------------------------------------------------------------------------


def test_a_preview_shows_the_army_and_its_findings_and_stores_nothing(client, pebbles):
    plain = encode_force(pebbles.demo())
    plain["groups"][0]["units"].pop()
    response = client.post("/armies/import", {"text": json.dumps(plain)})
    assert response.status_code == 200
    assert [finding.message for finding in response.context["findings"]] == ["First pile has 2 pebbles; 3 make a pile."]
    assert [(name, [each.counted_name for each in units]) for name, _, units in response.context["groups"]] == [
        ("First pile", ["2 × Flint"])
    ]
    assert "nothing is saved yet" in response.text
    assert not Army.objects.exists()


def test_a_preview_says_how_many_figures_a_unit_has(client):
    page = client.post("/armies/import", {"text": "8 Rifleman\n1 Officer"})
    assert "×8 · T 3 · SAV 5+" in page.content.decode()


def test_a_preview_has_no_report_if_all_that_is_told_can_be_mended(client):
    page = client.post("/armies/import", {"text": "3 Ajax\n2 Warrior\n8 Chalenger 2"}).content.decode()
    assert "Lines that were not read" in page
    assert "Report on the file" not in page


def test_a_preview_says_what_each_house_rule_answers(client, pebbles):
    file = write_army(replace(pebbles.demo(), house_rules=(("wet_stones", "on"),)))
    page = client.post("/armies/import", {"text": file})
    assert "P-1 Do wet rough stones skip like smooth ones? yes" in words_of(page)
    assert ">House rules</h2>" not in client.post("/armies/import", {"text": write_army(pebbles.demo())}).text


def test_a_preview_says_what_edited_lines_changed(client, pebbles):
    loaded = LoadedArmy(pebbles, replace(pebbles.demo(), house_rules=(("wet_stones", "on"),)))
    lines = write_text(loaded).splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("House rule P-1: "))
    smooth = client.post("/armies/import", {"text": write_text(loaded).replace("Flint  Rough", "Flint  Smooth")})
    assert "Flint Smooth: The settings in this line are not clear. Change them here." in smooth.text
    page = client.post("/armies/import", {"text": without})
    assert [remark.message for remark in page.context["remarks"]] == [CHANGED, "House rule P-1: yes → no"]
    assert "House rule P-1: yes → no" in page.text
    assert json.loads(page.context["text"]) == encode_force(pebbles.demo())


def test_saving_is_the_default_only_if_no_unit_was_lost(client, pebbles):
    first = re.compile(r'class="format-tools">\s*<[^>]*class="btn btn-primary"[^>]*>([^<]*)<')
    whole = client.post("/armies/import", {"text": "3 Flint\n1 Brick"})
    assert first.findall(whole.text) == ["Save this beach"]
    page = client.post("/armies/import", {"text": "3 Flint\n1 Brick\n2 Granite"})
    assert first.findall(page.text) == ["Add what you chose"]
    assert "2 Granite: “Granite” is not in the catalogue" in page.text
    client.post("/armies/import", {"text": page.context["text"], "store": "1"})
    assert load_head(Army.objects.get()).unit_count == 4
    book = write_workbook(
        {
            "List": [["Pile", "Stone", "Qty"], ["A", "Flint", "3"], ["A", "Brick", "1"]],
            "More": [["Name", "Stone"], ["", "Flint"]],
        }
    )
    page = client.post("/armies/import", {"file": SimpleUploadedFile("a.xlsx", book)})
    assert "More: This sheet was not read, as the pebbles are in “List”." in page.text
    assert first.findall(page.text) == ["Another file"]


def test_a_doubtful_line_is_mended_in_place(client, pebbles):
    page = client.post("/armies/import", {"text": "3 Flint\n1 Brick\n1 Slate\n2 Granite\n4 Marble"})
    sent = {"text": page.context["text"], "remarks": page.context["remarks_text"], "mend-0": "stone/slate"}
    again = client.post("/armies/import", {**sent, "mend": "1"})
    assert "2 Granite: You chose 2 × Slate." in again.text
    assert [each.place for each in again.context["lost"]] == ["4 Marble"]
    assert not Army.objects.exists()
    client.post("/armies/import", {**sent, "store": "1"})
    stones = [unit.spec.stone for _, unit in load_head(Army.objects.get()).force.units()]
    assert stones == [*["flint"] * 3, "brick", *["slate"] * 3]
    assert client.post("/armies/import", {**sent, "mend": "1", "remarks": "["}).status_code == 400


@pytest.mark.parametrize("source", ["12 Hivers (large)\n3 Marines", "Unit,Qty\nHivers (large),12\nMarines,3"])
def test_a_count_may_be_the_size_of_one_unit(client, source):
    page = client.post("/armies/import", {"text": source})
    assert re.findall(r"<option value=\"[^\"]*\">([^<]*)<", page.text) == ["12 units", "One unit of 12 figures"]
    assert "Report on the file" not in page.text
    sent = {"text": page.context["text"], "remarks": page.context["remarks_text"], "mend-0": page.context["as_one"]}
    assert "You chose one unit of 12 figures." in client.post("/armies/import", {**sent, "mend": "1"}).text
    client.post("/armies/import", {**sent, "store": "1"})
    assert [unit.spec.figures for _, unit in load_head(Army.objects.get()).force.units()] == [12, 10, 10, 10]


CLOSE = {
    "list": "2 Challenger 2\n1 Warrior\n1 Ajax\n1 Leclerc\n2 Warior\n1 Challengr\n1 Chalenger 3",
    "table": "Unit,Qty\nChallenger 2,2\nWarrior,1\nAjax,1\nLeclerc,1\nWarior,2\nChallengr,1\nChalenger 3,1",
    "roster": """<roster gameSystemName="MBT 2020"><forces><force name=""><selections>
<selection name="Challenger 2" type="unit" number="2"/><selection name="Warrior" type="unit"/>
<selection name="Warior" type="unit" number="2"/><selection name="Challengr" type="unit"/>
<selection name="Chalenger 3" type="unit"/></selections></force></forces></roster>""",
}


@pytest.mark.parametrize("source", CLOSE)
def test_the_only_similar_name_of_a_line_is_chosen_already(client, source):
    page = client.post("/armies/import", {"text": CLOSE[source]})
    assert [each.likely for each in page.context["lost"]] == ["troop_type/warrior", "", "troop_type/challenger-3"]
    chosen = re.findall(r"<option value=\"([^\"]+)\" selected>\s*([^<]*?)\s*</option>", page.text)
    assert chosen == [
        ("troop_type/warrior", "2 × Warrior"),
        ("troop_type/challenger-3", "1 × Challenger 3"),
    ]


def test_a_line_that_keeps_units_is_mended_in_place(client, pebbles):
    text = write_text(LoadedArmy(pebbles, pebbles.demo().with_ids())).replace("3 × Flint  Rough", "2 × Granite")
    page = client.post("/armies/import", {"text": text})
    assert '<option value="">Keep what the code has</option>' in page.text
    sent = {"text": page.context["text"], "remarks": page.context["remarks_text"], "store": "1"}
    for chosen, expected in (("", ["flint"] * 3), ("stone/slate", ["slate"] * 2)):
        address = client.post("/armies/import", {**sent, "mend-0": chosen}).headers["Location"]
        (army,) = (each for each in Army.objects.all() if each.get_absolute_url() in address)
        assert [unit.spec.stone for _, unit in load_head(army).force.units()] == expected


ROSTER = """<roster gameSystemName="MBT 2020"><forces><force name="Alpha"><selections>
<selection name="Challenger 2" type="unit" number="2"/>
<selection name="Warrior" type="unit" number="1"/>
<selection name="Qwertz" type="unit" number="1" customName="Hammer"><customNotes>leads</customNotes>
<selections><selection name="BGHQ" type="upgrade"/><selection name="Crane" type="upgrade"/></selections></selection>
</selections></force></forces></roster>"""
LINES = "Alpha\n- 2 Challenger 2\n- 1 Warrior\n- 1 Qwertz (BGHQ, Crane)\n    Name: Hammer\n    Notes: leads"
TABLE = """Battle group;Unit;Qty;Name;Notes;BGHQ;Crane
Alpha;Challenger 2;2;;;;
;Warrior;1;;;;
;Qwertz;1;Hammer;leads;yes;Crane
"""
SOURCES = {"list": LINES, "quoted": LINES.replace("\n", "\n> "), "table": TABLE, "roster": ROSTER}


@pytest.mark.parametrize("source", SOURCES)
def test_a_mended_line_keeps_what_the_file_says_of_its_unit(client, source):
    page = client.post("/armies/import", {"text": SOURCES[source]})
    assert ["Qwertz" in str(line) or "Hammer" in str(line) for line in page.context["lost"]] == [True]
    sent = {"text": page.context["text"], "remarks": page.context["remarks_text"], "mend-0": "troop_type/ajax"}
    after = client.post("/armies/import", {**sent, "mend": "1"})
    assert "You chose 1 × Ajax." in after.text
    assert any("crane" in str(each).lower() for each in after.context["remarks"] if each.left_out)
    client.post("/armies/import", {**sent, "store": "1"})
    (group,) = load_head(Army.objects.get()).force.groups
    assert [(unit.spec.vehicle, unit.spec.hq, unit.name, unit.notes) for unit in group.units] == [
        *[("challenger-2", False, "", "")] * 2,
        ("warrior", False, "", ""),
        ("ajax", True, "Hammer", "leads"),
    ]


@pytest.mark.parametrize("sent", [{"text": TIE.decode()}, {"file": SimpleUploadedFile("list.csv", TIE)}])
def test_a_list_that_fits_two_games_is_read_as_the_one_chosen(client, sent):
    asked = client.post("/armies/import", sent)
    assert asked.status_code == 400
    buttons = re.findall(r'name="game" value="([^"]*)">([^<]*)<', asked.text)
    assert buttons == [("mbt2020", "MBT 2020"), ("warstrike", "WarStrike")]
    assert 'game-question" method="post" action="/armies/import"' in asked.text
    (kept,) = re.findall(r'name="kept" value="([^"]*)"', asked.text)
    for slug, left in (("mbt2020", "Captain"), ("warstrike", "Ajax")):
        page = client.post("/armies/import", {"kept": kept, "game": slug})
        assert page.context["ruleset"].slug == slug
        assert [left in str(each) for each in page.context["lost"]] == [True]
    assert not Army.objects.exists()


def test_a_text_is_read_again_in_another_likely_encoding(client):
    written = "## 傈瞒\n4 Challenger 2".encode("gb18030")
    page = client.post("/armies/import", {"file": SimpleUploadedFile("list.txt", written)})
    assert [name for name, _, _ in page.context["groups"]] == ["전차"]
    asked = page.text[page.text.index('game-question" method="post" action="/armies/import"') :]
    assert "This was read as Windows-949 (Korean). If words" in words_of(page)
    assert words_of(page).count("does not say its encoding") == 1
    assert re.findall(r'name="encoding" value="([^"]*)">\s*([^<]*?)\s*<', asked) == [
        ("gb18030", "GB 18030 (Chinese): 傈瞒"),
        ("big5", "Big5 (Chinese): 瞪離"),
    ]
    (kept,) = re.findall(r'name="kept" value="([^"]*)"', asked)
    again = client.post("/armies/import", {"kept": kept, "encoding": "gb18030"})
    assert [(name, count) for name, count, _ in again.context["groups"]] == [("傈瞒", 4)]
    assert 'value="cp949"' in again.text
    client.post("/armies/import", {"text": again.context["text"], "store": "1"})
    assert load_head(Army.objects.get()).force == again.context["loaded"].force


def test_a_text_that_is_not_read_is_offered_in_other_encodings(client):
    page = client.post("/armies/import", {"file": SimpleUploadedFile("list.txt", "전차 중대".encode("cp949"))})
    assert page.status_code == 400
    assert re.findall(r'name="encoding" value="([^"]*)"', page.text) == ["gb18030", "big5"]


def test_the_game_of_a_text_is_asked_in_the_encoding_chosen(client):
    kept = ImportForm.keep("1 Captain\n1 Ajax\n# 傈瞒".encode("gb18030"))
    asked = client.post("/armies/import", {"kept": kept, "encoding": "gb18030"})
    assert 'name="encoding" value="gb18030"' in asked.text
    page = client.post("/armies/import", {"kept": kept, "encoding": "gb18030", "game": "mbt2020"})
    assert "傈瞒" in page.text
    assert 'name="game" value="mbt2020"' in page.text


@pytest.mark.parametrize(
    "sent", [{"kept": "?"}, {"text": "1 Ajax", "encoding": "rot13"}, {"text": "1 Ajax", "game": "chess"}]
)
def test_a_question_answered_by_no_page_of_ours_is_refused(client, sent):
    page = client.post("/armies/import", sent)
    assert (page.status_code, page.templates[0].name) == (400, "interchange/import.html")


def test_what_the_preview_holds_is_stored_when_asked(client, pebbles):
    file = SimpleUploadedFile("army.json", write_army(pebbles.demo()).encode())
    preview = client.post("/armies/import", {"file": file})
    assert not Army.objects.exists()
    client.post("/armies/import", {"text": preview.context["text"], "store": "1"})
    assert load_head(Army.objects.get()).force == pebbles.demo()


def test_a_bad_file_is_stored_by_no_way(client, pebbles):
    plain = {**encode_force(pebbles.demo()), "serial": -1}
    for sent in ({}, {"store": "1"}):
        assert client.post("/armies/import", {"text": json.dumps(plain), **sent}).status_code == 400
    assert not Army.objects.exists()


def test_a_file_of_version_1_is_read(client, pebbles):
    plain = encode_force(pebbles.demo())
    plain["schema"] = 1
    for unit in plain["groups"][0]["units"]:
        del unit["locked"]
    preview = client.post("/armies/import", {"text": json.dumps(plain)})
    assert json.loads(preview.context["text"]) == encode_force(pebbles.demo())


# --- how it is made ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_the_published_schema_holds_for_what_is_written_and_is_strict(ruleset):
    response = Client().get(f"/armies/file-format/{ruleset.slug}/schema.json")
    assert response.headers["Content-Type"] == "application/schema+json"
    published = response.json()
    Draft202012Validator.check_schema(published)
    assert published["$id"] == f"http://testserver/armies/file-format/{ruleset.slug}/schema.json"
    schema = Draft202012Validator(published)
    plain = json.loads(write_army(ruleset.demo()))
    assert list(schema.iter_errors(plain)) == []
    unit = plain["groups"][0]["units"][0]
    for wrong in ({"locked": "no"}, {"spec": {**unit["spec"], "colour_of_tail": 1}}, {"id": "a b"}, {"size": 1}):
        broken = json.loads(write_army(ruleset.demo()))
        broken["groups"][0]["units"][0].update(wrong)
        assert not schema.is_valid(broken), wrong
    assert not schema.is_valid({**plain, "schema": 1})
    assert not schema.is_valid({**plain, "ruleset": "chess"})


def test_a_schema_has_bounds_choices_defaults_and_entries(pebbles):
    schema = schema_file(pebbles, "x")
    group = schema["properties"]["groups"]["items"]["properties"]
    pebble = group["units"]["items"]["properties"]["spec"]["properties"]
    assert pebble["surface"] == {"title": "Surface", "enum": ["rough", "smooth"], "default": "rough"}
    assert pebble["rounds"]["maxItems"] == 5
    assert pebble["rounds"]["items"]["properties"]["throws"] == {
        "title": "Throws",
        "type": "integer",
        "minimum": 0,
        "maximum": 20,
        "default": 1,
    }
    tide = schema["properties"]["spec"]["properties"]["tide"]
    assert tide["anyOf"] == [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "null"}]
    stone = schema["properties"]["entries"]["items"]["anyOf"][0]["properties"]
    assert stone["spec"]["required"] == ["weight"]
    assert schema["properties"]["house_rules"]["properties"]["wet_stones"]["enum"] == ["off", "on"]


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_the_format_is_explained_field_by_field(ruleset, client):
    page = client.get(f"/armies/file-format/{ruleset.slug}")
    assert page.status_code == 200
    assert len(page.context["tables"]) == 3 + len(ruleset.kinds)
    assert client.get("/armies/file-format/chess").status_code == 404


def test_a_refusal_says_what_it_looks_like_and_names_the_games(alice):
    refused = alice.post("/armies/import", {"text": "++ Army Roster (Elves) [2,000pts] ++\n\n+ Configuration +\n"})
    told = words_of(refused)
    assert refused.status_code == 400
    assert "It looks like a roster from BattleScribe or New Recruit." in told
    assert "Armybuilder knows these games: Forge of War · Forum Combat · MBT 2020 · WarStrike" in told
    assert 'href="/mbt2020/"' in refused.text


@pytest.mark.parametrize(
    "text", ['{"ruleset": "mbt2020", "groups": 3}', '{"ruleset": ', "army code: ", '{"roster": {"name": "Elves"}}']
)
def test_a_refusal_that_no_game_causes_names_no_games(alice, text):
    refused = alice.post("/armies/import", {"text": text})
    assert (refused.status_code, "Armybuilder knows" in words_of(refused)) == (400, text == "army code: ")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"roster": {"name": "Elves", "forces": []}}', " It looks like a roster from BattleScribe or New Recruit."),
        ('{"name": "Elves", "units": [{"name": "Archers"}]}', ""),
    ],
)
def test_a_json_of_another_program_is_told_as_such(alice, text, found):
    told = words_of(alice.post("/armies/import", {"text": text}))
    instead = "Choose a file that this site exported, or paste the list as text."
    assert f"Nothing was saved. This JSON is not an army of this site.{found} {instead}" in told
    assert "ruleset" not in told
