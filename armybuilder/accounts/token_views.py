"""The page of personal tokens: creates, lists and revokes them."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.api.models import MAX_TOKENS, TOKEN_NAME_LENGTH, Token, create_token
from armybuilder.site.claims import author_of, new_token
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once


class TokenForm(forms.Form):
    """The name and the scope of a new token."""

    name = forms.CharField(
        label="Name",
        max_length=TOKEN_NAME_LENGTH,
        help_text="A name to recognise it by, such as the name of your program.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label="It may", choices=Token.Scope.choices, initial=Token.Scope.READ, widget=forms.RadioSelect
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens; create one, which is shown only once, or revoke one."""
    return _change(request) if request.method == "POST" else _page(request, TokenForm())


@limit("tokens")
def _change(request: HttpRequest) -> HttpResponse:
    if "revoke" in request.POST:
        token = get_object_or_404(Token, pk=sent_number(request.POST, "revoke"), owner=request.user.pk)
        token.delete()
        messages.success(request, f"The token “{token}” has been revoked and no longer works.")
        return redirect("accounts:tokens")
    user = request.user
    assert isinstance(user, User)  # noqa: S101 (login_required)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _create(request, user, form)  # type: ignore[no-any-return]


@reauthentication_required  # type: ignore[untyped-decorator]
@once
def _create(request: HttpRequest, user: User, form: TokenForm) -> HttpResponse:
    """Create a token; its secret is in this answer alone, not in that to the same form sent again."""
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        form.add_error(None, "Confirm your e-mail address first: open the link that was sent to it.")
        return _page(request, form, status=422)
    with quota_transaction("tokens", author_of(request).key):
        if Token.objects.filter(owner=user).count() >= MAX_TOKENS:
            form.add_error(None, f"You have reached the limit of {MAX_TOKENS} tokens. Revoke one first.")
            return _page(request, form, status=422)
        _, secret = create_token(user, form.cleaned_data["name"], Token.Scope(form.cleaned_data["scope"]))
    return _page(request, TokenForm(), secret, status=201)


def _page(request: HttpRequest, form: TokenForm, secret: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "secret": secret}
    context["tokens"] = Token.objects.filter(owner=request.user.pk)
    if secret:
        context["submission"] = new_token()  # the id that was sent is used up
    return render(request, "accounts/tokens.html", context, status=status)
