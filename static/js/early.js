// Runs in the head: before the first paint, and before the scripts that wait for the whole page.

// With the automatic theme, the page follows the device.
if (document.documentElement.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
}

// The site gives times in the time zone of the device.
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `timezone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;
}

// Input that came before the other scripts were loaded is announced to them again. htmx starts in a separate task after
// it has loaded; the timer comes after that.
for (const type of ["input", "change"]) {
  const fields = new Set();
  /** @param {OnPage<Event>} given */
  const note = ({ target }) => fields.add(target);
  addEventListener(type, note);
  addEventListener("DOMContentLoaded", () => setTimeout(() => {
    removeEventListener(type, note);
    for (const field of fields) field.dispatchEvent(new Event(type, { bubbles: true }));
  }));
}
