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

/**
 * @param {number[]} one
 * @param {number[]} other
 */
const squareOfDistance = ([x, y], [left, top]) => (x - left) ** 2 + (y - top) ** 2;

const HAIR = 1e-6; // so much may two markers side by side cover of each other by rounding

// The free spot nearest to a place: there, or side by side with a marker that is drawn already.
/**
 * @param {number[]} place
 * @param {number[]} size
 * @param {number[]} board
 * @param {number[][]} drawn
 */
function besideOthers(place, [width, height], [across, down], drawn) {
  const [x, y] = [
    Math.min(Math.max(place[0], width / 2), across - width / 2),
    Math.min(Math.max(place[1], height / 2), down - height / 2),
  ];
  /** @param {number[]} spot */
  const isFree = (spot) => !drawn.some(
    ([left, top]) => Math.abs(spot[0] - left) < width - HAIR && Math.abs(spot[1] - top) < height - HAIR,
  );
  if (isFree([x, y])) return [x, y];
  /** @param {number[]} spot */
  const isOn = ([left, top]) => Math.abs(left - across / 2) < (across - width) / 2 + HAIR
    && Math.abs(top - down / 2) < (down - height) / 2 + HAIR;
  const spots = drawn.flatMap(([left, top]) => [
    ...[left - width, left + width].flatMap((each) => [[each, y], [each, top]]),
    ...[top - height, top + height].flatMap((each) => [[x, each], [left, each]]),
  ]);
  const far = spots.filter(isOn).map((spot) => ({ spot, by: squareOfDistance(spot, [x, y]) }));
  return far.sort((one, other) => one.by - other.by).find(({ spot }) => isFree(spot))?.spot;
}

// Each place in the nearest free cell of a grid, for which a board may have room where free spots are too scattered.
/**
 * @param {number[][]} places
 * @param {number[]} size
 * @param {number[]} board
 */
function inCells(places, [width, height], [across, down]) {
  const [columns, rows] = [Math.floor(across / width), Math.floor(down / height)];
  let cells = Array.from({ length: columns * rows }, (_, index) => [
    ((index % columns) + 0.5) * (across / columns), (Math.floor(index / columns) + 0.5) * (down / rows),
  ]);
  return places.map((place) => {
    /** @param {number[]} cell */
    const far = (cell) => squareOfDistance(cell, place);
    const nearest = cells.length ? cells.reduce((one, other) => (far(other) < far(one) ? other : one)) : place;
    cells = cells.filter((cell) => cell !== nearest);
    return nearest;
  });
}

// Where markers of this size are drawn on a board: each at its place, or beside it where others would cover it.
/**
 * @param {number[][]} places
 * @param {number[]} size
 * @param {number[]} board
 */
export function apart(places, size, board) {
  /** @type {number[][]} */
  const drawn = [];
  for (const place of places) {
    const spot = besideOthers(place, size, board, drawn);
    if (!spot) return inCells(places, size, board);
    drawn.push(spot);
  }
  return drawn;
}
