"""Where messages for the next page are kept: in a cookie of this host alone, and the session for what is too long."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Django's cookie of messages, by the site's name for it."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Django's fallback with that cookie."""

    storage_classes = (MessageCookie, SessionStorage)
