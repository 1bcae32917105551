// Opens the meaning of an abbreviation, the title that a mouse shows, on a tap or a key as well.

const meaning = document.createElement("div");
meaning.className = "meaning";
meaning.popover = "auto";
meaning.tabIndex = -1;
/** @type {HTMLElement} */
let chip; // the one explained
/** @type {number} */
let chipTop; // its position at that time

document.addEventListener("click", (event) => {
  const button = event.target.closest("button:is(.chip, .abbreviation)[title]");
  if (!button) return;
  chip = button;
  document.getElementById("main").append(meaning);
  const words = chip.textContent.trim();
  // In a list of words, each meaning has its word.
  const [term, said] = chip.title.split(/[:(]/);
  meaning.textContent = term && said && words.includes(term.trim()) ? chip.title : `${words}: ${chip.title}`;
  meaning.showPopover({ source: chip });
  const at = chip.getBoundingClientRect();
  chipTop = at.top;
  const room = document.documentElement.clientWidth - meaning.offsetWidth - 8;
  const below = at.bottom + 4;
  const fits = below + meaning.offsetHeight <= innerHeight;
  meaning.style.left = `${Math.max(8, Math.min(at.left, room))}px`;
  meaning.style.top = `${fits ? below : at.top - meaning.offsetHeight - 4}px`;
  meaning.focus({ preventScroll: true });
});

// It belongs beside its chip, which may scroll away.
function hideWithChip() {
  if (meaning.matches(":popover-open") && chip.getBoundingClientRect().top !== chipTop) meaning.hidePopover();
}
addEventListener("scroll", hideWithChip, { passive: true, capture: true });
