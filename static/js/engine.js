// Has the worker answer searches and the questions of calculators and battlefields when there is no network, also those
// about armies on this device and the engagements of its games at the table.

import { all, eventsIn, eventsKey } from "./device_store.js";
import { noteAnswer } from "./network.js";
import { inWords } from "./page_state.js";

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const TIME_LIMIT = 30_000; // milliseconds of a calculation before it is stopped
const STARTING = 60_000; // milliseconds more for the first one, which waits for the worker to start
const ELSEWHERE = "You are offline: this device worked this out";
const NO_GAME =
  "You are offline, and this device does not have the armies of this game. Go online and take it offline in its menu.";
const NO_SEARCH = "You are offline. To search offline, take an army or a game’s calculators offline first.";
const SEARCHED =
  "You are offline: this device searched what it has. Results that are not on this device open when you are online.";
const TOO_LONG = "This took too long on this device and was stopped. Ask for less, or try again online.";

const field = document.getElementById("field"); // on the page of battlefields

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {any} */
let starting = null; // the notice that the worker is starting
const waiting = new Map();
/** @type {Set<string>} */
const known = new Set(); // the custom games that the worker has

/** @param {Error} failure */
function end(failure) {
  worker?.terminate();
  worker = null;
  starting?.remove();
  known.clear();
  for (const { reject } of waiting.values()) reject(failure);
  waiting.clear();
}

function begin() {
  const begun = new Worker("/engine-worker.js", { type: "module" });
  begun.addEventListener("error", () => end(new Error("The calculators could not be started on this device.")));
  starting = document.getElementById("engine-start").content.firstElementChild.cloneNode(true);
  const place = document.querySelector("[data-says]:not([hidden])") ?? document.querySelector(".tracker-foot");
  (place ?? document.getElementById("messages")).prepend(starting);
  begun.addEventListener("message", ({ data: { id, step, reply, failure } }) => {
    if (step) return (starting.querySelector("progress").value = step);
    starting.remove();
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure) reject(new Error(failure));
    else resolve(JSON.parse(reply));
  });
  return begun;
}

// Ask Python in the browser (offline/browser.py); the message of a failure is a sentence for the player.
/** @param {Question} question */
export async function ask(question, timeLimit = TIME_LIMIT) {
  const records = await all("kept").catch(() => []);
  const games = records.filter(({ entries }) => entries);
  const own = Object.fromEntries(games.map(({ ruleset, entries }) => [ruleset, entries]));
  const patience = worker ? timeLimit : timeLimit + STARTING;
  worker ??= begin();
  const described = records.flatMap(({ documents }) => Object.entries(documents ?? {}));
  const documents = Object.fromEntries(described.filter(([ruleset]) => !known.has(ruleset)));
  for (const ruleset of Object.keys(documents)) known.add(ruleset);
  const id = last += 1;
  const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const message = JSON.stringify({ ...question, own, documents });
  worker.postMessage({ id, message, version: document.documentElement.dataset.version });
  const watchdog = setTimeout(() => end(new Error(TOO_LONG)), patience);
  return reply.finally(() => clearTimeout(watchdog));
}

/** @param {string} words */
function paragraph(words) {
  const element = document.createElement("p");
  element.className = "alert alert-warning";
  element.textContent = words;
  return element;
}

// The notice of an answer: the date of the rules, of the player's own entries for the game, if any, and of the last
// known state of the game at the table.
/**
 * @param {string} since
 * @param {string} ruleset
 */
async function sourceInWords(since, ruleset) {
  const parts = /** @type {Response} */ (await caches.match("/engine/parts.json", { cacheName: ENGINE }));
  const game = (await all("kept").catch(() => [])).find(
    (record) => record.ruleset === ruleset && record.entries?.length,
  );
  const own = game ? `, and your custom entries as of ${inWords(game.since)}` : "";
  const match = since ? `, and the game as of ${inWords(since)}` : "";
  return `${ELSEWHERE} with the rules as of ${inWords(parts.headers.get("Date") ?? "")}${own}${match}.`;
}

