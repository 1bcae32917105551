"""The pages of the user's account: overview, export and deletion."""

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
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Show what the user can change about the account."""
    return render(request, "accounts/home.html")


@require_safe
@limit("export")
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Answer with everything that the account owns, as one JSON file."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 (login_required)
    data = {
        "account": {"email": user.email, "joined": user.date_joined.isoformat()},
        **export_account(user),
    }
    return attachment(json.dumps(data, indent=1, ensure_ascii=False), "application/json", "armybuilder-data.json")


class DeleteForm(forms.Form):
    """Asks for the account's e-mail address, so that nobody deletes an account by mistake."""

    email = forms.EmailField(label="Your e-mail address, to confirm", widget=forms.EmailInput({"autocomplete": "off"}))

    def __init__(self, user: User, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.user = user

    def clean_email(self) -> str:
        """Check that the address is the account's."""
        email: str = self.cleaned_data["email"]
        if email.casefold() != self.user.email.casefold():
            raise forms.ValidationError(f"This account’s address is {self.user.email}.")
        return email


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account with everything that it owns."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 (login_required)
    form = DeleteForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form}, status=400 if form.is_bound else 200)
    logout(request)
    user.delete()
    messages.success(request, "Your account and everything in it have been deleted.")
    return redirect("home")
