"""Questions taken from armies."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head, save
from armybuilder.calculators.questions import UNIT_MISSING
from armybuilder.schema_forms.plain import fill_blanks
from armybuilder.site.claims import Author
from rulesets.core.calculators import Unsuited
from rulesets.core.declarations.catalogue import Entry, Source
from rulesets.core.forces.force import change_unit, remove_unit
from rulesets.registry import get_ruleset
from tests.armies.equals import of_equals
from tests.ducks import Duck, Pond
from tests.page_texts import texts_of
from tests.rulesets.described.games import games_with
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

SKIPPING = "/pebbles/calculators/skipping/"
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture(autouse=True)
def _empty_desk():
    ARMIES.cache.clear()
    yield
    ARMIES.cache.clear()


@pytest.fixture
def army(pebbles):
    """Alice's beach: u2 a rough flint, u3 a smooth stone of her own; wet stones skip well."""
    force = pebbles.demo()
    spec = force.unit("u3")[1].spec
    smooth = type(spec.surface)("smooth")
    own = Entry("stone", "amber", "Amber", pebbles.kind("stone").spec(5), source=Source.OWN)
    force = change_unit(force, "u3", spec=replace(spec, stone="amber", surface=smooth), name="Sun")
    force = replace(force, entries=(own,), house_rules=(("wet_stones", "on"),))
    return create_army(LoadedArmy(pebbles, force), "New army", Author(None, ALICE.hash))


def page(response):
    return html.fromstring(response.content.decode())


def values(response):
    return dict(page(response).xpath("//form[@id='question']")[0].form_values())


def test_a_unit_fills_in_the_question(army):
    response = browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}:u3")
    sent = values(response)
    assert (sent["army.own"], sent["q-stone"], sent["q-surface"], sent["q-throws"]) == (
        f"{army.pk}:u3",
        "amber",
        "smooth",
        "3",
    )
    assert page(response).xpath("//select[@name='q-stone']//option[@selected]/text()") == ["Amber"]
    assert page(response).xpath("//table[@class='data-table']//td/text()") == ["5 g"]


def test_the_army_brings_its_readings(army):
    browser = browser_of(ALICE)
    shown = page(browser.get(f"{SKIPPING}?army.own={army.pk}:u2"))
    assert shown.xpath("normalize-space(//ul[@class='depends']/li/*[@class='chip'])") == "your choice"
    other = browser.get(f"{SKIPPING}?army.own={army.pk}:u2&house.wet_stones=off", headers=HTMX)
    assert other.headers["HX-Replace-Url"] == f"{SKIPPING}?army.own={army.pk}:u2&house.wet_stones=off"


def test_what_is_changed_afterwards_stands_in_the_address(army):
    query = f"army.own={army.pk}:u2&q-throws=4&q-stone=flint&q-surface=rough&house.wet_stones=on"
    response = browser_of(ALICE).get(f"{SKIPPING}?{query}", headers=HTMX)
    assert response.headers["HX-Replace-Url"] == f"{SKIPPING}?army.own={army.pk}:u2&q-throws=4"


def test_the_two_lists_choose_army_and_unit(army):
    shown = page(browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}&army.own={army.pk}:u3&army.opposing="))
    assert shown.xpath("//select[@id='own-army']/option[@selected]/text()") == ["Small beach"]
    assert shown.xpath("//select[@id='own-unit']//option[@selected]/text()") == ["Sun · First pile · 2"]
    assert shown.xpath("//select[@id='own-unit']/optgroup/@label") == ["First pile"]


@pytest.mark.parametrize("game", games_with("guard", "starter"), ids=lambda game: game.slug)
def test_equal_units_are_different_choices(game):
    stored = create_army(LoadedArmy(game, of_equals(game)), "New army", Author(None, ALICE.hash))
    (calculator, *_) = [each for each in game.calculators if each.prefill]
    address = f"/{game.slug}/calculators/{calculator.slug}/?army.own={stored.pk}&army.opposing={stored.pk}"
    shown = page(browser_of(ALICE).get(address))
    for side in ("own",) if calculator.one_sided else ("own", "opposing"):
        choices = shown.xpath(f"//select[@id='{side}-unit']/optgroup/option/text()")
        assert len(set(choices)) == len(choices) == 6
        assert len(set(shown.xpath(f"//select[@id='{side}-unit']/optgroup/@label"))) == 2


