// A finished PDF downloads by itself, once, and is shared where the device can share files.

/** @param {string} job */
function isNew(job) {
  const key = `printed-${job}`;
  try {
    const before = sessionStorage.getItem(key);
    sessionStorage.setItem(key, "1");
    return before === null;
  } catch {
    return false;
  }
}

function finish() {
  const download = document.getElementById("download");
  if (!download) return;
  if (isNew(download.dataset.job)) download.click();
  const share = document.querySelector("[data-share]");
  const probe = new File([], "army.pdf", { type: "application/pdf" });
  share.hidden = !navigator.canShare?.({ files: [probe] });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const { share, title } = button.dataset;
  const status = document.getElementById("share-said");
  status.textContent = "";
  const answer = await fetch(share).catch(() => null);
  if (!answer?.ok) {
    status.textContent = "The PDF could not be loaded. Try again, or make it again with “Change options”.";
    return;
  }
  const file = new File([await answer.blob()], `${title}.pdf`, { type: "application/pdf" });
  // Somebody who closes the device's sheet has shared nothing, which is no error.
  await navigator.share({ files: [file], title }).catch(({ name }) => {
    if (name !== "AbortError") {
      status.textContent = "The PDF was not shared. Tap the button again, or download the PDF.";
    }
  });
});

document.addEventListener("htmx:after:swap", finish);
finish();

// Shows on the page of the options what one does next with a PDF that has come.
/** @param {string} job */
export async function showMade(job) {
  try {
    sessionStorage.setItem(`printed-${job}`, "1");
    const answer = await fetch(job, { headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    page.querySelector(".print-first")?.remove();
    const made = document.getElementById("made");
    made.replaceChildren(...page.body.children);
    made.classList.remove("outdated");
    made.scrollIntoView({ block: "nearest" });
    finish();
    await import("./copying.js");
  } catch {
    // The PDF has come, which is what counts.
  }
}
