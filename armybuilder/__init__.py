"""The site: stores what people choose, asks the games, renders the answers on screen and paper."""

import sys
from contextlib import suppress

# Debian's own SQLite has lost acknowledged commits. Every later import of sqlite3 gets the safe one where there is a
# wheel of it, and armybuilder.settings a journal that is safe with the other; armybuilder.site.checks verifies this.
with suppress(ModuleNotFoundError):
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
