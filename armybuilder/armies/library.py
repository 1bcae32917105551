"""A player's list of armies: search by words, game, folder and tag, and bulk actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.access import armies_of, own_army
from armybuilder.armies.examples import example_address
from armybuilder.armies.loaded_army import Mark, status
from armybuilder.armies.models import FOLDER_LENGTH, TAG_LENGTH, Army, ArmyPicture, Revision, Tag
from armybuilder.armies.pictures import address_of
from armybuilder.armies.searching import index
from armybuilder.schema_forms.forms import storable
from armybuilder.site.claims import author_of, keep_claim, read_claim
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.list_filters import EVERYTHING, ListFilter, PlainTexts
from armybuilder.site.pages import remember
from armybuilder.site.quotas import quota_transaction
from rulesets.core.names import Names, name_key, plain_words
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import count_of
from rulesets.registry import all_rulesets, find_ruleset, titles_of

PAGE_SIZE = 36
PAGE_SIZE_OF_ROWS = 100
MANY_ARMIES = 12
"""From so many on, armies are in compact rows unless their player chose a view."""
MAX_TAGS = 12
MAX_WORDS = 8
SECONDS_OF_READING = 0.05
"""How long a search may index changed armies; the page requests the remaining ones afterwards."""
NO_FOLDER = "-"

SHELVES = {"": "Active", "archive": "Archive", "bin": "Deleted"}
SORTS = {
    "": ("Last changed", ("-army__updated",)),
    "name": ("Name", ("army__name", "-army__updated")),
    "game": ("Game", ("army__ruleset", "-army__updated")),
    "size": ("Largest", ("-units", "-army__updated")),
    "state": ("Most errors", ("-errors", "-warnings", "-army__updated")),
    "new": ("Newest", ("-army__created",)),
}


VIEWS = {"": "Cards", "rows": "Compact rows by game and folder"}
VIEW = f"{settings.COOKIE_PREFIX}armies-as"
"""The cookie with the view that a visitor chose instead of the one that was shown."""


@dataclass(frozen=True, slots=True)
class ArmyItem:
    """An army in a list; ``ruleset`` is ``None`` when the site no longer has its game."""

    army: Army
    ruleset: AnyRuleset | None
    units: int
    status: tuple[Mark, ...]
    address: str
    tags: tuple[str, ...] = ()
    picture: str = ""

    @property
    def changed(self) -> str:
        """How long ago it was changed, in one unit."""
        first, more, _ = naturaltime(self.army.updated).partition(",")
        return f"{first} ago" if more else first.replace("minutes", "min").replace("seconds", "s")


def _heads(armies: QuerySet[Army]) -> QuerySet[Revision]:
    """The current revisions of armies, with all that lists show."""
    heads = Revision.objects.filter(army__in=armies, number=F("army__head"))
    return heads.defer("document", "army__words", "army__own_entries").select_related("army")


def _items(heads: list[Revision], tags: dict[str, list[str]], pictures: dict[str, str]) -> list[ArmyItem]:
    games = {slug: find_ruleset(slug) for slug in {row.army.ruleset for row in heads}}
    items = []
    for row in heads:
        army, address, ruleset = row.army, row.army.get_absolute_url(), games[row.army.ruleset]
        digest = pictures.get(army.pk)
        items.append(
            ArmyItem(
                army,
                ruleset,
                row.units,
                status(row.units, row.errors, row.warnings, ruleset),
                address,
                tuple(tags.get(army.pk, ())),
                address_of(address, "", digest) if digest else "",
            )
        )
    return items


@dataclass(frozen=True)
class ListQuery:
    """The filter and sort order of a list's address; unknown values are ignored."""

    words: str
    game: str
    folder: str
    tag: str
    shelf: str
    sort: str
    view: str | None = None
    """None until it is decided by how many armies there are."""

    @classmethod
    def read(cls, data: QueryDict, view: str | None = None) -> ListQuery:
        """The query that an address's parameters describe; unknown values are replaced by defaults.

        ``view`` is the one that the visitor chose before, if any.
        """
        view = data.get("view", view)
        words = " ".join(data.get("q", "").split()[:MAX_WORDS])
        shelf, sort = data.get("shelf", ""), data.get("sort", "")
        return cls(
            words,
            data.get("game", ""),
            data.get("folder", ""),
            data.get("tag", ""),
            shelf if shelf in SHELVES else "",
            sort if sort in SORTS else "",
            view if view in VIEWS else None,
        )

    def with_view_for(self, number: int) -> ListQuery:
        """The same with the view for a player of so many armies, if none was chosen."""
        return self if self.view is not None else replace(self, view="rows" if number >= MANY_ARMIES else "")

    @property
    def query(self) -> str:
        """The query string of the list's first page."""
        parameters = {
            "q": self.words,
            "game": self.game,
            "folder": self.folder,
            "tag": self.tag,
            "shelf": self.shelf,
            "sort": self.sort,
        }
        return urlencode({name: text for name, text in parameters.items() if text})

    @property
    def views(self) -> Iterator[tuple[str, str, bool]]:
        """The query strings of the same list in rows and on cards, each with its title and whether it is shown."""
        for view, title in (("rows", "Rows"), ("", "Cards")):
            chosen = urlencode({"view": view})
            yield f"{self.query}&{chosen}" if self.query else chosen, title, view == self.view

    @property
    def order(self) -> tuple[str, ...]:
        """The columns that armies are sorted by; rows stand together by game and folder."""
        groups = ("army__ruleset", "army__folder") if self.view else ()
        return (*groups, *SORTS[self.sort][1], "army__pk")

    @property
    def is_filtered(self) -> bool:
        """Whether it hides some armies of the shelf."""
        return any((self.words, self.game, self.folder, self.tag))

    def filter(self, armies: QuerySet[Army]) -> QuerySet[Army]:
        """The armies that match it."""
        armies = armies.filter(deleted__isnull=self.shelf != "bin")
        if self.shelf != "bin":
            armies = armies.filter(archived__isnull=self.shelf != "archive")
        labels = PlainTexts(armies, "name", "folder", "tags__name")
        for word in plain_words(self.words).split():
            armies = armies.filter(Q(words__contains=word) | Q(pk__in=labels.having(word)))
        if self.game:
            armies = armies.filter(ruleset=self.game)
        if self.folder:
            folders = armies.order_by().values_list("folder", flat=True).distinct()
            armies = armies.filter(folder__in=_same("" if self.folder == NO_FOLDER else self.folder, folders))
        if self.tag:
            names = Tag.objects.filter(army__in=armies.order_by()).order_by().values_list("name", flat=True).distinct()
            tagged = Tag.objects.filter(name__in=_same(self.tag, names))
            armies = armies.filter(pk__in=tagged.order_by().values("army"))
        return armies


