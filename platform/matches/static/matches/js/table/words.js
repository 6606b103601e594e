// The compounds of two German words: both orders, with the usual forms of the first word, and behind them all that
// its letters allow. The script has no dictionary of compounds, so it cannot tell which one is right.

const UMLAUTS = { A: "Ä", O: "Ö", U: "Ü" };

// Return the word with its last possible umlaut: HAUS -> HÄUS, TOCHTER -> TÖCHTER; null if it has none.
function softened(word) {
  const at = Math.max(word.lastIndexOf("A"), word.lastIndexOf("O"), word.lastIndexOf("U"));
  if (at < 0 || /[ÄÖÜ]/.test(word)) return null;
  const spot = word[at] === "U" && word[at - 1] === "A" ? at - 1 : at;
  return word.slice(0, spot) + UMLAUTS[word[spot]] + word.slice(spot + 1);
}

// The forms of a word at the start of a compound: as it is, with a link, or as a plural.
export function fronts(word) {
  const soft = /[AEIOUÄÖÜY]$/.test(word) ? null : softened(word);
  if (/EE$/.test(word)) return [word, `${word}N`, `${word}S`];
  if (/E$/.test(word)) return [word, `${word}N`, `${word}S`, word.slice(0, -1)];
  if (/[^I]E[NLR]$/.test(word)) return [word, `${word}S`, `${word}N`, soft].filter(Boolean);
  const linked = ["", "S", "ES", "E", "EN", "ER"].map((link) => word + link);
  return soft ? [...linked, soft, `${soft}E`, `${soft}ER`] : linked;
}

// The usual forms of the words that a text lists: "KATZE:KATZEN,KATZE EIS:EIS".
export const usualFronts = (text) =>
  new Map(text.split(/\s+/).filter(Boolean).map((one) => one.split(":")).map(([word, forms]) => [word, forms.split(",")]));

// Both orders, each with the most usual word first, and whether the form is usual:
// [[{word: "KATZENEIS", front: "KATZEN", usual: true}, …], [{word: "EISKATZE", …}, …]].
export const together = (first, second, known) =>
  [
    [first, second],
    [second, first],
  ].map(([front, head]) => {
    const usual = known.get(front) ?? [front];
    return [...new Set([...usual, ...fronts(front)])].map((form) => ({
      word: form + head,
      front: form,
      usual: usual.includes(form),
    }));
  });
