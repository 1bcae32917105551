#!/usr/bin/env python3
"""Django's command line for the site."""

import sys

from armybuilder.command_line import run

if __name__ == "__main__":
    run(sys.argv)
