"""Versions: they describe games that never change, and everything that asks for a game finds them."""

import pytest
from django.db import transaction

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from armybuilder.custom_games import drafts, versions
from armybuilder.custom_games.drafts import create_game, draft_of, save_draft
from armybuilder.custom_games.models import PREFIX, GameVersion
from armybuilder.custom_games.tests.documents import changed, repriced
from armybuilder.custom_games.versions import Unpublishable, erase, publish
from armybuilder.custom_games.views import starter
from armybuilder.revisions.store import Stale
from armybuilder.site.claims import Author
from armybuilder.site.errors import Refused
from rulesets.core.forces.findings import is_legal
from rulesets.registry import all_rulesets, clear_game_caches, get_ruleset
from tests.visitors import BOB

pytestmark = pytest.mark.django_db


def points_of(ruleset):
    """What regulars of a version cost."""
    return ruleset.catalogue.get("troop-type", "regulars").spec.points


def test_a_version_is_a_game_like_any(version):
    game = get_ruleset(version.slug)
    assert (game.slug, game.title) == (version.slug, "Starter")
    assert is_legal(game.check(game.demo()))


def test_slugs_name_game_and_version_and_cannot_be_guessed(custom_game, version):
    save_draft(custom_game, 1, repriced("12"))
    second = publish(custom_game, 2)
    assert version.slug == f"{custom_game.ruleset}-1"
    assert second.slug == f"{custom_game.ruleset}-2"
    assert len(custom_game.ruleset.removeprefix(PREFIX)) == 24
    assert len(f"{custom_game.ruleset}-{versions.MAX_VERSIONS}") <= 40


def test_versions_are_never_listed(version):
    assert version.slug not in {game.slug for game in all_rulesets()}


def test_a_version_stays_as_it_was_when_the_draft_changes(custom_game, version):
    save_draft(custom_game, 1, repriced("12"))
    second = publish(custom_game, 2)
    clear_game_caches()
    assert (points_of(get_ruleset(version.slug)), points_of(get_ruleset(second.slug))) == (10, 12)
    assert custom_game.game is get_ruleset(second.slug)


def test_a_version_stays_a_game_that_could_not_be_published_today(custom_game, monkeypatch):
    document = starter().document
    rows = document["kinds"][0]["entries"]
    rows += [{**rows[0], "key": key, "name": "Twins"} for key in ("one", "two")]
    assert [problem.path for problem in draft_of(document).problems] == ["kinds[0].entries[4].name"]
    monkeypatch.setattr(drafts, "unclear_tables", lambda game: ())
    save_draft(custom_game, 1, draft_of(document))
    older = publish(custom_game, 2)
    clear_game_caches()
    assert get_ruleset(older.slug).title == "Starter"


def test_a_version_that_is_unknown_is_no_game(version):
    for slug in (f"{PREFIX}x-1", version.slug[:-1] + "7", PREFIX):
        with pytest.raises(KeyError):
            get_ruleset(slug)


def test_a_game_without_versions_is_none(custom_game):
    with pytest.raises(KeyError):
        _ = custom_game.game


def test_what_describes_no_game_is_not_published(custom_game):
    save_draft(custom_game, 1, changed(starter(), kinds=[]))
    with pytest.raises(Unpublishable) as refusal:
        publish(custom_game, 2)
    assert [problem.path for problem in refusal.value.problems] == ["kinds"]
    assert (GameVersion.objects.count(), custom_game.published) == (0, 0)


def test_what_was_changed_since_is_not_published(custom_game):
    save_draft(custom_game, 1, repriced("12"))
    with pytest.raises(Stale):
        publish(custom_game, 1)
    assert not GameVersion.objects.exists()


def test_a_game_has_only_so_many_versions(custom_game, version, monkeypatch):
    monkeypatch.setattr(versions, "MAX_VERSIONS", 1)
    save_draft(custom_game, 1, repriced("12"))
    with pytest.raises(Refused, match="at most 1 versions"):
        publish(custom_game, 2)


