"""Cookies belong to the host alone where it has HTTPS: those that are named by settings, and those that are sent."""

import os
import subprocess
import sys

import pytest

SENT = """
import django
django.setup()
from django.conf import settings
from django.contrib import messages
from django.test import RequestFactory
from armybuilder.site.claims import COOKIE
from armybuilder.site.message_storage import MessageStorage
from armybuilder.site.pages import choose_theme

factory = RequestFactory(HTTP_HOST="localhost")
answer = choose_theme(factory.post("/theme", {"theme": "dark"}))
request = factory.get("/")
request.session = {}
said = MessageStorage(request)
said.add(messages.INFO, "Saved.")
said.update(answer)
names = [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, COOKIE, *answer.cookies]
print(*names)
print({(each["path"], each["domain"], bool(each["secure"])) for each in answer.cookies.values()})
"""
NAMES = ["sessionid", "csrftoken", "claim", "theme", "messages"]


@pytest.mark.parametrize(("https", "prefix"), [("0", ""), ("1", "__Host-")])
def test_cookies_belong_to_the_host_alone_where_it_has_https(https: str, prefix: str) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings", "ARMYBUILDER_HTTPS": https}
    ran = subprocess.run([sys.executable, "-c", SENT], env=environment, check=True, capture_output=True, text=True)
    names, attributes = ran.stdout.splitlines()
    assert names.split() == [f"{prefix}{name}" for name in NAMES]
    assert attributes == str({("/", "", https == "1")})
