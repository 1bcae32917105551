"""Fields of forms, made from declarations."""

from dataclasses import dataclass
from typing import Annotated

from django.http import QueryDict

from rulesets.core.declarations.fields import Ask
from tests.schema_forms.test_forms import CATALOGUE, Crew, Gun, Pace, Tank, asked, drawn, form_for
from tests.schema_forms.test_widgets import Rider, carriers


def test_every_kind_of_field_is_read():
    form = asked(
        "kind=kv1&pace=fast&range=12&crew-men=2&crew-eager=0&guns-rows=2&guns-1-calibre=88&guns-1-shells-rows=1"
        "&guns-1-shells-0=7&motto=Hurrah&passenger=1&passenger-men=1"
    )
    assert form.spec() == Tank("kv1", Pace.FAST, 12, Crew(2, False), (Gun(), Gun(88, (7,))), "Hurrah", Crew(1))


def test_limits_unit_and_help_are_drawn():
    page = drawn(asked(""))
    (calibre,) = page.xpath("//input[@name='guns-0-calibre']")
    assert (calibre.get("type"), calibre.get("min"), calibre.get("max")) == ("number", "20", "203")
    assert page.xpath("//span[@class='input-group-text']/text()") == ["mm"]
    (pace,) = page.xpath("//select[@name='pace']")
    assert page.get_element_by_id(pace.get("aria-describedby")).text == "How it moves"
    assert page.xpath("//label/@for") == [
        control.get("id") for control in page.xpath("//input[@type!='hidden'] | //select | //textarea")
    ]
    assert page.xpath("//legend/text()") == ["Guns", "Shells", "Shooting", "Crew", "Passenger"]


def test_marked_choices_carry_their_reason_and_can_be_chosen():
    form = asked("", marks={"pace": {"fast": "not in mud"}, "kind": {"kv1": "not before 1940"}})
    page = drawn(form)
    assert page.xpath("//select[@name='pace']/option/text()") == ["Slow", "Fast – not in mud"]
    assert page.xpath("//select[@name='kind']//option/text()") == ["T-34", "KV-1 – not before 1940", "Our own"]
    assert page.xpath("//option/@disabled") == []


def test_a_blank_choice_says_what_it_stands_for() -> None:
    @dataclass(frozen=True, slots=True)
    class Walker:
        pace: Annotated[Pace | None, Ask("Pace")] = None
        retreat: Annotated[Pace | None, Ask("Retreat")] = None

    form = form_for(Walker, CATALOGUE, QueryDict("pace="), blank={"pace": "Fast (from the legs)"})
    assert [[option.text for option in select] for select in drawn(form).xpath("//select")] == [
        ["Fast (from the legs)", "Slow", "Fast"],
        ["–", "Slow", "Fast"],
    ]
    assert form.spec() == Walker()


def test_entries_are_grouped_and_one_that_has_gone_stays():
    page = drawn(asked("kind=is2"))
    assert page.xpath("//select[@name='kind']/optgroup/@label") == ["Rulebook", "Your own"]
    assert page.xpath("//select[@name='kind']/option[@selected]/text()") == ["is2 – not in the catalogue"]
    assert asked("kind=is2").spec().kind == "is2"


def test_another_unit_is_chosen_among_those_there_are() -> None:
    units = [("First", ["Ann", "Bob", "Ann"]), ("Second", ["Cy"]), ("Empty", [])]
    select, _ = carriers(form_for(Rider, CATALOGUE, None, Rider("Bob"), units=units))
    assert select.tag == "select"
    assert [group.get("label") for group in select.xpath("optgroup")] == ["First", "Second"]
    assert [option.get("value") for option in select.xpath(".//option")] == ["", "Ann", "Bob", "Cy"]
    assert select.xpath("string(.//option[@selected])") == "Bob"


def test_a_name_of_units_in_several_groups_is_listed_once() -> None:
    units = [("First", ["Ann", "Bob"]), ("Second", ["Ann", "Cy"])]
    select, _ = carriers(form_for(Rider, CATALOGUE, None, Rider("Ann"), units=units))
    assert select.xpath("option/text()") == ["–", "Ann"]
    assert select.xpath("optgroup/option/text()") == ["Bob", "Cy"]
    assert select.xpath("string(.//option[@selected])") == "Ann"


def test_another_unit_that_has_gone_stays_and_says_so() -> None:
    form = form_for(Rider, CATALOGUE, QueryDict("carrier=Dot"), units=[("First", ["Ann"])])
    select, _ = carriers(form)
    assert select.xpath("string(.//option[@selected])") == "Dot – no longer there"
    assert form.spec() == Rider("Dot")
