// The comparison of names as people write them, as rulesets/core/names.py does it: the key of a text without its
// accents.

/** @type {[RegExp, string][]} */
const SIGNS = [
  [/[`´‘’‚‛ʹʻʼʽˈ′‵‹›]/gu, "'"],
  [/[“”„‟«»″‶〝〞]/gu, '"'],
  [/[‐‑‒–—―⁃−﹘﹣－⸺⸻]/gu, "-"],
  [/[\u2800\u3164\uffa0]/gu, " "],
];
const UNPRINTED =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu;
/** @type {Record<string, string>} */
const LETTERS = { ø: "o", ł: "l", đ: "d", ħ: "h", ŧ: "t", ß: "ss", ς: "σ" };

/** @param {string} text */
export function plainWords(text) {
  const signed = SIGNS.reduce((before, [signs, sign]) => before.replace(signs, sign), text);
  const lower = signed.normalize("NFKC").replace(UNPRINTED, "").toLowerCase().normalize("NFKC");
  const letters = lower
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłđħŧßς]/g, (/** @type {string} */ letter) => LETTERS[letter]);
  return letters.split(/[\s\u0085]+/).filter(Boolean).join(" ");
}
