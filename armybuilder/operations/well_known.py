"""The addresses at which browsers, password managers, search engines and security researchers look for things."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Answer with what search engines may visit: not armies, games and accounts."""
    return render(request, "operations/robots.txt", content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Answer with where weaknesses are reported (RFC 9116); 404 if the operator has set no contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=30)).replace(microsecond=0)
    context = {"contact": settings.SECURITY_CONTACT, "expires": expires.isoformat()}
    return render(request, "operations/security.txt", context, content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Lead a password manager to the page that changes the password."""
    return redirect("account_change_password")
