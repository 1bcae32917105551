// Where units stand on the map.

// The places of each side's units, by holder: those of the server, after the waiting events of a `side`.
/**
 * @param {Record<string, number[]>[] | undefined} server
 * @param {MatchEvent[]} waiting
 * @param {number | null} side
 */
export function placesNow(server, waiting, side) {
  const places = (server ?? [{}, {}]).map((each) => ({ ...each }));
  for (const { kind, own, place, acting } of waiting) {
    if (kind !== "place") continue;
    const ofSide = places[acting ?? side ?? 0];
    if (place.length) ofSide[own] = place;
    else delete ofSide[own];
  }
  return places;
}

const ROUNDS = 60;

// Where markers of this size are drawn on a board: each at its place, or just as far from it that none covers another.
/**
 * @param {number[][]} places
 * @param {number[]} size
 * @param {number[]} board
 */
export function apart(places, size, board) {
  const drawn = places.map((place) => [...place]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, one] of drawn.entries()) {
      for (const other of drawn.slice(0, index)) {
        const over = size.map((length, axis) => length - Math.abs(one[axis] - other[axis]));
        if (Math.min(...over) <= 0) continue;
        const axis = Number(over[1] < over[0]);
        const by = (one[axis] < other[axis] ? -over[axis] : over[axis]) / 2;
        one[axis] += by;
        other[axis] -= by;
      }
      for (const axis of [0, 1]) {
        const edge = size[axis] / 2;
        one[axis] = Math.min(Math.max(one[axis], edge), board[axis] - edge);
      }
    }
  }
  return drawn;
}
