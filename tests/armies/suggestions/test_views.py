import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import create_army, load_head
from rulesets.core.force_document import MAX_GROUPS
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import copy_group, remove_unit
from rulesets.registry import get_ruleset
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db


def url(army, *words):
    """An address under the army's."""
    return army.get_absolute_url() + "/".join(words)


def take(browser, address, page, number, head=1):
    """Choose a suggestion of a page."""
    return browser.post(
        address, {"head": head, "suggestion": number, "proof": page.context["previews"][number - 1].proof}
    )


def acts(proposed):
    """What a suggestion or a step of a plan does, in words."""
    return [line.text for line in proposed.lines]


def test_a_group_is_completed_as_seen(alice, make_army):
    army = make_army(size=1)
    address = url(army, "complete", "g1")
    page = alice.get(address)
    (first, *_) = page.context["previews"]
    assert (first.title, acts(first)) == ("Three flints", ["Add 2 × Flint"])
    assert [mark.text for mark in first.status] == ["Legal"]
    assert Revision.objects.count() == 1
    response = take(alice, address, page, 1)
    assert response.url == f"{url(army)}?at=g1#army"
    stored = Army.objects.get()
    assert (stored.head, load_head(stored).unit_count) == (2, 3)
    assert Revision.objects.get(number=2).summary == "Completed Pile 1: Three flints"


def test_a_completion_says_what_is_left_elsewhere(alice, author, make_army):
    army = make_army(size=1)
    assert "Each option makes this pile legal. Locked" in words_of(alice.get(url(army, "complete", "g1")))
    two = copy_group(load_head(army).force, "g1", "Second pile")
    other = create_army(LoadedArmy(get_ruleset("pebbles"), two), "New army", author)
    page = words_of(alice.get(url(other, "complete", "g1")))
    assert "Each option makes this pile legal, with 1 error left elsewhere in the beach. Locked" in page


def test_a_completion_lists_the_headquarters_that_it_brings(alice, author):
    game = get_ruleset("mbt2020")
    headless = remove_unit(game.demo(), "u2")
    army = create_army(LoadedArmy(game, headless), "New army", author)
    offered = alice.get(url(army, "complete", headless.groups[0].id)).context["previews"]
    assert acts(offered[0]) == ["Add Challenger 2 (BGHQ)"]
    assert offered[0].lines[0].symbol is not None
    assert all(any("BGHQ" in act for act in acts(each)) for each in offered)


def test_a_problem_is_fixed_as_seen(alice, make_army):
    army = make_army(size=4)
    assert [each.rule for each in load_head(army).findings] == ["PEB-2"]
    address = url(army, "mend", "0")
    page = alice.get(address)
    assert [acts(each) for each in page.context["previews"]] == [["Remove Flint from Pile 1"]]
    assert page.context["mark"].text == "Pile 1 has 4 pebbles; 3 make a pile."
    assert '<a href="/pebbles/rules/#PEB-2">PEB-2</a>' in page.text
    take(alice, address, page, 1)
    assert load_head(Army.objects.get()).unit_count == 3
    assert Revision.objects.get(number=2).summary == "Pile 1 · removed Flint"
    assert alice.get(address).status_code == 404


def test_everything_is_fixed_as_seen_in_one_step(alice, make_army):
    army = make_army(piles=3, size=4)
    alice.post(url(army, "edits", "add-group"), {"head": 1})
    before = load_head(Army.objects.get()).force
    address = url(army, "mend", "all")
    assert address in alice.get(url(army)).text
    page = alice.get(address)
    assert page.text.count('<a href="/pebbles/rules/#PEB-2">PEB-2</a>') == len(page.context["steps"])
    assert [(step.place, step.rule, acts(step)) for step in page.context["steps"][:2]] == [
        ("Pile 1", "PEB-2", ["Remove Flint from Pile 1"]),
        ("Pile 2", "PEB-2", ["Remove Flint from Pile 2"]),
    ]
    assert page.context["left"] == []
    assert Revision.objects.count() == 2
    assert take(alice, address, page, 1, head=2).status_code == 302
    fixed = load_head(Army.objects.get())
    assert fixed.count(Severity.ERROR) + fixed.count(Severity.WARNING) == 0
    assert Revision.objects.get(number=3).summary == "Fixed 4 problems"
    alice.post(url(army, "undo"), {"head": 3})
    assert load_head(Army.objects.get()).force == before
    assert "There are no problems" in alice.get(url(make_army(), "mend", "all")).text


