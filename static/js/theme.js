// Runs before the first paint: a visitor who left the colours to the device gets the device's.
if (document.documentElement.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", follow);
  follow();
}
