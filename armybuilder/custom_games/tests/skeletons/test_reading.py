"""Files as they were sent become a report as plain data."""

import json

from armybuilder.custom_games.skeletons.reading import pack, read_packed
from armybuilder.custom_games.tests.skeletons.files import SYSTEM, VALLEY
from armybuilder.site.processes import read_untrusted
from rulesets.described.ruleset import from_document, read_game

LIMIT = 256 * 1024


def test_a_report_is_plain_data_with_a_document_that_builds() -> None:
    report = read_packed(pack(VALLEY), LIMIT)
    assert json.loads(json.dumps(report))["document"] == report["document"]
    assert from_document(read_game(report["document"])).title == "Brass Valley"
    assert ("River Guard", "Left out, because the file hides it: “Old Reeve”.") in report["unread"]


def test_files_of_one_name_are_all_read() -> None:
    same = [("data.cat", content) for _, content in VALLEY]
    assert read_packed(pack(same), LIMIT)["document"]["title"] == "Brass Valley"


def test_what_keeps_files_from_being_read_is_the_reports_problem() -> None:
    assert "no units" in read_packed(pack([("valley.gst", SYSTEM)]), LIMIT)["problem"]
    assert "a.cat: The file is not valid XML" in read_packed(pack([("a.cat", b"<")]), LIMIT)["problem"]


def test_a_process_without_django_reads_the_files() -> None:
    assert read_untrusted(read_packed, pack(VALLEY), LIMIT) == read_packed(pack(VALLEY), LIMIT)
