// Show a round move by move without page loads: each step is fetched from its own address and shown like a
// push, so that cards glide. The address bar follows.
//
// Arrow keys, Home, End and the page keys do the same as the links; the key i explains the cards.

import { list } from "./table/ask.js";
import { show } from "./table/motion.js";

const PAUSE_MS = 1800; // pause between two moves of the automatic replay
const ASK_MS = 700; // interval between requests for the bot's answer
const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  PageUp: "marked-before",
  PageDown: "marked-after",
};

const SCROLLING = ["Home", "End", "PageUp", "PageDown"];

const board = () => document.getElementById("board");
const slider = () => document.getElementById("slider");
const stepOf = (address) => Number(new URL(address).pathname.split("/").at(-1));
const viewOf = (address) => new URL(address).searchParams.get("view");

let wanted = null;
let going = false;
let heading = null; // the address of the page after all pending steps
let playing = null;

const here = () => (heading ? stepOf(heading) : Number(board().dataset.step));

function addressOf(step, view) {
  const { action, elements } = slider().form;
  return `${action}${step}?view=${view ?? (heading ? viewOf(heading) : elements.view.value)}`;
}

// The address of a link, from the step that is on its way: the board on screen may be some presses behind. Null:
// none.
function way(rel) {
  const last = Number(board().dataset.last);
  const marked = [...document.querySelectorAll(".reading__marked a")].map(({ href }) => stepOf(href));
  const now = here();
  const ways = {
    first: 0,
    prev: now - 1,
    next: now + 1,
    last,
    "marked-before": marked.findLast((one) => one < now),
    "marked-after": marked.find((one) => one > now),
  };
  const step = ways[rel];
  return step >= 0 && step <= last && step !== now ? addressOf(step) : null;
}

// Only the last request counts: dragging the slider does not load every step on the way.
async function go(address) {
  document.getElementById("advice").hidePopover(); // it answers for the step before
  wanted = address;
  heading = address;
  if (going) return;
  going = true;
  while (wanted) {
    const next = wanted;
    wanted = null;
    const html = await step(next);
    if (html === null) {
      location.assign(next); // the page itself shows the reason
      return;
    }
    await show({ content: html }, { travel: !wanted, arrange });
    document.getElementById("step").scrollTop = 0;
    history.replaceState(null, "", next);
    if (!wanted) slider().value = board().dataset.step; // otherwise the slider may have been dragged on meanwhile
  }
  going = false;
  heading = null;
  say(document.getElementById("step"));
}

function say(element) {
  document.getElementById("live").textContent = element.innerText.replace(/\s+/g, " ");
}

async function step(address, options = {}) {
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, ...options });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// Work for a new step, at the start and after each swap ----------------------------------------

function arrange() {
  document.getElementById("way-play").setAttribute("aria-pressed", String(playing !== null));
  toThisMove();
  toTheLight();
}

// Brings the seat to act into sight, where the places scroll beside the middle (boards.css).
function toTheLight() {
  const [lit, ...others] = board().querySelectorAll(".place--awaited");
  const space = board().querySelector(".space");
  if (!lit || others.length || !space || getComputedStyle(space).position !== "sticky") return;
  lit.scrollIntoView({ block: "nearest" });
}

function toThisMove() {
  const moves = document.getElementById("moves");
  const now = moves.querySelector(".reading__now");
  moves.scrollTop += now.getBoundingClientRect().top - moves.getBoundingClientRect().top - moves.clientHeight / 3;
}

// Automatic replay ----------------------------------------------------------------------------

function play() {
  if (!way("next")) go(way("first"));
  playing = setInterval(() => {
    if (going) return;
    const next = way("next");
    if (next) go(next);
    else stop();
  }, PAUSE_MS);
  arrange();
}

function stop() {
  clearInterval(playing);
  playing = null;
  arrange();
}

// The move of a bot ------------------------------------------------------------------------------

async function ask(form) {
  const { action } = form;
  const sheet = document.getElementById("advice");
  const answer = document.getElementById("advice-answer");
  let html = await step(action, { method: "POST", body: new FormData(form) });
  if (html === null) {
    form.submit(); // the page shows the reason
    return;
  }
  answer.innerHTML = html;
  sheet.showPopover();
  sheet.querySelector("button").focus();
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  while (html !== null && sheet.matches(":popover-open") && answer.querySelector("[data-pending]")) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    html = await step(action);
    if (html !== null) answer.innerHTML = html;
  }
  say(answer);
}

const OPENERS = { advice: "#ask button", "play-on": "[popovertarget='play-on']" };

// A sheet over another one gives no focus back. Its button may be in a closed sheet, or gone with its step.
function toOpener({ target, newState }) {
  const focused = document.activeElement;
  if (newState !== "closed" || !(target.id in OPENERS)) return;
  if (focused !== document.body && focused?.checkVisibility()) return;
  const buttons = [...document.querySelectorAll(`${OPENERS[target.id]}, .reading__more-button`)];
  buttons.find((button) => button.checkVisibility())?.focus();
}

// Input -----------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.target.closest("#way-play")) {
    if (playing === null) play();
    else stop();
    return;
  }
  const link = event.target.closest(".reading__ways a, .reading__views a, .reading__moves a, .reading__marked a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  event.preventDefault();
  // Its sheet would cover what was chosen; "Earlier moves" and "Later moves" go on in the list.
  if (!link.closest("#moves > :not([id])")) link.closest(":popover-open")?.hidePopover();
  if (link.closest(".reading__views")) {
    go(addressOf(here(), viewOf(link.href)));
    return;
  }
  if (playing !== null) stop();
  const address = link.rel ? way(link.rel) : link.href;
  if (address) go(address);
});

document.addEventListener("input", (/** @type {any} */ event) => {
  if (event.target !== slider()) return;
  if (playing !== null) stop();
  go(addressOf(event.target.value));
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#ask")) return;
  event.preventDefault();
  ask(event.target);
});

document.addEventListener("keydown", (event) => {
  const rel = KEYS[event.key];
  if (!(rel || event.key === "i") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  // They use these keys themselves.
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (SCROLLING.includes(event.key) && event.target.closest("#moves, #step")) return;
  event.preventDefault();
  if (!rel) return list();
  if (playing !== null) stop();
  const address = way(rel);
  if (address) go(address);
});

document.addEventListener("toggle", toThisMove, true); // the moves open as a sheet
document.addEventListener("toggle", toOpener, true);

arrange();
// The target of the address may be in the list of moves, which is a sheet on a phone.
const sheet = document.getElementById(location.hash.slice(1))?.closest("[popover]");
if (sheet && !sheet.checkVisibility()) sheet.showPopover();
// The slider may have been dragged before this script ran.
if (slider().value !== board().dataset.step) slider().dispatchEvent(new Event("input", { bubbles: true }));
