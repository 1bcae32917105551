// Fetches a part of the page that the site draws by itself when it is needed.

// The part as a document, whose style this page has then; null when it could not be fetched.
/** @param {string} address */
export async function fetchPart(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const style = page.querySelector("link");
  style.remove();
  if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) {
    await new Promise((resolve) => {
      style.onload = style.onerror = resolve;
      document.head.append(style);
    });
  }
  return page;
}
