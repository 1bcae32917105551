"""What accounts own is declared by its app: every model of a user's is in it, and goes with the account."""

import json

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import CASCADE, ForeignKey, Model

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army, Visit
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.models import Collection, EntryRow
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.tests.conftest import Begin, army, begin, gems, id_in  # noqa: F401 (fixtures)
from armybuilder.printing.models import PrintJob, Setup
from armybuilder.revisions.models import BaseRevision
from armybuilder.sharing.models import LinkPicture, Opponent
from armybuilder.site.claims import Author
from armybuilder.site.owned import owned_models
from armybuilder.site.parts import all_parts
from rulesets.core.play.matches import Event
from rulesets.core.play.states import Change
from tests.armies.conftest import MakeArmy, make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE, BOB

OF_PARTS = {
    owned.name
    for owned in owned_models()
    if owned.rows.model._meta.app_config.name in {part.app for part in all_parts()}
}
NOT_EXPORTED: tuple[type[Model], ...] = (PrintJob, LinkPicture, Visit)
"""Models of an account that are not exported: print jobs, copies of exported pictures, days of last visits."""
OURS = [model for model in apps.get_models() if model.__module__.startswith("armybuilder.")]


def foreign_keys(model: type[Model]) -> list[ForeignKey[Model, Model]]:
    """The foreign keys of a model."""
    return [field for field in model._meta.fields if isinstance(field, ForeignKey)]


def has_claim(model: type[Model]) -> bool:
    """Whether rows may belong to a browser; a revision only says which browser made it."""
    return not issubclass(model, BaseRevision) and any(field.name == "claim_hash" for field in model._meta.fields)


def models_of_owners() -> set[type[Model]]:
    """The site's models whose rows belong to a user or a browser, directly or as part of what does."""
    owned: set[type[Model]] = {model for model in OURS if has_claim(model)}
    found: set[type[Model]] = {User}
    while owned != found:
        found = owned | {User}
        owned = found | {model for model in OURS if any(key.related_model in found for key in foreign_keys(model))}
    return owned - {User}


def test_every_model_with_an_owner_is_declared_once() -> None:
    declared = [each for owned in owned_models() for each in (owned.rows.model, *owned.parts)] + list(NOT_EXPORTED)
    assert len(declared) == len(set(declared))
    assert set(declared) == models_of_owners()


def test_everything_owned_is_deleted_with_what_it_belongs_to() -> None:
    for model in models_of_owners():
        for key in foreign_keys(model):
            assert key.remote_field.on_delete is CASCADE, f"{model.__name__}.{key.name}"


def test_what_belongs_to_a_browser_is_handed_over() -> None:
    for owned in owned_models():
        assert (owned.hand_over is not None) == has_claim(owned.rows.model), owned.name


@pytest.mark.django_db
def test_a_browsers_rows_are_handed_over_exported_and_deleted(make_army: MakeArmy) -> None:  # noqa: F811
    army, example = make_army(), make_army()  # noqa: F811
    Army.objects.filter(pk=example.pk).update(example=True)
    deployed = ChosenForce(load_head(army), army)
    match = begin_match(deployed, None, {}, Author(None, ALICE.hash))
    for claim in (ALICE, BOB):
        EntryRow.objects.create(ruleset="pebbles", kind="stone", key="own", name="Own", spec={}, claim_hash=claim.hash)
        Collection.objects.create(ruleset="pebbles", name="Gems", claim_hash=claim.hash)
        Setup.objects.create(name="Cards", choices={}, claim_hash=claim.hash)
    user = User.objects.create_user("alice")
    hand_over(ALICE, user)
    exported = export_account(user)
    assert [name for name in exported if name not in OF_PARTS] == [
        "armies",
        "entries",
        "collections",
        "print set-ups",
        "sharing",
        "tokens",
    ]
    assert exported.keys() >= OF_PARTS >= {"games at the table", "seats"}
    assert [row["id"] for row in exported["armies"]] == [army.pk]
    assert [(row["id"], len(row["armies"])) for row in exported["games at the table"]] == [(match.pk, 1)]
    assert [(row["match"], row["side"]) for row in exported["seats"]] == [(match.pk, 0)]
    named = ("entries", "collections", "print set-ups")
    assert [[row["name"] for row in exported[name]] for name in named] == [["Own"], ["Gems"], ["Cards"]]
    assert exported["sharing"] == {"links": [], "opponents": []}
    for model in (Army, EntryRow, Collection, Match, Seat, Setup):
        assert model._default_manager.filter(owner=user).count() == 1, model
        assert not model._default_manager.filter(owner=user).exclude(claim_hash="").exists(), model
    user.delete()
    for model in (EntryRow, Collection, Setup):
        assert [row.claim_hash for row in model._default_manager.all()] == [BOB.hash], model
    assert list(Army.objects.all()) == [example]
    assert (Match.objects.count(), Seat.objects.count()) == (0, 0)
    assert Opponent.objects.count() == 0


@pytest.mark.django_db
def test_an_export_has_only_what_its_beginner_may_know(
    begin: Begin,  # noqa: F811
) -> None:
    match, user = begin(hides=True), User.objects.create_user("alice")
    ruby = id_in(match, "u3")
    submit(match, 1, Event("b1", changes=(Change("chips", 1, holder=ruby, side=1),)), both=False)
    hand_over(ALICE, user)

    def exported() -> tuple[int, str]:
        row = export_account(user)["games at the table"][0]
        return len(row["armies"]), json.dumps(row)

    armies, text = exported()
    assert (armies, "Ruby" in text, "chips" in text, f'"{ruby}"' in text) == (1, False, False, False)
    Match.objects.update(ended=True)
    armies, text = exported()
    assert (armies, "Ruby" in text, "chips" in text) == (2, True, True)
