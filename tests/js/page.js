// A page for tests of scripts in Node: a document, the browser's storage, a network and a clock that tests control.

import { webcrypto } from "node:crypto";
import { register } from "node:module";
import { DOMParser, parseHTML } from "linkedom";

register("./parts.js", import.meta.url);

// Browsers have these, Node 20 lacks them.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item]);
  return groups;
};
Object.groupBy ??= (items, keyOf) => Object.fromEntries(Map.groupBy(items, keyOf));

class Storage {
  getItem(key) { return this[key] ?? null; }
  setItem(key, text) { this[key] = String(text); }
  removeItem(key) { delete this[key]; }
}

// The requests made, in order, as [address, options].
export const requests = [];
// What the next requests get, in order: a response, or an error for a network that fails.
export const answers = [];
// What waits for its time, as [work, milliseconds] by its number.
export const timers = new Map();

let lastTimer = 0;

export const answer = (body, status = 200, headers = {}) => new Response(
  body === null ? null : typeof body === "string" ? body : JSON.stringify(body),
  { status, headers },
);

// Run what waits for at most so many milliseconds, as if they had passed.
export function passTime(most) {
  for (const [number, [work, pause]] of [...timers]) {
    if (pause <= most && timers.delete(number)) work();
  }
}

// Wait until all that was begun has come as far as it does without time and network.
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

// What lit-html needs and linkedom has otherwise: a walker goes on from the node that it is set to, and “<?…>” in a
// template is a comment.
function prepareForLit(document, { Element, HTMLTemplateElement }) {
  document.createTreeWalker = walkerFrom;
  const { set } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(HTMLTemplateElement.prototype, "innerHTML", {
    set(markup) { set.call(this, markup.replace(/<(\?[^>]*)>/g, "<!--$1-->")); },
  });
}

function walkerFrom(node, shown) {
  const follow = (from) => (from === null ? null : from.nextSibling ?? follow(from.parentNode));
  return {
    currentNode: node,
    nextNode() {
      do this.currentNode = this.currentNode.firstChild ?? follow(this.currentNode);
      while (this.currentNode && !(shown & (1 << (this.currentNode.nodeType - 1))));
      return this.currentNode;
    },
  };
}

// Have the scripts that are loaded after this run in a page with this body.
export function openPage(body, address = "https://armies.example/matches/m1") {
  const { window, document } = parseHTML(`<!doctype html><html data-version="1"><body>${body}</body></html>`);
  const { pathname, search, href, origin } = new URL(address);
  Object.defineProperty(document, "activeElement", { value: document.body, writable: true });
  prepareForLit(document, window);
  const given = {
    window,
    document,
    DOMParser,
    Event: window.Event,
    location: { pathname, search, href, origin },
    navigator: { onLine: true, locks: { request: (_name, ...given) => given.at(-1)({}) } },
    localStorage: new Storage(),
    sessionStorage: new Storage(),
    crypto: webcrypto,
    history: {},
    innerHeight: 800,
    addEventListener: window.addEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    scrollBy: () => undefined,
    requestAnimationFrame: (work) => work(),
    setTimeout: (work, pause = 0, ...given) => {
      timers.set(++lastTimer, [() => work(...given), pause]);
      return lastTimer;
    },
    clearTimeout: (number) => timers.delete(number),
    fetch: async (asked, options = {}) => {
      requests.push([asked, options]);
      const next = answers.shift() ?? new TypeError("no network");
      if (next instanceof Error) throw next;
      return next;
    },
  };
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return document;
}
