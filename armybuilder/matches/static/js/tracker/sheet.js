// The sheet from below with all that is not needed at every moment, and whether anything waits to be sent.

import { isAway } from "../network.js";
import { askWhoWon, endingTemplate } from "./ending.js";
import { addPart, byId, data, draw, drawInto, game, plays, view } from "./game.js";

const sheet = byId("more");

export const closeSheet = () => sheet.close();

byId("more-open").addEventListener("click", () => {
  sheet.showModal();
  if (!history.state?.sheet) history.pushState({ ...history.state, sheet: true }, "");
  draw();
});
sheet.addEventListener("close", () => {
  if (history.state?.sheet) history.back();
  draw();
});
// Back closes the sheet; what was opened from it leads past it, also when that was another page.
if (history.state?.sheet) history.back();
addEventListener("popstate", ({ state }) => {
  if (sheet.open && !state?.sheet) sheet.close();
  else if (!sheet.open && state?.sheet) history.back();
});
byId("end")?.addEventListener("click", askWhoWon);
byId("more-close").addEventListener("click", closeSheet);

addPart(() => {
  if (!plays) return;
  byId("end").hidden = game.server.ended;
  byId("again").hidden = !game.server.ended;
  drawInto(byId("ending"), endingTemplate());
});

addPart(() => {
  if (!plays) return;
  const { events: { length }, failures, isUnsaved, stopped } = game.queue;
  const words = [length ? `${length} not sent` : "Saved"];
  if (isAway() || failures) words.push(length ? "no connection, trying again" : "no connection");
  if (isUnsaved && length) words.push("this device cannot store them, so leave the page open");
  const text = stopped || words.join(" · ");
  if (byId("sending").textContent !== text) byId("sending").textContent = text;
  const waits = length > 0 || failures > 0 || Boolean(stopped);
  for (const id of ["sending", "more-open"]) byId(id).classList.toggle("is-waiting", waits);
});

// --- switches that this device remembers ----------------------------------------------------------

/**
 * @param {string} name
 * @param {boolean} atFirst
 */
function isOn(name, atFirst) {
  try {
    return (localStorage.getItem(name) ?? (atFirst ? "on" : "off")) === "on";
  } catch {
    return atFirst;
  }
}

// Make a button a switch of that name, and call `change` with how it stands now and after each tap.
/**
 * @param {HTMLElement} button
 * @param {string} name
 * @param {boolean} atFirst
 * @param {(isOn: boolean) => void} change
 */
export function makeSwitch(button, name, atFirst, change) {
  let on = isOn(name, atFirst);
  const show = () => {
    button.ariaPressed = String(on);
    change(on);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    on = !on;
    try {
      localStorage.setItem(name, on ? "on" : "off");
    } catch { /* the choice is not remembered */ }
    show();
  });
  show();
}

// --- the screen stays on --------------------------------------------------------------------------
// It does unless the player turns that off, which the device remembers.

/** @type {WakeLockSentinel | null} */
let lock = null;
let staysOn = true;

async function keepAwake() {
  if (!staysOn) await lock?.release();
  else if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => null);
}

if ("wakeLock" in navigator) {
  makeSwitch(byId("awake"), "screen stays on", true, (on) => {
    staysOn = on;
    keepAwake();
  });
  document.addEventListener("visibilitychange", keepAwake);
}

// --- the guide ------------------------------------------------------------------------------------
// Units that may act now stand before the others, at each seat that likes it so.

makeSwitch(byId("guide"), `guide ${data.address} ${data.side}`, true, (on) => {
  view.guided = on;
  if (byId("tracker").classList.contains("is-drawn")) draw();
});
