// What the bar of a game and the screen for the room say: whose go it is, and times.

// `answering` are the sides that must answer something and `throwing` those that must still roll. `winner` is the side
// that won the roll for the first turn, `chosen` the one that a player has let go first.
/** @param {GoFacts} facts */
export function sentence({ ended, answering, throwing, winner, chosen, acting, task, me, names }) {
  const isMine = (/** @type {number[]} */ sides) => me !== null && sides.includes(me);
  if (ended) return "The game has ended";
  if (isMine(answering)) return "You must answer";
  if (answering.length) return `${names[answering[0]]} must answer`;
  if (chosen !== null) return me === chosen ? "You go first" : `${names[chosen]} goes first`;
  if (winner !== null) return me === winner ? "You won: say who goes first" : `${names[winner]} says who goes first`;
  if (throwing.length === 1) return isMine(throwing) ? `Your go: ${task}` : `${names[throwing[0]]} must roll`;
  if (acting.length > 1) return `Both sides: ${task}`;
  return isMine(acting) ? `Your go: ${task}` : `${names[acting[0]]} acts`;
}

// A time as hours, minutes and seconds.
/** @param {number} milliseconds */
export const inHours = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};
