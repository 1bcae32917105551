"""Ends what somebody else may have prepared in an account, once the owner of its e-mail address resets the password."""

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.api.models import Token


@receiver(password_reset)
@transaction.atomic
def revoke_unconfirmed_access(request: HttpRequest, user: User, **kwargs: object) -> None:
    """Revoke tokens and passkeys of an account whose address nobody had confirmed; the reset confirms it.

    Anybody could have signed up with that address. Sessions end with every new password.
    """
    own = EmailAddress.objects.filter(user=user, email__iexact=user.email)
    if own.filter(verified=True).exists():
        return
    Token.objects.filter(owner=user).delete()
    Authenticator.objects.filter(user=user).delete()
    own.update(verified=True)
