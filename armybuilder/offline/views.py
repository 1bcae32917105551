"""The manifest, the icons and the workers. The service worker has to be at the root to handle all addresses."""

from typing import Final

import brotli
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.drawing.picture_files import png_of
from armybuilder.offline import engine
from armybuilder.offline.forgetting import FORGET
from armybuilder.site.staticfiles import source_of
from armybuilder.site.version import site_version

ICON_WIDTHS: Final = (180, 192, 512)
"""The widths in pixels that phones need for their home screens."""
DAY: Final = 60 * 60 * 24
YEAR: Final = DAY * 365
PAPER: Final = "#f4efe2"
ENGINE_POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The policy of the worker that runs the rules, which may compile WebAssembly; pages may not."""


@require_safe
@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer with the web app manifest."""
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
            for name, address in (("Games in play", "matches:list"), ("My armies", "armies:list"))
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, max_age=DAY)
def icon(request: HttpRequest, width: int) -> HttpResponse:
    """Draw the site's logo on a square, with a margin for phones that cut a circle out of it."""
    if width not in ICON_WIDTHS:
        raise Http404
    drawing = source_of("icon.svg").partition(">")[2].rpartition("<")[0]
    square = render_to_string("offline/icon.svg", {"paper": PAPER, "drawing": drawing})
    return HttpResponse(png_of(square, width), content_type="image/png")


def _of_version(name: str) -> str:
    """Return a worker's script with the version of the site as its ``VERSION``."""
    return f'const VERSION = "{site_version()}";\n{source_of(name)}'


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the worker that shows stored pages without a network; browsers check for a new one each time.

    It has the version of the site, so that each version has a new worker. If the operator has disabled it, its
    replacement deletes everything stored, and itself.
    """
    on = settings.OFFLINE
    script = _of_version("js/service_worker.js") if on else source_of("js/no_service_worker.js")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def engine_worker(request: HttpRequest) -> HttpResponse:
    """Answer with the worker that runs the rules in the browser."""
    headers = {"Content-Security-Policy": ENGINE_POLICY}
    script = _of_version("js/engine_worker.js")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
@cache_control(no_cache=True)
def engine_parts(request: HttpRequest) -> HttpResponse:
    """Answer with the addresses of the parts of one version of the engine."""
    folder = engine.runtime()
    if folder is None:
        raise Http404
    sources, runtime = engine.sources()[0], engine.runtime_address(folder)
    files = [sources, *(f"{runtime}/{file.stem}" for file in sorted(folder.glob("*.br")))]

    def address(path: str) -> str:
        return reverse("offline:engine_part", args=[path])

    addresses = {"runtime": address(f"{runtime}/"), "sources": address(sources)}
    return JsonResponse(addresses | {"files": [address(path) for path in files]})


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def engine_part(request: HttpRequest, path: str) -> HttpResponse:
    """Answer with a part of the engine; its address changes with its content."""
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
    """Show the page that the worker uses instead of a page that is not stored."""
    return render(request, "offline/no_network.html")


@never_cache
@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Make the browser clear everything that it has stored of the site, including the worker."""
    response = HttpResponseRedirect(reverse("offline:device"))
    response.headers["Clear-Site-Data"] = FORGET
    return response
