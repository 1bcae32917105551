"""Questions as addresses and forms have them."""

from urllib.parse import quote

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.registry import get_ruleset
from tests.calculators.test_views import FLOATING, headline, page

pytestmark = pytest.mark.django_db


def test_the_address_holds_the_question(client, ducks):
    response = client.get(f"{FLOATING}?q-ducks-rows=2&q-ducks-1-weight=7&q-depth=5&q-frozen=0")
    assert headline(response) == "2 float <b>&</b>"
    form = page(response).xpath("//form[@id='question']")[0]
    values = dict(form.form_values())
    assert (values["q-ducks-1-weight"], values["q-depth"], values["q-frozen"]) == ("7", "5", "0")


def test_a_row_is_added_with_and_without_script(client, ducks):
    response = client.get(f"{FLOATING}?q-ducks-rows=1&q-ducks-0-weight=3&add-row=q-ducks")
    assert response.url == f"{FLOATING}?q-ducks-rows=2&q-ducks-0-weight=3"
    response = client.get(
        f"{FLOATING}?q-ducks-rows=1&add-row=q-ducks", headers={"HX-Request": "true", "HX-Request-Type": "partial"}
    )
    assert b'hx-target="#question-fields"' in response.content
    assert b'name="q-ducks-1-weight"' in response.content


@pytest.mark.parametrize(
    ("query", "at", "message"),
    [
        ("q-depth=-1", "id_q-depth", "Enter a number from 0 to 100, not -1."),
        ("q-ducks-0-weight=9", "id_q-ducks-0-weight", "No duck is so fat; 8 is the most."),
        ("house.wet_stones=perhaps", "id_house.wet_stones_0", "This reading does not exist. Choose one of these."),
    ],
)
def test_a_mistake_stands_at_its_field_and_in_the_answer(client, ducks, query, at, message):
    response = client.get(f"{FLOATING}?{query}")
    assert response.status_code == 200
    assert headline(response) == "Please check the question"
    shown = page(response)
    (link,) = shown.xpath("//a[@data-mistake]")
    assert (link.get("href"), link.get("data-mistake")) == (f"#{at}", message)
    assert shown.get_element_by_id(at).get("aria-invalid") == "true"


def test_a_mistake_of_the_whole_question_stands_over_the_form(client, ducks):
    shown = page(client.get(f"{FLOATING}?q-depth=0"))
    assert shown.xpath("normalize-space(//ul[@class='problems']/li)") == "A dry pond is not a pond."
    assert shown.xpath("normalize-space(//form//*[contains(@class, 'alert')])") == "A dry pond is not a pond."


NAMES = [
    "depth",
    "frozen",
    "ducks-rows",
    "ducks-0-weight",
    "ducks",
    "add-row",
    "remove-row",
    "house.wet_stones",
    "army.own",
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.text(max_size=8) | st.integers().map(str) | st.sampled_from(NAMES)),
        max_size=6,
    ),
    st.booleans(),
)
def test_no_address_breaks_the_page(client, ducks, sent, partial):
    query = QueryDict(mutable=True)
    for name, value in sent:
        query.appendlist(name, value)
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"} if partial else {}
    refused = any("\0" in text for pair in sent for text in pair)
    answer = client.get(f"{FLOATING}?{query.urlencode()}", headers=headers)
    assert answer.status_code in ((400,) if refused else (200, 302))


@pytest.mark.parametrize("query", ["%", "q-depth=%FF", "=&&&", "q-depth[]=1", "a" * 5000])
def test_no_malformed_address_breaks_the_page(client, ducks, query):
    assert client.get(f"{FLOATING}?{query}").status_code == 200


def test_a_mistake_in_a_row_is_named_with_its_row(client, ducks):
    shown = page(client.get(f"{FLOATING}?q-ducks-rows=2&q-ducks-1-weight=9"))
    assert shown.xpath("string(//a[@data-mistake])") == "Ducks 2: Weight"


ENGAGEMENT = "/mbt2020/calculators/engagement/"


PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


def offered(shown, field):
    return [option.get("value") for option in shown.xpath(f"//select[@name='q-own-{field}']/option")]


def test_posture_and_mode_follow_the_sub_class(client):
    shown = page(
        client.get(f"{ENGAGEMENT}?q-own-sub_class=INF-&q-own-posture=armour&q-own-mode=fast&q-own-helicopter=1")
    )
    values = dict(shown.xpath("//form[@id='question']")[0].form_values())
    assert (values["q-own-posture"], values["q-own-mode"], values["q-own-helicopter"]) == ("INFANTRY", "MOBILE", "0")
    assert sorted(offered(shown, "posture")) == ["ADA", "ATM", "INFANTRY", "LAS", "PDA", "REC"]
    assert sorted(offered(shown, "mode")) == ["MOBILE", "STATIC"]
    assert shown.xpath("//ul[@class='problems']") == []


@pytest.mark.parametrize("sub_class", [entry.key for entry in get_ruleset("mbt2020").catalogue.of_kind("sub_class")])
def test_no_sub_class_leads_to_a_contradiction_with_what_stood_before(client, sub_class):
    for calculator, part in (("engagement", "own"), ("kinds-grid", "own"), ("movement", "kind"), ("arcs", "kind")):
        address = f"/mbt2020/calculators/{calculator}/?q-{part}-sub_class={quote(sub_class)}&q-{part}-helicopter=1"
        told = page(client.get(address)).xpath("//ul[@class='problems']/li")
        assert [each for each in told if "has a name but" not in each.text_content()] == []


def test_new_choices_come_with_the_answer_only_if_they_change(client):
    first = page(client.get(ENGAGEMENT))
    (before,) = first.xpath("//input[@name='offered']/@value")
    same = client.get(f"{ENGAGEMENT}?q-own-posture=ARMOUR&offered={quote(before)}", headers=PARTIAL)
    assert b"question-fields" not in same.content
    other = client.get(f"{ENGAGEMENT}?q-own-sub_class=INFn&offered={quote(before)}", headers=PARTIAL)
    assert b'hx-target="#question-fields"' in other.content
    assert other.headers["HX-Replace-Url"] == f"{ENGAGEMENT}?q-own-sub_class=INFn&q-own-posture=INFANTRY"
