"""The pages that read BattleScribe's data files, show what was understood of them, and create the game."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.custom_games.drafts import draft_of
from armybuilder.custom_games.models import SkeletonJob
from armybuilder.custom_games.skeleton_jobs import own_job, start_reading
from armybuilder.custom_games.views import create_for_visitor
from armybuilder.jobs import running
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit

State = SkeletonJob.State


class SeveralFiles(forms.FileInput):
    """A field for several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        """The files, each as a single one would be."""
        sent = data if isinstance(data, list) and data else [data or None]
        return [super(FilesField, self).clean(each, initial) for each in sent]


class SkeletonForm(forms.Form):
    """The data files of a game."""

    sent = FilesField(
        label="Data files",
        help_text=(
            "Choose the game system (.gst) and up to four catalogues (.cat) together. "
            "Pack more or larger files into one ZIP archive."
        ),
        widget=SeveralFiles({"accept": ".gst,.cat,.gstz,.catz,.zip"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("custom-game-files")
def skeleton(request: HttpRequest) -> HttpResponse:
    """Take data files, which a job reads; nothing is saved before the player has seen what was understood."""
    posted = request.method == "POST"
    form = SkeletonForm(request.POST, request.FILES) if posted else SkeletonForm()
    if not posted or not form.is_valid():
        return render(request, "custom_games/skeleton.html", {"form": form}, status=400 if posted else 200)
    job = start_reading(request, ((each.name, each.read()) for each in form.cleaned_data["sent"]))
    response = HttpResponseRedirect(reverse("custom_games:skeleton-job", args=[job.pk]), status=303)
    keep_claim(response, make_claim(request))
    return response


@never_cache
@require_safe
def skeleton_job(request: HttpRequest, token: str) -> HttpResponse:
    """The progress of a job, then what was understood and what was not; for htmx only the progress."""
    job = own_job(request, token)
    if job.state == State.DONE:
        if is_htmx(request):
            return HttpResponse(headers={"HX-Refresh": "true"})
        places: dict[str, list[str]] = {}
        for place, message in job.report["unread"]:
            places.setdefault(place, []).append(message)
        context = {"job": job, "report": job.report, "title": job.report["document"]["title"], "places": places}
        return render(request, "custom_games/skeleton_report.html", context)
    template = "custom_games/skeleton_job_state.html" if is_htmx(request) else "custom_games/skeleton_job.html"
    return render(request, template, {"job": job})


@require_POST
def create_from_skeleton(request: HttpRequest, token: str) -> HttpResponse:
    """Create the game of a job's report."""
    job = own_job(request, token)
    if job.state != State.DONE:
        raise Http404
    return create_for_visitor(request, draft_of(job.report["document"]), "Read from data files")


@require_POST
def cancel_skeleton(request: HttpRequest, token: str) -> HttpResponse:
    """Stop reading the files of a job."""
    running.cancel(own_job(request, token))
    return HttpResponseRedirect(reverse("custom_games:skeleton-job", args=[token]), status=303)
