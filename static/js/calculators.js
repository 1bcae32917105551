// Where the calculators' names do not fit side by side, the open one's is brought into view.

const open = document.querySelector(".calculator-nav [aria-current]");
if (open) {
  const list = open.closest("ul");
  const [name, room] = [open, list].map((element) => element.getBoundingClientRect());
  list.scrollLeft += name.left - room.left - (room.width - name.width) / 2;
}

// On a phone the question of chosen units is behind a button, and stays in view once somebody changes it.

const unfold = document.querySelector(".question-unfold");
const show = (shown) => unfold.setAttribute("aria-expanded", String(shown));
unfold.addEventListener("click", () => show(unfold.getAttribute("aria-expanded") === "false"));
document.addEventListener("input", (event) => { if (event.target.closest(".sides, .question")) show(true); });
