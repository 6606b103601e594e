// Presses that come a moment too early. The board names the pause (`data-early`: how long it lasts, in milliseconds)
// and the picks that must wait for its end (`data-waits`). Such a press is kept, marked, and sent when it counts.
// The server judges it as any other; this only saves the player a second press.

import { say } from "./aloud.js";

const board = () => document.getElementById("board");
const pause = () => /** @type {HTMLElement} */ (board().querySelector("[data-early]"));
const control = (pick) => board().querySelector(`[name="pick"][value="${CSS.escape(pick)}"]:not(:disabled)`);

let begun = null; // the pause that runs, by its id
let ends = 0;
let kept = null; // the picks of the press that waits
let timer = null;

function waits(picks) {
  const names = pause()?.dataset.waits?.split(" ");
  if (!names || performance.now() >= ends) return false;
  return picks.some((pick) => names.some((name) => pick === name || pick.startsWith(`${name}-`)));
}

// `play`, except that an early press waits. Another press takes its place.
export const patient = (play) => (picks) => {
  drop();
  if (!waits(picks)) {
    play(picks);
    return;
  }
  kept = picks;
  timer = setTimeout(() => {
    drop();
    play(picks);
  }, ends - performance.now());
  mark();
  say(pause().dataset.words);
};

// After each board. A press is dropped when the board no longer offers it.
export function arrive() {
  const now = pause();
  if (now && now.id !== begun) {
    begun = now.id;
    ends = performance.now() + Number(now.dataset.early);
  }
  if (kept?.every(control)) mark();
  else drop();
}

function mark() {
  for (const pick of kept) control(pick)?.closest(".piece").setAttribute("data-kept", "");
}

function drop() {
  clearTimeout(timer);
  kept = null;
  for (const marked of board().querySelectorAll("[data-kept]")) marked.removeAttribute("data-kept");
}

// Choosing another piece, or Escape, takes an early press back.
document.addEventListener("change", ({ target }) => kept && board().contains(target) && drop());
document.addEventListener("keydown", ({ key }) => key === "Escape" && kept && drop());
