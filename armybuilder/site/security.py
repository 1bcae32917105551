"""Security headers of responses, and checks of every request's port and characters."""

from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from whitenoise.middleware import WhiteNoiseFileResponse

from armybuilder.site.errors import error_page
from rulesets.core.ruleset import Ruleset
from rulesets.registry import is_provided

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-src 'self'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


OF_DOCUMENTS = (
    "Content-Security-Policy",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Frame-Options",
)
"""Headers that matter only for documents and workers; on a page's 18 files they would weigh as much as a picture."""

PARTS = (".avif", ".css", ".js", ".woff2")
"""Suffixes of static files that cannot be documents themselves, unlike SVG."""


class SecurityHeaders:
    """Middleware that adds `HEADERS` to every response, errors included; static files get the relevant ones."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request and add the headers."""
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        game = request.resolver_match.kwargs.get("ruleset") if request.resolver_match else None
        if isinstance(game, Ruleset) and is_provided(game.slug):
            # Only people who were given its address know it.
            response.headers["X-Robots-Tag"] = "noindex"
        if isinstance(response, WhiteNoiseFileResponse) and request.path.endswith(PARTS):
            for name in OF_DOCUMENTS:
                del response.headers[name]
        return response


def framed(response: HttpResponse) -> HttpResponse:
    """The response, which the site's own pages may show in a frame."""
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
    return response


class HostPort:
    """Middleware that refuses a foreign port in `Host`, which would end up in links in e-mails.

    The site's ports are the one it listens on, the default one, and `settings.HOST_PORTS`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 400."""
        port = split_domain_port(request.get_host())[1]
        usual = "443" if request.is_secure() else "80"
        if port and port not in {usual, request.META["SERVER_PORT"], *settings.HOST_PORTS}:
            words = f"The site is not at port {port}. Whoever runs it can name the port in ARMYBUILDER_HOSTS."
            return error_page(request, 400, words)
        return self.get_response(request)


NUL = "\0"


class NoNul:
    """Middleware that refuses NUL in addresses, cookies and forms, which PostgreSQL cannot store in text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 400."""
        if any(NUL in text for text in _texts(request)):
            return error_page(
                request, 400, "The request contains a NUL character, which is not allowed in text. Nothing was changed."
            )
        return self.get_response(request)


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path_info
    yield from (text for text in request.META.values() if isinstance(text, str))
    yield from request.COOKIES.values()
    for form in (request.GET, request.POST):
        for name, texts in form.lists():
            yield name
            yield from texts
    for name, files in request.FILES.lists():
        yield name
        yield from (file.name or "" for file in files)
