// Menus close with Escape, which leads back to their buttons, by their links, and when something else is clicked.

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.(".menu[open]");
  if (event.key !== "Escape" || !menu) return;
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
  }
});
