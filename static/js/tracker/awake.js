// The screen stays on during a game unless the player turns that off, which the device remembers.

const awake = document.getElementById("awake");
const AWAKE = "screen stays on";
let lock = null;

const choice = () => {
  try {
    return localStorage.getItem(AWAKE);
  } catch {
    return null;
  }
};

async function keepAwake() {
  const isOn = choice() !== "off";
  awake.ariaPressed = String(isOn);
  if (!isOn) await lock?.release();
  else if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => null);
}

if ("wakeLock" in navigator) {
  awake.hidden = false;
  awake.addEventListener("click", () => {
    try {
      localStorage.setItem(AWAKE, choice() === "off" ? "on" : "off");
    } catch { /* the choice is not remembered */ }
    keepAwake();
  });
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}
