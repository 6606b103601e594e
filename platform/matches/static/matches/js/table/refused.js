// Keeps the refusal of a form beside the game visible until the player tries something else: no push
// removes it. It is shown beside the form if there is a place for it, otherwise in the line.

let told = null; // {place: id of the element that shows it, sentence}

// The refusal on a board, of this page or of the response to a form; undefined if there is none.
const refusal = (page) => page.querySelector("#board[data-refused] #call")?.textContent;

const waits = () => document.querySelector("#board .waiting") !== null;

export function remember(form, html) {
  const sentence = refusal(new DOMParser().parseFromString(html, "text/html"));
  const own = `refused-${form.id}`;
  if (sentence) told = { place: document.getElementById(own) ? own : "call", sentence };
  return Boolean(sentence);
}

// Shows the refusal again on a new board. On a board with cards the line shows the call instead.
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
// Closing a sheet removes the refusal on it.
document.addEventListener("toggle", (event) => {
  if (event.newState === "closed" && event.target.querySelector(`#${told?.place}`)) forget();
}, true);

if (waits() && refusal(document)) told = { place: "call", sentence: refusal(document) };
