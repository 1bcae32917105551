"""Questions as plain data of forms and addresses."""

from crispy_forms.utils import render_crispy_form
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from tests.schema_forms.test_forms import CATALOGUE, Crew, Gun, Pace, Tank, asked, drawn, form_for


def test_an_empty_address_is_the_default():
    form = asked()
    assert form.is_valid()
    assert form.spec() == Tank()
    assert form.address() == ""


tanks = st.builds(
    Tank,
    kind=st.sampled_from(["t34", "kv1", "gone", ""]),
    pace=st.sampled_from(Pace),
    range=st.none() | st.integers(0, 10**9),
    crew=st.builds(Crew, st.integers(1, 9), st.booleans()),
    guns=st.lists(
        st.builds(Gun, st.integers(20, 203), st.lists(st.integers(-9, 9), max_size=3).map(tuple)), max_size=2
    ).map(tuple),
    motto=st.text("abc &=?-<>\"'é", max_size=10),
    passenger=st.none() | st.builds(Crew, st.integers(1, 9), st.booleans()),
)


@given(tanks, tanks)
def test_the_address_is_read_back_as_the_same_question(tank, start):
    form = form_for(Tank, CATALOGUE, QueryDict(address_of(tank, start)), initial=start)
    assert form.spec() == tank


@given(tanks)
def test_what_a_browser_sends_back_is_what_was_shown(tank):
    page = drawn(form_for(Tank, CATALOGUE, initial=tank))
    data = QueryDict(mutable=True)
    for name, value in page.xpath("//form")[0].form_values():
        data.appendlist(name, value)
    assert form_for(Tank, CATALOGUE, data).spec() == tank


@given(
    st.dictionaries(
        st.sampled_from(["pace", "guns-rows", "crew-men", "crew-eager", "passenger", "add-row", "range"]), st.text()
    )
)
def test_nothing_sent_breaks_the_form(data):
    query = QueryDict(mutable=True)
    query.update(data)
    form = form_for(Tank, CATALOGUE, query)
    form.is_valid()
    assert render_crispy_form(form)


def address_of(tank: Tank, start: Tank) -> str:
    form = form_for(Tank, CATALOGUE, initial=start)
    form.plain = form_for(Tank, CATALOGUE, initial=tank).plain
    return form.address()
