// What this device stores besides pages, in IndexedDB: `kept` lists by address what was taken offline, `armies` has
// armies as they are here, `edits` the changes made here and not sent yet, in order.

const NAME = "armybuilder";
const VERSION = 1;

/** @type {Promise<any> | null} */
let database = null;

// The library is loaded on the devices that store something.
async function connect() {
  const { openDB } = await import("../vendor/idb-8.0.4/index.js");
  return openDB(NAME, VERSION, {
    upgrade(/** @type {any} */ created) {
      for (const name of ["kept", "armies"]) created.createObjectStore(name, { keyPath: "address" });
      created.createObjectStore("edits", { keyPath: "place", autoIncrement: true }).createIndex("army", "army");
    },
    // Another tab may delete the database.
    blocking(/** @type {number} */ _version, /** @type {number | null} */ _newVersion, /** @type {Event} */ event) {
      /** @type {IDBDatabase} */ (event.target).close();
      database = null;
    },
  });
}

function open() {
  database ??= connect().catch((failure) => {
    database = null;
    throw failure;
  });
  return database;
}

// Run `work` with these stores in one transaction, and return what it returns once that is stored.
/**
 * @param {(keyof Stored)[]} names
 * @param {IDBTransactionMode} mode
 * @param {(...stores: Store[]) => any} work
 */
export async function withStores(names, mode, work) {
  const transaction = (await open()).transaction(names, mode);
  const [result] = await Promise.all([work(...names.map((name) => transaction.objectStore(name))), transaction.done]);
  return result;
}

/**
 * @template {keyof Stored} Name
 * @param {Name} name
 * @returns {Promise<Stored[Name][]>}
 */
export const all = async (name) => (await open()).getAll(name);
/**
 * @template {keyof Stored} Name
 * @param {Name} name
 * @param {string} key
 * @returns {Promise<Stored[Name] | undefined>}
 */
export const get = async (name, key) => (await open()).get(name, key);
/**
 * @param {keyof Stored} name
 * @param {object} record
 */
export const put = async (name, record) => (await open()).put(name, record);
/**
 * @param {string} name
 * @param {string | number} key
 */
export const remove = async (name, key) => (await open()).delete(name, key);
// randomUUID is missing where the site is not served over HTTPS, as in a club's own network.
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// An edit that the site has `done` stays until the army is fetched again.
/** @param {{ done?: boolean }} given */
export const isWaiting = ({ done }) => !done;
/**
 * @param {string} army
 * @returns {Promise<StoredEdit[]>}
 */
export const editsOf = async (army) => (await open()).getAllFromIndex("edits", "army", army);

// Events of games at the table wait in the storage that all tabs share, by a key for each seat.
export const EVENTS = "match ";

// The events of one seat; null where they are damaged. Those of 1.3 call a holder bearer.
/**
 * @param {string} text
 * @returns {MatchEvent[] | null}
 */
export function eventsIn(text) {
  try {
    const events = JSON.parse(text.replaceAll('"bearer":', '"holder":'));
    return Array.isArray(events) ? events : null;
  } catch {
    return null;
  }
}

// The key of the events of a seat's `side`, of the game that takes them at an address.
/**
 * @param {string} address
 * @param {number | null} side
 */
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
export const countWaiting = async () =>
  (await all("edits")).filter(isWaiting).length
  + eventsWaiting().reduce((count, [, text]) => count + (eventsIn(text)?.length ?? 1), 0);

// What is being taken offline, in the storage that all pages share: when its page is left, the next one goes on.
export const TAKING = "taking offline";

export function takingNow() {
  try {
    return localStorage.getItem(TAKING);
  } catch {
    return null;
  }
}
