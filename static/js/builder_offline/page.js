// The page of the builder: questions to Python in the browser, and answers put on the page as if the site had sent
// them.

import { token } from "../army_edits.js";
import { ask as engine } from "../engine.js";
import { address, armyHere, builder, position } from "./army.js";

const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const NO_ENGINE =
  "You are offline, and this device does not have the game’s rules. "
  + "When you are online, take the army offline to change it anywhere.";

/** @type {object | null} */
let drawn = null; // the army on this page, if the browser has drawn it

export const isDrawn = () => drawn !== null;

/** @param {ArmyReply} given */
export function respond({ status, html, target, swap: how }) {
  const headers = { "Content-Type": "text/html" };
  if (target) Object.assign(headers, { "HX-Retarget": target, "HX-Reswap": how });
  return new Response(html, { status, headers });
}

/** @param {string} words */
export function refuse(words) {
  const message = document.getElementById("no-answer").content.cloneNode(true);
  message.querySelector("p").textContent = words;
  return respond({ status: 400, html: message.firstElementChild.outerHTML, target: "#messages", swap: "innerMorph" });
}

// Ask Python in the browser about the army on this device; the reply has the page, or the parts of it that change.
/** @param {Question} question */
export async function ask(question) {
  if (!(await caches.has(ENGINE))) throw new Error(NO_ENGINE);
  const { undoes, redoes } = await position();
  const steps = { undoes: undoes?.said ?? "", redoes: redoes?.said ?? "" };
  const about = { at: "", said: "", edit: "", form: "", ...steps, token: token() };
  return engine({ ...about, ...question });
}

// Ask for the page after an edit of the army; the page has it once `noteDrawn` is called.
/**
 * @param {StoredArmy} army
 * @param {Edit} given
 */
export const askForEdit = (army, { name, form }) => ask({ army, before: drawn, edit: name, form });

/** @param {ArmyNow} army */
export function noteDrawn(army) {
  drawn = army;
}

// Ask for the page of the army on this device.
export async function askForPage(words = "", at = "") {
  const army = /** @type {StoredArmy} */ (await armyHere());
  const reply = await ask({ army, before: drawn, said: words, at });
  noteDrawn(army.now);
  return reply;
}

const answers = new WeakMap(); // those that htmx did not ask for

/** @param {Element} element */
export const answerFor = (element) => answers.get(element);

// Put an answer on the page that htmx did not ask for.
/** @param {Response} answer */
export async function swap(answer) {
  answers.set(builder, answer);
  await htmx.ajax("GET", address, { source: builder, target: "#groups", swap: "none" });
  answers.delete(builder);
}

// Put the whole page of the army on this device on the page.
export async function showPage() {
  drawn = null;
  await swap(respond(await askForPage()));
}
