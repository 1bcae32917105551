"""The site: stores what people choose, asks the games, renders the answers on screen and paper."""

import sys

import pysqlite3

# Debian's own SQLite has lost acknowledged commits. Every later import of sqlite3 gets the safe one;
# armybuilder.site.checks verifies this.
sys.modules["sqlite3"] = pysqlite3
sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
