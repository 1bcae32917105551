// Puts the server's errors at the inputs, which are not swapped with the answer.

const MARK = "data-mistaken";

/** @param {Found} input */
function unmark(input) {
  const messageId = input.getAttribute(MARK);
  const message = document.getElementById(messageId);
  const describedBy = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((/** @type {string} */ id) => id && id !== messageId);
  input.setAttribute("aria-describedby", describedBy.join(" "));
  input.removeAttribute("aria-invalid");
  input.removeAttribute(MARK);
  input.classList.remove("is-invalid");
  message?.remove();
}

/**
 * @param {Found} input
 * @param {string} message
 */
function mark(input, message) {
  const words = document.createElement("div");
  words.id = `${input.id}_mistake`;
  words.className = "invalid-feedback";
  words.textContent = message;
  // A unit beside the input stays beside it.
  if (input.parentElement.classList.contains("input-group")) input.parentElement.append(words);
  else input.after(words);
  input.classList.add("is-invalid");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute(MARK, words.id);
  for (let inside = input.closest("details"); inside; inside = inside.parentElement.closest("details"))
    inside.open = true;
  input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby") ?? ""} ${words.id}`.trim());
}

/** @param {Found} input */
function takeOver(input) {
  // The first answer replaces the errors that came with the page.
  document.getElementById(`${input.id}_error`)?.remove();
  input.setAttribute(MARK, `${input.id}_error`);
}

// Parts of an answer that a player has unfolded or folded stay so in the next one. Numbers in a title change with the
// answer.
const chosen = new Map();

function folds() {
  const counts = new Map();
  return [...document.querySelectorAll("#answer details")].map((fold) => {
    const title = fold.querySelector("summary").textContent.replace(/\d+/g, "").trim();
    counts.set(title, (counts.get(title) ?? 0) + 1);
    return { fold, name: `${title} ${counts.get(title)}` };
  });
}

document.addEventListener("click", ({ target }) => {
  const clicked = target.closest("#answer summary")?.parentElement;
  const { name } = folds().find(({ fold }) => fold === clicked) ?? {};
  if (name) chosen.set(name, !clicked.open);
});

document.addEventListener("htmx:after:swap", () => {
  for (const { fold, name } of folds()) fold.open = chosen.get(name) ?? fold.open;
  const page = document.querySelector("#calculator, #engage");
  if (!page) return;
  for (const input of page.querySelectorAll(`.is-invalid:not([${MARK}])`)) takeOver(input);
  for (const input of page.querySelectorAll(`[${MARK}]`)) unmark(input);
  for (const link of document.querySelectorAll("#answer [data-mistake]")) {
    const input = document.getElementById(link.getAttribute("href").slice(1));
    if (input && !input.hasAttribute(MARK)) mark(input, link.dataset.mistake);
  }
});