def test_a_choice_says_which_stand_is_the_headquarters():
    game = get_ruleset("mbt2020")
    stored = create_army(LoadedArmy(game, of_equals(game)), "New army", Author(None, ALICE.hash))
    shown = page(browser_of(ALICE).get(f"/mbt2020/calculators/engagement/?army.own={stored.pk}"))
    choices = shown.xpath("//select[@id='own-unit']/optgroup/option/text()")
    assert [choice.split(" · ", 1)[1] for choice in choices] == [
        f"BG {group}·{number} · BGHQ" for group in (1, 2) for number in (1, 2, 3)
    ]


def test_another_army_lets_the_old_unit_go(army, pebbles):
    other = create_army(LoadedArmy(pebbles, pebbles.demo()), "New army", Author(None, ALICE.hash))
    response = browser_of(ALICE).get(f"{SKIPPING}?army.own={other.pk}&army.own={army.pk}:u3")
    assert values(response)["army.own"] == other.pk


@pytest.mark.parametrize("unit", ["", ":", ":u99", ":g1", ":u3:u3"])
def test_without_a_unit_the_question_is_empty(army, unit):
    response = browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}{unit}")
    assert response.status_code == 200
    assert values(response)["q-stone"] == "flint"


def account(client):
    client.force_login(User.objects.create_user("charlie"))
    return client


@pytest.mark.parametrize("visitor", ["anonymous", "browser", "account"])
def test_an_army_of_somebody_else_looks_like_none(army, client, visitor):
    browser = {"anonymous": client, "browser": browser_of(BOB)}.get(visitor) or account(client)
    foreign = browser.get(f"{SKIPPING}?army.own={army.pk}:u3&army.opposing={army.pk}")
    unknown = browser.get(f"{SKIPPING}?army.own=nonesuch:u3&army.opposing=nonesuch")
    warnings = [page(answer).xpath("//p[contains(@class, 'alert-warning')]/text()") for answer in (foreign, unknown)]
    assert warnings[0] == warnings[1] != []
    assert values(foreign)["q-surface"] == "smooth"
    assert "army.own" not in values(foreign)
    assert "Small beach" not in foreign.content.decode()


def test_an_example_is_there_for_everybody(army, client):
    Army.objects.update(example=True, claim_hash="")
    shown = page(client.get(f"{SKIPPING}?army.own={army.pk}:u3"))
    assert shown.xpath("//select[@id='own-army']/option/text()") == ["None", "Small beach (example)"]
    assert shown.xpath("//select[@name='q-surface']/option[@selected]/text()") == ["Smooth"]


def test_an_army_of_another_game_is_none(army, client):
    Army.objects.update(ruleset="chess")
    response = browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}:u3")
    assert page(response).xpath("//p[contains(@class, 'alert-warning')]/text()") != []


def test_a_whole_army_fills_in_the_question(army, pebbles, monkeypatch):
    def from_forces(own, opposing):
        return {"throws": len(list(own.force.units())), "throwing": {"throws": 0 if opposing is None else 7}}

    calculator = replace(pebbles.calculators[0], prefill=None, from_forces=from_forces)
    monkeypatch.setattr(type(pebbles), "calculator", lambda self, slug: calculator)
    browser = browser_of(ALICE)
    sent = values(browser.get(f"{SKIPPING}?army.own={army.pk}"))
    assert (sent["q-throws"], sent["q-throwing-throws"]) == ("3", "0")
    sent = values(browser.get(f"{SKIPPING}?army.own={army.pk}&army.opposing={army.pk}"))
    assert (sent["q-throws"], sent["q-throwing-throws"], sent["army.opposing"]) == ("3", "7", army.pk)


def calculator_of(pebbles, monkeypatch, **fields):
    """Skipping with some fields otherwise."""
    calculator = replace(pebbles.calculators[0], **fields)
    monkeypatch.setattr(type(pebbles), "calculator", lambda self, slug: calculator)


def test_a_unit_faces_a_unit_or_a_whole_army(army, pebbles, monkeypatch):
    def prefill(own, opposing):
        return {"throws": 1 if opposing is None else 2}

    def against_force(own, force):
        return {"throws": 10 * len(list(force.force.units()))}

    calculator_of(pebbles, monkeypatch, prefill=prefill, against_force=against_force)
    browser = browser_of(ALICE)
    addresses = [f"{army.pk}:u2", f"{army.pk}:u2&army.opposing={army.pk}:u3", f"{army.pk}:u2&army.opposing={army.pk}"]
    pages = [browser.get(f"{SKIPPING}?army.own={address}") for address in addresses]
    assert [values(each)["q-throws"] for each in pages] == ["1", "2", "30"]
    assert page(pages[2]).xpath("//select[@id='opposing-unit']/option/text()") == ["The whole army"]
    assert page(pages[2]).xpath("//select[@id='own-unit']/option/text()") == ["Choose"]


