// Runs the site's own Python in the browser. It receives {id, message}, a question as JSON (offline/browser.py), and
// sends back {id, reply}, JSON too, or {id, failure} for errors other than in the question, such as one from a page of
// another {version} of the site. While it starts it sends {step}: 1 once Python is here, 2 once it runs, 3 once it has
// the rules. On {id, keep: true} it stores Python's memory with all games loaded, which makes later
// starts ten times as fast. The site puts its VERSION above all this.

const ENGINE = "engine"; // the name of the cache, as in service_worker.js
const FOLDER = "/home/pyodide"; // where Python is started, and looks for modules

const TWO_VERSIONS =
  "Not answered: this page and the rules on this device are from two versions of the site. "
  + "Reload the page online, and choose “Use the new version of the site” if it is offered.";

const DAMAGED =
  "Not answered: the rules on this device are damaged, or the site has an error. Try again online. "
  + "“On this device” saves your changes as a file.";

const ready = start().catch((failure) => forget().then(() => start(), () => Promise.reject(failure)));
ready.catch(() => { /* each question is answered with it */ });

addEventListener("message", async ({ data: { id, message, keep, version } }) => {
  if (!keep && version !== VERSION) return postMessage({ id, failure: TWO_VERSIONS });
  try {
    const { browser, remember } = await ready;
    postMessage({ id, reply: keep ? await remember() : browser().reply(message) });
  } catch (failure) {
    await forget();
    if (failure.name === "PythonError") console.warn(failure.message);
    postMessage({ id, failure: failure.name === "PythonError" ? DAMAGED : failure.message });
  }
});

async function addresses() {
  const parts = await fetch("/engine/parts.json");
  if (parts.headers.get("Site-Version") !== VERSION) throw new Error(TWO_VERSIONS);
  const { runtime, sources } = await parts.json();
  return { runtime, sources, memory: `${runtime}memory?${sources}` };
}

async function forget() {
  if (await caches.has(ENGINE)) await (await caches.open(ENGINE)).delete((await addresses()).memory);
}

// Detects damage. It is computed while Python's code is compiled, which SHA-256 would slow down.
/** @param {Uint8Array} content */
function checksum(content) {
  const words = new Int32Array(content.buffer, content.byteOffset, content.byteLength >>> 4 << 2);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) {
    // Four words a step take a sixth of the time of one.
    const four = words[at] ^ Math.imul(words[at + 1], 3) ^ Math.imul(words[at + 2], 5) ^ Math.imul(words[at + 3], 7);
    sum = (Math.imul(sum, 31) + four) | 0;
  }
  return `${content.byteLength} ${sum}`;
}

/** @param {Response | Promise<Response>} answer */
async function bytes(answer) {
  return new Uint8Array(await (await answer).arrayBuffer());
}

async function start() {
  const { runtime, sources, memory } = await addresses();
  const cachedMemory = await caches.match(memory, { cacheName: ENGINE }).catch(() => undefined);
  const [snapshot, archives, { loadPyodide }, { default: createModule }] = await Promise.all([
    cachedMemory && bytes(cachedMemory),
    Promise.all([`${runtime}packages.zip`, sources].map((address) => bytes(fetch(address)))),
    import(`${runtime}pyodide.mjs`),
    import(`${runtime}pyodide.asm.mjs`),
  ]);
  postMessage({ step: 1 });
  const python = await loadPyodide({
    indexURL: runtime,
    // None of Pyodide's packages is used, so their list is not fetched; Pyodide reads only the Python version from it.
    lockFileContents: { info: { abi_version: "2026_0" }, packages: {} },
    createPyodideModule: async (/** @type {any} */ settings) => {
      if (!snapshot) return createModule(settings);
      // A damaged memory would end the page, not only this worker.
      const loading = createModule(settings);
      if (checksum(snapshot) !== cachedMemory?.headers.get("Checksum")) throw new Error("The memory is damaged.");
      const module = await loading;
      while (module.HEAPU8.length < snapshot.length) {
        if (!module._malloc(snapshot.length - module.HEAPU8.length))
          throw new Error("There is no room for the memory.");
      }
      return module;
    },
    _makeSnapshot: !snapshot,
    _loadSnapshot: snapshot,
  });
  postMessage({ step: 2 });
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: FOLDER });
  /** @type {any} */
  let browserModule = null;
  const browser = () => (browserModule ??= python.pyimport("armybuilder.offline.browser"));
  if (!snapshot) browser().start(FOLDER);
  postMessage({ step: 3 });
  return {
    browser,
    async remember() {
      if (snapshot) return;
      browser().warm_up();
      browserModule.destroy(); // since no object of Python may be in use outside of it
      browserModule = null;
      const whole = python.makeMemorySnapshot();
      let end = whole.length;
      while (!whole[end - 1]) end -= 1; // the rest is zeros
      const content = whole.slice(0, end);
      const headers = { Checksum: checksum(content) };
      await (await caches.open(ENGINE)).put(memory, new Response(content, { headers }));
    },
  };
}
