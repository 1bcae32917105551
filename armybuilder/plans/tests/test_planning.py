"""Plans at the table: who may ask for one, what it says, and that it gives nothing away."""

import re
from dataclasses import replace
from fractions import Fraction
from html import escape
from types import SimpleNamespace
from urllib.parse import parse_qs

import pytest
from django.core.cache import cache

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import pack, unpack
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import allow_plans, invite, take
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match, Plans
from armybuilder.matches.tests.conftest import id_in
from armybuilder.site.claims import Author, Claim
from rulesets.core.calculators import decimal, percent
from rulesets.core.play.definition import REVEALS
from rulesets.core.play.matches import Event
from rulesets.core.play.states import Change
from rulesets.registry import all_rulesets, get_ruleset
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db
OFF = "Plans are off in this game."


def match_of(slug: str, *, plans: bool = True) -> Match:
    """A game of Alice's of the example army against itself; she answers for both sides."""
    ruleset = get_ruleset(slug)
    reds, blues = (ChosenForce(LoadedArmy(ruleset, replace(ruleset.demo(), name=name))) for name in ("Reds", "Blues"))
    return begin_match(reds, blues, {}, Author(None, ALICE.hash), plans=plans)


def test_a_game_has_no_plans_unless_its_player_allows_them(alice):
    match = match_of("warstrike", plans=False)
    refused = alice.get(f"/matches/{match.pk}/plan?side=0")
    assert (refused.status_code, OFF in refused.text) == (403, True)
    assert "/plan?" not in alice.get(f"/matches/{match.pk}").text


def test_both_players_have_to_allow_plans(alice, bob):
    match = match_of("warstrike")
    assert alice.get(f"/matches/{match.pk}/plan?side=0").status_code == 200
    Match.objects.update(plans=Plans.OFFERED)
    seat = invite(match, 1)
    page = bob.get(f"/matches/join/{seat.invitation}")
    assert "Allow plans for both players" in page.text
    bob.post(f"/matches/join/{seat.invitation}")
    assert alice.get(f"/matches/{match.pk}/plan").status_code == 403
    assert bob.get(f"/matches/{match.pk}/plan").status_code == 403


def test_plans_are_on_once_the_other_player_allows_them(alice, bob):
    match = match_of("warstrike")
    seat = invite(match, 1)
    bob.post(f"/matches/join/{seat.invitation}", {"plans": "1"})
    match.refresh_from_db()
    assert match.plans == Plans.ALLOWED
    assert bob.get(f"/matches/{match.pk}/plan").status_code == 200
    assert "/plan?" in alice.get(f"/matches/{match.pk}").text


def test_a_plan_made_alone_gives_no_consent_of_who_joins(alice, bob):
    match = match_of("warstrike")
    path = f"/matches/{match.pk}/plan"
    assert alice.get(path, {"side": 0}).status_code == 200
    seat = invite(match, 1)
    assert "Allow plans for both players" in bob.get(f"/matches/join/{seat.invitation}").text
    bob.post(f"/matches/join/{seat.invitation}")
    assert [each.get(path).status_code for each in (alice, bob)] == [403, 403]
    # They may allow them later.
    assert "Allow plans for both players" in bob.get(f"/matches/join/{seat.invitation}").text
    bob.post(f"/matches/join/{seat.invitation}", {"plans": "1"})
    assert [each.get(path).status_code for each in (alice, bob)] == [200, 200]
    bob.post(f"/matches/join/{seat.invitation}")
    assert alice.get(path).status_code == 200


def test_the_next_player_of_a_seat_allows_plans_anew(alice, bob):
    match = match_of("warstrike")
    path = f"/matches/{match.pk}/plan"
    bob.post(f"/matches/join/{invite(match, 1).invitation}", {"plans": "1"})
    assert bob.get(path).status_code == 200
    first = match.seats.get(side=1)
    alice.post(f"/matches/{match.pk}/seats", {"withdraw": first.pk})
    seat = invite(match, 1)
    carol = browser_of(Claim("the key of carol"))
    carol.post(f"/matches/join/{seat.invitation}")
    assert [each.get(path).status_code for each in (alice, carol)] == [403, 403]


