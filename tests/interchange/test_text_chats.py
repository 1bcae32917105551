import pytest

from armybuilder.interchange.text_chats import LEFT_OUT, MAX_SENDERS, sender_remarks, without_heads
from armybuilder.interchange.text_lines import line_key


@pytest.mark.parametrize(
    "written",
    [
        "[14:02, 3/1/2026] Sam: 8 Ajax",
        "[03.01.26, 14:02:11] Sam: 8 Ajax",
        "[3/1/26, 2:02:11 PM] ~ Sam: 8 Ajax",
        "[14:02] Sam: 8 Ajax",
        "03/01/2026, 14:02 - Sam: 8 Ajax",
        "3/1/26, 2:02 p.m. - Sam: 8 Ajax",
        "14:02 <Sam> 8 Ajax",
        "[14:02] <Sam> 8 Ajax",
        "Sam — Today at 14:02\n8 Ajax",
        "Sam — Yesterday at 2:02 PM\n8 Ajax",
        "Sam — 03/01/2026 2:02 PM\n8 Ajax",
        "Sam  2:02 PM\n8 Ajax",
        "Sam, [03.01.2026 14:02]\n8 Ajax",
        "Sam, [3 January 2026 at 14:02:11]:\n8 Ajax",
        "Sam • 3h ago\n8 Ajax",
        "Sam, 14:02\n14:03\n8 Ajax",
        "Sam, 29 Nov, 14:03\n8 Ajax",
        "Sam, Nov 29, 2:03 PM\n8 Ajax",
        "Sam, Sat 29 Nov, 14:03\n8 Ajax",
        "Sam (29 Nov 2026, 14:03)\n8 Ajax",
        "[29 Nov, 14:03] Sam: 8 Ajax",
        "Sam (29 Nov, 14:03): 8 Ajax",
        "Sam, 14:03: 8 Ajax",
        "Sam 29 Nov 14:03\n8 Ajax",
    ],
)
def test_the_time_and_sender_of_a_message_are_read_off(written: str) -> None:
    text, senders = without_heads(written)
    assert (text.strip(), senders) == ("8 Ajax", ["Sam"])


@pytest.mark.parametrize(
    "written",
    [
        "8 Ajax",
        "Ajax: 8",
        "Ajax - 8",
        "Ajax  8",
        "1 × Ajax  8/24″ | 12″",
        "14:02",
        "Notes: at 14:02",
        "Tanks, 3 stands",
    ],
)
def test_lines_of_a_list_are_no_heads(written: str) -> None:
    assert without_heads(written) == (written, [])


def test_lines_that_are_known_stay() -> None:
    assert without_heads("Battle, 14:02", {line_key("Battle, 14:02")}) == ("Battle, 14:02", [])


def test_each_sender_is_named_once() -> None:
    _, senders = without_heads("14:02 <Sam> 8 Ajax\n14:03 <Pete> hm\n14:04 <Sam> 1 Warrior")
    assert [str(each) for each in sender_remarks(senders)] == [f"Sam: {LEFT_OUT}", f"Pete: {LEFT_OUT}"]


def test_of_many_senders_the_further_ones_are_counted() -> None:
    senders = [f"P{number}" for number in range(MAX_SENDERS + 2)]
    *_, last, more = map(str, sender_remarks(senders))
    assert last == f"P{MAX_SENDERS - 1}: {LEFT_OUT}"
    assert more == "2 more senders wrote messages. Their names and the times were left out."
