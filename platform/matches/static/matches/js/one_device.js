// Several people at one device: marks the player to act now, as pushes change the board.

import { CHANGED } from "../../core/js/socket.js";

const covered = document.querySelector(".hands [name=seat]") !== null;

function mark() {
  const board = document.getElementById("board");
  // A finished round hides nothing: the reloaded page belongs to its owner again, who can go on from
  // it.
  if (covered && "over" in board.dataset) return location.reload();
  const awaited = (board.dataset.awaited ?? "").split(" ");
  for (const hand of document.querySelectorAll("[data-hand]")) {
    const isNow = awaited.includes(hand.dataset.hand);
    if (hand.matches("button")) hand.classList.toggle("is-awaited", isNow);
    else hand.hidden = !isNow;
  }
}

// The device was handed on in another tab. A user who presses a button here loads a new page anyway.
document.getElementById("main").addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === CHANGED && !document.querySelector(".hands [aria-busy]")) location.reload();
});

// Keeps the browser from showing an open hand again after its "back" button.
addEventListener("pagehide", () => document.querySelector(".desk").setAttribute("hidden", ""));
addEventListener("pageshow", (event) => event.persisted && location.reload());

const what = { attributeFilter: ["data-awaited", "data-over"], childList: true, subtree: true };
new MutationObserver(mark).observe(document.querySelector(".desk"), what);
