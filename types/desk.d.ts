// The shapes of the map of a battle.

/** A tile, or a place in pixels. */
interface Point {
  x: number;
  y: number;
}

interface Piece extends Point {
  id: string;
  group: string;
  side: number;
  /** 1 where it stands, 0 where it is down. */
  up: number;
  label: string;
  /** The outlines of its label; without them it is written. */
  letters: string;
  title: string;
}

/** The look of the pieces of a side that stand, or are down. */
interface Layer {
  look: string;
  side: number;
  up: number;
  /** Outlines, around the middle of a tile. */
  shape: string;
  cross: string;
}
