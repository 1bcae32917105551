// Says in one line whether a page is live or a kept one, with its date, and how many changes wait to be sent. Offers to
// move everything on this device to the present version of the site. Says nothing on pages that are not on this device.
// Every page loads this script: it makes its one button by hand rather than load lit-html everywhere.

import { all, countWaiting, takingNow } from "./device_store.js";
import { isAway, noteAnswer } from "./network.js";

const line = document.getElementById("page-state");
const { kept: keptAt, version } = document.documentElement.dataset;
const loadedAt = new Date();
const isLive = "live" in line.dataset; // a game at the table, which follows what happens by itself
const LISTS = new Set(["/", "/armies/", "/matches/"]);
const REFRESHED_AFTER = 2_000; // milliseconds after a page has come

// As on pages and in print: 27 November 2026, 10:15.
/** @param {string | Date} time */
export const inWords = (time) => {
  const date = new Date(time);
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  return `${day}, ${date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
};

/** @param {number} count */
export const waitingInWords = (count) => `${count} ${count === 1 ? "change waits" : "changes wait"} to be sent.`;

/** @type {any} */
let record = null;
let isGone = false; // whether the browser has deleted what was kept
let waiting = 0;
let trouble = "";
let isOther = false; // whether the site has another version than this page
/** @type {HTMLButtonElement | ""} */
let button = "";

function draw() {
  const words = [];
  if (document.getElementById("not-kept")) words.push("You are offline.");
  else if (isLive && isAway())
    words.push(keptAt ? `Offline. The game was stored on ${inWords(record?.since ?? keptAt)}.` : "Offline.");
  else if (keptAt && isAway()) words.push(`You are offline. This page was stored on ${inWords(keptAt)}.`);
  else if (keptAt && !isLive)
    words.push(`This page was stored on ${inWords(keptAt)}. You are online again: reload the page.`);
  else if (isAway()) words.push(`You are offline. This page was loaded on ${inWords(loadedAt)}.`);
  else if (record && isGone) words.push("Up to date. The browser has deleted this page from this device.");
  else if (record && !trouble) words.push(`Up to date, and stored on this device on ${inWords(record.since)}.`);
  // The foot of a game says what it has not sent.
  if (waiting && !(isLive && isAway())) words.push(waitingInWords(waiting));
  if (trouble) words.push(trouble);
  if (isOther) words.push("The site has been updated: reload the page.");
  line.hidden = !words.length && !button;
  line.classList.toggle("alert-warning", Boolean((keptAt && !isLive) || waiting || trouble || isOther || isAway()));
  line.replaceChildren(words.join(" "), ...(button ? [" ", button] : []));
}

// Read again what is on this device and show it, with a message about anything wrong.
export async function showState(words = "") {
  trouble = words;
  try {
    record = (await all("kept")).find(({ pages }) => pages.includes(location.pathname));
    waiting = await countWaiting();
  } catch {
    trouble = "The data on this device cannot be read. “On this device” says what you can do.";
  }
  draw();
}

/** @param {() => Promise<unknown>} begin */
function offer(begin) {
  const made = Object.assign(document.createElement("button"), {
    type: "button",
    className: "btn btn-sm btn-secondary",
    textContent: "Use the new version of the site",
  });
  made.addEventListener("click", async () => {
    made.disabled = true;
    made.textContent = "Fetching…";
    await begin().catch(() => { /* what could not be fetched stays as it was */ });
    location.reload();
  });
  button = made;
  draw();
}

// The builder sends the edits of its own army.
async function sendWaiting() {
  if (!waiting) return;
  const { sendAll } = await import("./army_edits.js");
  await showState(
    await sendAll(document.getElementById("builder")?.dataset.address).catch(({ message, name }) =>
      name === "Refused" ? message : "",
    ),
  );
}

async function watch() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const { beginVersion, engineVersion, hasPage, keepAgain, refresh, refreshAll } = await import("./offline.js");
  const inUse = await engineVersion();
  let isOfTwo = !keptAt && inUse !== undefined && inUse !== version;
  const look = () => { if (registration.waiting || isOfTwo) offer(() => beginVersion(registration)); };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  look();
  await showState();
  // The next engagement of a game at the table may be without a network: its rules change with its page.
  if (isOfTwo && record?.match && !isAway()) {
    await withProgress(() => beginVersion(registration)).then(() => {
      isOfTwo = false;
      button = "";
    }, () => { /* the player can try again */ });
    await showState();
  }
  isGone = Boolean(record) && !(await hasPage(record));
  draw();
  await sendWaiting();
  if (isAway()) return;
  const renew = async () => {
    if (inUse === version) await refreshAll();
    // Lists change without a change of what was taken offline.
    if (record && LISTS.has(location.pathname)) await keepAgain(location.pathname);
    if (!record?.source) return;
    await refresh(record, isGone);
    isGone = false;
    await showState();
  };
  setTimeout(() => renew().catch(() => { /* the older copy stays */ }), REFRESHED_AFTER);
}

// An answer of the site may be from another version than this page.
/** @param {Headers} headers */
export function noteVersion(headers) {
  if (headers.has("Site-Version")) noteAnswer(true);
  isOther = (headers.get("Site-Version") ?? version) !== version;
  if (isOther) draw();
}

document.addEventListener("htmx:before:response", ({ detail }) => noteVersion(detail.ctx.response.headers));
document.addEventListener("network", () => {
  draw();
  if (!isAway()) sendWaiting();
});

// Show how far something that is fetched for this device has come.
/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function withProgress(work) {
  /** @param {any} event */
  const show = ({ detail: words }) => showState(words);
  document.addEventListener("taking-offline", show);
  try {
    return await work();
  } finally {
    document.removeEventListener("taking-offline", show);
  }
}

// Take along what is noted, such as what a page that was left was taking offline.
export async function takeOn() {
  if (!takingNow()) return;
  const { takeNoted } = await import("./offline.js");
  await showState(await withProgress(takeNoted));
}

if (navigator.serviceWorker) watch();
if (navigator.serviceWorker && !isAway()) takeOn().catch(() => { /* the next page goes on */ });
if (keptAt) draw();
