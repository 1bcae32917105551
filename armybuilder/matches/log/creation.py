"""Creation of a match: freeze two armies, set house rules, draw numbers for units that begin hidden."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import pack
from armybuilder.matches.log.store import MATCHES, match_setup, with_house_rules
from armybuilder.matches.models import Match, MatchForce, Plans, Seat
from armybuilder.site.claims import Author
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.play.blanks import draw_numbers, with_anonymous_ids
from rulesets.core.play.matches import AT_START, MatchState


@dataclass(frozen=True, slots=True)
class ChosenForce:
    """An army for a side; ``army`` is its stored army if it is the player's own."""

    loaded: LoadedArmy
    army: Army | None = None


def differences(own: LoadedArmy, opposing: LoadedArmy) -> list[Ruling]:
    """The rulings for which two armies use different readings."""
    first, second = (dict(army.force.house_rules) for army in (own, opposing))
    return [
        ruling
        for ruling in switches(own.ruleset.rulings).values()
        if first.get(ruling.switch, ruling.default) != second.get(ruling.switch, ruling.default)
    ]


@transaction.atomic
def begin_match(
    own: ChosenForce,
    opposing: ChosenForce | None,
    house_rules: Mapping[str, str],
    author: Author,
    *,
    hides: bool = False,
    at_once: bool = False,
    plans: bool = False,
    start: MatchState = AT_START,
    battlefield: str = "",
    player: str = "",
) -> Match:
    """Create a match of the author's, who gets the first seat.

    ``house_rules`` are the readings by switch that differ from the defaults. Without ``opposing`` the second force is
    added when a player joins; without any, the opponent is described by kind. ``start`` is the initial state,
    ``battlefield`` the query string of the battlefield, ``plans`` whether the author allows plans, ``player`` the
    author's name in this match. Raises ``TooLarge``.
    """
    ruleset = own.loaded.ruleset
    names = [each.loaded.title for each in (own, opposing) if each]
    match = Match(
        ruleset=ruleset.slug,
        name=" – ".join(names)[:NAME_LENGTH],
        house_rules=dict(house_rules),
        hides=hides,
        at_once=at_once,
        plans=Plans.OFFERED if plans else Plans.OFF,
        battlefield=battlefield,
        **author.columns,
    )
    match.numbers = [{}, {}]
    MATCHES.create(match, start, "Start")
    for side, chosen in enumerate((own, opposing)):
        if chosen:
            add_force(match, side, chosen)
    Seat.objects.create(match=match, side=0, taken=timezone.now(), player=player, **author.columns)
    return match


@transaction.atomic
def add_opposing(match: Match, chosen: ChosenForce) -> None:
    """Add the force of the second side, unless another phone did so first."""
    if Match.objects.select_for_update().get(pk=match.pk).forces.filter(side=1).exists():
        return
    add_force(match, 1, chosen)
    match.name = f"{match.name} – {chosen.loaded.title}"[:NAME_LENGTH]
    match.save(update_fields=["name"])
    note_changed_forces(match)


def note_changed_forces(match: Match) -> None:
    """Tell processes and phones that know the match's forces as they were before that they have changed."""
    match.forces_changed += 1
    match.save(update_fields=["forces_changed"])


def add_force(match: Match, side: int, chosen: ChosenForce, before: MatchForce | None = None) -> None:
    """Freeze an army into the match; ``before`` is its force in the match that this one follows, if any."""
    loaded = with_house_rules(chosen.loaded, match.house_rules)
    force, ids = loaded.force, dict[str, str]()
    if match.hides:
        shuffle = secrets.SystemRandom().shuffle
        numbers, _ = draw_numbers(match_setup(loaded.ruleset, (loaded, None), hides=True), shuffle)
        force, ids = with_anonymous_ids(force, numbers, shuffle)
        now = {before: after for after, before in ids.items()}
        match.numbers[side] = {now.get(holder, holder): number for holder, number in numbers.items()}
        match.save(update_fields=["numbers"])
    if before is not None:
        ids = {new: before.ids.get(old, old) for new, old in ids.items()}
    MatchForce.objects.create(
        match=match,
        side=side,
        name=chosen.loaded.title[:NAME_LENGTH],
        document=pack(force),
        ids=ids,
        army=chosen.army.pk if chosen.army else before.army if before else "",
        revision=chosen.army.head if chosen.army else before.revision if before else None,
    )