def test_the_report_says_that_a_plan_was_used(alice):
    match = match_of("warstrike")
    told = "a player asked the site who should engage whom"
    assert told not in alice.get(f"/matches/{match.pk}/report").text
    alice.get(f"/matches/{match.pk}/plan?side=0")
    assert told in alice.get(f"/matches/{match.pk}/report").text


@pytest.mark.parametrize("slug", [game.slug for game in all_rulesets()])
def test_a_plan_says_who_engages_whom_and_why(slug, alice):
    match = match_of(slug)
    page = alice.get(f"/matches/{match.pk}/plan", {"side": 0, "distance": 6})
    rows, panel = page.context["rows"], page.context["panel"]
    assert rows
    assert decimal(panel.plan.lost, 1) in page.text
    # Each line opens its engagement.
    engaged = alice.get(f"/matches/{match.pk}/engage?{rows[0].engage}")
    assert (engaged.status_code, "data-event" in engaged.text) == (200, True)
    assert all(row.reason for row in rows)


@pytest.mark.parametrize(("slug", "longest"), [("mbt2020", 200), ("forge-of-war", 200), ("warstrike", None)])
def test_a_plan_asks_only_for_a_distance_that_counts(slug, longest, alice):
    page = alice.get(f"/matches/{match_of(slug).pk}/plan", {"side": 0, "distance": 999})
    field = re.search(r'name="distance"\s+min="0"\s+max="(\d+)"\s+value="(\d+)"', page.text)
    assert (field and field.groups()) == (longest and (str(longest), str(longest)))
    asked = [parse_qs(row.engage).get("distance") for row in page.context["rows"]]
    assert {*map(str, asked)} <= {str(longest and [str(longest)])}


def test_a_plan_is_shown_while_a_better_one_is_looked_for(alice, monkeypatch):
    match = match_of("forge-of-war")
    path = f"/matches/{match.pk}/plan?side=0&distance=12"
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 0.0)
    first = alice.get(path)
    assert first.context["rows"]
    assert 0 <= first.context["progress"] < 1
    assert f'hx-get="/matches/{match.pk}/plan?{escape(first.context["more"])}"' in first.text
    assert "Looking for a better plan" in first.text
    monkeypatch.setattr("armybuilder.plans.views.SECONDS", 1_000)
    better = alice.get(f"/matches/{match.pk}/plan?{first.context['more']}")
    assert "Looking for a better plan" not in better.text
    plans = [page.context["panel"].plan for page in (first, better)]
    assert plans[0].lost < plans[1].lost
    # What is asked next begins anew.
    assert "more=" not in better.text


@pytest.mark.parametrize(("gain", "says"), [("1", False), ("1.05", False), ("1.4", True)])
def test_a_plan_says_how_much_more_it_gains_where_it_does(gain, says, alice):
    match = match_of("warstrike")
    panel = alice.get(f"/matches/{match.pk}/plan", {"side": 0, "distance": 6}).context["panel"]
    panel.plan = replace(panel.plan, lost=panel.plan.usual_lost * Fraction(gain))
    assert panel.totals().endswith(" The plan gains 1.4 times as much.") is says
    assert ("times as much" in panel.totals()) is says


@pytest.mark.parametrize(
    ("slug", "words"), [("mbt2020", "rock, paper, scissors"), ("warstrike", "one marker for each")]
)
def test_a_plan_says_what_it_does_not_know(slug, words, alice):
    match = match_of(slug)
    text = alice.get(f"/matches/{match.pk}/plan", {"side": 0, "distance": 6}).text
    assert words in text
    assert "does not count movement" in text


def test_a_plan_asked_for_again_is_the_same(alice, monkeypatch):
    path = f"/matches/{match_of('forge-of-war').pk}/plan?side=0&distance=12"
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 0.0)
    monkeypatch.setattr("armybuilder.plans.views.SECONDS", 1_000)
    begun = alice.get(path)
    whole = alice.get(f"{path}&more=1")
    again = alice.get(path)
    assert [page.context["progress"] is None for page in (begun, whole, again)] == [False, True, True]
    assert begun.context["panel"].plan.lost < whole.context["panel"].plan.lost
    assert again.context["panel"].plan == whole.context["panel"].plan
    # Another wish is another question.
    assert alice.get(f"{path}&goal=out").context["progress"] is not None


