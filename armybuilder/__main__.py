"""Serve the site: ``python -m armybuilder``. Processes that it starts do not load a package's ``__main__`` again."""

from armybuilder.server import main

if __name__ == "__main__":
    main()
