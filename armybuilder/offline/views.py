"""The manifest, the icons and the workers; the service worker must lie at the root to see all addresses of the site."""

from __future__ import annotations

from typing import Final

import brotli
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.drawing.picture_files import png_of
from armybuilder.offline import engine
from armybuilder.offline.forgetting import FORGET
from armybuilder.staticfiles import source_of
from armybuilder.version import site_version

ICON_WIDTHS: Final = (180, 192, 512)
"""Pixels: what phones ask for on their home screens."""
DAY: Final = 60 * 60 * 24
YEAR: Final = DAY * 365
PAPER: Final = "#f4efe2"
ENGINE_POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the worker that runs the rules may do, and no page: compile WebAssembly."""


@require_safe
@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know of the site as an app."""
    pngs = [
        {
            "src": reverse("offline:icon", args=[width]),
            "sizes": f"{width}x{width}",
            "type": "image/png",
            "purpose": purpose,
        }
        for width in ICON_WIDTHS[1:]
        for purpose in ("any", "maskable")
    ]
    content = {
        "name": "Armybuilder",
        "short_name": "Armybuilder",
        "description": "Build, check and print armies for tabletop wargames, and play with them at the table.",
        "id": "/",
        "lang": "en",
        "categories": ["games", "utilities"],
        "start_url": reverse("offline:device"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}, *pngs],
        "shortcuts": [
            {"name": name, "url": reverse(address), "icons": pngs[:1]}
            for name, address in (("My games", "matches:list"), ("My armies", "armies:list"))
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, max_age=DAY)
def icon(request: HttpRequest, width: int) -> HttpResponse:
    """The site's mark on a square of paper, with room for phones that cut a circle out of it."""
    if width not in ICON_WIDTHS:
        raise Http404
    drawing = source_of("icon.svg").partition(">")[2].rpartition("</svg>")[0]
    square = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="{PAPER}"/>'
        f'<g transform="translate(16 16)">{drawing}</g></svg>'
    )
    return HttpResponse(png_of(square, width), content_type="image/png")


def _of_version(name: str) -> str:
    """A worker's script with the version of the site as its ``VERSION``."""
    return f'const VERSION = "{site_version()}";\n{source_of(name)}'


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker that answers with kept pages where there is no network; browsers look for a new one each time.

    It knows the version of the site, so that a new version has a new worker. Where the operator has switched it
    off, the worker that takes its place deletes what was kept, and itself.
    """
    on = settings.OFFLINE
    script = _of_version("js/service_worker.js") if on else source_of("js/no_service_worker.js")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def engine_worker(request: HttpRequest) -> HttpResponse:
    """The worker that runs the rules in the browser."""
    headers = {"Content-Security-Policy": ENGINE_POLICY}
    script = _of_version("js/engine_worker.js")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
@cache_control(no_cache=True)
def engine_parts(request: HttpRequest) -> HttpResponse:
    """Where the parts of the engine lie that go together: Python's folder, and the games."""
    folder = engine.runtime()
    if folder is None:
        raise Http404
    sources, runtime = engine.sources()[0], engine.runtime_address(folder)
    files = [sources, *(f"{runtime}/{file.stem}" for file in sorted(folder.glob("*.br")))]

    def address(path: str) -> str:
        return reverse("offline:engine_part", args=[path])

    named = {"runtime": address(f"{runtime}/"), "sources": address(sources)}
    return JsonResponse(named | {"files": [address(path) for path in files]})


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def engine_part(request: HttpRequest, path: str) -> HttpResponse:
    """A part of the engine; its address changes with it."""
    part = engine.part(path)
    if part is None:
        raise Http404
    if "br" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(part.compressed, content_type=part.content_type, headers={"Content-Encoding": "br"})
    else:
        response = HttpResponse(brotli.decompress(part.compressed), content_type=part.content_type)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@require_safe
def no_network(request: HttpRequest) -> HttpResponse:
    """What the worker shows in place of a page that was not kept."""
    return render(request, "offline/no_network.html")


@never_cache
@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Have the browser clear all that it kept of the site, the worker included."""
    response = HttpResponseRedirect(reverse("offline:device"))
    response.headers["Clear-Site-Data"] = FORGET
    return response
