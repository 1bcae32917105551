"""The decorator for functions that create what a form asks for."""

from __future__ import annotations

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

from armybuilder.claims import Author, author_of, keep_claim, make_claim, name_new_claim
from armybuilder.submissions.models import LIFETIME, Submission

P = ParamSpec("P")

FIELD: Final = "submission"
"""The name of the hidden field with the form's id, as in ``templates/components/submission.html``."""
CREATED: Final = (201, 302, 303)
"""The statuses of responses to forms that created something."""
_ID: Final = re.compile(r"[\w-]{20,64}")
"""What counts as an id: long enough that nobody guesses it."""


def once(
    create: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a function to create nothing when the visitor sends the same form with the same content again.

    The second request is redirected to where the first one was, even if both are handled at the same time: the
    function runs in a transaction, for whose end the second one waits. Any response that is not one of ``CREATED``
    means that nothing was created. A visitor without a cookie gets the same claim for both, as the answer with the
    first may have been lost.
    """

    @wraps(create)
    def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        form_id = request.POST.get(FIELD, "")
        if not _ID.fullmatch(form_id):
            return create(request, *args, **kwargs)
        name_new_claim(request, form_id)
        claim = make_claim(request)
        with transaction.atomic():
            submission, is_new = Submission.objects.get_or_create(key=_key(request, author_of(request, claim)))
            if is_new:
                response = create(request, *args, **kwargs)
                if response.status_code not in CREATED:
                    submission.delete()
                    return response
                submission.location = response.headers.get("Location", request.path)
                submission.save(update_fields=["location"])
            else:
                response = HttpResponseRedirect(submission.location)
        keep_claim(response, claim)
        return response

    return around


def _key(request: HttpRequest, author: Author) -> str:
    """A hash of who sends what, where; the security token differs between pages and is left out."""
    sent = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    digest = hashlib.sha256(json.dumps([author.key, request.path, sent]).encode())
    for name, files in request.FILES.lists():
        for file in files:
            digest.update(f"{name} {file.name} {file.size} ".encode())
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
    return digest.hexdigest()


def old_submissions() -> QuerySet[Submission]:
    """The submissions that nobody sends again."""
    return Submission.objects.filter(created__lt=timezone.now() - LIFETIME)
