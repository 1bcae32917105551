// The key to the codes of the rows, fetched for players who have not closed it; without a network there is none.

import { data } from "./game.js";
import { showHints, wasClosed } from "../hints.js";
import { fetchPart } from "./page_part.js";

// The first page that a game keeps is its quick reference.
const [, ruleset] = data.keep[0].split("/");

if (!wasClosed(`codes-read-${ruleset}`)) {
  const page = await fetchPart(`${data.address}/codes`);
  if (page) {
    showHints(page);
    document.getElementById("none").before(...page.body.children);
  }
}
