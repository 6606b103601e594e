// What was refused of a form beside the game stays in sight until its owner tries something else: no
// push takes it away. It is said where the form is, if there is a place for it, else in the line.

let told = null; // {place: the id of what says it, sentence}

// What a refused board says, the page's own or one that answered a form; null if nothing was refused.
const refusal = (page) => page.querySelector("#board[data-refused] #call")?.textContent;

const waits = () => document.querySelector("#board .waiting") !== null;

export function remember(form, html) {
  const sentence = refusal(new DOMParser().parseFromString(html, "text/html"));
  const own = `refused-${form.id}`;
  if (sentence) told = { place: document.getElementById(own) ? own : "call", sentence };
  return Boolean(sentence);
}

// On a board where cards lie, the line says what is wanted now instead.
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
// What was said on a sheet is over when it is closed.
document.addEventListener("toggle", (event) => {
  if (event.newState === "closed" && event.target.querySelector(`#${told?.place}`)) forget();
}, true);

if (waits() && refusal(document)) told = { place: "call", sentence: refusal(document) };
