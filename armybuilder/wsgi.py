"""What a WSGI server such as waitress serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")

application = get_wsgi_application()

from armybuilder.printing.watch import watch  # noqa: E402 - it needs the apps

watch()
