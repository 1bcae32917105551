// Runs in the head: before the first paint, and before the scripts that wait for the whole page.

// A visitor who left the colours to the device gets the device's.
if (document.documentElement.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
}

// What is typed or chosen before the other scripts have arrived is announced to them again. htmx starts in a task of
// its own after it has loaded; the timer comes after that one.
for (const type of ["input", "change"]) {
  const fields = new Set();
  const note = ({ target }) => fields.add(target);
  addEventListener(type, note);
  addEventListener("DOMContentLoaded", () => setTimeout(() => {
    removeEventListener(type, note);
    for (const field of fields) field.dispatchEvent(new Event(type, { bubbles: true }));
  }));
}