def test_a_plan_given_up_early_is_never_worse_again(alice, monkeypatch):
    path = f"/matches/{match_of('forge-of-war').pk}/plan?side=0&distance=12"
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 0.0)
    at_once = alice.get(path).context["panel"].plan
    cache.clear()
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    best = alice.get(path).context["panel"]
    assert best.plan.lost > at_once.lost
    given_up = replace(best.found, is_done=False)
    monkeypatch.setattr("armybuilder.plans.views.cache", SimpleNamespace(get=lambda _: given_up, set=lambda *_: None))
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 0.0)
    assert alice.get(path).context["panel"].plan == best.plan


def test_a_plan_cut_off_at_its_start_is_looked_for_again(alice, monkeypatch):
    path = f"/matches/{match_of('forge-of-war').pk}/plan?side=0&distance=12"
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 0.0)
    monkeypatch.setattr("armybuilder.plans.views.SECONDS", 0.0)
    cut = alice.get(path).context
    assert cut["progress"] is None
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    assert alice.get(path).context["panel"].plan.lost > cut["panel"].plan.lost


def test_a_unit_elsewhere_than_alone_is_told_who_goes_there(alice, monkeypatch):
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    panel = alice.get(f"/matches/{match_of('forge-of-war').pk}/plan", {"side": 0}).context["panel"]
    line = next(each for each in panel.plan.lines if each.alone)
    first = next(each for each in panel.plan.lines if each.target == line.alone)
    left = f"Its own best target, {panel.name(1, line.alone)}, is left to your {panel.name(0, first.unit)}"
    assert panel._reason(line).startswith(left)


def test_a_unit_that_finishes_a_target_says_how_its_chance_rises(alice, monkeypatch):
    """From what it is in the plan without the unit."""
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    panel = alice.get(f"/matches/{match_of('mbt2020').pk}/plan", {"side": 0, "distance": 12}).context["panel"]
    line = next(each for each in panel.plan.lines if each.gone_before)
    first = next(each for each in panel.plan.lines if each.unit == line.before[-1])
    assert line.gone_before == first.gone < line.gone
    assert panel._reason(line) == f"It raises that chance from {percent(first.gone)} to {percent(line.gone)}."


@pytest.mark.parametrize("slug", [game.slug for game in all_rulesets()])
def test_the_next_best_target_gains_what_its_line_says(slug, alice, monkeypatch):
    """As the plan for that unit alone says, which is told to engage there."""
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    path = f"/matches/{match_of(slug).pk}/plan"
    panel = alice.get(path, {"side": 0, "distance": 6}).context["panel"]
    lines = [line for line in panel.plan.lines if line.second and not line.before]
    assert lines
    for line in lines[:3]:
        name = panel.name(1, line.second)
        others = ",".join(unit for unit in panel.planner.units if unit != line.unit)
        wishes = {"side": 0, "distance": 6, "out": others, "pin": f"{line.unit}:{line.second}"}
        (alone,) = alice.get(path, wishes).context["panel"].plan.lines
        assert (alone.target, alone.lost, alone.gone) == (line.second, line.second_lost, line.second_gone)
        equal = (alone.lost, alone.gone) == (line.lost, line.gone)
        best = f"Next best is the enemy {name}: {decimal(alone.lost, 1)} {panel.lost}."
        assert panel._reason(line) == (f"At the enemy {name} it would do as much." if equal else best)


def test_a_unit_is_left_out_and_another_kept(alice):
    match = match_of("warstrike")
    path = f"/matches/{match.pk}/plan"
    first = alice.get(path, {"side": 0}).context["rows"][0]
    without = alice.get(f"{path}?{first.leave_out}")
    assert first.unit not in {row.unit for row in without.context["rows"]}
    assert f"Left out: {first.unit}" in without.text
    kept = alice.get(f"{path}?{first.keep}").context["rows"]
    assert [row.is_kept for row in kept if row.unit == first.unit] == [True]


