"""What a WSGI server such as gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")

application = get_wsgi_application()

from armybuilder.printing.lost_jobs import watch  # noqa: E402 - it needs the apps

watch()
