// Replaces the service worker where the site's operator has switched it off: it deletes the kept pages and itself.
// Unsent changes of players stay on their devices, and are sent from any page.

addEventListener("install", (event) => event.waitUntil(skipWaiting()));
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  await clients.claim();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await registration.unregister();
}
