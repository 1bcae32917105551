// Reports errors of passkeys in the message region, in the words that the page has for each.

document.addEventListener("allauth.error", (event) => {
  // On a site that may not use passkeys, most browsers do not even name the error.
  const name = window.PublicKeyCredential ? event.detail.exception.name : "SecurityError";
  const template = document.querySelector(`template[data-passkey-error="${CSS.escape(name)}"]`);
  const words = template ?? document.querySelector('template[data-passkey-error=""]');
  const messages = document.getElementById("messages");
  messages.replaceChildren(words.content.cloneNode(true));
  messages.scrollIntoView({ block: "nearest" });
  event.preventDefault();
});
