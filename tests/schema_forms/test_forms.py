"""Forms made from declarations."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import pytest
from crispy_forms.utils import render_crispy_form
from django.http import QueryDict
from lxml import html

from armybuilder.schema_forms import forms
from armybuilder.schema_forms.forms import SpecForm, reading_choices
from armybuilder.schema_forms.layouts import FormLayout
from rulesets.core.declarations.catalogue import Catalogue, Entry, Source
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import Reading, Ruling


class Pace(Choice):
    SLOW = "slow", "Slow", "Half a move"
    FAST = "fast", "Fast"


@dataclass(frozen=True, slots=True)
class Gun:
    calibre: Annotated[int, Ask("Calibre", unit="mm", min=20, max=203)] = 75
    shells: Annotated[tuple[int, ...], Ask("Shells", min=0, max=3)] = ()


@dataclass(frozen=True, slots=True)
class Crew:
    men: Annotated[int, Ask("Men", min=1, max=9)] = 4
    eager: Annotated[bool, Ask("Eager")] = True


@dataclass(frozen=True, slots=True)
class Tank:
    kind: Annotated[str, Ask("Kind", entry="hull")] = "t34"
    pace: Annotated[Pace, Ask("Pace", "How it moves")] = Pace.SLOW
    range: Annotated[int | None, Ask("Range", min=0)] = None
    crew: Annotated[Crew, Ask("Crew")] = Crew()
    guns: Annotated[tuple[Gun, ...], Ask("Guns", max=2, one="Gun")] = (Gun(),)
    motto: Annotated[str, Ask("Motto", max_length=10)] = ""
    passenger: Annotated[Crew | None, Ask("Passenger")] = None


@dataclass(frozen=True, slots=True)
class Folded:
    numbers: Annotated[tuple[int, ...], Ask("Numbers", max=9)] = ()


def hull(key: str, name: str, source: Source = Source.RULEBOOK) -> Entry[Any]:
    return Entry("hull", key, name, None, "p. 1", source)


CATALOGUE = Catalogue((hull("t34", "T-34"), hull("kv1", "KV-1"), hull("mine", "Our own", Source.OWN)))


LAYOUTS = {
    "Tank": FormLayout({"Shooting": ["range", "crew"]}, folded=["motto", "passenger"]),
    "Twins": FormLayout({"Own": ["first"], "Theirs": ["second"]}, folded=["first", "second", "cover"]),
    "Odd": FormLayout({"{% now %}<u>": ["odd"]}),
}
form_for = partial(forms.form_for, layouts=LAYOUTS)


def asked(query: str = "", **options: Any) -> SpecForm[Tank]:
    return form_for(Tank, CATALOGUE, QueryDict(query), **options)


def drawn(form: SpecForm[Any]) -> Any:
    return html.fromstring(f"<form>{render_crispy_form(form)}</form>")


def test_an_unbound_form_has_its_initial_value():
    tank = Tank(pace=Pace.FAST)
    form = form_for(Tank, CATALOGUE, initial=tank)
    assert form.spec() == tank
    assert not form.is_bound


@pytest.mark.parametrize(
    ("query", "name", "message"),
    [
        ("crew-men=10", "crew-men", "Enter a number from 1 to 9, not 10."),
        ("crew-men=many", "crew-men", "Enter a whole number."),
        ("crew-men=", "crew-men", "Enter a whole number."),
        ("crew-men=" + "9" * 9000, "crew-men", "Enter a whole number."),
        ("crew-eager=perhaps", "crew-eager", "Enter true or false."),
        ("pace=", "pace", "Choose slow or fast, not ''."),
        ("guns-0-calibre=1", "guns-0-calibre", "Enter a number from 20 to 203, not 1."),
        ("motto=Hurrah hurrah", "motto", "Enter at most 10 characters, not 13."),
        ("guns-rows=999999", "__all__", "Guns: enter at most 2 rows, not 3."),
    ],
)
def test_a_problem_stands_at_its_field_and_the_rest_is_kept(query, name, message):
    form = asked(f"{query}&kind=kv1")
    assert not form.is_valid()
    assert form.errors == {name: [message]}
    assert form["kind"].value() == "kv1"
    with pytest.raises(ValueError, match="errors"):
        form.spec()


def test_what_was_sent_stays_in_the_input():
    page = drawn(asked("crew-men=many"))
    (men,) = page.xpath("//input[@name='crew-men']")
    assert men.get("value") == "many"
    assert men.get("aria-invalid") == "true"
    assert page.get_element_by_id(men.get("aria-describedby")).text_content().strip() == "Enter a whole number."


def test_a_refused_question_stands_at_its_field():
    form = asked("")
    form.refuse("guns[0].calibre", "No such gun.")
    form.refuse("crew", "nobody is aboard")
    form.refuse("", "Impossible.")
    assert form.errors == {
        "guns-0-calibre": ["No such gun."],
        "crew-men": ["Nobody is aboard."],
        "__all__": ["Impossible."],
    }


def test_full_labels_tell_where_a_field_stands():
    assert list(asked("guns-0-shells-rows=1&passenger=1").full_labels.values()) == [
        "Kind",
        "Pace",
        "Range",
        "Crew: Men",
        "Crew: Eager",
        "Gun 1: Calibre",
        "Gun 1: Shells 1",
        "Motto",
        "Passenger",
        "Passenger: Men",
        "Passenger: Eager",
    ]


def test_a_row_is_added_and_removed():
    form = asked("add-row=guns")
    assert form.rows_changed
    assert form.spec().guns == (Gun(), Gun())
    assert form.address() == "guns-rows=2"
    form = asked("guns-rows=2&guns-0-calibre=20&guns-1-calibre=30&remove-row=guns-0")
    assert form.rows_changed
    assert form.spec().guns == (Gun(30),)
    assert form.address() == "guns-0-calibre=30"
    assert asked("guns-rows=2&add-row=guns").spec().guns == (Gun(), Gun())
    assert asked("guns-rows=0").spec().guns == ()


def test_row_buttons_go_no_further_than_the_limits():
    page = drawn(asked("guns-rows=2"))
    assert page.xpath("//button[@name='add-row']/@value") == ["guns-0-shells", "guns-1-shells"]
    assert page.xpath("//button[@name='remove-row']/@value") == ["guns-0", "guns-1"]


def test_advanced_fields_are_folded_until_used():
    assert drawn(asked("")).xpath("//details/@open") == []
    page = drawn(asked("motto=Go"))
    assert page.xpath("//details/@open") == [""]
    assert page.xpath("//details//input[@name='motto']/@value") == ["Go"]


@dataclass(frozen=True, slots=True)
class Twins:
    first: Annotated[int, Ask("Reach")] = 0
    second: Annotated[int, Ask("Reach")] = 0
    cover: Annotated[int, Ask("Cover")] = 0


def test_what_is_folded_away_is_named_once():
    page = drawn(form_for(Twins, CATALOGUE))
    assert page.xpath("normalize-space(//summary)") == "More Reach, Cover"


def test_what_is_called_alike_and_folded_away_stands_in_its_sections():
    page = drawn(form_for(Twins, CATALOGUE))
    assert page.xpath("//details//legend/text()") == ["Own", "Theirs"]
    assert page.xpath("//details//fieldset[legend='Theirs']//input/@name") == ["second"]
    assert drawn(asked("")).xpath("//details//legend/text()") == ["Passenger"]


def test_a_problem_unfolds_what_it_stands_in():
    page = drawn(asked("passenger-men=10&passenger=0"))
    assert page.xpath("//details/@open") == []
    fold = Folded((0, 1, 2, 3))
    page = drawn(form_for(Folded, CATALOGUE, initial=fold))
    assert (page.xpath("string(//summary)"), page.xpath("//details/@open")) == ("4 in the list", [])
    assert drawn(form_for(Folded, CATALOGUE, initial=fold, folds=False)).xpath("//details") == []
    page = drawn(form_for(Folded, CATALOGUE, QueryDict("numbers-2=x"), initial=fold))
    assert page.xpath("//details/@open") == [""]
    page = drawn(form_for(Folded, CATALOGUE, QueryDict("remove-row=numbers-0&numbers-rows=5"), initial=fold))
    assert page.xpath("//details/@open") == [""]


def test_names_that_do_not_fit_beside_others_are_given_room():
    long = Catalogue((*CATALOGUE, hull("grizzly", "Grizzly, northern pattern", Source.OWN)))
    wide = [
        "schema-form-wide"
        in drawn(form_for(Tank, catalogue, QueryDict(""))).xpath("//select[@name='kind']")[0].get("class")
        for catalogue in (CATALOGUE, long)
    ]
    assert wide == [False, True]


def test_only_some_fields_are_shown_and_the_others_keep_their_value():
    form = asked("pace=fast&crew-men=2", initial=Tank(crew=Crew(7)), only=["pace"])
    assert list(form.fields) == ["pace"]
    assert form.spec() == Tank(pace=Pace.FAST, crew=Crew(7))


def test_a_prefix_keeps_two_forms_apart():
    form = form_for(Tank, CATALOGUE, QueryDict("a-pace=fast&pace=slow&a-crew-men=10"), prefix="a")
    assert form.errors == {"a-crew-men": ["Enter a number from 1 to 9, not 10."]}
    assert form.address() == "a-pace=fast&a-crew-men=10"


def test_labels_are_text_not_markup():
    @dataclass(frozen=True, slots=True)
    class Odd:
        odd: Annotated[bool, Ask("<b>{{ odd }}", "<i>help")] = False

    globals()["Odd"] = Odd
    page = drawn(form_for(Odd, CATALOGUE, QueryDict("")))
    assert page.xpath("//b | //i | //u") == []
    assert page.xpath("//legend/text()") == ["{% now %}<u>"]


def test_the_default_among_readings_is_named_without_its_full_stop() -> None:
    readings = (Reading("a", "The nearest."), Reading("b", "Any other."))
    ruling = Ruling("AMB-1", "§1", "Which?", readings, "a", "It is near.", "which")
    assert reading_choices(ruling) == [("a", "The nearest (default)"), ("b", "Any other")]


@dataclass(frozen=True, slots=True)
class Ride:
    hull: Annotated[str, Ask("Hull", entry="hull")] = ""
    boat: Annotated[str, Ask("Boat", entry="boat")] = ""


BOATS = Catalogue((hull("t34", "T-34"), Entry("boat", "t34", "Ferry", None, "p. 2"), hull("mine", "Ours", Source.OWN)))
RIDES = {"Ride": FormLayout(joined={"Hull or boat": ["hull", "boat"]})}


def test_fields_of_which_one_is_filled_share_a_select():
    form = forms.form_for(Ride, BOATS, initial=Ride(boat="t34"), marks={"boat": {"t34": "too deep"}}, layouts=RIDES)
    page = drawn(form)
    assert page.xpath("//label/text()") == ["Hull or boat"]
    assert page.xpath("//select/@id") == ["id_hull-or-boat"]
    assert page.xpath("//optgroup/@label") == ["Hull: Rulebook", "Hull: Your own", "Boat"]
    options = [(option.get("value"), option.text, "selected" in option.attrib) for option in page.iter("option")]
    assert options == [
        ("hull:", "–", False),
        ("hull:t34", "T-34", False),
        ("hull:mine", "Ours", False),
        ("boat:t34", "Ferry – too deep", True),
    ]


@pytest.mark.parametrize(
    ("value", "ride"),
    [("boat:t34", Ride(boat="t34")), ("hull:mine", Ride(hull="mine")), ("hull:", Ride()), ("rubbish", Ride())],
)
def test_a_shared_select_clears_the_fields_it_does_not_choose(value, ride):
    data = {"p-hull-or-boat": value}
    form = forms.form_for(Ride, BOATS, data, initial=Ride(hull="t34"), prefix="p", layouts=RIDES)
    assert form.spec() == ride


def test_problems_of_fields_that_share_a_select_stand_at_it():
    form = forms.form_for(Ride, BOATS, {"hull-or-boat": "boat:"}, layouts=RIDES)
    for field in ("hull", "boat"):
        form.refuse(field, f"no {field}")
    assert form.errors == {"hull-or-boat": ["No hull.", "No boat."]}


def test_an_unknown_entry_stays_chosen_in_a_shared_select():
    page = drawn(forms.form_for(Ride, BOATS, initial=Ride(boat="raft"), layouts=RIDES))
    assert page.xpath("//option[@selected]/text()") == ["raft – not in the catalogue"]
