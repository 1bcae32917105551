// What this device stores besides pages, in IndexedDB: `kept` lists by address what was taken offline, `armies` has
// armies as they are here, `edits` the changes made here and not sent yet, in order.

const NAME = "armybuilder";
const VERSION = 1;

let database = null;

function open() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of ["kept", "armies"]) request.result.createObjectStore(name, { keyPath: "address" });
      request.result.createObjectStore("edits", { keyPath: "place", autoIncrement: true }).createIndex("army", "army");
    };
    request.onsuccess = () => {
      // Another tab may delete the database.
      request.result.onversionchange = () => { request.result.close(); database = null; };
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => { database = null; reject(request.error ?? new Error("blocked")); };
  });
  return database;
}

// Run `work` with these stores in one transaction. Returns what it returns; of a request, the result.
export async function withStores(names, mode, work) {
  const transaction = (await open()).transaction(names, mode);
  return new Promise((resolve, reject) => {
    const result = work(...names.map((name) => transaction.objectStore(name)));
    transaction.oncomplete = () => resolve(result instanceof IDBRequest ? result.result : result);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

export const all = (name) => withStores([name], "readonly", (store) => store.getAll());
export const get = (name, key) => withStores([name], "readonly", (store) => store.get(key));
export const put = (name, record) => withStores([name], "readwrite", (store) => store.put(record));
export const remove = (name, key) => withStores([name], "readwrite", (store) => store.delete(key));
// randomUUID is missing where the site is not served over HTTPS, as in a club's own network.
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// An edit that the site has `done` stays until the army is fetched again.
export const isWaiting = ({ done }) => !done;
export const editsOf = (army) => withStores(["edits"], "readonly", (store) => store.index("army").getAll(army));

// Events of games at the table wait in the storage that all tabs share, by a key for each seat.
export const EVENTS = "match ";

// The events of one seat; null where they are damaged.
export function eventsIn(text) {
  try {
    const events = JSON.parse(text);
    return Array.isArray(events) ? events : null;
  } catch {
    return null;
  }
}

// The key of the events of a seat's `side`, of the game that takes them at an address.
export const eventsKey = (address, side) => `${EVENTS}${address} ${side}`;

// The unsent events of all games, as [key, text].
export function eventsWaiting() {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(EVENTS));
  } catch {
    return [];
  }
}

// The number of unsent changes and events on this device.
export const countWaiting = async () => (await all("edits")).filter(isWaiting).length + eventsWaiting().reduce((count, [, text]) => count + (eventsIn(text)?.length ?? 1), 0);

// What is being taken offline, in the storage that all pages share: when its page is left, the next one goes on.
const TAKING = "taking offline";

export function takingNow() {
  try {
    return localStorage.getItem(TAKING);
  } catch {
    return null;
  }
}

export function noteTaking(source) {
  try {
    if (source) localStorage.setItem(TAKING, source);
    else localStorage.removeItem(TAKING);
  } catch { /* nothing goes on after this page */ }
}
