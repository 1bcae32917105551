"""Runs in the browser, in Python in WebAssembly: draws the answers of calculators as the server does, without it.

What it imports reads neither a database nor a session; ``armybuilder.offline.engine`` names the files.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import ModuleType
from typing import Any, Final
from zipfile import ZipFile

import django
from django.conf import settings
from django.http import Http404, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import URLPattern, include, path, register_converter, resolve, reverse

from armybuilder.armies.loaded_army import ArmyChoice, LoadedArmy, SideArmy
from armybuilder.battlefields.addresses import Unreadable
from armybuilder.battlefields.page import field_context, plans
from armybuilder.battlefields.surveys import SIDES, survey
from armybuilder.calculators.layout import answer_context, page_context
from armybuilder.calculators.questions import ask
from armybuilder.calculators.sides import Sides, read_sides, takes_sides
from armybuilder.games.addresses import GameConverter
from armybuilder.matches.device_match import read_device_match
from armybuilder.matches.engaging import engage_context
from armybuilder.matches.match_sides import InGame, armies_of, in_game, sides_of
from armybuilder.offline.editing import draw, own_entries
from armybuilder.search.results import search_context
from armybuilder.search.scan import scan
from armybuilder.search.texts import texts_of_own
from rulesets.core.calculators import Calculator
from rulesets.core.catalogue import Catalogue
from rulesets.core.declarations import may_use_entries
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

LOADER: Final = "django.template.loaders.locmem.Loader"
NO_ARMY: Final = "An army of this question is not on this device. Take it offline when there is a network."
"""Said of a question whose side is an army that the device does not have."""
FRAME: Final = "{% block content %}{% endblock %}"
"""Of whole pages, a browser draws the content alone."""
NO_UNIT: Final = "This device does not know these two units. What is hidden is engaged when there is a network."
"""Said of an engagement with a unit that the player may not know, or that the device's armies do not have."""
LIBRARIES: Final = {
    "answers": "armybuilder.drawing.templatetags.answers",
    "form_fields": "armybuilder.drawing.templatetags.form_fields",
    "symbols": "armybuilder.offline.editing",
    "unit_rows": "armybuilder.armies.templatetags.unit_rows",
}
"""The site's template tags; ``editing`` draws no symbols."""


def start(archives: Iterable[str]) -> None:
    """Make Django ready; these archives have all templates in folders of that name, and one has ``engine.routes``."""
    templates: dict[str, str] = {}
    for archive in map(ZipFile, archives):
        for name in archive.namelist():
            if name == "routes.json":
                routes = json.loads(archive.read(name))
            elif name.endswith(".html"):
                templates[name.partition("templates/")[2]] = archive.read(name).decode()
    templates["base.html"] = FRAME
    register_converter(GameConverter, "game")
    settings.configure(
        INSTALLED_APPS=["crispy_forms", "crispy_bootstrap5"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {
                    "libraries": LIBRARIES,
                    "loaders": [("django.template.loaders.cached.Loader", [(LOADER, templates)])],
                },
            }
        ],
        FORM_RENDERER="django.forms.renderers.TemplatesSetting",
        CRISPY_ALLOWED_TEMPLATE_PACKS="bootstrap5",
        CRISPY_TEMPLATE_PACK="bootstrap5",
        USE_I18N=False,
        LOGGING_CONFIG=None,
        ROOT_URLCONF=_urlconf(routes),
    )
    django.setup()
    gc.freeze()
    gc.enable()


def warm_up() -> None:
    """Answer the usual question of every calculator, draw an army, a battlefield and an engagement, and search.

    All is imported then, and every template compiled.

    What is there then stays, so that nobody looks whether it is still in use.
    """
    for ruleset in all_rulesets():
        for calculator in ruleset.calculators:
            reply(json.dumps({"path": reverse("calculators:calculator", args=[ruleset, calculator.slug]), "query": ""}))
        demo = encode_force(ruleset.demo())
        army = {"address": reverse("armies:builder", args=["a"]), "head": 1, "now": demo}
        if ruleset.surveyor:
            reply(json.dumps({"path": reverse("battlefields:battlefield", args=[ruleset]), "query": ""}))
        shown = {"at": "", "before": None, "edit": "", "form": "", "said": "", "token": "", "undoes": "", "redoes": ""}
        reply(json.dumps(shown | {"army": army}))
        if ruleset.play is not None:
            unit = ruleset.demo().groups[0].units[0].id
            match = {
                "ruleset": ruleset.slug,
                "side": 0,
                "both": True,
                "at_once": False,
                "forces": [{"force": demo}] * 2,
            }
            now = {"ticks": [{}, {}, {}], "turn": 1, "segment": 0, "ended": False, "events": []}
            path, query = reverse("matches:engage", args=["a"]), f"side=0&own={unit}&opposing={unit}"
            reply(json.dumps({"path": path, "query": query, "match": match | now}))
    reply(json.dumps({"path": reverse("search:everything"), "query": "q=search"}))
    gc.collect()
    gc.freeze()


def _urlconf(routes: Mapping[str, str]) -> ModuleType:
    """The addresses of the site, which lead nowhere but can be named and read."""
    urlconf = ModuleType("urlconf")
    named: dict[str, list[URLPattern]] = {}
    for name, route in routes.items():
        namespace, _, last = name.rpartition(":")
        named.setdefault(namespace, []).append(path(route, HttpResponse, name=last))
    urlconf.__dict__["urlpatterns"] = [path("", include((patterns, space))) for space, patterns in named.items()]
    return urlconf


