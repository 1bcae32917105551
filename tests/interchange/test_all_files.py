"""Files of every game: what is written is read again, and what is broken breaks nothing."""

import json
import random
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.armies.documents import BadFile
from armybuilder.armies.models import Army, Revision
from armybuilder.interchange.army_files import read_army, write_army
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.fields import entries_used
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.declared import values

GAMES = all_rulesets()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)

BELOW = 1_150
THROUGH = 100
"""How many mutated files of each game are read by the reader alone, and how many are sent to the site."""

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)


@st.composite
def forces(draw: st.DrawFn, game: AnyRuleset) -> Force[Any, Any, Any]:
    """A force of a game with anything in it that its declarations allow."""
    kind = draw(st.sampled_from(game.kinds))
    entry = Entry(kind.slug, "own-entry", draw(NAMES), draw(values(kind.spec, game.catalogue)), draw(NAMES))
    switches = [ruling for ruling in game.rulings if ruling.switch]
    chosen = tuple(
        (ruling.switch, draw(st.sampled_from([reading.key for reading in ruling.readings])))
        for ruling in switches
        if draw(st.booleans())
    )
    unit = st.builds(
        Unit, st.just(""), values(game.unit, game.catalogue), NAMES, st.text("a\n", max_size=4), st.booleans()
    )
    groups = st.builds(
        Group,
        st.just(""),
        NAMES,
        values(game.group, game.catalogue),
        st.lists(unit, max_size=3).map(tuple),
        st.text("a\n", max_size=4),
    )
    force: Force[Any, Any, Any] = Force(
        game.slug,
        draw(NAMES),
        draw(values(game.force, game.catalogue)),
        tuple(draw(st.lists(groups, max_size=2))),
        draw(NAMES),
        chosen,
        (entry,),
    )
    return force.with_ids()


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(game=st.sampled_from(GAMES), data=st.data())
def test_any_army_that_is_exported_and_imported_is_equal(game: AnyRuleset, data: st.DataObject) -> None:
    force = data.draw(forces(game))
    assert decode_force(game, json.loads(json.dumps(encode_force(force)))) == force
    catalogue = game.context(force).catalogue
    specs = [force.spec, *(group.spec for group in force.groups), *(unit.spec for _, unit in force.units())]
    if all(catalogue.get(use.kind, use.key) for spec in specs for use in entries_used(spec)):
        assert read_army(write_army(force)).force == force
    else:
        with pytest.raises(BadFile):
            read_army(write_army(force))


# --- mutated files -----------------------------------------------------------------------------------

WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "x" * 5000,
    "\x00",
    "\ud800",
    "<b>",
    [],
    [[]],
    {},
    {"id": "u2"},
    ["u2", 3],
)


def small_file(game: AnyRuleset) -> str:
    """A file of the first few units of a game's example."""
    plain = encode_force(game.demo())
    plain["groups"] = [{**group, "units": group["units"][:2]} for group in plain["groups"][:2]]
    return json.dumps(plain)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Holder and key of every value inside plain data."""
    found = []
    rows = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    for key, value in rows:
        found.append((data, key))
        found += places(value)
    return found


def mutated(text: str, chance: random.Random) -> str:
    """The file with one to three values changed, dropped, doubled or renamed, or its text itself cut about."""
    if chance.random() < 0.1:
        start = chance.randrange(len(text))
        return text[:start] + chance.choice(["", "}", '"', "NaN", "9" * 30]) + text[start + chance.randrange(20) :]
    plain = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places(plain))
        if isinstance(holder, list):
            key = min(key, len(holder) - 1)
        if not holder or (isinstance(holder, dict) and key not in holder):
            continue
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.append(holder[key])
            case 2 if isinstance(holder, dict):
                holder[chance.choice(["", "id", "spec", "units", "x" * 200])] = holder.pop(key)
            case _:
                # A copy: it is changed in turn, and put into itself where it is the same object.
                holder[key] = deepcopy(chance.choice(WRONG))
    return json.dumps(plain)


def test_mutated_files_have_nothing_in_common() -> None:
    before = deepcopy(WRONG)
    chance = random.Random(1)
    for _ in range(BELOW):
        mutated('{"a": [[1], 2], "b": 3, "c": {}, "d": [4]}', chance)
    assert before == WRONG


@each_game
def test_a_mutated_file_is_read_or_refused_in_words(game: AnyRuleset) -> None:
    text, chance = small_file(game), random.Random(game.slug)
    refusals = []
    for _ in range(BELOW):
        try:
            loaded = read_army(mutated(text, chance))
        except BadFile as bad:
            refusals.append([str(problem).encode() for problem in bad.problems])
        else:
            list(loaded.findings)
            assert read_army(write_army(loaded.force)).force == loaded.force
    assert BELOW * 0.5 < len(refusals) < BELOW
    assert all(refusals)


@pytest.mark.django_db
@each_game
def test_a_mutated_file_is_refused_and_stores_nothing(game: AnyRuleset, client: Client) -> None:
    text, chance = small_file(game), random.Random(f"{game.slug} again")
    answers = set()
    stored = 0
    for turn in range(THROUGH):
        caches["counts"].clear()
        sent = {"text": mutated(text, chance), **({"store": "1"} if turn % 2 else {})}
        answer = client.post("/armies/import", sent).status_code
        answers.add(answer)
        stored += answer == 302
        assert (Army.objects.count(), Revision.objects.count()) == (stored, stored)
    assert answers == {200, 302, 400}
