"""Uploaded pictures are read one at a time, in a process whose memory is limited."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from armybuilder.drawing.picture_reading import BadPicture, read_picture
from armybuilder.drawing.uploads import read_upload
from armybuilder.site import processes
from armybuilder.site.processes import READER
from armybuilder.site.tasks import Busy
from tests.armies.test_pictures import file_of
from tests.c_library import MEMORY

MAX_MEGABYTES = 300
AT_ONCE = 10
SITE = """
import json, os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import django

def peak(pid):
    return int(Path(f"/proc/{pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1000

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from armybuilder.site import processes
    from armybuilder.drawing.uploads import BadPicture, read_upload
    from armybuilder.site.processes import READER

    # On a busy machine the last of ten waits longer than a visitor would; the memory is what is measured.
    processes.READING_PATIENCE = 600

    def result(name):
        try:
            return read_upload(Path(name).read_bytes()).width
        except BadPicture as refusal:
            return str(refusal)

    with ThreadPoolExecutor(len(sys.argv)) as visitors:
        results = list(visitors.map(result, sys.argv[1:]))
    print(json.dumps([results, peak(os.getpid()), peak(READER.run(os.getpid, seconds=30))]))
"""


def test_a_picture_is_read_as_it_would_be_here():
    sent = file_of(200, 100)
    assert read_upload(sent) == read_picture(sent)
    with pytest.raises(BadPicture, match="This is not a JPEG, PNG, WebP or GIF picture"):
        read_upload(b"none")


def test_a_picture_that_takes_too_much_is_refused_in_words(monkeypatch):
    def run(*_, **__):
        raise MemoryError

    monkeypatch.setattr(READER, "run", run)
    with pytest.raises(BadPicture, match="too much memory or time"):
        read_upload(b"")


def test_a_picture_that_waits_too_long_is_told(monkeypatch):
    monkeypatch.setattr(processes, "READING_PATIENCE", -1)
    with pytest.raises(Busy, match="Too many files"):
        read_upload(file_of())


def test_ten_large_pictures_at_once_take_little_memory(tmp_path: Path):
    """Each kind with the most pixels that it may have, and the small file of 49 million pixels."""
    kinds = {
        "camera": (file_of(8160, 6120, "JPEG"), 1280),
        "clear": (file_of(4898, 4898, "PNG", "RGBA", (9, 9, 9, 9)), 1280),
        "web": (file_of(4160, 3120, "WEBP", "RGBA", (9, 9, 9, 9), method=0), 1280),
        "bomb": (file_of(7000, 7000), "The picture has 49 million pixels. A PNG may have 24. "),
        "progressive": (file_of(5600, 4200, "JPEG", progressive=True, subsampling=0), 1280),
    }
    for name, (content, _) in kinds.items():
        (tmp_path / name).write_bytes(content)
    names = [str(tmp_path / name) for name in kinds] * (AT_ONCE // len(kinds))
    done = subprocess.run(
        [sys.executable, "-c", SITE, *names], capture_output=True, text=True, check=False, env=os.environ | MEMORY
    )
    results, site, reader = json.loads(done.stdout or f"[{done.stderr!r}, 0, 0]")
    expected = [width for _, width in kinds.values()] * (AT_ONCE // len(kinds))
    assert [result if isinstance(result, int) else result.partition("Make")[0] for result in results] == expected
    assert max(site, reader) < MAX_MEGABYTES
