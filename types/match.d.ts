// The shapes of a game at the table.

/** Named here, since a script that names another, even for its types, has that one's checksum in its own. */
type MatchQueue = import("../static/js/tracker/queue.js").MatchQueue;

/** An event that a device makes; the rest is of its kind. */
interface MatchEvent {
  id: string;
  kind: string;
  changes?: Change[];
  [rest: string]: any;
}

/** A change of a track: by an amount where it counts, or of one box. */
interface Change {
  side: number;
  holder: string;
  track: string;
  amount?: number;
  box?: string;
  on?: boolean;
}

/** What a queue of events needs. */
interface QueueOptions {
  address: string;
  csrf: string;
  side: number;
  alone: boolean;
  forces: number;
  /** The number of the last known entry. */
  head(): number;
  /** Receives what is new. */
  onUpdate(update: any): void;
  /** Receives an event and its result. */
  onResult(event: MatchEvent, result: any): void;
  /** Called when the queue or its connection has changed. */
  onChange(): void;
}
