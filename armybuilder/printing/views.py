"""The print pages: choose, wait if necessary, download."""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import resolve, reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.access import is_own, visible_army
from armybuilder.armies.models import Army
from armybuilder.armies.proxies import models_of_owner
from armybuilder.armies.reading import game_of, readable
from armybuilder.jobs import running
from armybuilder.jobs.running import ordered_by
from armybuilder.jobs.turns import place_of
from armybuilder.printing import background, jobs
from armybuilder.printing.background import pdf_response
from armybuilder.printing.documents import document_of
from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.photos import uploads_of
from armybuilder.printing.form_layout import lay_out, print_form
from armybuilder.printing.models import SETUP_NAME_LENGTH, PrintJob, Setup
from armybuilder.printing.options import OWN_SCOPE, PrintOptions, problems
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.setups import setups_of, with_unasked
from armybuilder.schema_forms.forms import Mistake, SpecForm, mistakes_of
from armybuilder.schema_forms.plain import differences
from armybuilder.sharing.links import find_share, link_for_paper, load_share, pictures_of
from armybuilder.sharing.opponents import armies_to_choose, find_army
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from armybuilder.submissions.once import once_while
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.registry import is_provided, titles_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, address: str) -> HttpResponseBase:
    """The print options of an army; a POST prints it."""
    army = visible_army(request, address)
    if request.method == "POST":
        return _print(request, army)
    key = request.GET.get("setup", "")
    setup = setups_of(request).filter(pk=key).first() if key else None
    last = None if request.GET else _last(request, army)
    form_data = {name: text for name, text in request.GET.dict().items() if name not in PAGE_WORDS}
    before = setup.options if setup else last
    form = print_form(form_data or None, before)
    saving = Saving(setup, request.GET.get("name", "")[:SETUP_NAME_LENGTH])
    if setup and before is None:
        messages.warning(
            request, f"“{setup.name}” was saved by an older version of the site and can no longer be read."
        )
    return show_form(request, army, form, saving)


PAGE_WORDS = ("setup", "name", "usual")
"""Query parameters of the page that are not print options."""


@dataclass(frozen=True, slots=True)
class Saving:
    """The set-up that the choices were loaded from, the name to save them under, and a problem with it."""

    setup: Setup | None = None
    name: str = ""
    problem: str = ""


PRINTED = "printed"
"""The cookie with which a PDF tells the print page that it has come; its value is the job's.

It has no prefix as the site's other cookies: it is for one page, whose script reads it, and it protects nothing.
"""
PRINTED_AGE = 60
"""Seconds that a browser keeps that cookie."""
LAST = "printed"
"""The session key of the choices that were printed last."""


def _last_of_any(request: HttpRequest) -> PrintOptions | None:
    """The choices that the visitor printed last with any army."""
    try:
        return decode(PrintOptions, request.session.get(LAST))
    except CodecError:
        return None


def _last(request: HttpRequest, army: Army) -> PrintOptions | None:
    """The choices that the visitor printed last, without an opposing army that does not fit this one."""
    last = _last_of_any(request)
    if last and last.opposing and not may_be_shared(request, army, last.opposing):
        return replace(last, scope=OWN_SCOPE)
    return last


def saving_of(request: HttpRequest, problem: str = "") -> Saving:
    """The set-up and the name submitted with the choices."""
    setup = setups_of(request).filter(pk=request.POST.get("setup", "")).first()
    return Saving(setup, request.POST.get("name", "")[:SETUP_NAME_LENGTH], problem)


@limit("print")
def _print(request: HttpRequest, army: Army) -> HttpResponse:
    form = print_form(request.POST)
    if not checked(request, army, form):
        return show_form(request, army, form, saving_of(request), HTTPStatus.BAD_REQUEST)
    kept = print_form(with_unasked(request.POST, _last_of_any(request)))
    return print_choices(request, army, form, saving_of(request), kept.spec() if kept.is_valid() else None)