def test_what_cannot_be_fixed_is_said(alice, make_army):
    army = make_army(piles=2, size=4)
    for head, unit in enumerate(("u2", "u3", "u4", "u5"), 1):
        alice.post(url(army, "edits", "lock-unit"), {"head": head, "unit": unit})
    page = alice.get(url(army, "mend", "all"))
    assert [(step.place, step.rule) for step in page.context["steps"]] == [("Pile 2", "PEB-2")]
    assert [(step.place, step.rule) for step in page.context["left"]] == [("Pile 1", "PEB-2")]
    take(alice, url(army, "mend", "all"), page, 1, head=5)
    assert Revision.objects.get(number=6).summary == "Pile 2 · removed Flint"
    assert alice.get(url(army, "mend", "all")).context["previews"] == []


def test_locked_units_are_left_alone(alice, make_army):
    army = make_army(size=4)
    for head, unit in enumerate(("u2", "u3", "u4", "u5"), 1):
        alice.post(url(army, "edits", "lock-unit"), {"head": head, "unit": unit})
    assert alice.get(url(army, "mend", "0")).context["previews"] == []
    assert "changing something locked" in alice.get(url(army, "mend", "0")).text
    assert "Unlock a pebble first" in alice.get(url(army, "complete", "g1")).text
    assert 'aria-label="locked"' in alice.get(url(army)).text


def test_what_is_sent_must_be_what_was_offered(alice, make_army):
    army = make_army(size=1)
    address = url(army, "complete", "g1")
    for sent in ({}, {"suggestion": "1"}, {"suggestion": "9", "proof": "x"}, {"suggestion": "1", "proof": "x"}):
        assert alice.post(address, {"head": 1, **sent}).status_code == 409
    assert alice.post(address, {"head": 9, "suggestion": "1"}).status_code == 400
    assert alice.get(url(army, "complete", "g9")).status_code == 404
    assert Revision.objects.count() == 1


def test_a_suggestion_for_an_older_revision_is_merged(alice, make_army):
    army = make_army(size=1)
    address = url(army, "complete", "g1")
    page = alice.get(address)
    alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u2", "name": "Pet"})
    response = take(alice, address, page, 1)
    assert (response.status_code, Army.objects.get().head) == (302, 4)
    force = load_head(Army.objects.get()).force
    assert [unit.name for _, unit in force.units()] == ["Pet", "", ""]


def test_the_builder_leads_to_both(alice, make_army):
    army = make_army(size=4)
    page = alice.get(url(army), {"at": "g1"}).text
    assert url(army, "complete", "g1") in page
    assert url(army, "mend", "0") in page


def test_a_complete_group_is_not_offered_more(alice, make_army):
    army = make_army(size=3)
    address = url(army, "complete", "g1")
    assert address not in alice.get(url(army), {"at": "g1"}).text
    page = alice.get(address)
    assert page.context["previews"] == []
    assert "This pile is complete." in page.text


def test_a_random_group_is_added_as_seen_and_undone(alice, make_army):
    army = make_army()
    address = url(army, "random")
    page = alice.get(address)
    assert "This pile has 3 pebbles and keeps the rules." in words_of(page)
    assert "After this: Legal" in words_of(page)
    seen = acts_on(page)
    sent = {"head": 1, "suggestion": "1", "proof": page.context["previews"][0].proof, "seed": page.context["seed"]}
    assert alice.post(address, sent | {"proof": "x", "seed": "x"}).status_code == 409
    assert Army.objects.get().head == 1
    response = alice.post(address, sent)
    assert response.url == f"{url(army)}?at=g5#army"
    loaded = load_head(Army.objects.get())
    assert [group.name for group in loaded.groups] == ["Pile 1", "Random pile"]
    assert [f"Add {len(run.units)} × {run.units[0].row.title}" for run in loaded.groups[1].runs] == seen
    assert Revision.objects.get(number=2).summary == "Added Random pile: 3 pebbles"
    alice.post(url(army, "undo"), {"head": 2})
    assert len(load_head(Army.objects.get()).groups) == 1


def acts_on(page):
    """The units of a random group's page, in words."""
    return [line.text for line in page.context["units"]]


def test_the_next_random_group_has_another_name_and_seed(alice, make_army):
    army = make_army()
    address = url(army, "random")
    seeds = {alice.get(address).context["seed"] for _ in range(3)}
    assert len(seeds) == 3
    page = alice.get(address)
    sent = {"head": 1, "suggestion": "1", "proof": page.context["previews"][0].proof, "seed": page.context["seed"]}
    alice.post(address, sent)
    assert alice.get(address).context["name"] == "Random pile 2"


def test_an_army_with_all_its_groups_gets_no_random_one(alice, make_army):
    army = make_army(piles=MAX_GROUPS)
    address = url(army, "random")
    page = alice.get(address)
    sent = {"head": 1, "suggestion": "1", "proof": page.context["previews"][0].proof, "seed": page.context["seed"]}
    refused = alice.post(address, sent)
    assert (refused.status_code, f"at most {MAX_GROUPS} piles" in refused.text) == (409, True)
