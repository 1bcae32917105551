"""The WSGI application."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
try:
    assert settings.SECRET_KEY  # noqa: S101 - Django checks it only at the first signature, too late
except ImproperlyConfigured:
    key = settings.VAR / "secret-key"
    sys.exit(f"The site has no secret key: set ARMYBUILDER_SECRET_KEY, or start bin/run, which makes {key}.")

application = get_wsgi_application()
