"""Packages that only some sites need, grouped as optional extras in ``pyproject.toml``."""

from importlib.util import find_spec

from django.core.exceptions import ImproperlyConfigured

MODULES = {
    "metrics": "prometheus_client",
    "postgresql": "psycopg",
    "redis": "django_tasks_rq",
    "s3": "storages",
    "traces": "opentelemetry",
}
"""Each extra, with a module that it brings."""


def require(extra: str, variable: str) -> None:
    """Raise ``ImproperlyConfigured`` if packages of the extra are missing, which an environment variable asks for."""
    if not find_spec(MODULES[extra]):
        raise ImproperlyConfigured(
            f"{variable} needs packages that are not installed: "
            f"set EXTRAS={extra} and start bin/run again, or install the extra “{extra}” of pyproject.toml."
        )
