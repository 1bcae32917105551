"""The page to browse the API."""

import json
import shlex

import pytest
from lxml import html

from armybuilder.api.browse import sections_of
from armybuilder.api.openapi import document
from armybuilder.api.site import API
from tests.browser.accessibility import assert_accessible

pytestmark = pytest.mark.django_db


def test_every_endpoint_stands_on_the_page(client):
    described = document(API)
    page = client.get("/api/v1/")
    *_, sections = sections_of(described, "http://testserver")
    listed = [item for section in sections for item in section.endpoints]
    assert len(listed) == sum(len(operations) for operations in described["paths"].values())
    for item in listed:
        assert page.text.count(f'id="{item.id}"') == 1
    put = next(item for item in listed if item.id == "army-put")
    assert (put.method, put.token, put.answers) == ("PUT", True, (("200", "Army"),))
    assert ("If-Match", "header", True) in [(each.name, each.place, each.required) for each in put.parameters]
    assert not next(item for item in listed if item.id == "games-get").token  # nobody needs one
    posted = described["paths"]["/api/v1/armies/{address}/links"]["post"]["requestBody"]["content"]["application/json"]
    body = next(item for item in listed if item.id == "links-post").body
    assert json.loads(body) == posted["schema"]
    assert body.startswith('{\n "type": "object",\n "properties": {\n  "frozen"')
    too_long = next(item for item in listed if item.id == "check-post-mbt2020").body
    assert too_long == "Army-mbt2020, in the OpenAPI document"


def test_a_sentence_stands_once(client):
    page = html.fromstring(client.get("/api/v1/").content)
    shared, notes, sections = sections_of(document(API), "")
    once = [each for section in sections for item in section.endpoints for each in item.parameters if not each.id]
    assert {"name", "format"} <= {each.name for each in once}
    assert len(set(once)) == len(once)
    assert [each.id for each in shared] == [f"parameter-{number}" for number in range(1, len(shared) + 1)]
    assert list(notes.values()) == ["answer", "answers"]
    assert all(sentence not in item.summary for each in sections for item in each.endpoints for sentence in notes)
    games = {section.title: section for section in sections}
    for title in ("Forge of War", "Forum Combat", "MBT 2020", "WarStrike"):
        rows = [[item.path.rpartition("/")[2] for item in row] for row in games[title].rows]
        assert rows.count(["answer", "answers"]) == len(games[title].endpoints) // 2
    words = page.find(".//main").text_content()
    assert words.count("Your army, or ARMY:UNIT") == words.count("Leave a field out for its default") == 1
    links = {link.get("href") for link in page.iterfind(".//main//details//a")}
    assert links == {f"#{row.get('id')}" for row in page.iterfind(".//main//tr[@id]")}


def test_the_example_and_its_answer_are_those_of_the_api(client):
    page = html.fromstring(client.get("/api/v1/").content)
    command, answer = (each.text_content() for each in page.findall(".//main/pre"))
    words = shlex.split(command)
    assert words[:3] == ["curl", "-s", "--json"]
    response = client.post(words[4], words[3], content_type="application/json")
    assert response.status_code == 200
    assert answer.endswith(" …")
    assert json.dumps(response.json(), ensure_ascii=False, indent=2).startswith(answer.removesuffix(" …"))
    assert answer.count("\n") == 11


@pytest.mark.browser
def test_a_phone_begins_with_the_example(phone):
    phone.goto("/api/v1/")
    assert phone.evaluate("document.documentElement.scrollHeight") < 2200
    army = phone.locator("#army-put")
    assert not army.is_visible()
    phone.get_by_role("heading", name="Armies", exact=True).click()
    army.locator("summary").click()
    assert_accessible(phone)
    army.get_by_role("link", name="If-Match").click()
    assert phone.get_by_role("row", name="If-Match").is_visible()
    for each in phone.locator("pre:visible").all():
        assert each.evaluate("pre => pre.scrollWidth <= pre.clientWidth")
