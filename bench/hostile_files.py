"""Files that the site exports, to be damaged, and small ones that are large once they are read."""

import io
import re
import struct
import zipfile
import zlib

from bench.real_site import RealSite
from tests.html_forms import Page


def files(site: RealSite) -> list[tuple[str, bytes]]:
    """Whole files to damage: those that the site exports, and pictures, one of which is a bomb."""
    found = []
    for army in site.armies:
        page = Page("", site.get(f"/armies/{army}/files").content)
        for address in sorted(each for each in page.links if "/export" in each):
            answer = site.get(address)
            if answer.status == 200:
                name = re.search(r'filename="([^"]+)"', answer.headers.get("Content-Disposition", ""))
                found.append((name[1] if name else "file", answer.content))
    assert len(found) >= len(site.armies), "nothing is exported"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("army.ros", b" " * 50_000_000)
    return [*found, ("bomb.png", picture(30_000)), ("small.png", picture(9)), ("bomb.rosz", packed.getvalue())]


def picture(size: int) -> bytes:
    """A black PNG of this many pixels each way, compressed to a small file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer, packed = zlib.compressobj(9), b""
    for _ in range(size):
        packed += packer.compress(bytes(1 + (size + 7) // 8))
    head = struct.pack(">IIBBBBB", size, size, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed + packer.flush()) + chunk(b"IEND", b"")
