// The key to the codes of the rows, fetched for players who have not closed it; without a network there is none.

import { data } from "./game.js";
import { showHints, wasClosed } from "../hints.js";

// The first page that a game keeps is its quick reference.
const [, ruleset] = data.keep[0].split("/");

if (!wasClosed(`codes-read-${ruleset}`)) {
  const answer = await fetch(`${data.address}/codes`).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const style = page.querySelector("link");
    await new Promise((resolve) => {
      style.onload = style.onerror = resolve;
      document.head.append(style);
    });
    showHints(page);
    document.getElementById("none").before(...page.body.children);
  }
}
