"""What accounts own of games at the table: the games that they began, and their seats."""

from django.http import Http404

from armybuilder.matches.log.seats import unvisited_matches
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match, MatchForce, MatchRevision, ResultPhoto, Seat
from armybuilder.revisions.store import plain_document
from armybuilder.site.owned import OwnedModel, Row, base64_of, time_of


def _match(match: Match) -> Row:
    """A game as its creator may see it: while units are hidden, without the army and the secrets of the other side."""
    hides = match.hides and not match.ended
    forces = [force for force in match.forces.all() if not (hides and force.side)]
    return {
        "id": match.pk,
        "game": match.ruleset,
        "name": match.name,
        "created": time_of(match.created),
        "deleted": time_of(match.deleted),
        "house rules": match.house_rules,
        "battlefield": match.battlefield,
        "armies": [{"side": each.side, "document": plain_document(each.document)} for each in forces],
        # Without choices, which the other side may not know yet; ``hands`` has them once it may.
        "log": _known_log(match)
        if hides
        else [
            {**revision.entry, "event": {**revision.entry["event"], "choice": None}}
            for revision in match.revisions.all()
            if revision.entry
        ],
    }


def _known_log(match: Match) -> list[Row]:
    """The log of a game that hides units, as its creator sees it; empty if the site no longer has its rules."""
    try:
        loaded = load_match(match)
    except Http404:
        return []
    return loaded.viewer(0).entries(loaded.state, loaded.log)


def _seat(seat: Seat) -> Row:
    return {
        "match": seat.match_id,
        "side": seat.side,
        "player": seat.player,
        "taken": time_of(seat.taken),
        "withdrawn": time_of(seat.withdrawn),
        "photo": base64_of(seat.photo.image) if hasattr(seat, "photo") else None,
    }


OWNED = (
    OwnedModel(
        "games at the table",
        Match.objects.prefetch_related("revisions", "forces").order_by("created"),
        _match,
        (MatchRevision, MatchForce),
        large=((MatchRevision, "match__"), (MatchForce, "match__")),
        unvisited=unvisited_matches,
    ),
    OwnedModel(
        "seats",
        Seat.objects.select_related("photo").order_by("taken"),
        _seat,
        (ResultPhoto,),
        large=((ResultPhoto, "seat__"),),
    ),
)
