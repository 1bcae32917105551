"""Run a command and wait for all that it started, so that their processor time counts as this process's children's.

Chromium ends without waiting for some of its processes, which then are nobody's children. ``python bench/reaped.py
COMMAND`` is Linux only.
"""

import ctypes
import os
import subprocess
import sys

PR_SET_CHILD_SUBREAPER = 36


def main() -> int:
    """Return what the command returns, once no process of it is left."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.call(sys.argv[1:])
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return code


if __name__ == "__main__":
    sys.exit(main())
