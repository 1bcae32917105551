"""Links to armies: create, open and withdraw them, and show them as QR codes."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin

import qrcode
from django.db.models import QuerySet
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, PartPicture
from armybuilder.armies.pictures import copies
from armybuilder.armies.revisions import ARMIES, load_head, pack, unpack
from armybuilder.sharing.models import LinkPicture, Share
from armybuilder.site.quotas import quota_transaction
from armybuilder.site.withdrawals import undoable_since
from rulesets.core.forces.force import without_notes
from rulesets.core.play.blanks import blanks_at_first, visible_at_start

MAX_LINKS = 20
"""How many links to one army may be open at a time."""


class TooManyLinks(ValueError):
    """More links than one army may have; the message is for the player."""


class BadLink(ValueError):
    """A pasted text that is not a link to an army; the message is for the player."""


def _check_room(army: Army) -> None:
    if army.shares.filter(revoked=None).count() >= MAX_LINKS:
        raise TooManyLinks(f"This army has reached the limit of {MAX_LINKS} links. Withdraw one first.")


def create_link(army: Army, frozen: bool, notes: bool, blanks: bool = False) -> Share:
    """A new link to the army; raises ``TooManyLinks`` and what ``load_head`` raises."""
    notes = notes and not blanks
    if not frozen:
        with quota_transaction("links", army.pk):
            _check_room(army)
            return Share.objects.create(army=army, notes=notes, blanks=blanks)
    force = load_head(army).force
    document = pack(force if notes else without_notes(force))
    with quota_transaction("links", army.pk):
        _check_room(army)
        share = Share.objects.create(
            army=army, notes=notes, blanks=blanks, name=force.name, revision=army.head, document=document
        )
        columns_of_copies = () if blanks else copies(army.pictures.all(), force)
        LinkPicture.objects.bulk_create(LinkPicture(share=share, **columns) for columns in columns_of_copies)
    return share


def revoke_link(army: Army, token: str) -> bool:
    """Withdraw the army's link of that token; whether there was one."""
    return bool(army.shares.filter(token=token, revoked=None).update(revoked=timezone.now()))


def withdrawn_links(army: Army) -> QuerySet[Share]:
    """The army's links whose withdrawal can be undone."""
    return army.shares.filter(revoked__gte=undoable_since())


def restore_link(army: Army, token: str) -> bool:
    """Open a withdrawn link again; whether there was one. Raises ``TooManyLinks``."""
    withdrawn = withdrawn_links(army).filter(token=token)
    with quota_transaction("links", army.pk):
        if withdrawn.exists():
            _check_room(army)
        return bool(withdrawn.update(revoked=None))


def pictures_of_withdrawn() -> QuerySet[LinkPicture]:
    """The pictures of links that nobody can open again."""
    return LinkPicture.objects.filter(share__revoked__lt=undoable_since())


def is_withdrawn(token: str) -> bool:
    """Whether there was a link of that token."""
    return Share.objects.filter(token=token).exclude(revoked=None).exists()


def find_share(token: str) -> Share:
    """The link of that token; raises ``Http404`` if it is unknown, withdrawn or to a deleted army."""
    share = Share.objects.filter(token=token, revoked=None, army__deleted=None).select_related("army").first()
    if share is None:
        raise Http404
    return share


def find_pasted_link(text: str) -> Share:
    """The link in a text that a player pasted, with or without the site's name; raises ``BadLink``."""
    before_token, _, _ = reverse("sharing:shared", args=["-"]).partition("-")
    _, separator, rest = text.rpartition(before_token)
    if not separator:
        raise BadLink(f"This is not a share link: a share link contains “{before_token}”. Copy the whole address.")
    try:
        share = find_share(re.split("[^A-Za-z0-9_-]", rest)[0])
    except Http404:
        raise BadLink("No army is shared at this link: it is incomplete or withdrawn. Ask for a new one.") from None
    if share.blanks:
        raise BadLink("This link shows the army as blanks. Ask its player for another one, or to join your game.")
    return share


def load_share(share: Share) -> LoadedArmy:
    """The army as the link shows it; raises as ``load_head``."""
    if share.document is None and share.notes:
        return load_head(share.army)
    number = share.revision or share.army.head
    # What a link shows is cached beside the armies, under the link's token, which no army has as its address.
    loaded = ARMIES.cache.get((share.token, number))
    if loaded is None:
        whole = _whole(share)
        play = whole.ruleset.play
        if not share.blanks:
            loaded = LoadedArmy(whole.ruleset, whole.force if share.frozen else without_notes(whole.force))
        elif play is None:
            raise KeyError(whole.ruleset.slug)  # nobody knows what it hides
        else:
            loaded = LoadedArmy(whole.ruleset, visible_at_start(play, whole.context))
        ARMIES.cache.add((share.token, number), loaded, loaded.weight)
    return loaded


def _whole(share: Share) -> LoadedArmy:
    if share.document is None:
        return load_head(share.army)
    return LoadedArmy(share.army.game, unpack(share.army.game, share.document))


def blanks_of(share: Share) -> int:
    """The number of blanks that a link shows; raises as ``load_head``."""
    whole = _whole(share)
    return blanks_at_first(whole.ruleset.play, whole.context) if share.blanks and whole.ruleset.play else 0


def pictures_of(share: Share) -> QuerySet[PartPicture]:
    """The pictures for the army of a link; a live army may have some of removed units."""
    if share.blanks:
        return share.army.pictures.none()
    return share.pictures.all() if share.frozen else share.army.pictures.all()


def link_for_paper(army: Army, base: str) -> str | None:
    """The full address of the army's newest open link to its current state, for a QR code on paper.

    ``base`` is the site's address. Returns ``None`` if there is no such link.
    """
    share = army.shares.filter(revoked=None, revision=None, blanks=False).first()
    return urljoin(base, share.get_absolute_url()) if share else None


def open_live_link(army: Army) -> Share:
    """The army's newest open link that follows it without notes, created if there is none; raises ``TooManyLinks``."""
    share = army.shares.filter(revoked=None, revision=None, blanks=False, notes=False).first()
    return share or create_link(army, frozen=False, notes=False)


QUIET = 4
"""The white margin around a QR code in modules, as its standard requires."""


def qr_runs(text: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """A QR code as the length of its side in modules, including the margin, and its runs of dark modules.

    Each run is the column and row of its first module, and its length.
    """
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make()
    rows = code.get_matrix()
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = 1
            while x + length < len(row) and row[x + length] == row[x]:
                length += 1
            if row[x]:
                runs.append((x, y, length))
            x += length
    return len(rows), tuple(runs)


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code for ``sharing/qr.svg``: the length of its side in modules, and its dark modules as a path."""

    side: int
    path: str


def qr_code(text: str) -> QrCode:
    """The QR code of a text."""
    side, runs = qr_runs(text)
    return QrCode(side, "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs))


def qr_svg(text: str) -> SafeString:
    """The QR code of a text as a picture."""
    return render_to_string("sharing/qr.svg", {"code": qr_code(text)})
