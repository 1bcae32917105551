"""The ASGI application."""

import os
import sys

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
try:
    assert settings.SECRET_KEY  # noqa: S101 - Django checks it only at the first signature, too late
except ImproperlyConfigured:
    key = settings.VAR / "secret-key"
    words = "The site has no secret key: set ARMYBUILDER_SECRET_KEY, or start it with the command serve, which makes"
    sys.exit(f"{words} {key}.")
django.setup(set_prefix=False)

from armybuilder.site.lanes import Lanes  # noqa: E402 - it needs the apps, as what follows
from armybuilder.site.whole_requests import WholeRequests  # noqa: E402

application = WholeRequests(Lanes(settings.THREADS))
