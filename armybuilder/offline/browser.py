"""Runs in the browser, in Python in WebAssembly: answers calculators as the server does, without a network.

The modules that it imports use neither a database nor a session; ``armybuilder.offline.engine`` lists the files.
"""

import gc
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import django
from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, URLPattern, include, path, register_converter, resolve, reverse

from armybuilder.armies.loaded_army import ArmyChoice, LoadedArmy, SideArmy
from armybuilder.battlefields.addresses import Unreadable
from armybuilder.battlefields.page import field_context, plans
from armybuilder.battlefields.surveys import SIDES, survey
from armybuilder.calculators.layout import answer_context, page_context
from armybuilder.calculators.questions import ask
from armybuilder.calculators.sides import Sides, read_sides, takes_sides
from armybuilder.drawing.lettering import Style, use_fonts
from armybuilder.games.addresses import GameConverter
from armybuilder.offline.editing import draw, own_entries
from armybuilder.search.results import search_context
from armybuilder.search.scan import scan
from armybuilder.search.search_texts import texts_of_own
from armybuilder.site.parts import all_parts
from rulesets.core.calculators import Calculator
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import may_use_entries
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, read_game
from rulesets.registry import Provider, all_rulesets, provide

NO_ARMY: Final = "An army in this question is not on this device. Go online and take it offline in its menu."
"""The refusal of a question about an army that the device does not have."""
FRAME: Final = "{% block content %}{% endblock %}"
"""The base of whole pages, of which a browser renders the content only."""
LIBRARIES: Final = {
    "answers": "armybuilder.drawing.templatetags.answers",
    "codes": "armybuilder.drawing.templatetags.codes",
    "form_fields": "armybuilder.drawing.templatetags.form_fields",
    "parts": "armybuilder.drawing.templatetags.parts",
    "symbols": "armybuilder.offline.editing",
    "unit_rows": "armybuilder.armies.templatetags.unit_rows",
}
"""The site's template tags; those of ``editing`` draw no symbols."""


ROUTES_FILE: Final = "routes.json"
"""The file of the packed sources that has the site's routes by their names."""
WIDTHS_FILE: Final = "widths.json"
"""The file of the packed sources that has the widths of letters by their font's file and their character code."""


class SentWidths:
    """The widths of letters that the site sent; there are no fonts here to borrow letters from."""

    def __init__(self, widths: Mapping[str, Mapping[str, float]]) -> None:
        self.widths = widths

    def advances(self, file: str) -> dict[int, float]:
        """Return the widths of a font's letters, by character code."""
        return {int(code): width for code, width in self.widths[file].items()}

    def borrowed(self, letter: str, style: Style = Style.PLAIN, *, narrow: bool = False) -> float | None:
        """Return ``None``: no font lends a letter here."""
        return None


def start(folder: str) -> None:
    """Set up Django with the templates, routes and widths of letters in a folder with the site's archives unpacked."""
    sent = Path(folder)
    use_fonts(SentWidths(json.loads((sent / WIDTHS_FILE).read_text())))
    register_converter(GameConverter, "game")
    loaders = (
        ("django.template.loaders.locmem.Loader", {"base.html": FRAME}),
        ("django.template.loaders.filesystem.Loader", [sent / "templates"]),
        "django.template.loaders.app_directories.Loader",
    )
    settings.configure(
        INSTALLED_APPS=["crispy_forms", "django.forms"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {
                    "libraries": LIBRARIES,
                    "loaders": [("django.template.loaders.cached.Loader", loaders)],
                },
            }
        ],
        FORM_RENDERER="django.forms.renderers.TemplatesSetting",
        CRISPY_ALLOWED_TEMPLATE_PACKS=["forms"],
        CRISPY_TEMPLATE_PACK="forms",
        CRISPY_FAIL_SILENTLY=False,
        USE_I18N=False,
        LOGGING_CONFIG=None,
        ROOT_URLCONF=_urlconf(json.loads((sent / ROUTES_FILE).read_text())),
    )
    django.setup()


def warm_up() -> None:
    """Answer the default question of every calculator, draw an army, a battlefield and an engagement, and search.

    This imports all modules and compiles all templates. What is in memory then is not garbage, so that the collector
    need not look at it again.
    """
    for ruleset in all_rulesets():
        for calculator in ruleset.calculators:
            reply(json.dumps({"path": reverse("calculators:calculator", args=[ruleset, calculator.slug]), "query": ""}))
        demo = encode_force(ruleset.demo())
        army = {"address": reverse("armies:builder", args=["a"]), "head": 1, "now": demo}
        if ruleset.surveyor:
            reply(json.dumps({"path": reverse("battlefields:battlefield", args=[ruleset]), "query": ""}))
        empty = {"at": "", "before": None, "edit": "", "form": "", "said": "", "token": "", "undoes": "", "redoes": ""}
        reply(json.dumps(empty | {"army": army}))
        for part in _parts().values():
            for message in part.warm_up_messages(ruleset):
                reply(json.dumps(message))
    reply(json.dumps({"path": reverse("search:everything"), "query": "q=search"}))
    gc.collect()
    gc.freeze()


@cache
def _parts() -> dict[str, ModuleType]:
    """Return the modules of the parts of the site that answer here, by the namespaces of their addresses."""
    return {part.name: import_module(part.browser) for part in all_parts() if part.browser}


