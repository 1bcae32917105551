// Hints above what they explain: each is shown until it is closed, once in a browser, and when it is chosen in a menu.
// A browser that stores nothing shows it each time.

/** @param {string} name */
export function wasClosed(name) {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

/** @param {string} name */
function noteClosed(name) {
  try {
    localStorage.setItem(name, "1");
  } catch {
    // It is shown again next time.
  }
}

/** @param {ParentNode} part */
export function showHints(part) {
  for (const hint of part.querySelectorAll("[data-hint]")) hint.hidden = wasClosed(hint.dataset.hint);
}

showHints(document);

document.addEventListener("click", ({ target }) => {
  const closed = target.closest("[data-hint-close]")?.closest("[data-hint]");
  if (closed) {
    closed.hidden = true;
    document.getElementById("main").focus();
    noteClosed(closed.dataset.hint);
  }
  const show = target.closest("[data-hint-show]");
  if (!show) return;
  const hint = document.getElementById(show.dataset.hintShow);
  const menu = show.closest("details");
  if (menu) menu.open = false;
  hint.hidden = false;
  hint.dataset.asked = "";
  // On a phone it is above the army, which another tab of the builder hides.
  if (!hint.checkVisibility()) location.hash = "army";
  hint.focus();
  hint.scrollIntoView({ block: "nearest" });
});
