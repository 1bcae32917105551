"""Documents in the API: an army printed at once, or by a job whose progress can be polled."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from ninja import Router

from armybuilder.api.endpoints import (
    IDEMPOTENCY_KEY,
    PREFER,
    NotFound,
    answer,
    endpoint,
    invalid,
    is_async,
    not_found_problem,
    read_declared,
)
from armybuilder.api.shapes import JobShape
from armybuilder.armies.access import visible_army
from armybuilder.jobs import running
from armybuilder.printing import background
from armybuilder.printing.models import PrintJob
from armybuilder.printing.options import PrintOptions, problems
from armybuilder.printing.views import file_name, job_of, may_be_shared, order, pdf_of
from armybuilder.site.pages import attachment
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.declarations.problems import Problem

PDF: Final[dict[str, Any]] = {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}

router = Router(tags=["Documents"])


@endpoint(
    router,
    "POST",
    "/armies/{str:address}/documents",
    "documents",
    {200: None, 202: JobShape},
    limits="print",
    body=json_schema(PrintOptions),
    described={"parameters": [PREFER, IDEMPOTENCY_KEY], "responses": {200: {"content": PDF}}},
)
def create(request: HttpRequest, address: str) -> HttpResponse:
    """Print an army. The answer is the PDF, or its job if that takes longer or Prefer asks for it."""
    army, choices = visible_army(request, address), read_declared(request, PrintOptions)
    wrong = [Problem(name, problem) for name, problem in problems(choices)]
    if choices.shares and not may_be_shared(request, army, choices.opposing):
        wrong.append(Problem("scope", "give an army of the same game that is yours or shared with you"))
    if wrong:
        return invalid(tuple(wrong))
    job = order(request, army, choices)
    if not is_async(request):
        running.wait(job, background.PATIENCE)
    if job.state == PrintJob.State.FAILED:
        running.finish(request, job)
        return invalid((Problem(job.field, job.problem),))
    if job.state != PrintJob.State.DONE:
        return answer(JobShape.from_orm(job), 202, Location=reverse("api:document", args=[army.pk, job.pk]))
    pdf = job.pdf()
    running.finish(request, job)
    return attachment(pdf, "application/pdf", file_name(army.name, army.ruleset, choices))


def _job(request: HttpRequest, address: str, token: str) -> PrintJob:
    """The job of an army that the visitor may see; raises ``Http404`` for the army, ``NotFound`` for the job."""
    visible_army(request, address)
    try:
        return job_of(request, address, token)
    except Http404:
        raise NotFound(not_found_problem("job", token)) from None


@endpoint(router, "GET", "/armies/{str:address}/documents/{str:job}", "document", {200: JobShape})
def document(request: HttpRequest, address: str, job: str) -> HttpResponse:
    """The progress of a document."""
    return answer(JobShape.from_orm(_job(request, address, job)))


@endpoint(router, "DELETE", "/armies/{str:address}/documents/{str:job}", "document", {204: None}, limits="print")
def cancel(request: HttpRequest, address: str, job: str) -> HttpResponse:
    """Stop printing a document."""
    running.cancel(_job(request, address, job))
    return HttpResponse(status=204)


@endpoint(
    router,
    "GET",
    "/armies/{str:address}/documents/{str:job}/file",
    "document-file",
    {200: None},
    described={"responses": {200: {"content": PDF}}},
)
def file(request: HttpRequest, address: str, job: str) -> HttpResponseBase:
    """The finished PDF; 404 until it is ready, and again after an hour."""
    print_job = _job(request, address, job)
    try:
        return pdf_of(print_job)
    except Http404:
        raise NotFound(Problem("job", f"this job has no file: it is {print_job.state}, not done")) from None
