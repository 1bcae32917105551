// The shapes of a game at the table.

/** Named here, since a script that names another, even for its types, has that one's checksum in its own. */
type MatchQueue = import("../armybuilder/matches/static/js/tracker/queue.js").MatchQueue;
type Keeping = typeof import("../armybuilder/matches/static/js/tracker/keeping.js");
type Correcting = typeof import("../armybuilder/matches/static/js/tracker/correcting.js");

/** Boxes of a unit, a side or the game that are ticked or counted. */
interface Track {
  slug: string;
  title: string;
  boxes: number;
  /** Fewer than `boxes` where a unit may have more than is usual. */
  usual_boxes: number;
  /** The number of boxes that are ticked at first. */
  start: number;
  counts: boolean;
  exclusive: boolean;
  keys: string[];
  names: string[];
  titles: string[];
  /** What a count is called from a number on. */
  marks: [number, string][];
  unticked: string;
}

/** The numbers of ticked boxes, from 1. */
type Ticks = number[];
type TicksByTrack = Map<Track, Ticks>;
/** A holder with its ticks of one track. */
type HolderTicks = [string, Ticks];

/** An event that a device makes; the rest is of its kind. */
interface MatchEvent {
  id: string;
  kind: string;
  changes?: Change[];
  [rest: string]: any;
}

/** An event before it has its id. */
type NewEvent = Omit<MatchEvent, "id"> & { kind: string; id?: string };

/** What tells whether an event is about the same as another. */
type Like = Pick<MatchEvent, "kind" | "changes">;

/** A change of a track: by an amount where it counts, or of one box. */
interface Change {
  side: number;
  holder: string;
  track: string;
  amount?: number;
  box?: string;
  on?: boolean;
  /** The box that was ticked when the player chose, where one excludes the others. */
  seen?: string;
}

/** What an event changes, before it is of a holder. */
type Boxing = Pick<Change, "amount" | "box" | "on">;
/** Makes the same change to all holders whose ticks pass. */
type ChangeAll = (passes: (ticks: Ticks) => unknown, change: Boxing) => Change[];

/** What came of an event. */
interface Result {
  number?: number;
  error?: string;
  conflict?: boolean;
  /** The numbers of the entries that an undo would undo too. */
  depend?: number[];
}

/** A change in the log: of a track, or of a holder that has another id since. */
interface Effect {
  side: number;
  holder: string;
  track: string;
  was?: string;
  after?: string;
}

/** Who won a game that has ended, in words, and the side that said so last. */
interface Ending {
  verdict: string;
  note: string;
  side: number;
  agreed: boolean;
  words: string;
  /** The address of the photo, empty without one. */
  photo: string;
}

/** An entry of the log; the rest is of its kind. */
interface Entry {
  number: number;
  side: number;
  kind: string;
  words: string;
  time?: string;
  changed: string[];
  proposes: string[];
  decides?: string[];
  effects: Effect[];
  proposed: Change[];
  own?: string;
  opposing?: string;
  calculator?: string;
  of?: number;
  agreed?: boolean;
  thrown?: string;
  outcome?: string;
  result?: string;
  /** What it proposes, in a sentence for its reader. */
  says?: string;
  /** Why the other side does not agree. */
  reason?: string;
  /** What it changes, which can be corrected; of a correction, what that was rather. */
  changes?: Change[];
  rolled?: Rolled[];
  seed?: number;
}

/** Dice of one purpose: their scores that are good enough, and the others. */
interface Rolled {
  what: string;
  needed: string;
  good: number[];
  bad: number[];
}

interface RowValue {
  heading: string;
  value: string;
  name: string;
}

/** What rows that look alike share. */
interface Look {
  title: string;
  subtitle: string;
  symbol: string;
  values: RowValue[];
}

/** A unit, or a group that has states, as the site sends it. */
interface SentRow {
  id: string;
  look: number;
  number: string;
  kind: number;
  run: string | null;
  has_card: boolean;
  engages?: string;
}

/** A row as the page draws it. */
interface Row extends Look, Omit<SentRow, "look" | "engages"> {
  key: string;
  side: number;
  fullName: string;
  /** The id under which it is engaged; empty where it is not. */
  engages: string;
  group: Group;
  ticks: TicksByTrack;
  isOut: boolean;
  isHidden: boolean;
  state: string;
  /** Its ticks as the site knows them, and whether events about it wait. */
  known: unknown;
  waits: boolean;
  words?: string;
}

/** Equal units that follow one another; a row by itself has no key. */
interface Run {
  key: string | null;
  rows: Row[];
}

interface Group {
  id: string;
  key: string;
  name: string;
  side: number;
  rows: Row[];
  runs: Run[];
  isFirst: boolean;
  isDrawn?: boolean;
}