def _same(name: str, names: Iterable[str]) -> list[str]:
    """The ways in which a name is written among others."""
    return Names((each, each) for each in names).all(name)


def _counted(named: Iterable[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Folders or tags of armies, as they are written most often, each twice and with the number of its armies."""
    armies: dict[str, set[str]] = {}
    spellings: dict[str, Counter[str]] = {}
    for name, army in named:
        armies.setdefault(name_key(name), set()).add(army)
        spellings.setdefault(name_key(name), Counter())[name] += 1
    titles = {key: written.most_common(1)[0][0] for key, written in spellings.items()}
    return [(titles[key], titles[key], len(armies[key])) for key in sorted(titles)]


@dataclass(frozen=True)
class Shelves:
    """The filters of the list, with the number of armies on each shelf, in each folder, of each game, with each tag."""

    shelves: list[tuple[str, str, int]]
    folders: list[tuple[str, str, int]]
    games: list[tuple[str, str, int]]
    tags: list[tuple[str, str, int]]

    def filters(self, chosen: ListQuery) -> Iterator[ListFilter]:
        """The filters to choose from; folders and tags where there are any."""
        yield ListFilter("shelf", "Show", self.shelves, chosen.shelf)
        yield ListFilter("game", "Game", [EVERYTHING, *self.games], chosen.game)
        if self.folders:
            yield ListFilter("folder", "Folder", [EVERYTHING, *self.folders], chosen.folder)
        if self.tags:
            yield ListFilter("tag", "Tag", [EVERYTHING, *self.tags], chosen.tag)
        yield ListFilter("sort", "Sort by", [(name, title, None) for name, (title, _) in SORTS.items()], chosen.sort)
        yield ListFilter("view", "View", [(name, title, None) for name, title in VIEWS.items()], chosen.view or "")

    @classmethod
    def count(cls, armies: QuerySet[Army], shelf: str) -> Shelves:
        """Count the visitor's armies; folders, games and tags only on one shelf."""
        shelf_counts: Counter[str] = Counter()
        games: Counter[str] = Counter()
        filed: list[tuple[str, str]] = []
        rows = armies.order_by().values_list("pk", "ruleset", "folder", "deleted", "archived")
        for army, game, folder, deleted, archived in rows:
            here = "bin" if deleted else "archive" if archived else ""
            shelf_counts[here] += 1
            if here == shelf:
                filed.append((folder, army))
                games[game] += 1
        titles = titles_of(games)
        on_shelf = ListQuery("", "", "", "", shelf, "").filter(armies)
        tagged = Tag.objects.filter(army__in=on_shelf.order_by()).order_by("name").values_list("name", "army")
        folders = _counted(each for each in filed if each[0])
        unfiled = sum(not folder for folder, _ in filed)
        loose = [(NO_FOLDER, "In no folder", unfiled)] if folders and unfiled else []
        return cls(
            [(name, title, shelf_counts[name]) for name, title in SHELVES.items()],
            folders + loose,
            sorted(((slug, titles.get(slug, slug), number) for slug, number in games.items()), key=lambda row: row[1]),
            _counted(tagged),
        )


@never_cache
@require_safe
@limit("search")
def my_armies(request: HttpRequest) -> HttpResponse:
    """The armies of this browser or user that match the address, with filters."""
    mine, kept_view = armies_of(request), request.COOKIES.get(VIEW)
    asked = ListQuery.read(request.GET, kept_view)
    shelves = Shelves.count(mine, asked.shelf)
    number = sum(number for _, _, number in shelves.shelves)
    list_query = asked.with_view_for(number)
    unread = index(mine, SECONDS_OF_READING) if list_query.words else 0
    heads = _heads(list_query.filter(mine)).order_by(*list_query.order)
    page_size = PAGE_SIZE_OF_ROWS if list_query.view else PAGE_SIZE
    page: Page[Revision] = Paginator(heads, page_size).get_page(request.GET.get("page"))
    rows = list(page)
    army_ids = [row.army_id for row in rows]
    tags: dict[str, list[str]] = {}
    for tag in Tag.objects.filter(army__in=army_ids):
        tags.setdefault(tag.army_id, []).append(tag.name)
    pictures = dict(ArmyPicture.objects.filter(army__in=army_ids, part="").values_list("army", "digest"))
    listed = [example_address(ruleset.slug) for ruleset in all_rulesets()]
    examples = _heads(Army.objects.filter(pk__in=listed, deleted=None)).order_by("army__ruleset")
    deleted_ids = request.GET.get("deleted", "").split(",")[:PAGE_SIZE]
    context = {
        "armies": _items(rows, tags, pictures),
        "page": page,
        "list_query": list_query,
        "shelves": shelves,
        "unread": unread,
        "filters": list(shelves.filters(list_query)),
        "any": number,
        "rulesets": all_rulesets(),
        "examples": _items(list(examples), {}, {}),
        "just_deleted": list(mine.filter(pk__in=deleted_ids).exclude(deleted=None)) if deleted_ids != [""] else [],
    }
    response = render(request, "armies/list.html", context)
    if list_query.view != ListQuery.read(QueryDict(), kept_view).with_view_for(number).view:
        remember(response, VIEW, list_query.view or "")
    claim = read_claim(request)
    if claim and context["any"]:
        keep_claim(response, claim)
    return response


# --- bulk actions ------------------------------------------------------------------------------------


class ArrangeForm(forms.Form):
    """An action for the ticked armies."""

    do = forms.ChoiceField()
    folder = forms.CharField(required=False, max_length=FOLDER_LENGTH)
    tag = forms.CharField(required=False, max_length=TAG_LENGTH)

    def __init__(self, mine: QuerySet[Army], ticked: Collection[str], *args: Any, **kwargs: Any) -> None:
        """Take the player's armies, whose folders and tags keep their names however they are written."""
        super().__init__(*args, **kwargs)
        self.mine, self.others = mine, mine.exclude(pk__in=ticked)
        self.fields["do"].choices = [(name, name) for name in ACTIONS]  # type: ignore[attr-defined]

    def clean_folder(self) -> str:
        """The name as it can be stored."""
        name = storable(self.cleaned_data["folder"].strip(), FOLDER_LENGTH)
        return _known(name, self.others.order_by().values_list("folder", flat=True).distinct())

    def clean_tag(self) -> str:
        """The word as it can be stored."""
        name = storable(" ".join(self.cleaned_data["tag"].replace(",", " ").split()), TAG_LENGTH)
        tags = Tag.objects.filter(army__in=self.mine.order_by()).order_by()
        return _known(name, tags.values_list("name", flat=True).distinct())


def _known(name: str, names: Iterable[str]) -> str:
    """A folder's or tag's name as it was written before; as it is where there is none yet."""
    return Names((each, each) for each in names if each).find(name) or name


def _file_away(armies: QuerySet[Army], form: ArrangeForm) -> str:
    folder = form.cleaned_data["folder"]
    armies.update(folder=folder)
    return f"moved to {folder}" if folder else "moved out of their folder"


def _tag(armies: QuerySet[Army], form: ArrangeForm) -> str:
    name = form.cleaned_data["tag"]
    not_full = armies.annotate(tagged=Count("tags")).filter(tagged__lt=MAX_TAGS)
    having = set(_tags_named(armies, name).values_list("army", flat=True))
    tags = [Tag(army=army, name=name) for army in not_full if army.pk not in having]
    Tag.objects.bulk_create(tags, ignore_conflicts=True)
    return f"tagged “{name}”"


def _untag(armies: QuerySet[Army], form: ArrangeForm) -> str:
    name = form.cleaned_data["tag"]
    _tags_named(armies, name).delete()
    return f"untagged “{name}”"


def _tags_named(armies: QuerySet[Army], name: str) -> QuerySet[Tag]:
    """The armies' tags of that name, however they are written."""
    tags = Tag.objects.filter(army__in=armies)
    return tags.filter(name__in=_same(name, tags.order_by().values_list("name", flat=True).distinct()))


def _archive(armies: QuerySet[Army], form: ArrangeForm) -> str:
    armies.update(archived=timezone.now())
    return "archived"


def _unarchive(armies: QuerySet[Army], form: ArrangeForm) -> str:
    armies.update(archived=None)
    return "active again"


def _delete(armies: QuerySet[Army], form: ArrangeForm) -> str:
    armies.update(deleted=timezone.now())
    return "deleted"


def _restore(armies: QuerySet[Army], form: ArrangeForm) -> str:
    armies.update(deleted=None)
    return "restored"


def _purge(armies: QuerySet[Army], form: ArrangeForm) -> str:
    armies.exclude(deleted=None).delete()
    return "permanently deleted"


ACTIONS = {
    "folder": _file_away,
    "tag": _tag,
    "untag": _untag,
    "archive": _archive,
    "unarchive": _unarchive,
    "delete": _delete,
    "restore": _restore,
    "purge": _purge,
}
"""The actions for ticked armies by their names in forms; each returns what the armies are afterwards."""


@require_POST
@limit("arrange")
def arrange(request: HttpRequest) -> HttpResponse:
    """File, tag, archive, delete or restore the ticked armies."""
    list_query = ListQuery.read(QueryDict(request.POST.get("back", "")))
    back = f"{reverse('armies:list')}?{list_query.query}"
    ticked = set(request.POST.getlist("army"))
    if not ticked:
        messages.warning(request, "Tick the armies first.")
        return HttpResponseRedirect(back)
    armies = armies_of(request).filter(pk__in=ticked)
    number = armies.count()
    if number < len(ticked):
        raise Http404
    form = ArrangeForm(armies_of(request), ticked, request.POST)
    if not form.is_valid():
        message = next((str(error) for errors in form.errors.values() for error in errors), "")
        return error_page(request, 400, message)
    action = form.cleaned_data["do"]
    if action in ("tag", "untag") and not form.cleaned_data["tag"]:
        messages.warning(request, "Enter a tag first.")
        return HttpResponseRedirect(back)
    with quota_transaction("tags", author_of(request).key):
        outcome = ACTIONS[action](armies.all(), form)
    if action == "delete":
        query = "&".join(
            part for part in (list_query.query, urlencode({"deleted": ",".join(sorted(ticked))}, safe=",")) if part
        )
        return HttpResponseRedirect(f"{reverse('armies:list')}?{query}")
    messages.success(request, f"{count_of(number, 'army', 'armies')} {outcome}.")
    return HttpResponseRedirect(back)


def mark_deleted(army: Army) -> None:
    """Mark an army as deleted."""
    Army.objects.filter(pk=army.pk).update(deleted=timezone.now())


@require_POST
@limit("edits")
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Delete an army; the list then offers to restore it."""
    army = own_army(request, address)
    mark_deleted(army)
    return HttpResponseRedirect(f"{reverse('armies:list')}?{urlencode({'deleted': army.pk})}")


@require_POST
@limit("edits")
def restore(request: HttpRequest, address: str) -> HttpResponse:
    """Restore a deleted army."""
    if not armies_of(request).filter(pk=address).update(deleted=None):
        raise Http404
    return HttpResponseRedirect(reverse("armies:list"))
