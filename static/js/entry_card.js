// The card beside the form of an entry shows what is entered.

const form = document.querySelector(".own-entry");
const card = document.getElementById("entry-card");

form.addEventListener("change", () => {
  const sent = new FormData(form);
  sent.delete("csrfmiddlewaretoken");
  const address = new URL(card.src);
  for (const [name, value] of sent) address.searchParams.append(name, value);
  card.contentWindow.location.replace(address); // no step of the browser's history
});
