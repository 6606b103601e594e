// The compounds of two German words, made from their letters alone: both orders, with the possible
// linking letters between. This module has no dictionary and cannot decide which compound is right.

const UMLAUTS = { A: "Ä", O: "Ö", U: "Ü" };

// Adds an umlaut to the last vowel that can take one: HAUS -> HÄUS, TOCHTER -> TÖCHTER; null if none
// can.
function softened(word) {
  const at = Math.max(word.lastIndexOf("A"), word.lastIndexOf("O"), word.lastIndexOf("U"));
  if (at < 0 || /[ÄÖÜ]/.test(word)) return null;
  const spot = word[at] === "U" && word[at - 1] === "A" ? at - 1 : at;
  return word.slice(0, spot) + UMLAUTS[word[spot]] + word.slice(spot + 1);
}

// The forms of a word in front of another one: plain, with linking letters, or plural.
export function fronts(word) {
  const soft = /[AEIOUÄÖÜY]$/.test(word) ? null : softened(word);
  if (/EE$/.test(word)) return [word, `${word}N`, `${word}S`];
  if (/E$/.test(word)) return [word, `${word}N`, `${word}S`, word.slice(0, -1)];
  if (/[^I]E[NLR]$/.test(word)) return [word, `${word}S`, `${word}N`, soft].filter(Boolean);
  const linked = ["", "S", "ES", "E", "EN", "ER"].map((link) => word + link);
  return soft ? [...linked, soft, `${soft}E`, `${soft}ER`] : linked;
}

// Both orders, each with the plain compound first: [[{word: "EISWEIN", front: "EIS"}, …], [{word:
// "WEINEIS", …}, …]].
export const together = (first, second) =>
  [
    [first, second],
    [second, first],
  ].map(([front, head]) => fronts(front).map((form) => ({ word: form + head, front: form })));