def test_armies_under_different_house_rules_say_whose_count(army, pebbles, monkeypatch):
    calculator_of(pebbles, monkeypatch, prefill=lambda own, opposing: {})
    as_printed = create_army(LoadedArmy(pebbles, pebbles.demo()), "As printed", Author(None, ALICE.hash))
    browser = browser_of(ALICE)
    notes = [
        page(browser.get(f"{SKIPPING}?army.own={army.pk}:u2&army.opposing={foe.pk}:u3")).xpath(
            "//p[contains(@class, 'alert-warning')]"
        )
        for foe in (as_printed, army)
    ]
    (ruling,) = [each for each in pebbles.rulings if each.switch == "wet_stones"]
    answer = "The answer uses the rulings of Small beach, unless you choose others under Rulings."
    told = f"The two armies play a ruling differently: {ruling.id}. {answer}"
    assert [texts_of(each) for each in notes] == [[told], []]
    assert [(to.get("href"), to.get("title")) for to in notes[0][0].xpath("a")] == [
        (f"/pebbles/rulings/#{ruling.id}", ruling.question)
    ]


def test_a_unit_that_has_gone_is_told_at_its_list(army):
    shown = page(browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}:u9&army.opposing={army.pk}:u3"))
    own, opposing = shown.xpath("//select[@id='own-unit'] | //select[@id='opposing-unit']")
    assert (own.get("aria-invalid"), opposing.get("aria-invalid")) == ("true", None)
    assert shown.xpath(f"normalize-space(//*[@id='{own.get('aria-describedby')}'])") == (
        "This unit is no longer in the army. Choose another."
    )
    assert own.xpath("option[@selected]/@value") == [f"{army.pk}:u9"]
    assert shown.xpath("//section[@id='answer']//h2/text()") == ["Please check the question"]


@pytest.mark.parametrize("side", ["own", "opposing"])
def test_a_unit_removed_under_its_open_question_is_told(army, pebbles, side):
    other = create_army(LoadedArmy(pebbles, pebbles.demo()), "New army", Author(None, ALICE.hash))
    removed = army if side == "own" else other
    browser = browser_of(ALICE)
    query = f"army.own={army.pk}:u3&army.opposing={other.pk}:u3"
    sent = values(browser.get(f"{SKIPPING}?{query}")) | {"q-throws": "4"}
    left = LoadedArmy(pebbles, remove_unit(load_head(removed).force, "u3"))
    save(removed, removed.head, left, "Unit removed", Author(None, ALICE.hash))
    answered = browser.get(SKIPPING, sent, headers=HTMX)
    (told,) = page(answered).xpath("//ul[@class='problems']/li")
    assert told.text_content() == f"{side.capitalize()} unit: {UNIT_MISSING}"
    assert told.xpath("a/@href") == [f"#{side}-unit"]
    again = browser.get(answered.headers["HX-Replace-Url"])
    assert values(again) == sent
    assert page(again).xpath("//select[@aria-invalid]/@id") == [f"{side}-unit"]


def test_an_army_deleted_while_its_question_is_open_is_told(army):
    browser = browser_of(ALICE)
    sent = values(browser.get(f"{SKIPPING}?army.own={army.pk}:u2"))
    Army.objects.filter(pk=army.pk).delete()
    answered = page(browser.get(SKIPPING, sent, headers=HTMX))
    assert len(answered.xpath("//p[contains(@class, 'alert-warning')]")) == 1
    assert answered.xpath("//ul[@class='problems']") == []


def test_units_that_are_of_no_use_are_told_and_sent_elsewhere(army, pebbles, monkeypatch):
    def unsuited(own, opposing):
        return Unsuited("Sun is not a skipper.", "skipping", (("depth", "4"),)) if own.unit.name == "Sun" else None

    calculator_of(pebbles, monkeypatch, unsuited=unsuited)
    browser = browser_of(ALICE)
    sun, flint = (page(browser.get(f"{SKIPPING}?army.own={army.pk}:{unit}")) for unit in ("u3", "u2"))
    assert sun.xpath("string(//section[@id='answer']//h2)") == "Sun is not a skipper."
    assert sun.xpath("//section[@id='answer']//*[self::table or self::ol]") == []
    assert sun.xpath("//form[@id='question']") == []
    assert sun.xpath("//section[@id='answer']//a/@href") == [f"{SKIPPING}?army.own={army.pk}:u3&q-depth=4"]
    assert flint.xpath("string(//section[@id='answer']//h2)") != "Sun is not a skipper."
    assert flint.xpath("//form[@id='question']") != []


