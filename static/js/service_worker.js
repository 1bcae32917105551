// Answers with kept pages where there is no network. Nothing is kept unasked but the site's own files, whose names
// carry their checksums: a page that says {keep: [addresses]} has these kept, and again whenever it is opened; each
// of its {parts: [addresses]} answers with many small ones at once, as JSON by their addresses. Pages of another version
// of the site than {version} are not kept. {begin: true} has a new version of this worker begin, {prune: true} drops the
// files that no kept page needs. The site puts its VERSION above all this. A port is told {bytes, since, missing, version}, or {failure}.

const FILES = "files";
const PAGES = "pages";
const ENGINE = "engine";
const NO_NETWORK = "/offline";
const OWN = [NO_NETWORK, "/device/"];
const PATIENCE = 4000; // milliseconds before a kept page is shown although the network may still answer
const MOST_ASKED = 30; // times for a page that is still worked out
const IN_PAGE = /(?:href|src|srcset|data-sortable|data-offline)="(\/(?:static\/|print\/\w+\.css|(?:armies|s)\/[^"]+\.webp)[^"]*)"/g;
const IN_SHEET = /url\(["']?(?!data:)([^"')]+)/g;
const IN_SCRIPT = /import\s*(?:\{[^}]*\}\s*from\s*|\()?["'](\.[^"']+\.js)["']/g;

// A worker that waits leaves the pages of the one before it as they are.
addEventListener("install", (event) => { if (!registration.active) event.waitUntil(keep(OWN)); });
addEventListener("activate", (event) => event.waitUntil(begin()));

addEventListener("message", (event) => {
  const { begin: isToBegin, prune: isToPrune } = event.data;
  if (isToBegin) event.waitUntil(skipWaiting());
  else event.waitUntil((isToPrune ? prune() : keepAll(event.data)).catch(({ name }) => ({ failure: name })).then((said) => event.ports[0]?.postMessage(said)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Whatever is wrong with what is kept must not keep the network from answering.
  const answer = (kept) => event.respondWith(kept(request).catch(() => fetch(request)));
  if (url.pathname.startsWith("/static/")) answer(file);
  else if (/^\/engine(\/|-worker\.js$)/.test(url.pathname)) answer(engine);
  else if (!url.pathname.endsWith("/events")) answer(page);
});

async function begin() {
  await clients.claim();
  const kept = await caches.match(NO_NETWORK, { cacheName: PAGES });
  if (kept?.headers.get("Site-Version") === VERSION) return;
  await keep(OWN).catch(() => { /* they stay as they were kept */ });
  await prune();
}

async function keepAll({ keep: addresses = [], parts = [], version }) {
  const kept = await keep(addresses, version);
  return { ...kept, bytes: kept.bytes + await keepParts(parts) };
}

// Each address with the time at which it came; the files that a page names are kept with it. All pages are fetched
// before one of them is kept, so that what goes together is of one time and one version.
async function keep(addresses, version) {
  const pages = await caches.open(PAGES);
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
  for (const [address, from, text] of fetched) {
    // The server's clock, where it tells: a device's may be wrong.
    if (from.has("Date")) since = new Date(from.get("Date")).toISOString();
    const headers = new Headers(from);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    await Promise.all([...text.matchAll(IN_PAGE)].map(([, named]) => keepNamed(named.replaceAll("&amp;", "&"))));
    const body = new Blob([text.replace("<html ", `<html data-kept="${since}" `)]);
    bytes += body.size;
    await pages.put(address, new Response(body, { headers }));
  }
  return { bytes, since, missing, version: [...versions][0] };
}

// The answer of a page that may still be worked out, as previews are, which says then when to ask again; null where
// that takes too long.
async function fetchReady(address) {
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const answer = await fetch(address);
    const seconds = parseInt(answer.headers.get("Refresh"), 10);
    if (!seconds) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
  return null;
}

async function keepNamed(address) {
  if (!address.startsWith("/static/")) {
    const answer = await fetch(address);
    if (answer.ok) await (await caches.open(PAGES)).put(address, answer);
    return;
  }
  const answer = await file(new Request(address));
  const pattern = patternIn(address);
  if (pattern) await Promise.all(named(await answer.clone().text(), pattern, address).map(keepNamed));
}

// How a script or a style sheet names other files; undefined for the rest.
const patternIn = (address) => ({ css: IN_SHEET, js: IN_SCRIPT })[address.split(".").at(-1)];

// The addresses that a file of the site names.
const named = (text, pattern, address) => [...text.matchAll(pattern)].map(([, name]) => new URL(name, new URL(address, location)).pathname);

// Drop the files that no kept page needs.
async function prune() {
  const [files, pages] = await Promise.all([FILES, PAGES].map((name) => caches.open(name)));
  const needed = new Set();
  const need = async (address) => {
    if (needed.has(address)) return;
    needed.add(address);
    const pattern = patternIn(address);
    const kept = pattern && await files.match(address);
    if (kept) await Promise.all(named(await kept.text(), pattern, address).map(need));
  };
  for (const request of await pages.keys()) {
    const text = await (await pages.match(request)).text();
    await Promise.all([...text.matchAll(IN_PAGE)].map(([, address]) => need(address)));
  }
  const unneeded = (await files.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(unneeded.map((request) => files.delete(request)));
}

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

async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone()).catch(() => { /* no room: the next time it comes from the network again */ });
  return answer;
}

// The names of the engine's parts come from the network where there is one; parts never change below their names.
async function engine(request) {
  const kept = await caches.match(request, { cacheName: ENGINE, ignoreVary: true });
  const isPart = !/(worker\.js|parts\.json)$/.test(new URL(request.url).pathname);
  if (kept && isPart) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

// Pages of calculators and battlefields answer any question in their address by themselves; an army's is the whole army,
// whichever unit is chosen.
const isQuestion = ({ mode, url }) => mode === "navigate" && /\/(calculators|battlefield)\/|^\/armies\/[^/]+\/$/.test(new URL(url).pathname);

// The network first; what was kept when it fails, or takes too long and there is something kept.
async function page(request) {
  const pages = await caches.open(PAGES);
  const kept = (await pages.match(request, { ignoreVary: true })) ?? (isQuestion(request) ? await pages.match(request, { ignoreVary: true, ignoreSearch: true }) : undefined);
  const answer = fetch(request);
  if (!kept) return request.mode === "navigate" ? answer.catch(() => caches.match(NO_NETWORK)) : answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([answer.catch(() => kept), late]);
}
