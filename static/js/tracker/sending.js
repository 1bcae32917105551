// What was not sent yet, and the buttons that end a game or begin the next one.

import { isAway } from "../network.js";
import { add, addPart, byId, game, plays } from "./game.js";

byId("end")?.addEventListener("click", () => add({ kind: "end" }));

addPart(() => {
  if (!plays) return;
  byId("end").hidden = game.server.ended;
  byId("again").hidden = !game.server.ended;
});

addPart(() => {
  if (!plays) return;
  const { events: { length }, failures, isUnsaved, stopped } = game.queue;
  const words = [length ? `${length} not sent` : "All sent"];
  if (isAway() || failures) words.push(length ? "no connection, trying again" : "no connection");
  if (isUnsaved) words.push("this device cannot keep them, leave the page open");
  const text = stopped || words.join("; ");
  if (byId("sending").textContent !== text) byId("sending").textContent = text;
  byId("sending").classList.toggle("is-waiting", length > 0 || failures > 0);
});
