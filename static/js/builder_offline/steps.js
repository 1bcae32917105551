// Undo and redo on this device: what they do to the edits that wait here.

import { newId, withStores } from "../device_store.js";
import { showState } from "../page_state.js";
import { RESTORE, address, head, position } from "./army.js";
import { askForPage, refuse, respond } from "./page.js";

export const ANOTHER =
  "Not saved: this device has another version of the army than this page shows. Reload the page, or go online.";
const IS_SENT =
  "Not undone: this device does not know yet whether the site received your changes. Undo them when you are online.";
const NO_STEP =
  "Not done: this device does not have that version of the army. Undo or redo this step when you are online.";

// Store a step of undo or redo: an edit that was made here leaves the queue or enters it again; for a step that the
// site has, an edit that restores the earlier or later state is queued.
/**
 * @param {Step} to
 * @param {{ army: StoredArmy, last: any, steps: number, restoreEdit?: StoredEdit }} position
 * @param {string} words
 */
function store(to, { army, last, steps, restoreEdit }, words) {
  const { undone = [] } = army;
  return withStores(["armies", "edits"], "readwrite", (armies, edits) => {
    if (to.again) {
      const state = { now: to.again.now, undone: undone.slice(0, -1) };
      return Promise.all([edits.put(to.again.edit), armies.put({ ...army, ...state })]);
    }
    if (to.steps === undefined) {
      const state = { now: last.before, undone: [...undone, { edit: last, now: army.now, steps }] };
      return Promise.all([edits.delete(last.place), armies.put({ ...army, ...state })]);
    }
    const restored = {
      id: newId(),
      army: address,
      before: army.now,
      ...restoreEdit,
      name: RESTORE,
      form: `number=${to.number}`,
      steps: to.steps,
      said: words,
    };
    const change = to.steps === 0 ? edits.delete(last.place) : edits.put(restored);
    return Promise.all([change, armies.put({ ...army, now: to.now })]);
  });
}

// Undo or redo on this device.
/**
 * @param {"undo" | "redo"} name
 * @param {URLSearchParams} form
 */
export async function step(name, form) {
  const now = await position();
  const to = now[`${name}es`];
  if (now.last && (!now.last.before || now.another)) return refuse(IS_SENT);
  if (!now.last && head() !== now.army.head) return refuse(ANOTHER);
  if (!to) return refuse(NO_STEP);
  const words = `${name === "undo" ? "Undone" : "Redone"}: ${to.said}`;
  await store(to, now, words);
  await showState();
  return respond(await askForPage(words, form.get("at") ?? ""));
}
