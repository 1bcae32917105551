"""Redirect from 127.0.0.1 to `localhost`, because browsers do not support passkeys on IP addresses."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port, validate_host

from armybuilder.site import claims

NAME = "localhost"
FIGURES = ("127.0.0.1", "[::1]")


class Localhost:
    """Middleware that redirects browsers from 127.0.0.1 to `localhost`.

    Only requests that accept HTML are redirected, so that health checks are not. Browsers with armies at the IP address
    stay there, because cookies do not move to the other host; so do requests from a proxy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or redirect it to `localhost`."""
        if not _may_move(request):
            return self.get_response(request)
        domain, port = split_domain_port(request.get_host())
        if domain not in FIGURES:
            return self.get_response(request)
        return HttpResponseRedirect(f"http://{NAME}{f':{port}' if port else ''}{request.get_full_path()}")


def _may_move(request: HttpRequest) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and "text/html" in request.headers.get("Accept", "")
        and "X-Forwarded-For" not in request.headers
        and not settings.HTTPS
        and validate_host(NAME, settings.ALLOWED_HOSTS)
        and not {claims.COOKIE, settings.SESSION_COOKIE_NAME} & request.COOKIES.keys()
    )