interface Segment {
  title: string;
  acts: "first" | "second" | "both" | "one";
  /** What is done in it, behind “Your go:”. */
  task: string;
  faces: number;
  with_hands: boolean;
  lines: [string, string][];
  rule: string;
  place: string;
}

/** What is said in one sentence of whose go it is, for the side `me`, or for who watches or plays both. */
interface GoFacts {
  ended: boolean;
  answering: number[];
  throwing: number[];
  winner: number | null;
  chosen: number | null;
  acting: number[];
  task: string;
  me: number | null;
  names: string[];
}

/**
 * The guide through a turn: of each side what may act and what is due, and the turn and segment that follow, unless
 * Next passes the go to the other side.
 */
interface Guide {
  may: string[][];
  due: Consequence[][];
  next: [number, number];
  passes: boolean;
}

/** A turn and a place in it. */
interface Turn {
  turn: number;
  segment: number;
}

interface Consequence {
  holder: string;
  message: string;
  rule: string;
  place: string;
  tone: string;
  offer: string;
  offers: Change[];
}

/** The time used by each side in milliseconds, by the server's clock. */
interface Clocks {
  used: number[];
  runs: number | null;
  since: number;
  now: number;
}

/** The state of a game as the site tells it. */
interface MatchState extends Turn {
  head: number;
  /** By side (2: the game), holder and track. */
  ticks: Record<string, Record<string, Ticks>>[];
  acted: string[][];
  hurt: string[][];
  /** Of each side, by what a unit engages as: calculators with their words, and whether the site can roll at once. */
  actions: Record<string, [calculator: string, words: string, rolls: boolean][]>[];
  ended: boolean;
  ending: Ending | null;
  /** How each side stands, in words. */
  standing: string[];
  waiting: number[];
  undone: number[];
  clocks: Clocks;
  consequences: Consequence[][];
  /** Of each side, by holder and heading: the values that states have changed. */
  values: Record<string, Record<string, string>>[];
  guide: Guide;
  /** Of each side, by holder: how far across and down units stand on the map. */
  places: Record<string, number[]>[];
}

/** The map of the table; `ranges` are those of each side's units by holder, in inches or tiles. */
interface TableMap {
  width: number;
  depth: number;
  parts: number;
  tiled: boolean;
  ranges: Record<string, number[]>[];
}

/** The rows of a game as the site sends them. */
interface SentRows {
  sides: { name: string; groups: { id: string; name: string; rows: SentRow[] }[] }[];
  looks: Look[];
  kinds: Track[][];
}

/** What the page of a game has. */
interface MatchData extends MatchState, SentRows {
  address: string;
  events: string;
  news: string;
  report: string;
  csrf: string;
  /** Null for who only watches. */
  side: number | null;
  both: boolean;
  hides: boolean;
  unfolded: boolean;
  forces: number;
  conditions: Track[];
  out: Track;
  segments: Segment[];
  entries: Entry[];
  /** The pages that are kept with the game. */
  keep: string[];
}

/** What has changed since the last known entry. */
interface Update extends Partial<MatchState> {
  head: number;
  entries?: Entry[];
  reload?: boolean;
  other_rows?: boolean;
}

/** A stored state, with some entries of the log. */
type StoredState = Partial<MatchState> & { entries?: Entry[] };

type Action = [words: string, act: () => void];

interface Notice {
  contents: unknown;
  actions: Action[];
  kind: string;
  /** Whether it has outlived what it is about. */
  isOver: () => boolean;
  /** Called once the player has answered it or closed it. */
  answered?: () => void;
}

/** A part of a list, drawn when it is needed. */
interface ListItem {
  key: string;
  rank: number;
  draw(): unknown;
}

/** What the news of a game need of whatever follows it. */
type Follower = Pick<MatchQueue, "head" | "forces" | "alone" | "busy" | "stopped" | "isUpToDate" | "now">
  & Partial<Pick<MatchQueue, "photo">>;

/** Where a game stands, as the site says it. */
interface News {
  head: number;
  forces: number;
  players: number;
  /** The digest of the photo, empty without one. */
  photo: string;
}

/** What a queue of events needs. */
interface QueueOptions {
  address: string;
  csrf: string;
  side: number | null;
  alone: boolean;
  forces: number;
  /** The number of the last known entry. */
  head(): number;
  /** The digest of the known photo, empty without one. */
  photo(): string;
  /** Receives what is new. */
  onUpdate(update: Update): void;
  /** Receives an event and its result. */
  onResult(event: MatchEvent, result: Result): void;
  /** Called when the queue or its connection has changed. */
  onChange(): void;
}
