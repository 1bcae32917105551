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
