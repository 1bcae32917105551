// What the worker keeps, and what it answers with: the network, a kept page or a kept file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { runInThisContext } from "node:vm";
import { caches, clearCaches, pathsIn, textIn } from "./caches.js";
import { answer, openPage, passTime, settle, timers } from "./page.js";

const ORIGIN = "https://armies.example";
const DATE = "Sat, 28 Nov 2026 10:15:00 GMT";
const listeners = {};
const told = [];
// What the site answers, by path; a path without an answer has no network.
const site = new Map();

openPage("", `${ORIGIN}/`);
Object.assign(globalThis, {
  caches,
  registration: {},
  addEventListener: (name, listener) => { listeners[name] = listener; },
  clients: { claim: async () => undefined, get: async () => ({ postMessage: (message) => told.push(message) }) },
  Request: class { constructor(address) { this.url = new URL(address, ORIGIN).href; } },
  fetch: async (asked) => {
    const { pathname, search } = new URL(asked.url ?? asked, ORIGIN);
    const found = site.get(pathname + search);
    if (!found) throw new TypeError("no network");
    return found();
  },
});
const source = readFileSync(new URL("../../static/js/service_worker.js", import.meta.url), "utf8");
runInThisContext(`const VERSION = "1";${source}`);

const give = (path, body, headers = {}, status = 200) => site.set(path, () => answer(body, status, headers));
const givePage = (path, body = "", headers = {}) =>
  give(path, `<!doctype html><html lang="en">${body}</html>`, { "Site-Version": "1", Date: DATE, ...headers });

const send = (data) => new Promise((postMessage) => {
  listeners.message({ data, ports: [{ postMessage }], waitUntil: () => undefined });
});

// The worker's answer to a page's request; undefined where it leaves the request to the browser.
function ask(path, given = {}) {
  let reply;
  const request = { url: ORIGIN + path, method: "GET", mode: "navigate", destination: "document", ...given };
  listeners.fetch({ request, clientId: "page", respondWith: (answer) => { reply = answer; } });
  return reply;
}
const askText = async (...asked) => (await ask(...asked)).text();

async function event(name) {
  const work = [];
  listeners[name]({ waitUntil: (each) => work.push(each) });
  await Promise.all(work);
  return work.length;
}

beforeEach(() => {
  clearCaches();
  site.clear();
  timers.clear();
  told.length = 0;
});

test("a page is kept with its date and all files that it needs", async () => {
  givePage("/a/", '<link href="/static/a.css?x=1&amp;y=2"><script src="/static/a.js"></script>');
  give("/static/a.css?x=1&y=2", "");
  give("/static/a.js", 'import { b } from "./parts/b.js"; const c = () => import("./c.js");');
  give("/static/parts/b.js", 'import "../a.js"; export * from "x"');
  give("/static/c.js", "");
  const reply = await send({ keep: ["/a/"] });
  assert.deepEqual(
    [reply.since, reply.missing, reply.version],
    ["2026-11-28T10:15:00.000Z", [], "1"],
  );
  assert.equal(reply.bytes, (await textIn("pages", "/a/")).length);
  assert.match(await textIn("pages", "/a/"), /<html data-kept="2026-11-28T10:15:00.000Z" lang="en">/);
  assert.deepEqual(
    pathsIn("files"),
    ["/static/a.css?x=1&y=2", "/static/a.js", "/static/c.js", "/static/parts/b.js"],
  );
});

test("fonts and pictures of a kept style sheet are kept", async () => {
  givePage("/a/", '<link href="/static/css/a.css"><img src="/armies/a1/picture.webp">');
  give("/static/css/a.css", '@font-face { src: url("../b.woff2") } p { background: url(data:image/png;base64,x) }');
  give("/static/b.woff2", "");
  give("/armies/a1/picture.webp", "");
  await send({ keep: ["/a/"] });
  assert.deepEqual(pathsIn("files"), ["/static/b.woff2", "/static/css/a.css"]);
  assert.deepEqual(pathsIn("pages"), ["/a/", "/armies/a1/picture.webp"]);
});

test("nothing is kept of pages from two versions", async () => {
  givePage("/a/");
  givePage("/b/", "", { "Site-Version": "2" });
  assert.deepEqual(await send({ keep: ["/a/", "/b/"] }), { failure: "VersionError" });
  assert.deepEqual(await send({ keep: ["/a/"], version: "2" }), { failure: "VersionError" });
  assert.deepEqual(pathsIn("pages"), []);
});

test("nothing is kept when the network fails between two pages", async () => {
  givePage("/a/");
  assert.deepEqual(await send({ keep: ["/a/", "/b/"] }), { failure: "TypeError" });
  assert.deepEqual(pathsIn("pages"), []);
});

test("pages that are gone or have moved are named and not kept", async () => {
  give("/gone/", "", {}, 404);
  site.set("/moved/", () => Object.defineProperty(answer(""), "redirected", { value: true }));
  givePage("/a/");
  assert.deepEqual((await send({ keep: ["/gone/", "/a/", "/moved/"] })).missing, ["/gone/", "/moved/"]);
  assert.deepEqual(pathsIn("pages"), ["/a/"]);
});

