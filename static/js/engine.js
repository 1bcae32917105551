// Answers searches and the questions of calculators and battlefields by the worker where there is no network, about
// armies and games at the table on this device too, and the engagements of such games.

import { all, eventsIn, eventsKey } from "./device_store.js";
import { noteAnswer } from "./network.js";
import { inWords } from "./page_state.js";

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const LONGEST = 30_000; // milliseconds of a calculation before it is ended
const STARTING = 60_000; // milliseconds more for the first one, which waits for the worker to start
const ELSEWHERE = "There is no network: this device worked this out";
const NO_GAME = "There is no network, and this device does not have the armies of this game. It takes them when the game is opened with a network, once the calculators of its rules were taken offline.";
const NO_SEARCH = "There is no network, and this device cannot search. It can once an army or the calculators of a game were taken offline.";
const SEARCHED = "There is no network: this device searched what it has. Pages that were not kept open when there is one again.";
const TOO_LONG = "This took too long on this device and was ended. Ask for less, or try again with a network.";

const field = document.getElementById("field"); // of the page of battlefields

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
  const games = (await all("kept").catch(() => [])).filter(({ entries }) => entries);
  const own = Object.fromEntries(games.map(({ ruleset, entries }) => [ruleset, entries]));
  const patience = worker ? longest : longest + STARTING;
  if (!worker) begin();
  const id = last += 1;
  const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, message: JSON.stringify({ ...question, own }), version: document.documentElement.dataset.version });
  const watchdog = setTimeout(() => end(new Error(TOO_LONG)), patience);
  return reply.finally(() => clearTimeout(watchdog));
}

function paragraph(words) {
  const said = document.createElement("p");
  said.className = "alert alert-warning";
  said.textContent = words;
  return said;
}

// An answer says which version of the rules it goes by, of when the player's own entries are, if there are any for the
// game, and since when the other side may have done more.
async function elsewhere(since, ruleset) {
  const parts = await caches.match("/engine/parts.json", { cacheName: ENGINE });
  const kept = (await all("kept").catch(() => [])).find((record) => record.ruleset === ruleset && record.entries?.length);
  const own = kept ? `, with your own entries of ${inWords(kept.since)}` : "";
  const game = since ? `, and the game as this device had it on ${inWords(since)}` : "";
  return `${ELSEWHERE}, by the rules of ${inWords(parts.headers.get("Date"))}${own}${game}.`;
}

// The game at the table that an address belongs to, as it stands with what was not sent yet; undefined for others.
async function gameOf(pathname) {
  const [, address] = /^(\/matches\/[^/]+)\//.exec(pathname) ?? [];
  if (!address) return undefined;
  const known = (await all("kept")).find((record) => record.address === address && record.match);
  if (!known) throw new Error(NO_GAME);
  const { match, now, title, since } = known;
  const events = eventsIn(localStorage.getItem(eventsKey(`${address}/events`, match.side)) ?? "[]") ?? [];
  return { ...match, ...now, title, since, events };
}

async function reply({ pathname, search }, whole) {
  try {
    const match = await gameOf(pathname);
    const armies = !match && (search.includes("army.") || field) ? await all("armies").catch(() => []) : [];
    const ruleset = match?.ruleset ?? pathname.split("/")[1];
    return { ...(await ask({ path: pathname, query: search.slice(1), armies, whole, match })), since: match?.since, ruleset };
  } catch ({ message }) {
    return { refusal: message };
  }
}

// The panel of an engagement; a refusal stands in the place of its answer.
function panelWith(html, said) {
  const panel = html ? new DOMParser().parseFromString(html, "text/html").body : document.getElementById("engage-refused").content.cloneNode(true);
  panel.querySelector("#answer").prepend(said);
  return panel.firstElementChild.outerHTML;
}

// The answer, or the page's part of the question with it, as the server would send it, and the address of the same
// question; a refusal stands in its place.
async function answer(address, whole) {
  const asked = new URL(address, location);
  const { html, refusal, address: same, since, ruleset } = await reply(asked, whole);
  const said = paragraph(refusal ?? (await elsewhere(since, ruleset)));
  if (asked.pathname.endsWith("/engage")) return { html: panelWith(html, said) };
  if (!whole) return { html: said.outerHTML + (refusal ? "" : html), same };
  const page = refusal ? document.cloneNode(true) : new DOMParser().parseFromString(html, "text/html");
  const part = page.getElementById("calculator");
  document.querySelector(".in-game")?.replaceWith(page.querySelector(".in-game"));
  const shown = part.querySelector("#answer");
  if (refusal) shown.replaceChildren();
  shown.prepend(said);
  return { html: part.outerHTML, same };
}

// What the site's search would answer, or why there is no answer.
export async function search(address) {
  const { pathname, search: query } = new URL(address, location);
  const has = await caches.has(ENGINE);
  const { html, refusal } = has ? await reply({ pathname, search: query }) : { refusal: NO_SEARCH };
  const said = paragraph(refusal ?? SEARCHED);
  return new Response(said.outerHTML + (html ?? ""), { headers: { "Content-Type": "text/html" } });
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const isOfArmies = ctx.sourceElement.matches(".sides");
  const isOfField = field?.contains(ctx.sourceElement);
  if (!isOfArmies && !isOfField && ctx.sourceElement.id !== "question" && !ctx.target?.closest?.("#engage-panel")) return;
  ctx.fetch = async (address, request) => {
    try {
      return await fetch(address, request);
    } catch (failure) {
      if (failure.name === "AbortError" || !(await caches.has(ENGINE))) throw failure;
      noteAnswer(false);
      const { html, same } = await answer(address, isOfArmies);
      return new Response(html, { headers: { "Content-Type": "text/html", ...(isOfField && same && { "HX-Push-Url": same }) } });
    }
  };
});

// A page that was kept for another question, or another state of a game: the one of its address is answered here.
async function answerKept() {
  const calculator = document.getElementById("calculator");
  if (calculator && (location.search || document.querySelector(".in-game"))) {
    const { html } = await answer(location.href, true);
    const part = new DOMParser().parseFromString(html, "text/html").getElementById("calculator");
    calculator.replaceWith(part);
    htmx.process(part);
  } else if (field) {
    const { html, same } = await answer(location.href, false);
    field.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    if (same) history.replaceState(history.state, "", same);
    htmx.process(field);
  }
}

if (document.documentElement.dataset.kept && (await caches.has(ENGINE))) await answerKept();