def _urlconf(routes: Mapping[str, str]) -> ModuleType:
    """Return the addresses of the site, which can be reversed and resolved, but have no views."""
    urlconf = ModuleType("urlconf")
    by_namespace: dict[str, list[URLPattern]] = {}
    for name, route in routes.items():
        namespace, _, last = name.rpartition(":")
        by_namespace.setdefault(namespace, []).append(path(route, HttpResponse, name=last))
    urlconf.__dict__["urlpatterns"] = [
        path("", include((patterns, namespace))) for namespace, patterns in by_namespace.items()
    ]
    return urlconf


def reply(text: str) -> str:
    """Answer a question ``{"path": …, "query": …}``, for the address of a calculator, a battlefield or a search.

    ``armies`` are those on the device that the question may name: ``address``, document ``now`` and, unless they are
    the player's, ``sort`` of each; ``own`` has the player's own entries by the slugs of games, and ``documents`` those
    of custom games that the question is the first to bring. At addresses of parts of the site those answer.

    The answer is ``{"html": …, "address": …}``, with what the server would send for htmx and the address of the same
    question, or ``{"refusal": …}``, a sentence for the player. If ``whole`` is set, it is the part of the page with the
    armies to choose from, the question and the answer. A message with an ``army`` is for ``editing.draw``. Raises
    ``Resolver404`` and ``KeyError`` for other addresses.
    """
    message = json.loads(text)
    for slug, document in message.get("documents", {}).items():
        _learn(slug, document)
    if "army" in message:
        return json.dumps(draw(message))
    route, query = resolve(message["path"]), QueryDict(message["query"])
    if route.namespace in _parts():
        return json.dumps(_parts()[route.namespace].reply(message, route, query))
    if route.namespace == "search":
        return json.dumps(_search(message, route, query))
    ruleset = route.kwargs["ruleset"]
    device_armies = {_key(army): army for army in message.get("armies", ()) if army["now"]["ruleset"] == ruleset.slug}

    def find(key: str) -> SideArmy | None:
        if key not in device_armies:
            return None
        return SideArmy(key, ruleset.slug, LoadedArmy(ruleset, decode_force(ruleset, device_armies[key]["now"])))

    armies = [ArmyChoice(key, army["now"]["name"], army.get("sort", "")) for key, army in device_armies.items()]
    if route.view_name == "battlefields:battlefield":
        return json.dumps(_battlefield(ruleset, query, message["path"], find, armies))
    calculator = ruleset.calculator(route.kwargs["slug"])
    sides = read_sides(query, ruleset, find) if takes_sides(calculator) else Sides()
    if sides.missing:
        return json.dumps({"refusal": NO_ARMY})
    base = reverse("calculators:calculators", args=[ruleset])
    return json.dumps(calculator_reply(message, query, calculator, ruleset, sides, armies, base))


def _search(message: Mapping[str, Any], route: ResolverMatch, query: QueryDict) -> dict[str, Any]:
    ruleset = route.kwargs.get("ruleset")
    games = [ruleset] if ruleset else all_rulesets()
    own = [(game.slug, each.kind, each.key, each.name) for game in games for each in own_entries(message, game)]
    search = partial(scan, query.get("q", ""), own=tuple(texts_of_own(own, offline=True)))
    html = render_to_string("search/results.html", search_context(ruleset, search))
    return {"html": html, "address": message["path"]}


def _learn(slug: str, document: Mapping[str, Any]) -> None:
    """Let the game of a document be found by its slug. Versions of a game never change, so that it stays."""

    def make(asked: str) -> AnyRuleset:
        if asked != slug:
            raise KeyError(asked)
        return from_document(read_game(document))

    provide(slug, Provider(make, lambda slugs: {slug: document["title"]}, lambda asked: document))


def calculator_reply(
    message: Mapping[str, Any],
    query: QueryDict,
    calculator: Calculator[Any],
    ruleset: AnyRuleset,
    sides: Sides,
    armies: list[ArmyChoice],
    base: str,
    in_game: object = None,
) -> dict[str, str]:
    """Answer a question about these sides; ``base`` is the address of all calculators.

    ``in_game`` is what pages show of the game at the table that the sides are in.
    """
    own = own_entries(message, ruleset) if may_use_entries(calculator.question) else Catalogue()
    question, whole = ask(ruleset, calculator, query, sides, own), message.get("whole", False)
    context = answer_context(ruleset, calculator, question, base, not whole, query.get("offered"))
    if whole:
        context |= page_context(ruleset, calculator, question, lambda: armies, message["path"])
        context["in_game"] = in_game
    html = render_to_string(f"calculators/{'body' if whole else 'answer'}.html", context)
    address = f"{message['path']}?{question.address}" if question.address else message["path"]
    return {"html": html, "address": address}


def _battlefield(
    ruleset: AnyRuleset,
    query: QueryDict,
    path: str,
    find: Callable[[str], SideArmy | None],
    choices: list[ArmyChoice],
) -> dict[str, str]:
    """Answer with a battlefield, after the change that its address asks for."""
    sides = [(side, find(key)) for side in SIDES if (key := query.get(side, ""))]
    armies = [(side, army) for side, army in sides if army]
    if len(armies) < len(sides):
        return {"refusal": NO_ARMY}
    try:
        plan, changed = plans(query)
        surveyed = survey(ruleset, query, plan, armies)
        if changed:
            query = QueryDict(surveyed.address_of(changed))
            surveyed = survey(ruleset, query, changed, armies)
    except Unreadable as error:
        return {"refusal": str(error)}
    context = field_context(ruleset, surveyed, query, path, choices)
    return {"html": render_to_string("battlefields/field.html", context), "address": context["address"]}


def _key(army: Mapping[str, Any]) -> str:
    """Return the key by which addresses of questions name an army."""
    return str(army["address"]).rstrip("/").rpartition("/")[2]
