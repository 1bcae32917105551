"""Workbooks from visitors are read in a process whose memory and time are limited."""

import pytest

from armybuilder.site import processes
from armybuilder.site.processes import READER
from armybuilder.site.tasks import Busy
from armybuilder.spreadsheets.columns import BadTable
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from armybuilder.spreadsheets.workbooks import write_workbook

TABLE = {"A": [["Name"], ["Tank"]]}


def test_a_workbook_is_read():
    assert read_uploaded_workbook(write_workbook(TABLE), 9).sheets == {"A": [(1, ["Name"]), (2, ["Tank"])]}


def test_what_is_no_workbook_is_refused():
    with pytest.raises(BadTable, match="damaged"):
        read_uploaded_workbook(write_workbook(TABLE)[:-40], 9)


def test_a_workbook_that_takes_too_much_is_refused_in_words(monkeypatch):
    def run(*_, **__):
        raise MemoryError

    monkeypatch.setattr(READER, "run", run)
    with pytest.raises(BadTable, match="too much memory or time"):
        read_uploaded_workbook(write_workbook(TABLE), 9)


def test_a_workbook_that_waits_too_long_is_told(monkeypatch):
    monkeypatch.setattr(processes, "READING_PATIENCE", -1)
    with pytest.raises(Busy, match="Too many files"):
        read_uploaded_workbook(write_workbook(TABLE), 9)
