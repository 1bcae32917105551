// Answers with kept pages where there is no network. Nothing is kept unasked but the site's own files, whose names
// carry their checksums: a page that says {keep: [addresses]} has these kept, and again whenever it is opened; each
// of its {parts: [addresses]} answers with many small ones at once, as JSON by their addresses.

const FILES = "files";
const PAGES = "pages";
const ENGINE = "engine";
const NO_NETWORK = "/offline";
const PATIENCE = 4000; // milliseconds before a kept page is shown although the network may still answer

addEventListener("install", (event) => {
  event.waitUntil(keep([NO_NETWORK, "/matches/"]).then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.keep).then(() => keepParts(event.data.parts)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (/^\/engine(\/|-worker\.js$)/.test(url.pathname)) event.respondWith(engine(request));
  else if (!url.pathname.endsWith("/events")) event.respondWith(page(request));
});

// Each address with the time at which it came; the files that a page names are kept with it.
async function keep(addresses) {
  const pages = await caches.open(PAGES);
  for (const address of addresses) {
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) continue;
    const text = await answer.text();
    const dated = text.replace("<html ", `<html data-kept="${new Date().toISOString()}" `);
    const headers = new Headers(answer.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    await pages.put(address, new Response(dated, { headers }));
    const named = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => new Request(found[1]));
    await Promise.all(named.map(file));
  }
}

async function keepParts(addresses) {
  const pages = await caches.open(PAGES);
  for (const address of addresses) {
    const answer = await fetch(address);
    if (!answer.ok) continue;
    for (const [part, text] of Object.entries(await answer.json())) {
      await pages.put(part, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
    }
  }
}

async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

// The names of the engine's parts come from the network where there is one; parts never change below their names.
async function engine(request) {
  const kept = await caches.match(request, { cacheName: ENGINE, ignoreVary: true });
  const isPart = !/(worker\.js|parts\.json)$/.test(new URL(request.url).pathname);
  if (kept && isPart) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

// The network first; what was kept when it fails, or takes too long and there is something kept.
async function page(request) {
  const kept = await (await caches.open(PAGES)).match(request, { ignoreVary: true });
  const answer = fetch(request);
  if (!kept) return request.mode === "navigate" ? answer.catch(() => caches.match(NO_NETWORK)) : answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([answer.catch(() => kept), late]);
}
