// The key to the codes of the rows, fetched for players who have not closed it; without a network there is none.

import { data } from "./game.js";
import { showHints, wasClosed } from "../hints.js";

const place = document.getElementById("codes");

if (!wasClosed(`codes-read-${place.dataset.game}`)) {
  const answer = await fetch(`${data.address}/codes`).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.body.children);
    showHints(place);
  }
}
