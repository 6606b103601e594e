// The news in the line, a sentence at a time: each stands long enough to be read. The board, the question and
// the buttons never wait for it. While newer sentences wait, the present one stands in a button above the news;
// pressing it shows the next.

const MOST = 6; // sentences that wait; more would tell of things long past
const main = document.getElementById("main");
const template = document.getElementById("standing");

const waiting = [];
let present = null; // the sentence that stands now: its words, its time in milliseconds, whether it concerns this viewer
let timer = null;
let button = null;
let pointed = null; // the round whose match point was told

// A sentence stands for the server's time, at the speed that this user chose.
function sentence(line) {
  const { read, ownRead, pace } = main.dataset;
  const yours = line.matches("[data-yours], .match-point-now");
  return { words: line.textContent, yours, ms: (Number(yours ? ownRead : read) * Number(pace)) / 100 };
}

const lines = () => [...document.querySelectorAll("#news > li:not([data-gone])")];

// The sentences that the line has now, for `stand` after a new board.
export const told = () => lines().map((line) => line.textContent);

// Let the sentences stand that were not told before. `fresh`: the page was away, and shows only the newest.
export function stand(before, { fresh }) {
  const now = lines();
  if (fresh || document.hidden || !main.dataset.read) skipAll();
  else {
    waiting.push(...now.slice(now.length - added(before, now)).map(sentence));
    thin();
  }
  point();
  if (!timer) next();
  show();
}

// How near the match is to its end: told before all else, once in a round.
function point() {
  const line = document.querySelector(".match-point-now");
  if (!line || line.dataset.round === pointed || document.hidden || !main.dataset.read) return;
  pointed = line.dataset.round;
  waiting.unshift(sentence(line));
}

// Return the number of new lines at the end: the list has a fixed length, so old ones left at its start.
function added(before, now) {
  for (let gone = 0; gone <= before.length; gone++) {
    const kept = before.slice(gone);
    if (kept.every((words, index) => words === now[index]?.textContent)) return now.length - kept.length;
  }
  return now.length;
}

// In a race, or if too many wait, only those stay that concern this viewer, and the newest.
function thin() {
  const most = document.querySelector("#game[data-quick]") ? 1 : MOST;
  while (waiting.length > most) {
    const least = waiting.findIndex(({ yours }, index) => !yours && index < waiting.length - 1);
    if (least < 0) break;
    waiting.splice(least, 1);
  }
}

function next() {
  clearTimeout(timer);
  present = waiting.shift() ?? null;
  timer = present && setTimeout(next, present.ms);
  show();
}

function skipAll() {
  waiting.length = 0;
  next();
}

// The list shows its newest line itself.
function show() {
  const news = document.getElementById("news");
  const last = !waiting.length && news?.lastElementChild?.textContent === present?.words;
  if (!present || last || !news) {
    if (button?.contains(document.activeElement)) document.getElementById("board").focus({ preventScroll: true });
    button?.remove();
    return;
  }
  button ??= template.content.firstElementChild.cloneNode(true);
  const words = button.firstElementChild;
  if (words.textContent !== present.words) words.textContent = present.words;
  words.toggleAttribute("data-yours", present.yours);
  if (button.nextElementSibling !== news) news.before(button);
}

// A swap brings the new lines, and may take the button away, before `stand` hears of them.
new MutationObserver(show).observe(document.getElementById("board"), { subtree: true, childList: true });

// A finger may hit all words of the line.
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest?.("a, button, input, label, .line__words");
  if (button?.isConnected && pressed?.matches(".standing, .line__words")) next();
});

// Escape in the line shows the next sentence; otherwise it clears the choice.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && waiting.length && event.target.closest?.("#line")) {
    event.stopPropagation();
    next();
  }
}, true);

point();
next();
