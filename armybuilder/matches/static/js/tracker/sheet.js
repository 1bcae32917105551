// The sheet from below with all that is not needed at every moment, and whether anything waits to be sent.

import { isAway } from "../network.js";
import { askWhoWon, endingTemplate } from "./ending.js";
import { addPart, byId, draw, drawInto, game, plays } from "./game.js";

const sheet = byId("more");

export const closeSheet = () => sheet.close();

byId("more-open").addEventListener("click", () => {
  sheet.showModal();
  draw();
});
sheet.addEventListener("close", draw);
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

// --- the screen stays on --------------------------------------------------------------------------
// It does unless the player turns that off, which the device remembers.

const awake = byId("awake");
const AWAKE = "screen stays on";
/** @type {WakeLockSentinel | null} */
let lock = null;

const choice = () => {
  try {
    return localStorage.getItem(AWAKE);
  } catch {
    return null;
  }
};

async function keepAwake() {
  const isOn = choice() !== "off";
  awake.ariaPressed = String(isOn);
  if (!isOn) await lock?.release();
  else if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => null);
}

if ("wakeLock" in navigator) {
  awake.hidden = false;
  awake.addEventListener("click", () => {
    try {
      localStorage.setItem(AWAKE, choice() === "off" ? "on" : "off");
    } catch { /* the choice is not remembered */ }
    keepAwake();
  });
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}
