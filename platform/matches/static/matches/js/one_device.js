// Several people at one device: mark the players who must act, as pushes change the board.

import { CHANGED } from "../../core/js/socket.js";

const covered = document.querySelector(".hands [name=seat]") !== null;

function mark() {
  const board = document.getElementById("board");
  // A match that is over hides nothing: the page is its owner's again, who continues from there.
  if (covered && "over" in board.dataset) return location.reload();
  const awaited = (board.dataset.awaited ?? "").split(" ");
  for (const hand of document.querySelectorAll("[data-hand]")) {
    const isNow = awaited.includes(hand.dataset.hand);
    if (hand.matches("button")) hand.classList.toggle("is-awaited", isNow);
    else hand.hidden = !isNow;
  }
}

// The device was handed on in another tab. A press of a button here loads a new page anyway.
document.getElementById("main").addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === CHANGED && !document.querySelector(".hands [aria-busy]")) location.reload();
});

// Hide an open hand from the browser's back button too.
addEventListener("pagehide", () => document.querySelector(".desk").setAttribute("hidden", ""));
addEventListener("pageshow", (event) => event.persisted && location.reload());

const what = { attributeFilter: ["data-awaited", "data-over"], childList: true, subtree: true };
new MutationObserver(mark).observe(document.querySelector(".desk"), what);
