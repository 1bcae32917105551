// Answers with kept pages when there is no network. By itself it keeps only the site's own files, whose names carry
// their checksums. A page that sends {keep: [addresses]} has these kept; each of its {parts: [addresses]} answers with
// many small pages at once, as JSON by their addresses. Pages from another version of the site than {version} are not
// kept. {begin: true} starts a new version of this worker, {prune: true} deletes the files that no kept page needs. The
// reply on the port is {bytes, since, missing, version}, or {failure}. The site puts its VERSION above all this.

const FILES = "files";
const PAGES = "pages";
const ENGINE = "engine";
const NO_NETWORK = "/offline";
const OWN = [NO_NETWORK, "/device/"];
const PATIENCE = 4000; // milliseconds before a kept page is shown instead of waiting for the network
const MAX_ATTEMPTS = 30; // at a page that is still being made
const IN_PAGE =
  /(?:href|src|srcset|data-sortable|data-offline)="(\/(?:static\/|print\/\w+\.css|(?:armies|s)\/[^"]+\.webp)[^"]*)"/g;
const IN_SHEET = /url\(["']?(?!data:)([^"')]+)/g;
const IN_SCRIPT = /(?:import|export)\s*(?:\{[^}]*\}\s*from\s*|\()?["'](\.[^"']+\.js)["']/g;

// A waiting worker leaves the pages of the active one as they are.
addEventListener("install", (event) => { if (!registration.active) event.waitUntil(keep(OWN)); });
addEventListener("activate", (event) => event.waitUntil(begin()));

addEventListener("message", (event) => {
  const { begin: isToBegin, prune: isToPrune } = event.data;
  if (isToBegin) {
    event.waitUntil(skipWaiting());
    return;
  }
  const work = isToPrune ? prune() : keepAll(event.data);
  const reply = work.catch(({ name }) => ({ failure: name }));
  event.waitUntil(reply.then((message) => event.ports[0]?.postMessage(message)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate" && request.method === "POST") event.respondWith(form(event));
  if (request.method !== "GET") return;
  // Errors in what is kept must not stop the network from answering.
  /** @param {(request: Request) => Promise<any>} respond */
  const answer = (respond) => event.respondWith(respond(request).catch(() => fetch(request)));
  if (url.pathname.startsWith("/static/")) answer(file);
  else if (/^\/engine(\/|-worker\.js$)/.test(url.pathname)) answer(engine);
  else if (!/\/(events|news)$/.test(url.pathname)) answer(page);
});

async function begin() {
  await clients.claim();
  const page = await caches.match(NO_NETWORK, { cacheName: PAGES });
  if (page?.headers.get("Site-Version") === VERSION) return;
  await keep(OWN).catch(() => { /* the older copies stay */ });
  await prune();
}

/** @param {{ keep?: string[], parts?: string[], version?: string }} given */
async function keepAll({ keep: addresses = [], parts = [], version }) {
  const result = await keep(addresses, version);
  return { ...result, bytes: result.bytes + await keepParts(parts) };
}

// Keep each page with its date, and the files that it names. All pages are fetched before one of them is kept, so that
// they are from one time and one version.
/**
 * @param {string[]} addresses
 * @param {string} [version]
 */
async function keep(addresses, version) {
  const pages = await caches.open(PAGES);
  /** @type {[string, Headers, string][]} */
  const fetched = [];
  const missing = [];
  for (const address of addresses) {
    const answer = await fetchReady(address);
    if (answer?.ok && !answer.redirected) fetched.push([address, answer.headers, await answer.text()]);
    else missing.push(address);
  }
  const versions = new Set([version, ...fetched.map(([, from]) => from.get("Site-Version"))].filter(Boolean));
  if (versions.size > 1) throw new DOMException("pages of two versions", "VersionError");
  let bytes = 0;
  let since = new Date().toISOString();
  const files = new Set();
  for (const [address, from, text] of fetched) {
    // The server's clock where known: the device's may be wrong.
    const date = from.get("Date");
    if (date) since = new Date(date).toISOString();
    const headers = new Headers(from);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    await Promise.all([...text.matchAll(IN_PAGE)].map(([, name]) => keepFile(name.replaceAll("&amp;", "&"), files)));
    const body = new Blob([text.replace("<html ", `<html data-kept="${since}" `)]);
    bytes += body.size;
    await pages.put(address, new Response(body, { headers }));
  }
  return { bytes, since, missing, version: [...versions][0] };
}

// Fetch a page that may still be in the making, such as a preview, whose answer then says when to try again; null when
// that takes too long.
/** @param {string} address */
async function fetchReady(address) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await fetch(address);
    const seconds = parseInt(answer.headers.get("Refresh") ?? "", 10);
    if (!seconds) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
  return null;
}

// Keep a file and those that it names, except those `kept` already: scripts may import one another.
/**
 * @param {string} address
 * @param {Set<string>} kept
 */
async function keepFile(address, kept) {
  if (kept.has(address)) return;
  kept.add(address);
  if (!address.startsWith("/static/")) {
    const answer = await fetch(address);
    if (answer.ok) await (await caches.open(PAGES)).put(address, answer);
    return;
  }
  const answer = await file(new Request(address));
  const pattern = patternIn(address);
  if (!pattern) return;
  const names = filesNamed(await answer.clone().text(), pattern, address);
  await Promise.all(names.map((name) => keepFile(name, kept)));
}

// The pattern by which a script or a style sheet names other files; undefined for others.
/** @param {string} address */
const patternIn = (address) => /\.css$/.test(address) ? IN_SHEET : /\.js$/.test(address) ? IN_SCRIPT : undefined;

// The addresses that a file of the site names.
/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} address
 */
function filesNamed(text, pattern, address) {
  const base = new URL(address, location.href);
  return [...text.matchAll(pattern)].map(([, name]) => new URL(name, base).pathname);
}

// Delete the files that no kept page needs.
async function prune() {
  const [files, pages] = await Promise.all([FILES, PAGES].map((name) => caches.open(name)));
  const needed = new Set();
  /** @param {string} address */
  const need = async (address) => {
    if (needed.has(address)) return;
    needed.add(address);
    const pattern = patternIn(address);
    const file = pattern && await files.match(address);
    if (file) await Promise.all(filesNamed(await file.text(), pattern, address).map(need));
  };
  for (const request of await pages.keys()) {
    const text = await (await pages.match(request))?.text() ?? "";
    await Promise.all([...text.matchAll(IN_PAGE)].map(([, address]) => need(address)));
  }
  const unneeded = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(unneeded.map((request) => files.delete(request)));
}

/** @param {string[]} addresses */
async function keepParts(addresses) {
  const pages = await caches.open(PAGES);
  let bytes = 0;
  for (const address of addresses) {
    const answer = await fetch(address);
    if (!answer.ok) continue;
    for (const [part, text] of Object.entries(await answer.json())) {
      bytes += text.length;
      await pages.put(part, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
    }
  }
  return bytes;
}

/** @param {Request} request */
async function file(request) {
  const files = await caches.open(FILES);
  const cached = await files.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone()).catch(() => { /* no room: it is fetched again next time */ });
  return answer;
}

// The list of the engine's parts comes from the network where there is one; a part never changes under its name.
/** @param {Request} request */
async function engine(request) {
  const cached = await caches.match(request, { cacheName: ENGINE, ignoreVary: true });
  const isPart = !/(worker\.js|parts\.json)$/.test(new URL(request.url).pathname);
  if (cached && isPart) return cached;
  return fetch(request).catch(() => cached ?? Response.error());
}

// Pages of calculators and battlefields answer the question in their address by themselves; an army's page has the
// whole army, whichever unit is selected.
/** @param {Request} given */
const isQuestion = ({ mode, url }) =>
  mode === "navigate" && /\/(calculators|battlefield)\/|^\/armies\/[^/]+\/$/.test(new URL(url).pathname);

// Without an answer to a form its page stays as it is, and is told so: “no content” ends no page.
/** @param {FetchEvent} given */
const form = ({ request, clientId }) => fetch(request).catch(async () => {
  (await clients.get(clientId))?.postMessage({ unanswered: true });
  return new Response(null, { status: 204 });
});

// The network first; the kept page, if any, when that fails or takes too long.
/** @param {Request} request */
async function page(request) {
  const pages = await caches.open(PAGES);
  let cached = await pages.match(request, { ignoreVary: true });
  if (!cached && isQuestion(request)) cached = await pages.match(request, { ignoreVary: true, ignoreSearch: true });
  const answer = fetch(request);
  if (!cached) return request.destination === "document" ? answer.catch(() => caches.match(NO_NETWORK)) : answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, cached));
  return Promise.race([answer.catch(() => cached), late]);
}