test("a page in the making is asked for again when it says", async () => {
  give("/print", "not yet", { Refresh: "2" });
  const reply = send({ keep: ["/print"] });
  await settle();
  givePage("/print", "ready");
  passTime(1999);
  await settle();
  assert.deepEqual(pathsIn("pages"), []);
  passTime(2000);
  assert.deepEqual((await reply).missing, []);
  assert.match(await textIn("pages", "/print"), /ready/);
});

test("many small pages come in one answer", async () => {
  give("/cards.json", { "/units/1": "<p>One</p>", "/units/2": "<p>Two</p>" });
  give("/none.json", "", {}, 404);
  assert.equal((await send({ parts: ["/cards.json", "/none.json"] })).bytes, "<p>One</p><p>Two</p>".length);
  assert.equal(await textIn("pages", "/units/2"), "<p>Two</p>");
});

test("only files that no kept page needs are deleted", async () => {
  givePage("/a/", '<script src="/static/a.js"></script>');
  give("/static/a.js", 'import "./b.js";');
  give("/static/b.js", "");
  await send({ keep: ["/a/"] });
  give("/static/old.js", "");
  await ask("/static/old.js", { mode: "cors", destination: "script" });
  await settle();
  assert.equal(pathsIn("files").length, 3);
  await send({ prune: true });
  assert.deepEqual(pathsIn("files"), ["/static/a.js", "/static/b.js"]);
});

test("a file is fetched once and stays without a network", async () => {
  give("/static/a.1.js", "first");
  assert.equal(await askText("/static/a.1.js"), "first");
  await settle();
  give("/static/a.1.js", "another");
  assert.equal(await askText("/static/a.1.js"), "first");
  site.clear();
  assert.equal(await askText("/static/a.1.js"), "first");
});

test("a file that the site lacks is not kept", async () => {
  give("/static/a.js", "", {}, 404);
  assert.equal((await ask("/static/a.js")).status, 404);
  assert.deepEqual(pathsIn("files"), []);
});

test("a page comes from the network while there is one", async () => {
  givePage("/a/", "before");
  await send({ keep: ["/a/"] });
  givePage("/a/", "after");
  assert.match(await askText("/a/"), /after/);
  site.clear();
  assert.match(await askText("/a/"), /before/);
});

test("a kept page is shown when the site takes four seconds", async () => {
  givePage("/a/", "kept");
  await send({ keep: ["/a/"] });
  let shown;
  site.set("/a/", () => new Promise(() => undefined));
  ask("/a/").then((found) => { shown = found; });
  await settle();
  passTime(3999);
  await settle();
  assert.equal(shown, undefined);
  passTime(4000);
  await settle();
  assert.match(await shown.text(), /kept/);
});

test("a page that is not kept says that there is no network", async () => {
  givePage("/offline", "You are offline");
  await send({ keep: ["/offline"] });
  site.clear();
  assert.match(await askText("/armies/import"), /You are offline/);
  await assert.rejects(ask("/armies/list", { mode: "cors", destination: "" }), TypeError);
});

test("a kept page stands for other questions of the same page", async () => {
  for (const path of ["/g/calculators/fire/", "/armies/a1/", "/g/catalogue/"]) givePage(path, path);
  givePage("/offline", "You are offline");
  await send({ keep: ["/g/calculators/fire/", "/armies/a1/", "/g/catalogue/", "/offline"] });
  site.clear();
  assert.match(await askText("/g/calculators/fire/?dice=2"), /fire/);
  assert.match(await askText("/armies/a1/?at=u2"), /a1/);
  assert.match(await askText("/g/catalogue/?find=tank"), /You are offline/);
});

test("a form that the network does not take leaves its page", async () => {
  const form = { method: "POST" };
  assert.equal((await ask("/armies/new", form)).status, 204);
  assert.deepEqual(told, [{ unanswered: true }]);
  give("/armies/new", "made");
  assert.equal(await askText("/armies/new", form), "made");
  assert.equal(told.length, 1);
});

test("requests that only the site can answer are left to it", () => {
  assert.equal(ask("/matches/m1/events"), undefined);
  assert.equal(ask("/matches/m1/news"), undefined);
  assert.equal(ask("/armies/a1/edits", { method: "POST", mode: "cors" }), undefined);
  assert.equal(ask("", { url: "https://elsewhere.example/" }), undefined);
});

test("parts of the engine stay, the list of them is the site's", async () => {
  const cache = await caches.open("engine");
  for (const path of ["/engine/py/a.wasm", "/engine/parts.json"]) await cache.put(path, answer("kept"));
  give("/engine/py/a.wasm", "new");
  give("/engine/parts.json", "new");
  assert.equal(await askText("/engine/py/a.wasm"), "kept");
  assert.equal(await askText("/engine/parts.json"), "new");
  site.clear();
  assert.equal(await askText("/engine/parts.json"), "kept");
});

test("a new worker waits for its turn with the pages it needs", async () => {
  for (const path of ["/offline", "/device/"]) givePage(path);
  globalThis.registration = { active: {} };
  assert.equal(await event("install"), 0);
  globalThis.registration = {};
  await event("install");
  assert.deepEqual(pathsIn("pages"), ["/device/", "/offline"]);
});

test("a worker of another version renews its pages as it begins", async () => {
  for (const path of ["/offline", "/device/"]) givePage(path, "before", { "Site-Version": "0" });
  await send({ keep: ["/offline", "/device/"] });
  for (const path of ["/offline", "/device/"]) givePage(path, "after");
  await event("activate");
  assert.match(await textIn("pages", "/offline"), /after/);
});
