"""The decorators for functions that create what a form or a program asks for."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from armybuilder.site.claims import Author, author_of, derive_new_claim, keep_claim, make_claim
from armybuilder.site.errors import problem_response
from armybuilder.submissions.models import LIFETIME, Submission
from rulesets.core.declarations.problems import Problem

P = ParamSpec("P")

Create = Callable[Concatenate[HttpRequest, P], HttpResponse]

FIELD: Final = "submission"
"""The name of the hidden field with the form's id, as in ``templates/components/submission.html``."""
HEADER: Final = "Idempotency-Key"
"""The header with the id of a program's request."""
CREATED: Final = (201, 202, 302, 303)
"""The statuses of responses to requests that created something."""
OTHER_CONTENT: Final = (
    "Another request was sent with this key. Send this one with a new key, or the same content again."
)
ID: Final = "^[A-Za-z0-9_-]{20,64}$"
"""What counts as an id: long enough that nobody guesses it."""


def submission_id(request: HttpRequest) -> str:
    """The id of the form, or of a program's request; empty without one that counts."""
    # The header first: a body that was read as a form cannot be read as anything else.
    sent = request.headers[HEADER] if HEADER in request.headers else request.POST.get(FIELD, "")
    return sent if re.match(ID, sent) else ""


def once(create: Create[P]) -> Create[P]:
    """Decorate a function to create nothing when the visitor sends the same request with the same id again.

    The second request is redirected to where the first one was, even if both are handled at the same time: the
    function runs in a transaction, for whose end the second one waits. Any response that is not one of ``CREATED``
    means that nothing was created. A program's id with other content is refused with 422. A visitor without a cookie
    gets the same claim for both, as the answer with the first may have been lost.
    """

    def always(_location: str, /, *_args: P.args, **_kwargs: P.kwargs) -> bool:
        return True

    return once_while(always)(create)


def once_while(stands: Callable[Concatenate[str, P], bool]) -> Callable[[Create[P]], Create[P]]:
    """As ``once``, for what does not last: the function runs again unless what is at the address ``stands``.

    ``stands`` gets the address of what was created, and then what the function gets after the request.
    """

    def decorate(create: Create[P]) -> Create[P]:
        @wraps(create)
        def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request_id = submission_id(request)
            if not request_id:
                return create(request, *args, **kwargs)
            derive_new_claim(request, request_id)
            claim = make_claim(request)
            with transaction.atomic():
                # The key is unique: a second request waits here until the transaction of the first has ended.
                submission, is_new = Submission.objects.get_or_create(
                    key=_key(request, author_of(request, claim), create.__qualname__),
                    defaults={"content": _content_of_program(request)},
                )
                if submission.content != _content_of_program(request):
                    return problem_response(422, OTHER_CONTENT, [Problem(HEADER, OTHER_CONTENT)])
                if is_new or not stands(submission.location, *args, **kwargs):
                    response = create(request, *args, **kwargs)
                    if response.status_code not in CREATED:
                        # Nothing is there to lead a repetition to: it has to be tried again.
                        submission.delete()
                        return response
                    submission.location = response.headers.get("Location", request.path)
                    submission.save(update_fields=["location"])
                else:
                    status = 303 if HEADER in request.headers else 302
                    response = HttpResponseRedirect(submission.location, status=status)
            if HEADER not in request.headers:
                keep_claim(response, claim)
            return response

        return around

    return decorate


def _key(request: HttpRequest, author: Author, creates: str) -> str:
    """A hash of who sends what, where and to create what; without what a program sends, and a form's CSRF token."""
    digest = hashlib.sha256(json.dumps([author.key, submission_id(request), request.path, creates]).encode())
    if HEADER in request.headers:
        return digest.hexdigest()
    sent = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    digest.update(json.dumps(sent).encode())
    for name, files in request.FILES.lists():
        for file in files:
            digest.update(f"{name} {file.name} {file.size} ".encode())
            for chunk in file.chunks():
                digest.update(chunk)
    return digest.hexdigest()


def _content_of_program(request: HttpRequest) -> str:
    """A hash of the body that a program sends; empty for a form."""
    return hashlib.sha256(request.body).hexdigest() if HEADER in request.headers else ""


def old_submissions() -> QuerySet[Submission]:
    """The submissions that nobody sends again."""
    return Submission.objects.filter(created__lt=timezone.now() - LIFETIME)
