"""How gunicorn serves the site (python -m gunicorn --config python:armybuilder.server armybuilder.wsgi)."""

import os

from gunicorn.arbiter import Arbiter

_HOST, _PORT = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
bind = f"{_HOST}:{_PORT}"
workers = int(os.environ.get("WORKERS", "2"))
threads = int(os.environ.get("THREADS", "4"))
preload_app = True
timeout = 120
max_requests = 5000
max_requests_jitter = 500
loglevel = "warning"
control_socket_disable = True


def when_ready(server: Arbiter) -> None:
    """Say where the site is, once it can be asked."""
    # Passkeys work at the name of this machine, not at its address in figures.
    name = "localhost" if _HOST in ("127.0.0.1", "0.0.0.0") else _HOST  # noqa: S104
    print(f"Armybuilder is ready: http://{name}:{_PORT}", flush=True)
