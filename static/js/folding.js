// Long pages: the part that the address names is unfolded, a button unfolds or folds all, printing unfolds all, and
// phones begin folded.

// Found anew each time, since a search on the page replaces them.
const folds = () => [...document.querySelectorAll("main details")];
const button = document.querySelector("[data-unfold]");

if (matchMedia("(max-width: 40rem)").matches) {
  for (const fold of folds()) if ("foldsOnPhone" in fold.dataset) fold.open = false;
}

function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = target?.closest("main details") ?? target?.querySelector("details");
  if (!fold) return;
  for (; fold; fold = fold.parentElement.closest("main details")) fold.open = true;
  target.scrollIntoView();
}
unfoldTarget();
addEventListener("hashchange", unfoldTarget);

/** @param {boolean} open */
function setAll(open) {
  for (const fold of folds()) fold.open = open;
}
const allOpen = () => folds().every((fold) => fold.open);

function nameButton() {
  button.textContent = allOpen() ? "Collapse all" : "Expand all";
}
nameButton();
addEventListener("toggle", nameButton, true);
addEventListener("htmx:after:swap", nameButton);
button.parentElement.hidden = false;
button.addEventListener("click", () => setAll(!allOpen()));
addEventListener("beforeprint", () => setAll(true));
