// Takes a game's calculators offline when asked to, and answers their questions by the worker where there is no network.

import { keepPages } from "./offline.js";

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const LONGEST = 30_000; // milliseconds of a calculation before it is ended
const STARTING = 60_000; // milliseconds more for the first one, which waits for the worker to start
const PATIENCE = 60_000; // milliseconds for the pages to be kept
const ELSEWHERE = "There is no network: this device worked this out, without your own entries.";
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

export async function ask(path, query, longest = LONGEST) {
  const patience = worker ? longest : longest + STARTING;
  if (!worker) begin();
  const id = last += 1;
  const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, message: JSON.stringify({ path, query }) });
  const watchdog = setTimeout(() => end(new Error(TOO_LONG)), patience);
  return reply.finally(() => clearTimeout(watchdog));
}

function sentence(words) {
  const said = document.createElement("p");
  said.className = "alert alert-warning";
  said.textContent = words;
  return said.outerHTML;
}

async function answer(address) {
  const { pathname, search } = new URL(address, location);
  const { html, refusal } = await ask(pathname, search.slice(1)).catch((failure) => ({ refusal: failure.message }));
  return new Response(refusal ? sentence(refusal) : sentence(ELSEWHERE) + html, { headers: { "Content-Type": "text/html" } });
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "question") return;
  ctx.fetch = async (address, request) => {
    try {
      return await fetch(address, request);
    } catch (failure) {
      if (failure.name === "AbortError" || !(await caches.has(ENGINE))) throw failure;
      return answer(address);
    }
  };
});

// All parts are fetched before one is kept, so that what is kept goes together.
async function keepEngine() {
  const addresses = ["/engine-worker.js", "/engine/parts.json"];
  const { files } = await (await fetch(addresses[1])).json();
  const answers = await Promise.all([...addresses, ...files].map(async (address) => [address, await fetch(address)]));
  if (!answers.every(([, each]) => each.ok)) throw new Error("a part is missing");
  await caches.delete(ENGINE);
  try {
    const kept = await caches.open(ENGINE);
    await Promise.all(answers.map(([address, each]) => kept.put(address, each)));
  } catch (failure) {
    await caches.delete(ENGINE);
    throw failure;
  }
}

async function arePagesKept(addresses) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const kept = await Promise.all(addresses.map((address) => caches.match(address, { cacheName: "pages" })));
    if (kept.every(Boolean)) return true;
  }
  return false;
}

// Keeps the engine and these pages; it fails when the device does not keep all of them.
export async function takeOffline(addresses) {
  await keepEngine();
  await keepPages(addresses);
  if (!(await arePagesKept(addresses))) throw new Error("the pages are not kept");
}
