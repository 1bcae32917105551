"""``python -m armybuilder.server``.

A module of this name is not loaded again by processes that multiprocessing starts, so that those of
``armybuilder.processes`` do without the site.
"""

from armybuilder.server import main

main()
