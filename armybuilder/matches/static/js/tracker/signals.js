// A buzz and a sound when something waits for the player, and the last result read aloud.

import { addPart, byId, data, game, plays, sideNames } from "./game.js";
import { makeSwitch } from "./sheet.js";
import { entryInWords } from "./tracks.js";

const BUZZ = 200; // milliseconds
const TONE = 880; // hertz
const signals = { buzz: false, sound: false };
let known = new Set(game.server.waiting);

function sound() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  tone.frequency.value = TONE;
  tone.connect(context.destination);
  tone.addEventListener("ended", () => context.close());
  tone.start();
  tone.stop(context.currentTime + BUZZ / 1000);
}

if (plays) {
  if ("vibrate" in navigator) makeSwitch(byId("buzz"), "buzz", true, (on) => { signals.buzz = on; });
  if ("AudioContext" in window) makeSwitch(byId("sound"), "sound", false, (on) => { signals.sound = on; });
  addPart(() => {
    const { waiting } = game.server;
    const isNew = waiting.some((number) => !known.has(number) && game.entries.get(number)?.side !== data.side);
    known = new Set(waiting);
    // Browsers allow both only once the player has touched the page.
    if (!isNew || data.both || !navigator.userActivation?.hasBeenActive) return;
    if (signals.buzz) navigator.vibrate(BUZZ);
    if (signals.sound) sound();
  });
}

if ("speechSynthesis" in window) {
  byId("read-aloud").hidden = false;
  byId("read-aloud").addEventListener("click", () => {
    const last = game.entries.get(game.server.head);
    const words = last ? `${sideNames[last.side]}: ${entryInWords(last)}.` : "Nothing has happened yet.";
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  });
}
