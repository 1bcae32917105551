"""Pages that answer a form: Back shows them, and sent again after Back or Reload they create nothing twice."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from armybuilder.submissions.once import submission_id


def form_context(request: HttpRequest) -> dict[str, str]:
    """The id of the form that a page answers, which the page's forms keep: each time it is sent, they have the same."""
    sent = submission_id(request) if request.method == "POST" else ""
    return {"submission": sent} if sent else {}


SECRET: Final = 201
"""The status of pages with something that is shown only once."""


def keep_answers(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lets the browser keep a page that answers a form, for its history alone.

    A browser does not send a form again to go back to such a page. It compares its cookies with those of that time,
    which the next form may have changed: the page must not vary by them. Signing out deletes what it keeps.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if request.method == "POST" and is_page and response.status_code != SECRET:
            for header, unwanted in (("Cache-Control", "no-store"), ("Vary", "Cookie")):
                words = [word for word in response.headers.get(header, "").split(", ") if word not in ("", unwanted)]
                del response.headers[header]
                if words:
                    response.headers[header] = ", ".join(words)
            patch_cache_control(response, private=True)
        return response

    return answer
