// Long pages: the part that the address names is unfolded, a button and printing unfold all, and phones begin folded.

const folds = [...document.querySelectorAll("main details")];
const button = document.querySelector("[data-unfold]");

if (matchMedia("(max-width: 40rem)").matches) {
  for (const fold of folds) if ("foldsOnPhone" in fold.dataset) fold.open = false;
}

function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.closest("main details") ?? target?.querySelector("details");
  if (!fold) return;
  fold.open = true;
  target.scrollIntoView();
}
unfoldTarget();
addEventListener("hashchange", unfoldTarget);

function unfoldAll(open) {
  for (const fold of folds) fold.open = open;
  button.setAttribute("aria-pressed", open);
}
button.parentElement.hidden = false;
button.addEventListener("click", () => unfoldAll(button.getAttribute("aria-pressed") !== "true"));
addEventListener("beforeprint", () => unfoldAll(true));
