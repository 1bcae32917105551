// What this device keeps beside the pages, in IndexedDB: `kept` lists what was taken offline by address, `armies` has
// armies as they are here, `edits` what was changed here and not sent yet, in the order in which it was made.

const NAME = "armybuilder";
const VERSION = 1;

let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of ["kept", "armies"]) request.result.createObjectStore(name, { keyPath: "address" });
      request.result.createObjectStore("edits", { keyPath: "place", autoIncrement: true }).createIndex("army", "army");
    };
    request.onsuccess = () => {
      // Another tab may delete all of it.
      request.result.onversionchange = () => { request.result.close(); opened = null; };
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => { opened = null; reject(request.error ?? new Error("blocked")); };
  });
  return opened;
}

// Do `work` with these stores in one transaction; what it returns, or the result of the request that it returns.
export async function withStores(names, mode, work) {
  const transaction = (await open()).transaction(names, mode);
  return new Promise((resolve, reject) => {
    const made = work(...names.map((name) => transaction.objectStore(name)));
    transaction.oncomplete = () => resolve(made instanceof IDBRequest ? made.result : made);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

export const all = (name) => withStores([name], "readonly", (store) => store.getAll());
export const get = (name, key) => withStores([name], "readonly", (store) => store.get(key));
export const put = (name, record) => withStores([name], "readwrite", (store) => store.put(record));
export const remove = (name, key) => withStores([name], "readwrite", (store) => store.delete(key));
// randomUUID is missing where the site is not served by HTTPS, as at a club's table.
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// An edit that the site has `done` stays until the army is fetched anew.
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

// All that games have not sent yet, as [key, text].
export function eventsWaiting() {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(EVENTS));
  } catch {
    return [];
  }
}

// How much of this device is not sent yet.
export const countWaiting = async () => (await all("edits")).filter(isWaiting).length + eventsWaiting().reduce((count, [, text]) => count + (eventsIn(text)?.length ?? 1), 0);
