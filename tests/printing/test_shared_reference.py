"""A quick reference that two players share: what either army needs, on one sheet."""

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.armies.loaded_army import AnyCheckContext, LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.jobs import running
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.printing.options import OWN_SCOPE, PrintOptions
from armybuilder.sharing.links import create_link
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.armies.conftest import MakeArmy
from tests.printing.samples import demo, every_game
from tests.rulesets.sheets import sheet_for

SHARED = PrintOptions(roster=False, cards=False, scope="somebody")


def halves(army: LoadedArmy) -> list[LoadedArmy]:
    """An army's first group and the others, each as an army."""
    groups = army.force.groups
    return [LoadedArmy(army.ruleset, replace(army.force, groups=part)) for part in (groups[:1], groups[1:])]


@every_game
def test_both_halves_of_an_army_need_what_the_whole_does(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    one, other = halves(army)
    shared, own = sheet_for(ruleset, one.context, other.context), sheet_for(ruleset, army.context)
    assert [without_players(section) for section in shared] == [without_players(section) for section in own]


def without_players(section: Section) -> Section:
    """A section without what it says of a player: his force, its losses and its fakes."""
    tables = () if section.slug == "fragile" else section.tables
    return replace(section, tables=tables, lines=tuple(x for x in section.lines if x.term not in ("Force", "Fakes")))


def test_settings_that_are_on_for_either_are_on() -> None:
    forge = next(game for game in map(demo, all_rulesets()) if hasattr(game.force.spec, "stances"))
    off, on = (
        forge.ruleset.context(replace(forge.force, spec=replace(forge.force.spec, stances=stances)))
        for stances in (False, True)
    )

    def has_stances(*armies: AnyCheckContext) -> bool:
        return any(line.term == "Hiding" for section in sheet_for(forge.ruleset, *armies) for line in section.lines)

    assert [has_stances(*pair) for pair in ((off, on), (on, off), (off, off))] == [True, True, False]


@pytest.fixture
def theirs(make_army: MakeArmy) -> Army:
    """An army of somebody else's."""
    army = make_army(name="Theirs")
    Army.objects.filter(pk=army.pk).update(claim_hash="bob")
    return army


def test_an_own_army_or_one_by_its_link_shares_the_sheet(alice: Client, army: Army, theirs: Army) -> None:
    link = create_link(theirs, frozen=False, notes=False)
    for key in (army.pk, link.token):
        answer = alice.get(f"/armies/{army.pk}/print/preview", {"scope": key, "roster": "0"})
        assert "Shore and" in answer.content.decode()
    job = jobs.order(army, replace(SHARED, scope=link.token))
    running.run(PrintJob, job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE


def test_the_page_lists_armies_of_the_game_to_share_with(alice: Client, army: Army, make_army: MakeArmy) -> None:
    make_army(name="Another of mine")
    shown = alice.get(f"/armies/{army.pk}/print/").content.decode()
    assert "Shared with Another of mine</option>" in shown
    assert "Shore</option>" not in shown


@pytest.mark.parametrize("key", ["nonesuch", "{theirs}"])
def test_an_army_that_cannot_be_seen_is_refused_at_its_field(alice: Client, army: Army, theirs: Army, key: str) -> None:
    sent = {"scope": key.replace("{theirs}", theirs.pk)}
    answer = alice.post(f"/armies/{army.pk}/print/", sent)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["scope"]
    assert "Theirs" not in answer.content.decode()
    assert not PrintJob.objects.exists()


def test_an_opposing_army_that_cannot_be_seen_is_left_out(
    alice: Client, army: Army, theirs: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = create_link(theirs, frozen=False, notes=False)
    chosen = {"scope": link.token, "tokens": "1"}
    alice.post(f"/armies/{army.pk}/print/", chosen)

    def shown() -> PrintOptions:
        filled_in: PrintOptions = alice.get(f"/armies/{army.pk}/print/").context["form"].spec()
        return filled_in

    last = PrintOptions(tokens=True, scope=link.token)
    assert shown() == last
    link.revoked = timezone.now()
    link.save()
    assert shown() == replace(last, scope=OWN_SCOPE)


def test_an_army_that_goes_while_it_is_printed_is_told(army: Army, theirs: Army) -> None:
    job = jobs.order(army, replace(SHARED, scope=theirs.pk))
    theirs.delete()
    running.run(PrintJob, job.pk)
    job.refresh_from_db()
    assert (job.state, "no longer exists" in job.problem) == (PrintJob.State.FAILED, True)
