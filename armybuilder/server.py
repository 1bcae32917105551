"""How gunicorn serves the site (python -m gunicorn --config python:armybuilder.server armybuilder.wsgi)."""

import os

from gunicorn.arbiter import Arbiter

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
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
    print(f"Armybuilder is ready: http://{bind}", flush=True)
