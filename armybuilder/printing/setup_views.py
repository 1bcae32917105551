"""Save, print and delete set-ups on the print page."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from armybuilder.armies.access import visible_army
from armybuilder.armies.models import Army
from armybuilder.printing.form_layout import print_form
from armybuilder.printing.models import SETUP_NAME_LENGTH
from armybuilder.printing.setups import (
    CannotSave,
    create,
    setups_of,
    update,
    with_unasked,
)
from armybuilder.printing.views import (
    Saving,
    checked,
    print_choices,
    query_of,
    saving_of,
    show_form,
)
from armybuilder.schema_forms.forms import storable
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from armybuilder.submissions.once import once


@require_POST
@limit("setups")
@once
def save(request: HttpRequest, address: str) -> HttpResponse:
    """Save the choices under a new name or, with ``again``, to the set-up they were loaded from."""
    army = visible_army(request, address)
    saving = saving_of(request)
    again = saving.setup if "again" in request.POST else None
    form = print_form(with_unasked(request.POST, again.options if again else None))
    name = " ".join(saving.name.split())
    if not checked(request, army, form):
        return show_form(request, army, form, saving, HTTPStatus.BAD_REQUEST)
    choices = form.spec()
    claim = make_claim(request)
    try:
        if again:
            update(again, sent_number(request.POST, "version"), choices)
            setup = again
        elif not name:
            return show_form(request, army, form, saving_of(request, "Enter a name."), HTTPStatus.BAD_REQUEST)
        else:
            setup = create(request, claim, storable(name, SETUP_NAME_LENGTH), choices)
    except (CannotSave, ValidationError) as error:
        reason = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        return show_form(request, army, form, saving_of(request, reason), HTTPStatus.CONFLICT)
    messages.success(request, f"Saved as “{setup.name}”.")
    response = HttpResponseRedirect(_address(army, setup=setup.pk), status=303)
    keep_claim(response, claim)
    return response


def _address(army: Army, **words: str) -> str:
    return f"{reverse('printing:choose', args=[army.pk])}?{urlencode(words)}"


@require_POST
@limit("print")
def reprint(request: HttpRequest, address: str, setup: str) -> HttpResponse:
    """Print the army with a saved set-up."""
    army = visible_army(request, address)
    saved = get_object_or_404(setups_of(request), pk=setup)
    options = saved.options
    if options is None:
        return HttpResponseRedirect(_address(army, setup=saved.pk), status=303)
    form = print_form({}, options)
    if not checked(request, army, form):
        return show_form(request, army, form, Saving(saved), HTTPStatus.BAD_REQUEST)
    return print_choices(request, army, form, Saving(saved))


@require_POST
def delete(request: HttpRequest, address: str, setup: str) -> HttpResponse:
    """Delete a set-up; its choices stay on the page, so they can be saved again."""
    army = visible_army(request, address)
    saved = get_object_or_404(setups_of(request), pk=setup)
    options = saved.options
    saved.delete()
    messages.success(
        request, f"“{saved.name}” has been deleted. Its settings are still shown below. Save them again to restore it."
    )
    query = query_of(options) if options else ""
    return HttpResponseRedirect(f"{_address(army, name=saved.name)}&{query}", status=303)
