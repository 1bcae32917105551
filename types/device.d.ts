// What this device stores, and what is taken offline.

/** A thing that was taken offline; a game at the table has its `match`, a game its `ruleset` and custom entries. */
interface Kept {
  address: string;
  title: string;
  kind: string;
  pages: string[];
  since: string;
  bytes: number;
  version: string;
  /** The address that describes it. */
  source?: string;
  /** The revision of an army. */
  head?: number;
  ruleset?: string;
  entries?: unknown[];
  /** Of custom games, by their slugs. */
  documents?: Record<string, unknown>;
  match?: any;
  now?: any;
}

/** What a page has to say to keep a thing; the service worker says the rest. */
type ToKeep = Omit<Kept, "since" | "bytes" | "version"> & Partial<Kept>;

/** An army as documents have it, which Python reads. */
interface ArmyNow {
  name: string;
  groups: { units: unknown[] }[];
  [rest: string]: unknown;
}

/** A state of an army in its history. */
interface ArmyState {
  /** Undefined where an edit was not applied here yet. */
  now?: ArmyNow;
  number?: number;
  said?: string;
}

/** What undo and redo lead to, nearest first. */
type Past = Pick<StoredArmy, "back" | "ahead">;

/** An army on this device: as the site had it at its head, with the states around it, and as it is here. */
interface StoredArmy {
  address: string;
  head: number;
  now: ArmyNow;
  back?: ArmyState[];
  ahead?: ArmyState[];
  /** The player's models that it can use, as the site writes them. */
  collection?: object;
  /** Edits that were undone here. */
  undone?: { edit: StoredEdit; now: ArmyNow; steps: number }[];
}

/** An edit of an army that was made here, as the form that the site takes. */
interface Edit {
  id: string;
  army: string;
  name: string;
  form: string;
}

interface StoredEdit extends Edit {
  place: number;
  /** The army before it was applied here. */
  before?: ArmyNow;
  said?: string;
  steps?: number;
  /** The site has it. */
  done?: boolean;
  /** The site may have it. */
  tried?: boolean;
}

/** What the stores of the database have. */
interface Stored {
  kept: Kept;
  armies: StoredArmy;
  edits: StoredEdit;
}

/** A store of the database. */
type Store = any;

/** A question to Python in the browser. */
type Question = Record<string, unknown>;

/** Its answer about an army: a page or parts of it, and where they go. */
interface ArmyReply {
  status: number;
  html: string;
  target?: string;
  swap?: string;
  now?: ArmyNow;
  said?: string;
}

/** Where undo or redo leads: to a state in the site's history, or back before or after an edit made here. */
interface Step extends ArmyState {
  /** How many steps of undo from the site's head. */
  steps?: number;
  /** The edit that was undone here last. */
  again?: { edit: StoredEdit; now: ArmyNow };
}
