// Scrolls the name of the open calculator into view where the names do not fit side by side.

const open = document.querySelector(".calculator-nav [aria-current]");
if (open) {
  const list = open.closest("ul");
  const [name, room] = [open, list].map((element) => element.getBoundingClientRect());
  list.scrollLeft += name.left - room.left - (room.width - name.width) / 2;
}

// On a phone the question about selected units is behind a button, and stays open once somebody changes it.

const unfold = document.querySelector(".question-unfold");
/** @param {boolean} isShown */
const show = (isShown) => unfold.setAttribute("aria-expanded", String(isShown));
unfold.addEventListener("click", () => show(unfold.getAttribute("aria-expanded") === "false"));
document.addEventListener("input", (event) => { if (event.target.closest(".sides, .question")) show(true); });