def test_the_page_says_who_asks_once_all_units_are_chosen(army, pebbles, monkeypatch):
    def units(*, own, opposing="", **changes):
        calculator_of(pebbles, monkeypatch, **changes)
        query = f"army.own={army.pk}{own}&army.opposing={army.pk}{opposing}"
        return page(browser_of(ALICE).get(f"{SKIPPING}?{query}")).xpath("string(//p[@class='question-units'])")

    sun = "Sun · First pile · 2"
    assert units(own=":u3", one_sided=True) == sun
    assert units(own=":u3", opposing=":u3", one_sided=False) == f"{sun} against {sun}"
    assert units(own=":u3", one_sided=False) == ""
    assert units(own="", opposing=":u3", one_sided=False) == ""


def test_an_opposing_unit_that_changes_nothing_is_not_asked_for(army, pebbles, monkeypatch):
    calculator_of(pebbles, monkeypatch, one_sided=True)
    shown = page(browser_of(ALICE).get(f"{SKIPPING}?army.own={army.pk}:u2&army.opposing={army.pk}:u3"))
    assert shown.xpath("//form[@class='sides']//select/@name") == ["army.own", "army.own"]
    kept = shown.xpath("//form[@class='sides']//input[@type='hidden']")
    assert [(field.name, field.value) for field in kept] == [("army.opposing", f"{army.pk}:u3")]


def test_an_opposing_army_stays_while_an_own_one_is_chosen(army):
    browser = browser_of(ALICE)
    shown = page(browser.get(f"{SKIPPING}?army.opposing={army.pk}:u3"))
    form = shown.xpath("//form[@class='sides']")[0]
    form.fields["army.own"] = army.pk
    chosen = values(browser.get(SKIPPING, dict(form.form_values())))
    assert chosen["army.opposing"] == f"{army.pk}:u3"


def test_typing_costs_three_queries_and_with_an_opened_army_two(army, django_assert_num_queries):
    browser = browser_of(ALICE)
    ARMIES.cache.clear()
    with django_assert_num_queries(3):  # the army, its document, the visitor's own entries
        browser.get(f"{SKIPPING}?army.own={army.pk}:u3", headers=HTMX)
    with django_assert_num_queries(2):
        browser.get(f"{SKIPPING}?army.own={army.pk}:u3", headers=HTMX)
    with django_assert_num_queries(5):  # and the lists of armies and opponents
        browser.get(f"{SKIPPING}?army.own={army.pk}:u3")


def test_what_a_unit_leaves_open_has_its_default():
    assert fill_blanks(Pond, {"ducks": [{}, {"weight": 4}]}) == {
        "ducks": [{"weight": Duck().weight}, {"weight": 4}],
        "depth": 10,
        "frozen": True,
        "closest": False,
    }


def test_the_other_calculators_are_filled_in_from_the_same_sides(army, ducks):
    army.ruleset = "ducks"
    army.save()
    sides = f"?army.own={army.pk}:u3"
    browser = browser_of(ALICE)
    index = page(browser.get(f"/ducks/calculators/{sides}"))
    assert (
        index.xpath("normalize-space(//p[@class='lead'])")
        == "Each calculator starts with Sun · First pile · 2 of Small beach where possible."
    )
    expected = ["/ducks/calculators/floating/", f"/ducks/calculators/skipping/{sides}"]
    listed = "//ul[@class='link-rows']//a/@href[contains(., '/calculators/')]"
    assert index.xpath(listed) == expected
    shown = page(browser.get(f"/ducks/calculators/skipping/{sides}&q-throws=4"))
    assert shown.xpath("//nav[@aria-label='Calculators']//a/@href") == expected
    foreign = page(browser_of(BOB).get(f"/ducks/calculators/{sides}"))
    assert foreign.xpath(listed) == [path.removesuffix(sides) for path in expected]
    assert len(foreign.xpath("//p[contains(@class, 'alert-warning')]")) == 1
