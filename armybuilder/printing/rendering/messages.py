"""Messages between a web process and its render workers: a length in eight bytes, and that many bytes."""

from __future__ import annotations

from typing import BinaryIO

LENGTH = 8
"""Bytes that say how long a message is."""


def read_message(source: BinaryIO) -> bytes | None:
    """The next message, or ``None`` at the end."""
    head = source.read(LENGTH)
    return source.read(int.from_bytes(head, "big")) if len(head) == LENGTH else None


def write_message(target: BinaryIO, message: bytes) -> None:
    """Send a message."""
    target.write(len(message).to_bytes(LENGTH, "big") + message)
    target.flush()