def checked(request: HttpRequest, army: Army, form: SpecForm[PrintOptions]) -> bool:
    """Whether the visitor can print the choices; problems are added to the form."""
    if form.is_valid():
        choices = form.spec()
        for name, problem in problems(choices):
            form.refuse(name, problem)
        if choices.shares and not may_be_shared(request, army, choices.opposing):
            form.refuse("scope", "This army no longer exists or is for another game. Choose another.")
    return not form.errors


def may_be_shared(request: HttpRequest, army: Army, key: str) -> bool:
    """Whether the visitor may print a quick reference shared with the army of this key."""
    try:
        return find_army(request, key).ruleset == army.ruleset
    except (Http404, KeyError, CodecError):
        return False


def print_choices(
    request: HttpRequest,
    army: Army,
    form: SpecForm[PrintOptions],
    saving: Saving,
    remembered: PrintOptions | None = None,
) -> HttpResponse:
    """Print; respond with the PDF, a redirect to the job, or the form with the problem.

    The next page begins with the choices, or with those that are ``remembered`` instead.
    """
    request.session[LAST] = encode(remembered or form.spec())
    response = _print_response(request, army, form, saving)
    keep_claim(response, make_claim(request))
    return response


def _print_response(request: HttpRequest, army: Army, form: SpecForm[PrintOptions], saving: Saving) -> HttpResponse:
    choices = form.spec()
    job = order(request, army, choices)
    running.wait(job, background.PATIENCE)
    if job.state == PrintJob.State.FAILED:
        running.finish(request, job)
        form.refuse(job.field, job.problem)
        return show_form(request, army, form, saving, HTTPStatus.BAD_REQUEST)
    if job.state != PrintJob.State.DONE:
        return HttpResponseRedirect(_address_of(job), status=303)
    response = attachment(job.pdf(), "application/pdf", file_name(army.name, army.ruleset, choices))
    page = reverse("printing:choose", args=[army.pk])
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(PRINTED, job.pk, max_age=PRINTED_AGE, path=page, secure=secure, samesite="Lax")
    running.finish(request, job)
    return response


def order(request: HttpRequest, army: Army, choices: PrintOptions) -> PrintJob:
    """Begin the visitor's job, or find it if this request was sent before; raises ``Busy``."""
    job = _job_at(_create_job(request, army, choices).headers["Location"]).get()
    if job.state == PrintJob.State.WAITING:
        running.begin(job)
    return job


def _job_at(location: str) -> QuerySet[PrintJob]:
    return PrintJob.objects.filter(pk=resolve(location).kwargs["token"])


def _stands(location: str, army: Army, choices: PrintOptions) -> bool:
    """Whether the job still prints or has printed the army as it is; with proxies only it may have other models now."""
    jobs = _job_at(location).filter(revision=army.head, state__in=PrintJob.USEFUL)
    return (jobs.exclude(state=PrintJob.State.DONE) if choices.proxies else jobs).exists()


@once_while(_stands)
def _create_job(request: HttpRequest, army: Army, choices: PrintOptions) -> HttpResponse:
    job = jobs.order(army, choices, live_link(request, army), **ordered_by(request, make_claim(request)))
    return HttpResponseRedirect(_address_of(job))


def _address_of(job: PrintJob) -> str:
    return reverse("printing:job", args=[job.army_id, job.pk])


def live_link(request: HttpRequest, army: Army) -> str:
    """The address of the shared army, if its owner prints it and has shared it; else empty."""
    return (link_for_paper(army, request.build_absolute_uri("/")) or "") if is_own(request, army) else ""