def test_what_is_published_already_is_not_published_again(custom_game, version):
    save_draft(custom_game, 1, repriced("12"))
    save_draft(custom_game, 2, starter())
    assert publish(custom_game, 3) == version
    assert GameVersion.objects.count() == 1


def test_the_catalogue_and_the_example_are_there_after_publishing(version):
    game = get_ruleset(version.slug)
    rows = EntryRow.objects.filter(ruleset=version.slug)
    assert [row.entry() for row in rows.order_by("position")] == list(game.catalogue)
    example = Army.objects.get(pk=f"example-{version.slug}")
    assert load_head(example).force == game.demo().with_ids()


def test_loading_the_listed_games_leaves_the_entries_of_versions(version):
    rows = EntryRow.objects.filter(ruleset=version.slug)
    before = list(rows.values())
    load_catalogue()
    assert load_catalogue().removed == 0
    assert list(rows.values()) == before != []


def test_a_version_that_was_taken_back_is_kept_nowhere(custom_game):
    with transaction.atomic():
        publish(custom_game, 1)
        transaction.set_rollback(True)
    save_draft(custom_game, 1, repriced("12"))
    custom_game.published = 0
    assert points_of(get_ruleset(publish(custom_game, 2).slug)) == 12


def test_a_version_is_built_once_for_many_who_ask(version, django_assert_num_queries):
    get_ruleset(version.slug)
    with django_assert_num_queries(0):
        assert get_ruleset(version.slug) is get_ruleset(version.slug)


def army_of(version, author):
    """An army of a version."""
    game = get_ruleset(version.slug)
    return create_army(LoadedArmy(game, game.demo().with_ids()), "New army", author)


def test_an_army_keeps_the_versions_of_a_deleted_game(custom_game, version):
    army = army_of(version, Author(None, BOB.hash))
    custom_game.delete()
    clear_game_caches()
    ARMIES.cache.clear()
    assert load_head(Army.objects.get(pk=army.pk)).unit_count == 2
    assert EntryRow.objects.filter(ruleset=version.slug).exists()


def test_a_deleted_game_leaves_nothing_that_nobody_else_has(custom_game, version, author):
    army_of(version, author)
    custom_game.delete()
    assert not GameVersion.objects.exists()
    assert not EntryRow.objects.filter(ruleset=version.slug).exists()
    assert not Army.objects.filter(ruleset=version.slug, example=True).exists()


def nothing_is_left_of(version):
    """Assert that neither a version nor what was published with it is stored."""
    assert not GameVersion.objects.filter(pk=version.pk).exists()
    assert not EntryRow.objects.filter(ruleset=version.slug).exists()
    assert not Army.objects.filter(ruleset=version.slug).exists()


def test_the_last_army_of_an_erased_game_takes_its_versions_along(custom_game, version, author):
    armies = [army_of(version, author), army_of(version, Author(None, BOB.hash))]
    erase(custom_game)
    armies[0].delete()
    assert GameVersion.objects.filter(pk=version.pk).exists()
    armies[1].delete()
    nothing_is_left_of(version)


def test_an_army_of_a_game_that_is_there_takes_no_version_along(version, author):
    army_of(version, author).delete()
    assert GameVersion.objects.filter(pk=version.pk).exists()


def test_an_account_takes_the_versions_of_erased_games_along(django_user_model):
    user = django_user_model.objects.create_user("carol")
    carol = Author(user, "")
    game = create_game(starter(), "Started", carol)
    version = publish(game, 1)
    army_of(version, carol)
    erase(game)
    assert GameVersion.objects.filter(pk=version.pk).exists()
    user.delete()
    nothing_is_left_of(version)


def test_an_account_is_deleted_with_its_games_and_armies(django_user_model):
    user = django_user_model.objects.create_user("carol")
    carol = Author(user, "")
    game = create_game(starter(), "Started", carol)
    army_of(publish(game, 1), carol)
    user.delete()
    assert not GameVersion.objects.exists()
    assert not Army.objects.exists()
