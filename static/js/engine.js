// Answers the questions of calculators by the worker where there is no network.

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const LONGEST = 30_000; // milliseconds of a calculation before it is ended
const STARTING = 60_000; // milliseconds more for the first one, which waits for the worker to start
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
