"""Messages between processes."""

from io import BytesIO

from armybuilder.printing.rendering.messages import read_message, write_message


def test_messages_are_read_one_by_one_as_they_were_written() -> None:
    pipe = BytesIO()
    for message in (b"", b"one", b"x" * 70_000):
        write_message(pipe, message)
    assert pipe.getvalue()[:11] == b"\0" * 8 + b"\0\0\0"
    pipe.seek(0)
    assert [read_message(pipe) for _ in range(4)] == [b"", b"one", b"x" * 70_000, None]