def reply(message: str) -> str:
    """The answer to a question ``{"path": …, "query": …}``, of the address of a calculator, a battlefield or a search.

    ``armies`` are those on the device that the question may name: ``address``, document ``now`` and, if not one's own,
    ``sort`` of each; ``own`` the player's own entries by the slugs of games. A question about a game at the table has
    it as its ``match``, as ``read_device_match`` takes it.

    It is ``{"html": …, "address": …}``: what the server would send for htmx, and the address of the same question; or
    ``{"refusal": …}``, a sentence for the player. Of the ``whole``, it has the page's part with the armies to choose
    from, the question and the answer. A message with an ``army`` is for ``editing.draw``. Raises ``Resolver404`` and
    ``KeyError`` for other addresses.
    """
    asked = json.loads(message)
    if "army" in asked:
        return json.dumps(draw(asked))
    route, sent = resolve(asked["path"]), QueryDict(asked["query"])
    if "match" in asked:
        return _reply_about_match(asked, route.kwargs, sent)
    if route.namespace == "search":
        ruleset = route.kwargs.get("ruleset")
        games = [ruleset] if ruleset else all_rulesets()
        own = [(game.slug, each.kind, each.key, each.name) for game in games for each in own_entries(asked, game)]
        search = partial(scan, sent.get("q", ""), own=tuple(texts_of_own(own, offline=True)))
        context = search_context(ruleset, search)
        return json.dumps({"html": render_to_string("search/results.html", context), "address": asked["path"]})
    ruleset = route.kwargs["ruleset"]
    held = {_key(army): army for army in asked.get("armies", ()) if army["now"]["ruleset"] == ruleset.slug}

    def find(key: str) -> SideArmy | None:
        if key not in held:
            return None
        return SideArmy(key, ruleset.slug, LoadedArmy(ruleset, decode_force(ruleset, held[key]["now"])))

    armies = [ArmyChoice(key, army["now"]["name"], army.get("sort", "")) for key, army in held.items()]
    if route.view_name == "battlefields:battlefield":
        return json.dumps(_battlefield(ruleset, sent, asked["path"], find, armies))
    calculator = ruleset.calculator(route.kwargs["slug"])
    sides = read_sides(sent, ruleset, find) if takes_sides(calculator) else Sides()
    if sides.missing:
        return json.dumps({"refusal": NO_ARMY})
    return _drawn(asked, sent, calculator, ruleset, sides, armies, reverse("calculators:calculators", args=[ruleset]))


def _drawn(
    asked: Mapping[str, Any],
    sent: QueryDict,
    calculator: Calculator[Any],
    ruleset: AnyRuleset,
    sides: Sides,
    armies: list[ArmyChoice],
    base: str,
    game: InGame | None = None,
) -> str:
    """The reply to a question about these sides; ``base`` is the address of all calculators.

    Where the sides are those of a ``game`` at the table, the whole of a page says first where that stands.
    """
    own = own_entries(asked, ruleset) if may_use_entries(calculator.question) else Catalogue()
    question, whole = ask(ruleset, calculator, sent, sides, own), asked.get("whole", False)
    context = answer_context(ruleset, calculator, question, base, not whole, sent.get("offered"))
    if whole:
        context |= page_context(ruleset, calculator, question, lambda: armies, asked["path"])
        context["in_game"] = game
    html = render_to_string(f"calculators/{'body' if whole else 'answer'}.html", context)
    if whole and game:
        html = render_to_string("matches/in_game.html", context) + html
    address = f"{asked['path']}?{question.address}" if question.address else asked["path"]
    return json.dumps({"html": html, "address": address})


def _reply_about_match(asked: Mapping[str, Any], named: Mapping[str, Any], sent: QueryDict) -> str:
    """The reply of a calculator with the armies of a match, or of an engagement in it."""
    match, pk = read_device_match(asked["match"]), named["address"]
    if "slug" in named:
        sides, calculator = sides_of(match, match.viewer, sent), match.ruleset.calculator(named["slug"])
        base = reverse("matches:calculators", args=[pk])
        game = in_game(match, asked["match"]["title"], pk)
        return _drawn(asked, sent, calculator, match.ruleset, sides, armies_of(match), base, game)
    acting = int(sent.get("side", "0")) if match.both or match.side is None else match.side
    try:
        context = engage_context(match, match.viewer, acting, sent, pk, asked["path"])
    except Http404:
        return json.dumps({"refusal": NO_UNIT})
    return json.dumps({"html": render_to_string("matches/engage.html", context), "address": asked["path"]})


def _battlefield(
    ruleset: AnyRuleset,
    sent: QueryDict,
    path: str,
    find: Callable[[str], SideArmy | None],
    choices: list[ArmyChoice],
) -> dict[str, str]:
    """A battlefield, after what the button in its address asks for."""
    found = [(side, find(key)) for side in SIDES if (key := sent.get(side, ""))]
    armies = [(side, army) for side, army in found if army]
    if len(armies) < len(found):
        return {"refusal": NO_ARMY}
    try:
        plan, changed = plans(sent)
        surveyed = survey(ruleset, sent, plan, armies)
        if changed:
            sent = QueryDict(surveyed.address_of(changed))
            surveyed = survey(ruleset, sent, changed, armies)
    except Unreadable as error:
        return {"refusal": str(error)}
    context = field_context(ruleset, surveyed, sent, path, choices)
    return {"html": render_to_string("battlefields/field.html", context), "address": context["address"]}


def _key(army: Mapping[str, Any]) -> str:
    """How addresses of questions name an army."""
    return str(army["address"]).rstrip("/").rpartition("/")[2]
