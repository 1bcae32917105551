// The meaning of an abbreviation, which its title says to a mouse, opens on a tap or a key as well.

const meaning = document.createElement("div");
meaning.className = "meaning";
meaning.popover = "auto";
meaning.tabIndex = -1;

document.addEventListener("click", (event) => {
  const chip = event.target.closest("button:is(.chip, .abbreviation)[title]");
  if (!chip) return;
  document.getElementById("main").append(meaning);
  meaning.textContent = `${chip.textContent}: ${chip.title}`;
  meaning.showPopover({ source: chip });
  const at = chip.getBoundingClientRect();
  const room = document.documentElement.clientWidth - meaning.offsetWidth - 8;
  const below = at.bottom + 4;
  const fits = below + meaning.offsetHeight <= innerHeight;
  meaning.style.left = `${Math.max(8, Math.min(at.left, room))}px`;
  meaning.style.top = `${fits ? below : at.top - meaning.offsetHeight - 4}px`;
  meaning.focus({ preventScroll: true });
});

// It belongs to the place of its chip, which scrolls away.
addEventListener("scroll", () => meaning.matches(":popover-open") && meaning.hidePopover(), { passive: true, capture: true });
