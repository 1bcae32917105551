// The army of this page as it is on this device, and its place in its history.

import { editsOf, get } from "../device_store.js";

export const RESTORE = "restore"; // the edit that undoes steps that the site has, as in offline/edits.py

export const builder = document.getElementById("builder");
export const { address } = builder.dataset;

// The number of the revision that the page shows.
export const head = () => Number(document.getElementById("head").value);
export const armyHere = () => get("armies", address);

// The state of the army on the site after so many `steps` of undo from its head (of redo below 0), and what the edit
// did that undoing there takes back; undefined where this device does not have it.
/**
 * @param {Past} given
 * @param {number} steps
 */
const stateAt = ({ back = [], ahead = [] }, steps) => (steps > 0 ? back[steps - 1] : ahead[-steps - 1]);
/**
 * @param {Past} given
 * @param {number} steps
 */
const editInWords = ({ back = [], ahead = [] }, steps) => (steps < 0 ? ahead[-steps - 1] : back[steps])?.said;

// The army's place in its history: the last edit here, how many `steps` of undo lie between the site's head and the
// state that the edits here begin with, and where undo and redo lead, if anywhere.
export async function position() {
  const army = /** @type {StoredArmy} */ (await armyHere());
  const edits = await editsOf(address);
  const last = edits.at(-1);
  const restoreEdit = edits.find(({ name }) => name === RESTORE);
  // Whether or not the site has an edit that it did not confirm, a later one can restore the state before it.
  const [unconfirmed, another] = edits.filter(({ tried, done }) => tried || done);
  /** @type {Past} */
  const line = unconfirmed
    ? { back: [{ number: army.head, now: unconfirmed.before, said: unconfirmed.said }, ...(army.back ?? [])] }
    : army;
  const steps = restoreEdit?.steps ?? 0;
  const again = army.undone?.at(-1);
  /** @param {number} by */
  const to = (by) => {
    const state = steps + by === 0 ? { now: restoreEdit?.before } : stateAt(line, steps + by);
    return state && { ...state, steps: steps + by, said: editInWords(line, Math.min(steps, steps + by)) };
  };
  const isOfSite = [restoreEdit, unconfirmed].includes(last); // no other edit was made here since
  return {
    army,
    last,
    steps,
    restoreEdit,
    another,
    undoes: isOfSite ? to(1) : { said: last?.said },
    redoes: again?.steps === steps ? { said: again.edit.said, again } : isOfSite ? to(-1) : undefined,
  };
}
