// Where the calculators' names do not fit side by side, the open one's is brought into view.

const open = document.querySelector(".calculator-nav [aria-current]");
if (open) {
  const list = open.closest("ul");
  const [name, room] = [open, list].map((element) => element.getBoundingClientRect());
  list.scrollLeft += name.left - room.left - (room.width - name.width) / 2;
}
