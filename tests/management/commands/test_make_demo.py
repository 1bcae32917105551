import pytest
from django.core.management import call_command

from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head, save

pytestmark = pytest.mark.django_db


def test_examples_are_made_once(pebbles, capsys):
    call_command("make_demo")
    assert f"{pebbles.title}: Small beach\n" in capsys.readouterr().out
    example = Army.objects.get(pk="example-pebbles")
    assert (example.example, example.name, load_head(example).force) == (True, "Small beach", pebbles.demo())
    before = list(Revision.objects.values_list("army", "number"))
    call_command("make_demo")
    assert capsys.readouterr().out == ""
    assert list(Revision.objects.values_list("army", "number")) == before


def test_an_example_follows_its_game(pebbles, author):
    call_command("make_demo", verbosity=0)
    example = Army.objects.get(pk="example-pebbles")
    loaded = load_head(example)
    save(example, 1, LoadedArmy(pebbles, make_edit("copy-unit", loaded, {"unit": "u2"}).force), "older", author)
    call_command("make_demo", verbosity=0)
    assert load_head(Army.objects.get(pk="example-pebbles")).force == pebbles.demo()
