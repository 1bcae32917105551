"""The site: stores what people choose, asks the games, draws the answers on screen and paper."""

import sys

import pysqlite3

# Debian's own SQLite has lost acknowledged commits. Whoever imports sqlite3 from here on gets the safe one;
# armybuilder.checks proves it.
sys.modules["sqlite3"] = pysqlite3
sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
