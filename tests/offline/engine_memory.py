"""An engine that a device has started before, to spare tests the slow first start."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.shared_folders import shared_folder

KEEP = """async () => {
  await caches.open("engine");
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const { failure } = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => "id" in data && resolve(data);
    worker.postMessage({ id: 0, keep: true });
  });
  worker.terminate();
  return [failure, (await (await caches.open("engine")).keys()).map(({ url }) => new URL(url).pathname)];
}"""
"""Has the engine store its memory; returns the error, if any, and everything that the device has of the engine."""
SAVE = """async () => {
  const cache = await caches.open("engine");
  const kept = await cache.match((await cache.keys())[0]);
  const link = document.createElement("a");
  link.download = "memory";
  link.href = URL.createObjectURL(await kept.blob());
  link.click();
  return kept.headers.get("Checksum");
}"""
GIVE = """async ([input, checksum]) => {
  const cache = await caches.open("engine");
  const { files, runtime, sources } = await (await fetch("/engine/parts.json")).json();
  const memory = new Response(input.files[0], { headers: { Checksum: checksum } });
  await cache.put(`${runtime}memory?${sources}`, memory);
  await cache.addAll([...files, "/engine-worker.js", "/engine/parts.json"]);
}"""
FILE_INPUT = "Object.assign(document.createElement('input'), { type: 'file' })"

GiveEngine = Callable[[Page], None]


@pytest.fixture
def give_engine(open_page: Callable[..., Page], tmp_path_factory: pytest.TempPathFactory) -> GiveEngine:
    """Store the engine and its memory on a page's device.

    One process of the tests makes the memory, and the others wait for it.
    """
    with shared_folder(tmp_path_factory, "engine") as folder:
        memory, checksum = folder / "memory", folder / "checksum"
        if not checksum.exists():
            make_memory(open_page(), memory, checksum)

    def give(page: Page) -> None:
        chosen = page.evaluate_handle(FILE_INPUT).as_element()
        assert chosen
        chosen.set_input_files(memory)
        page.evaluate(GIVE, [chosen, checksum.read_text()])

    return give


def make_memory(page: Page, memory: Path, checksum: Path) -> None:
    """Start the engine for the first time, and save its memory."""
    page.goto("/offline")
    failure, (kept,) = page.evaluate(KEEP)
    assert (failure, kept.rpartition("/")[2]) == (None, "memory")
    with page.expect_download() as downloading:
        text = page.evaluate(SAVE)
    downloading.value.save_as(memory)
    checksum.write_text(text)
    page.context.close()
