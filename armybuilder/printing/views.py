"""The pages of the print shop: choose, wait if need be, fetch."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.access import visible_army
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import open_head
from armybuilder.asking.forms import SpecForm, form_for
from armybuilder.asking.plain import differences
from armybuilder.limits import limit
from armybuilder.pages import error_page
from armybuilder.printing import html, jobs
from armybuilder.printing.choices import PARTS, PrintChoices
from armybuilder.printing.documents import NothingToPrint, TooMuchToPrint, document_of
from armybuilder.printing.models import PrintJob
from armybuilder.security import CONTENT_SECURITY_POLICY
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError, encode

PRINTINGS_A_MINUTE = 20
PREVIEWS_A_MINUTE = 90
SHOWN = 12
"""Pages of a preview."""
STYLES_KEPT = 60 * 60
"""Seconds for which a preview's style sheet can be fetched."""
PATIENCE = 4.0
"""Seconds that a request waits for a PDF before it shows the way to it instead."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, address: str) -> HttpResponseBase:
    """What can be printed of an army; what was chosen is printed."""
    army = visible_army(request, address)
    if request.method == "POST":
        return _print(request, army)
    return _form(request, army, form_for(PrintChoices, Catalogue(), request.GET or None))


@limit("print", PRINTINGS_A_MINUTE)
def _print(request: HttpRequest, army: Army) -> HttpResponse:
    form = form_for(PrintChoices, Catalogue(), request.POST)
    if not form.is_valid():
        return _form(request, army, form, status=HTTPStatus.BAD_REQUEST)
    choices = form.spec()
    if not any(getattr(choices, part) for part in PARTS):
        form.add_error(None, "Choose at least one part to print.")
        return _form(request, army, form, status=HTTPStatus.BAD_REQUEST)
    try:
        job = jobs.order(army, choices)
    except jobs.Busy:
        return error_page(request, 429, "The print shop is full. Please try again in a minute.")
    jobs.begin(job).join(PATIENCE)
    job.refresh_from_db()
    if job.state == PrintJob.State.FAILED:
        jobs.forget(job)
        form.add_error(None, job.problem)
        return _form(request, army, form, status=HTTPStatus.BAD_REQUEST)
    if job.state != PrintJob.State.DONE:
        return HttpResponseRedirect(reverse("printing:job", args=[army.pk, job.pk]), status=303)
    pdf = job.file.read_bytes()
    jobs.forget(job)
    return HttpResponse(
        pdf,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{file_name(army, choices)}"'},
    )


def _form(
    request: HttpRequest, army: Army, form: SpecForm[PrintChoices], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    try:
        ruleset = army.game
    except KeyError:
        raise Http404 from None
    context = {"army": army, "ruleset": ruleset, "form": form}
    response = render(request, "printing/choose.html", context, status=status.value)
    response.headers["Content-Security-Policy"] = f"{CONTENT_SECURITY_POLICY}; frame-src 'self'"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("preview", PREVIEWS_A_MINUTE)
def preview(request: HttpRequest, address: str) -> HttpResponse:
    """The pages as they would be printed, for the frame of the print shop's page."""
    army = visible_army(request, address)
    form = form_for(PrintChoices, Catalogue(), request.POST if request.method == "POST" else request.GET or None)
    context: dict[str, Any] = {}
    try:
        if form.is_bound and not form.is_valid():
            raise NothingToPrint("Something among the choices needs mending first.")
        document = document_of(open_head(army), form.spec())
        pages, style = html.preview(document, SHOWN)
        digest = hashlib.sha256(style.encode()).hexdigest()
        cache.set(f"print-style:{digest}", style, STYLES_KEPT)
        hidden = len(document.pages) > SHOWN
        context = {"document": document, "pages": pages, "style": digest, "shown": SHOWN, "hidden": hidden}
    except (NothingToPrint, TooMuchToPrint) as refusal:
        context = {"problem": str(refusal)}
    except (KeyError, CodecError):
        raise Http404 from None
    response = render(request, "printing/preview.html", context)
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
    return response


@require_safe
def preview_style(request: HttpRequest, digest: str) -> HttpResponse:
    """The places and sizes of a preview, by the digest of what it is."""
    style = cache.get(f"print-style:{digest}")
    if style is None:
        raise Http404
    response = HttpResponse(style, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = "private, max-age=3600, immutable"
    return response


def file_name(army: Army, choices: PrintChoices) -> str:
    """A name for the file: the army's, and the part's where it is only one."""
    parts = [part for part in PARTS if getattr(choices, part)]
    name = slugify(army.name) or army.ruleset
    return f"{name}-{parts[0]}.pdf" if len(parts) == 1 else f"{name}.pdf"


def _job(request: HttpRequest, address: str, token: str) -> PrintJob:
    army = visible_army(request, address)
    return get_object_or_404(PrintJob.objects.select_related("army"), pk=token, army=army)


@never_cache
@require_safe
def job(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """How far a printing is; for htmx only that, not the page around it."""
    found = _job(request, address, token)
    if found.lost:
        jobs.begin_again(found)
        found.refresh_from_db()
    partial = bool(getattr(request, "htmx", False))
    template = "printing/job_state.html" if partial else "printing/job.html"
    response = render(
        request, template, {"job": found, "army": found.army, "ruleset": found.army.game, "again": _again(found)}
    )
    response.headers["Vary"] = "HX-Request"
    return response


def _again(found: PrintJob) -> str:
    """The address of the same choices."""
    chosen, usual = encode(found.chosen), encode(PrintChoices())
    query = urlencode(list(differences(PrintChoices, "", chosen, usual)))
    return f"{reverse('printing:choose', args=[found.army_id])}?{query}"


@require_POST
def cancel(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Stop a printing."""
    found = _job(request, address, token)
    jobs.cancel(found)
    return HttpResponseRedirect(reverse("printing:job", args=[address, token]), status=303)


@never_cache
@require_safe
def file(request: HttpRequest, address: str, token: str) -> HttpResponseBase:
    """The finished PDF."""
    found = _job(request, address, token)
    if found.state != PrintJob.State.DONE or not found.file.exists():
        raise Http404
    return FileResponse(
        found.file.open("rb"),
        as_attachment=True,
        filename=file_name(found.army, found.chosen),
        content_type="application/pdf",
    )
