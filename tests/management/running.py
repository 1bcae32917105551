"""A command line as a script runs it."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from django.core.management import ManagementUtility


def run(*words: str, given: bytes | str = b"") -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command line that reads what is ``given``."""
    given = given.encode() if isinstance(given, str) else given
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    code = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        try:
            ManagementUtility(["manage.py", *words]).execute()
        except SystemExit as end:
            code = int(end.code or 0)
    out.seek(0)
    return code, out.read(), err.getvalue()
