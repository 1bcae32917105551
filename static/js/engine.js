// Answers the questions of calculators by the worker where there is no network, about armies on this device too.

import { all } from "./device_store.js";
import { inWords } from "./page_state.js";

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const LONGEST = 30_000; // milliseconds of a calculation before it is ended
const STARTING = 60_000; // milliseconds more for the first one, which waits for the worker to start
const ELSEWHERE = "There is no network: this device worked this out, without your own entries";
const TOO_LONG = "This took too long on this device and was ended. Ask for less, or try again with a network.";

let worker = null;
let last = 0;
const waiting = new Map();

function end(failure) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(failure);
  waiting.clear();
}

function begin() {
  worker = new Worker("/engine-worker.js", { type: "module" });
  worker.addEventListener("error", () => end(new Error("The calculators cannot start on this device.")));
  worker.addEventListener("message", ({ data: { id, reply, failure } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure) reject(new Error(failure));
    else resolve(JSON.parse(reply));
  });
}

// What Python in the browser replies to a question (offline/browser.py); it fails in a sentence.
export async function ask(question, longest = LONGEST) {
  const patience = worker ? longest : longest + STARTING;
  if (!worker) begin();
  const id = last += 1;
  const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, message: JSON.stringify(question), version: document.documentElement.dataset.version });
  const watchdog = setTimeout(() => end(new Error(TOO_LONG)), patience);
  return reply.finally(() => clearTimeout(watchdog));
}

function paragraph(words) {
  const said = document.createElement("p");
  said.className = "alert alert-warning";
  said.textContent = words;
  return said;
}

// An answer says which version of the rules it goes by.
async function elsewhere() {
  const parts = await caches.match("/engine/parts.json", { cacheName: ENGINE });
  return `${ELSEWHERE}, by the rules of ${inWords(parts.headers.get("Date"))}.`;
}

// The answer, or the page's part of the question with it, as the server would send it; a refusal stands in its place.
async function answer(address, whole) {
  const { pathname, search } = new URL(address, location);
  const armies = search.includes("army.") ? await all("armies").catch(() => []) : [];
  const question = { path: pathname, query: search.slice(1), armies, whole };
  const { html, refusal } = await ask(question).catch((failure) => ({ refusal: failure.message }));
  const said = paragraph(refusal ?? (await elsewhere()));
  if (!whole) return said.outerHTML + (refusal ? "" : html);
  const part = refusal ? document.getElementById("calculator").cloneNode(true) : new DOMParser().parseFromString(html, "text/html").getElementById("calculator");
  const shown = part.querySelector("#answer");
  if (refusal) shown.replaceChildren();
  shown.prepend(said);
  return part.outerHTML;
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const isOfArmies = ctx.sourceElement.matches(".sides");
  if (!isOfArmies && ctx.sourceElement.id !== "question") return;
  ctx.fetch = async (address, request) => {
    try {
      return await fetch(address, request);
    } catch (failure) {
      if (failure.name === "AbortError" || !(await caches.has(ENGINE))) throw failure;
      return new Response(await answer(address, isOfArmies), { headers: { "Content-Type": "text/html" } });
    }
  };
});

// A page that was kept for another question: the one of its address is answered here.
if (document.getElementById("calculator") && document.documentElement.dataset.kept && location.search && (await caches.has(ENGINE))) {
  const part = new DOMParser().parseFromString(await answer(location.href, true), "text/html").getElementById("calculator");
  document.getElementById("calculator").replaceWith(part);
  globalThis.htmx.process(part);
}
