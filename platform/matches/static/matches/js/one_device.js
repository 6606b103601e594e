// Several people at one device: who of them is to play now, as pushes change the board.

import { CHANGED } from "../../core/js/socket.js";

const covered = document.querySelector(".hands [name=seat]") !== null;

function mark() {
  const board = document.getElementById("board");
  // What is over has nothing to hide: the page is its owner's again, who goes on from there.
  if (covered && "over" in board.dataset) return location.reload();
  const awaited = (board.dataset.awaited ?? "").split(" ");
  for (const hand of document.querySelectorAll("[data-hand]")) {
    const isNow = awaited.includes(hand.dataset.hand);
    if (hand.matches("button")) hand.classList.toggle("is-awaited", isNow);
    else hand.hidden = !isNow;
  }
}

// It was handed on in another tab. Whoever presses a button here gets a page anyway.
document.getElementById("main").addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === CHANGED && !document.querySelector(".hands [aria-busy]")) location.reload();
});

// Nor does the browser keep an open hand for its button "back".
addEventListener("pagehide", () => document.querySelector(".desk").setAttribute("hidden", ""));
addEventListener("pageshow", (event) => event.persisted && location.reload());

const what = { attributeFilter: ["data-awaited", "data-over"], childList: true, subtree: true };
new MutationObserver(mark).observe(document.querySelector(".desk"), what);
