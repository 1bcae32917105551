// The tracker of a game at the table. Each part of the page draws itself from the state of the game when that changes.

import { get } from "../device_store.js";
import { isAway } from "../network.js";
import { data, draw, game, plays, takeEntries, takeState } from "./game.js";
import { forgetWorkedOut, workOutConsequences } from "./consequences.js";
import { follow, loadFiles, noteResult } from "./engagement.js";
import { restoreView } from "./last_view.js";
import { tellRefusals, tellResult } from "./notices.js";
import { MatchQueue } from "./queue.js";
import { passesOn } from "./turn.js";
import "./finding.js";
import "./log.js";
import "./rows.js";
import "./sheet.js";
import "./throws.js";

const KEPT_AFTER = 5_000; // milliseconds, since the page comes first

// What keeps the game on this device is loaded after the page.
/** @param {(module: Keeping) => unknown} work */
const keeping = (work) => import("./keeping.js").then(work).catch(() => { /* not kept without a network */ });

const keepAgain = () => keeping(({ keepAll }) => keepAll());

// Only games that hide units have other rows at times.
const renewal = () => import("./renewal.js");

/** @param {Update} given */
function take({ reload, other_rows: otherRows, ...update }) {
  if (reload) location.reload();
  takeEntries(update.entries ?? []);
  if (update.head >= game.server.head) game.server = { ...game.server, ...update };
  if (otherRows)
    renewal().then(({ renewRows }) => renewRows(update.entries ?? []), () => location.reload()).then(keepAgain);
  forgetWorkedOut();
  keeping(({ storeState }) => storeState());
  draw();
  if (update.entries?.length && !otherRows) follow();
  tellRefusals(update.entries ?? []);
}

// A tap of *Next* brings the first unit that may act into sight.
const ready = () => import("./ready.js");
const toReady = () => ready().then(({ showReady }) => showReady()).catch(() => { /* it is not loaded */ });

let unsent = "";

// The state is that of the site with the events that it does not know yet.
function takeUnsent() {
  draw();
  const events = JSON.stringify(game.queue.events);
  // The network may be missed only after they were made.
  const state = `${isAway()} ${events}`;
  if (state === unsent) return;
  unsent = state;
  workOutConsequences(events);
  if (!isAway()) return;
  follow();
  const last = game.queue.events.at(-1);
  if (last && passesOn(last)) toReady();
}

// A kept page is older than the state that was stored with each event since.
if (document.documentElement.dataset.kept) takeState((await get("kept", data.address).catch(() => null))?.now ?? {});

game.queue = new MatchQueue({
  address: data.events,
  csrf: data.csrf,
  side: data.side,
  alone: data.both,
  forces: data.forces,
  head: () => game.server.head,
  photo: () => game.server.ending?.photo.split("?")[1] ?? "", // its digest
  onUpdate: take,
  onResult: (event, result) => {
    noteResult(event, result);
    tellResult(event, result);
    if (result.number && passesOn(event)) toReady();
  },
  onChange: takeUnsent,
});

// What stands at the foot of a phone's window leaves the rest of it to rows and panels.
const heights = new ResizeObserver((changed) => {
  for (const { target: { id, offsetHeight } } of /** @type {any[]} */ (changed))
    document.documentElement.style.setProperty(`--${id}`, `${offsetHeight}px`);
});
for (const id of ["dock", "cards"]) heights.observe(document.getElementById(id));

draw();
document.getElementById("tracker").classList.add("is-drawn");
restoreView();
game.queue.start();
const afterPage = () => {
  import("./news.js").then(({ listen }) => listen(game.queue, data.news)).catch(() => { /* the queue asks */ });
  import("./clocks.js").catch(() => { /* there are no clocks */ });
  import("./signals.js").catch(() => { /* nothing buzzes */ });
  if (document.getElementById("map-open")) import("./table_map.js").catch(() => { /* there is no map */ });
  if (plays) ready().catch(() => { /* loaded when it is needed */ });
  if (data.hides) renewal().catch(() => { /* loaded when there are other rows */ });
  if (plays) loadFiles().catch(() => { /* loaded when they are needed */ });
  keeping(({ keepPage, storeState }) => {
    storeState();
    keepPage();
  });
  setTimeout(() => {
    keeping(({ keepAll, takeRules }) => keepAll().then(takeRules));
    import("../take_offline.js").catch(() => { /* nothing can be taken without a network */ });
  }, KEPT_AFTER);
};
document.addEventListener("taken-offline", keepAgain);
if (document.readyState === "complete") afterPage();
else addEventListener("load", afterPage);
