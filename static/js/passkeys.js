// What goes wrong with a passkey is told in the message region; which words belong to which error stands in the page.

document.addEventListener("allauth.error", (event) => {
  // Where an address may have no passkeys, most browsers do not even name the error.
  const name = window.PublicKeyCredential ? event.detail.exception.name : "SecurityError";
  const told = document.querySelector(`template[data-passkey-error="${CSS.escape(name)}"]`);
  const words = told ?? document.querySelector('template[data-passkey-error=""]');
  const messages = document.getElementById("messages");
  messages.replaceChildren(words.content.cloneNode(true));
  messages.scrollIntoView({ block: "nearest" });
  event.preventDefault();
});