def show_form(
    request: HttpRequest,
    army: Army,
    form: SpecForm[PrintOptions],
    saving: Saving,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Render the print page with the visitor's set-ups."""
    ruleset = game_of(army)
    others = [(choice.key, str(choice)) for choice in armies_to_choose(request, ruleset) if choice.key != army.pk]
    lay_out(form, others, ruleset, collects=bool(models_of_owner(army)))
    last = _last(request, army)
    mistakes = list(mistakes_of(form, form.full_labels))
    if saving.problem:
        mistakes.append(Mistake("id_setup_name", "Name", saving.problem))
    # The page tells these first; in the form a phone would show them below the preview, out of sight.
    form.errors.pop(NON_FIELD_ERRORS, None)
    context = {
        "army": army,
        "ruleset": ruleset,
        "form": form,
        "last": None if last is None else query_of(last),
        "saving": saving,
        "mistakes": mistakes,
        "setups": [(setup, setup.options) for setup in setups_of(request)],
        "query": urlencode(list(differences(PrintOptions, "", form.plain, encode(PrintOptions())))),
        "may_share": is_own(request, army) and not live_link(request, army),
    }
    return render(request, "printing/choose.html", context, status=status.value)


@never_cache
@require_safe
@limit("print")
@readable
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The default parts of a shared army as a PDF, with the paper and ink that the visitor used last."""
    share = find_share(token)
    if share.blanks:
        raise Http404
    loaded = load_share(share)
    last = _last_of_any(request) or PrintOptions()
    choices = PrintOptions(paper=last.paper, ink=last.ink, type_size=last.type_size)
    link = "" if share.frozen else request.build_absolute_uri(share.get_absolute_url())
    key = f"shared {token} {share.revision or share.army.head} {link} {query_of(choices)}"
    key += f" {uploads_of(pictures_of(share))!r}"
    name = file_name(loaded.force.name, share.army.ruleset, choices)
    arguments = {"token": token, "choices": encode(choices), "link": link}
    return pdf_response(request, key, make_shared, arguments, lambda pdf: attachment(pdf, "application/pdf", name))


def make_shared(printer: Printer, token: str, choices: Any, link: str) -> Document:
    """A shared army on paper; raises as ``document_of``."""
    share = find_share(token)
    options, pictures = decode(PrintOptions, choices), uploads_of(pictures_of(share))
    return document_of(load_share(share), options, printer, link, pictures=pictures)


def file_name(title: str, ruleset: str, choices: PrintOptions) -> str:
    """The file name: the army's title or else its game, and the part if there is only one."""
    parts = choices.parts
    game = titles_of([ruleset]).get(ruleset, "") if is_provided(ruleset) else ruleset
    name = slugify(title) or slugify(game) or ruleset
    return f"{name}-{parts[0]}.pdf" if len(parts) == 1 else f"{name}.pdf"


def job_of(request: HttpRequest, address: str, token: str) -> PrintJob:
    """The job of an army that the visitor may see; raises ``Http404``."""
    army = visible_army(request, address)
    return get_object_or_404(PrintJob.objects.select_related("army"), pk=token, army=army)


@never_cache
@require_safe
def job(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """The progress of a print job; for htmx without the page around it."""
    print_job = job_of(request, address, token)
    template = "printing/job_state.html" if is_htmx(request) else "printing/job.html"
    response = render(
        request,
        template,
        {
            "job": print_job,
            "army": print_job.army,
            "ruleset": game_of(print_job.army),
            "query": query_of(print_job.options),
            "own": is_own(request, print_job.army),
            "place": place_of(print_job),
        },
    )
    return response


def query_of(choices: PrintOptions) -> str:
    """The choices that differ from the defaults, as a query string."""
    return urlencode(list(differences(PrintOptions, "", encode(choices), encode(PrintOptions()))))


@require_POST
def cancel(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Cancel a print job."""
    print_job = job_of(request, address, token)
    running.cancel(print_job)
    return HttpResponseRedirect(reverse("printing:job", args=[address, token]), status=303)


@never_cache
@require_safe
def file(request: HttpRequest, address: str, token: str) -> HttpResponseBase:
    """The finished PDF; with ``open`` in the query the browser shows it."""
    return pdf_of(job_of(request, address, token), opens="open" in request.GET)


def pdf_of(print_job: PrintJob, opens: bool = False) -> FileResponse:
    """The finished PDF, to save or to show; raises ``Http404`` before it is ready and after it has been removed."""
    if print_job.state != PrintJob.State.DONE:
        raise Http404
    try:
        pdf = print_job.file.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    return FileResponse(
        pdf,
        as_attachment=not opens,
        filename=file_name(print_job.army.name, print_job.army.ruleset, print_job.options),
        content_type="application/pdf",
    )
