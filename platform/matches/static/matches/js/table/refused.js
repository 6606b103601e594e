// A refusal of a form beside the game stays visible until the user tries something else; no push removes it. It
// is shown at the form, if there is a place for it, and otherwise in the line.

let told = null; // {place: the id of the element that shows it, sentence}

// The sentence of a refused board, of this page or of an answer; undefined if nothing was refused.
const refusal = (page) => page.querySelector("#board[data-refused] #call")?.textContent;

const waits = () => document.querySelector("#board .waiting") !== null;

export function remember(form, html) {
  const sentence = refusal(new DOMParser().parseFromString(html, "text/html"));
  const own = `refused-${form.id}`;
  if (sentence) told = { place: document.getElementById(own) ? own : "call", sentence };
  return Boolean(sentence);
}

// On a board with cards, the line shows the present question instead.
export function recall() {
  const place = told && document.getElementById(told.place);
  if (!place || !waits()) return;
  place.textContent = told.sentence;
  place.hidden = false;
}

function forget() {
  const place = told && document.getElementById(told.place);
  if (place) place.hidden = true;
  told = null;
}

document.addEventListener("submit", (event) => event.target.matches("[data-speak]") || forget(), true);
// A refusal on a sheet is removed when the sheet closes.
document.addEventListener("toggle", (event) => {
  if (event.newState === "closed" && event.target.querySelector(`#${told?.place}`)) forget();
}, true);

if (waits() && refusal(document)) told = { place: "call", sentence: refusal(document) };