// The game at the table that an address belongs to, with its unsent events; undefined for other addresses.
/** @param {string} pathname */
async function gameOf(pathname) {
  const [, address] = /^(\/matches\/[^/]+)\//.exec(pathname) ?? [];
  if (!address) return undefined;
  const game = (await all("kept")).find((record) => record.address === address && record.match);
  if (!game) throw new Error(NO_GAME);
  const { match, now, title, since } = game;
  const events = eventsIn(localStorage.getItem(eventsKey(`${address}/events`, match.side)) ?? "[]") ?? [];
  return { ...match, ...now, title, since, events };
}

/**
 * @param {Pick<URL, "pathname" | "search">} given
 * @param {boolean} [whole]
 */
async function reply({ pathname, search }, whole) {
  try {
    const match = await gameOf(pathname);
    const armies = !match && (search.includes("army.") || field) ? await all("armies").catch(() => []) : [];
    const ruleset = match?.ruleset ?? pathname.split("/")[1];
    const answer = await ask({ path: pathname, query: search.slice(1), armies, whole, match });
    return { ...answer, since: match?.since, ruleset };
  } catch ({ message }) {
    return { refusal: message };
  }
}

// The words on one line, which opens to show the rest of them.
/** @param {string} words */
function line(words) {
  const element = document.createElement("details");
  element.className = "alert alert-warning one-line";
  element.append(Object.assign(document.createElement("summary"), { textContent: words }));
  return element;
}

// The panel of an engagement with a notice; a refusal replaces its answer.
/**
 * @param {string | undefined} html
 * @param {Element} notice
 */
function panelWith(html, notice) {
  const panel = html
    ? new DOMParser().parseFromString(html, "text/html").body
    : document.getElementById("engage-refused").content.cloneNode(true);
  panel.querySelector("#answer").prepend(notice);
  return panel.firstElementChild.outerHTML;
}

// The answer as the server would send it, with the form of the question for the `whole`, and the address of the same
// question; a refusal replaces the answer.
/**
 * @param {string} address
 * @param {boolean} whole
 */
async function answer(address, whole) {
  const url = new URL(address, location.href);
  const { html, refusal, address: same, since, ruleset } = await reply(url, whole);
  const words = refusal ?? (await sourceInWords(since, ruleset));
  const isPanel = /\/(engage|plan)$/.test(url.pathname);
  const notice = isPanel && !refusal ? line(words) : paragraph(words);
  if (isPanel) return { html: panelWith(html, notice) };
  if (!whole) return { html: notice.outerHTML + (refusal ? "" : html), same };
  const page = refusal
    ? /** @type {Document} */ (document.cloneNode(true))
    : new DOMParser().parseFromString(html, "text/html");
  const part = page.getElementById("calculator");
  document.querySelector(".in-game")?.replaceWith(page.querySelector(".in-game"));
  const place = part.querySelector("#answer");
  if (refusal) place.replaceChildren();
  place.prepend(notice);
  return { html: part.outerHTML, same };
}

// The answer that the site's search would give, or why there is none.
/** @param {string} address */
export async function search(address) {
  const { pathname, search: query } = new URL(address, location.href);
  const has = await caches.has(ENGINE);
  const { html, refusal } = has ? await reply({ pathname, search: query }) : { refusal: NO_SEARCH };
  const notice = paragraph(refusal ?? SEARCHED);
  return new Response(notice.outerHTML + (html ?? ""), { headers: { "Content-Type": "text/html" } });
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const isOfArmies = ctx.sourceElement.matches(".sides");
  const isOfField = field?.contains(ctx.sourceElement);
  if (!isOfArmies && !isOfField && ctx.sourceElement.id !== "question" && !ctx.target?.closest?.("#engage-panel"))
    return;
  ctx.fetch = async (/** @type {string} */ address, /** @type {RequestInit} */ request) => {
    try {
      return await fetch(address, request);
    } catch (failure) {
      if (failure.name === "AbortError" || !(await caches.has(ENGINE))) throw failure;
      noteAnswer(false);
      const { html, same } = await answer(address, isOfArmies);
      return new Response(html, {
        headers: { "Content-Type": "text/html", ...(isOfField && same && { "HX-Push-Url": same }) },
      });
    }
  };
});

// Answer the question in the address on a page that was kept for another question, or another state of a game.
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
