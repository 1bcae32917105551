"""The rows in which models are entered."""

from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.forms import ModelsForms, rows_for
from armybuilder.collection.shelf import Models

FLINT = ("stone", "flint")
UNITS = {FLINT: EntryRow(ruleset="pebbles", kind="stone", key="flint", name="Flint")}


def sent(**values):
    data = {"row-TOTAL_FORMS": 1, "row-INITIAL_FORMS": 0, "row-0-entry": "stone/flint", "row-0-seen": "0/0/"}
    return ModelsForms(
        {**data, **{f"row-0-{name}": value for name, value in values.items()}},
        form_kwargs={"units": UNITS},
        prefix="row",
    )


def test_a_row_shows_what_is_filled_in_and_is_based_on_the_shelf():
    (form,) = rows_for(UNITS, {FLINT: Models(2, 1, "box")}, {FLINT: Models(5, 1, "box")})
    assert (form.name, form["count"].value(), form["seen"].value()) == ("Flint", 5, "2/1/box")
    assert form.fields["count"].widget.attrs["aria-label"] == "Models: Flint"
    (empty,) = rows_for(UNITS, {}, {FLINT: Models()})
    assert (empty["count"].value(), empty["painted"].value(), empty["seen"].value()) == (None, None, "0/0/")


def test_empty_fields_are_none_of_it():
    forms = sent(count="", painted="", note=" ")
    assert forms.is_valid()
    assert forms[0].models == Models()


def test_more_painted_models_than_there_are_are_refused():
    assert sent(count=3, painted=4).errors == [{"painted": ["You have 3, so at most 3 can be painted."]}]
    assert sent(count=3, painted=3).is_valid()
    unknown = sent(entry="stone/moon")
    assert (unknown.is_valid(), unknown[0].name) == (True, "")