@pytest.mark.parametrize(
    "sent", [{"out": "x"}, {"out": "x,u2"}, {"pin": "x:y,u2:y"}, {"target": "x", "goal": "target"}]
)
def test_units_that_no_side_has_are_left_out_of_a_plan(sent, alice):
    match = match_of("warstrike")
    page = alice.get(f"/matches/{match.pk}/plan", {"side": 0, **sent})
    assert page.status_code == 200
    assert "x" not in page.context["panel"].left_out


def test_a_side_without_an_army_has_no_plan(alice):
    ruleset = get_ruleset("warstrike")
    chosen = ChosenForce(LoadedArmy(ruleset, ruleset.demo()))
    match = begin_match(chosen, None, {}, Author(None, ALICE.hash), plans=True)
    for side in (0, 1):
        page = alice.get(f"/matches/{match.pk}/plan", {"side": side, "out": "u2"})
        assert (page.status_code, page.context["rows"]) == (200, [])


def test_a_goal_may_name_a_target(alice):
    match = match_of("forge-of-war")
    page = alice.get(f"/matches/{match.pk}/plan", {"side": 0, "goal": "target", "target": "u6", "distance": 6})
    assert len({row.target for row in page.context["rows"]}) == 1


def test_a_plan_gives_nothing_hidden_away(begin, alice):
    """The answer is the same to the byte whatever the hidden units are like."""
    match = begin(hides=True, plans=True)
    allow_plans(match)
    before = alice.get(f"/matches/{match.pk}/plan")
    assert before.context["rows"]
    hidden = id_in(match, "u3")
    for number, change in enumerate((Change("out-of-play", box="out"), Change("out-of-play", box="out", on=False))):
        submit(match, 1, Event(f"e{number}", changes=(replace(change, holder=hidden, side=1),)), both=False)
        assert alice.get(f"/matches/{match.pk}/plan").content == before.content
    assert "Ruby" not in before.text
    # What is known changes it.
    submit(
        match,
        1,
        Event("known", changes=(Change("out-of-play", box="out", holder=id_in(match, "u2"), side=1),)),
        both=False,
    )
    assert alice.get(f"/matches/{match.pk}/plan").content != before.content


@pytest.mark.parametrize("slug", [game.slug for game in all_rulesets() if game.play and game.play.hidden])
def test_a_plan_is_the_same_to_the_byte_whatever_hidden_units_are(slug, alice, monkeypatch):
    """All hidden units become of other kinds, and leave play; what is in sight stays as it is."""
    monkeypatch.setattr("armybuilder.plans.views.FIRST_SECONDS", 1_000)
    match = begin_example(slug, hides=True, plans=True)
    allow_plans(match)
    force = match.forces.get(side=1)
    ruleset, whole = get_ruleset(slug), unpack(get_ruleset(slug), force.document)
    (seen, *hidden) = [unit.id for group in whole.groups for unit in group.units if unit.id in match.numbers[1]]
    submit(match, 1, Event("seen", changes=(replace(REVEALS, holder=seen, side=1),)), both=False)
    path = f"/matches/{match.pk}/plan?distance=4"
    before = alice.get(path)
    assert before.context["rows"]
    kinds = dict(zip(hidden, (whole.unit(unit)[1].spec for unit in reversed(hidden)), strict=True))
    force.document = pack(
        replace(
            whole,
            groups=tuple(
                replace(
                    group,
                    units=tuple(replace(unit, spec=kinds.get(unit.id, unit.spec), name="") for unit in group.units),
                )
                for group in whole.groups
            ),
        )
    )
    assert unpack(ruleset, force.document) != whole
    force.save()
    Match.objects.update(forces_changed=match.forces_changed + 1)
    gone = tuple(Change("out-of-play", box="out", holder=unit, side=1) for unit in hidden[::2])
    submit(match, 1, Event("gone", changes=gone), both=False)
    assert alice.get(path).content == before.content


def test_spectators_get_no_plan(alice, bob):
    match = match_of("warstrike")
    seat = invite(match, None)
    take(seat, Author(None, BOB.hash), seat.invitation)
    assert bob.get(f"/matches/{match.pk}/plan").status_code == 403
    assert not re.search("data-panel", bob.get(f"/matches/{match.pk}").text)
