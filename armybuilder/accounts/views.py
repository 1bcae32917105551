"""A person's own account: what there is to change, all data as a file, and leaving."""

from __future__ import annotations

import json

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.account_data import export_account
from armybuilder.limits import limit
from armybuilder.pages import attachment


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """What a person can change about the account."""
    return render(request, "accounts/home.html")


@require_safe
@limit("export")
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything that the account owns, as one JSON file."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 (login_required)
    data = {
        "account": {"email": user.email, "joined": user.date_joined.isoformat()},
        **export_account(user),
    }
    return attachment(json.dumps(data, indent=1, ensure_ascii=False), "application/json", "armybuilder-data.json")


class Leaving(forms.Form):
    """Asks for the account's address, so that nobody leaves by a slip."""

    email = forms.EmailField(label="Your e-mail address, to confirm", widget=forms.EmailInput({"autocomplete": "off"}))

    def __init__(self, user: User, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.user = user

    def clean_email(self) -> str:
        """The address must be the account's own."""
        email: str = self.cleaned_data["email"]
        if email.casefold() != self.user.email.casefold():
            raise forms.ValidationError(f"This account's address is {self.user.email}.")
        return email


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account with everything that it owns."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 (login_required)
    form = Leaving(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form}, status=400 if form.is_bound else 200)
    logout(request)
    user.delete()
    messages.success(request, "Your account and everything in it were deleted.")
    return redirect("home")
