// The screen for the room follows the game by itself: nobody touches it.

import { inHours } from "./words.js";
import { listen } from "./news.js";
import { apart } from "./places.js";

const GONE = "This game no longer exists, or this seat was withdrawn.";
const INTERVAL = 2_000; // milliseconds between two questions while no news come by themselves
const room = () => document.getElementById("room").dataset;
let drawnAt = performance.now();

const queue = {
  alone: false,
  busy: false,
  stopped: "",
  head: () => Number(room().head),
  get forces() { return Number(room().forces); },
  isUpToDate: () => false,
  now: draw,
};

// Say in place of whose go it is that nothing will follow, and ask no more.
function end() {
  queue.stopped = GONE;
  document.querySelector(".room-go").textContent = GONE;
}

// Draw the markers on the map beside each other where they would cover each other, with a line from each unit's place.
function spread() {
  /** @type {SVGSVGElement[]} */
  const markers = [...document.querySelectorAll(".room-marker")];
  const board = markers[0]?.ownerSVGElement?.viewBox.baseVal;
  if (!board) return;
  const boxes = markers.map(({ x, y, width, height }) => [x, y, width, height].map(({ baseVal }) => baseVal.value));
  const size = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side])));
  const places = boxes.map(([x, y, width, height]) => [x + width / 2, y + height / 2]);
  const lines = apart(places, size, [board.width, board.height]).map(([x, y], index) => {
    const [, , width, height] = boxes[index];
    markers[index].setAttribute("x", String(x - width / 2));
    markers[index].setAttribute("y", String(y - height / 2));
    return `M${places[index]}L${x} ${y}`;
  });
  document.querySelector(".room-map-leaders").setAttribute("d", lines.join(""));
}

// Draw the screen anew.
async function draw() {
  if (queue.busy || queue.stopped) return;
  queue.busy = true;
  try {
    const answer = await fetch(location.pathname);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = answer.ok && page.getElementById("room");
    if (answer.status === 404) end();
    if (fresh) {
      document.getElementById("room").replaceWith(fresh);
      // Events do not change whose turn it is on the screen: that of the counters or that of the map.
      for (const turns of document.getAnimations()) turns.startTime = 0;
      drawnAt = performance.now();
      spread();
      drawClocks();
    }
  } catch { /* the next news or question draws it */ }
  queue.busy = false;
}

async function ask() {
  if (queue.isUpToDate() || queue.stopped || document.hidden) return;
  const answer = await fetch(`${room().events}?since=${queue.head()}&forces=${queue.forces}`).catch(() => null);
  if (answer?.status === 200) draw();
  if (answer?.status === 404) end();
}

function drawClocks() {
  if (queue.stopped) return;
  for (const clock of document.querySelectorAll(".room-clock")) {
    const running = "runs" in clock.dataset ? performance.now() - drawnAt : 0;
    clock.textContent = inHours(Number(clock.dataset.used) + running);
  }
}

spread();
drawClocks();
setInterval(drawClocks, 1000);
setInterval(ask, INTERVAL);
listen(queue, room().news);

// The device stays awake for as long as the screen is seen.
function keepAwake() {
  if (!document.hidden) navigator.wakeLock.request("screen").catch(() => { /* it may go dark */ });
}

if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}
