// Times as hours, minutes and seconds.

/** @param {number} milliseconds */
export const inHours = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};
