// Drag a card: to a target of an offer, which does the same as pressing both; or to another place in the hand. While
// it is carried, the card is chosen, so the board shows where it can go. Dropped elsewhere, it is back.

import { move } from "./hand_order.js";
import { SLIP, swallowClick } from "./presses.js";

const DRAGGED = "#hand .card, .piece--loose";

const board = () => document.getElementById("board");
const hand = () => document.getElementById("hand");

let held = null; // the press: {card, x, y, id}
let carried = null; // {card, layer, left, top, drop}: what is on its way

// `lift`: choose a piece without playing it; returns {fits, drop, back}, or null if the piece is in no offer.
export function watchDrags(lift) {
  document.addEventListener("pointerdown", (event) => {
    if (carried) stop();
    held = null;
    if (event.button || !event.isPrimary) return;
    const card = event.target.closest(DRAGGED);
    if (card?.querySelector("input")) held = { card, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    if (!carried && !still(event) && event.pointerType === "mouse") begin(lift);
    if (carried) follow(event);
  });
  document.addEventListener("pointerup", (event) => {
    if (carried && held?.id === event.pointerId) drop(event);
    held = null;
  });
  document.addEventListener("pointercancel", stop);
  document.addEventListener("keydown", () => carried && stop(), true);
  document.addEventListener("dragstart", (event) => held && event.preventDefault());
  // A finger scrolls what scrolls in its direction, and drags otherwise. Only a listener that is not passive can say so.
  document.addEventListener(
    "touchmove",
    (event) => {
      if (!held) return;
      const [finger] = event.touches;
      if (!carried && (event.touches.length > 1 || still(finger))) return;
      if (!carried && scrolls(finger)) held = null;
      else if (!carried) begin(lift);
      if (carried) event.preventDefault();
    },
    { passive: false },
  );
}

const still = ({ clientX, clientY }) => Math.hypot(clientX - held.x, clientY - held.y) <= SLIP;

function scrolls({ clientX, clientY }) {
  const sideways = Math.abs(clientX - held.x) > Math.abs(clientY - held.y);
  for (let box = held.card.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const root = box === document.documentElement;
    const [size, room, flow] = sideways ? [box.scrollWidth, box.clientWidth, overflowX] : [box.scrollHeight, box.clientHeight, overflowY];
    if (size > room + 1 && (root || /auto|scroll/.test(flow))) return true;
  }
  return false;
}

function begin(lift) {
  const { card, x, y } = held;
  if (!card.isConnected || document.querySelector("dialog[open]")) {
    held = null;
    return;
  }
  const box = card.getBoundingClientRect();
  const copy = card.cloneNode(true);
  copy.querySelector("input").remove();
  copy.removeAttribute("id");
  copy.style.setProperty("--card", `${card.offsetWidth}px`);
  const layer = document.createElement("div");
  Object.assign(layer, { className: "carried", popover: "manual", ariaHidden: "true" });
  layer.append(copy);
  document.getElementById("game").append(layer);
  layer.showPopover();
  card.setAttribute("data-carried", "");
  carried = { card, layer, left: box.left - x, top: box.top - y, lifted: lift(card.querySelector("input")) };
  board().setAttribute("data-dragging", "");
  document.querySelector("#game .middle")?.toggleAttribute("data-takes", Boolean(carried.lifted?.alone()));
}

function follow({ clientX, clientY }) {
  if (!carried.card.isConnected) return stop();
  Object.assign(carried.layer.style, { left: `${clientX + carried.left}px`, top: `${clientY + carried.top}px` });
  mark(gap({ clientX, clientY }));
}

// The place in the hand at this point: {place, next}; null if the point is elsewhere.
function gap({ clientX: x, clientY: y }) {
  const list = hand();
  const own = carried.card.closest("#hand > *");
  const box = list?.getBoundingClientRect();
  if (!own || x < box.left - SLIP || x > box.right + SLIP || y < box.top || y > box.bottom + SLIP) return null;
  let near = null;
  let least = Infinity;
  for (const place of list.children) {
    const { left, top, width, height } = place.getBoundingClientRect();
    const away = Math.hypot(x - left - width / 2, 2 * (y - top - height / 2));
    if (away < least) [near, least] = [place, away];
  }
  const { left, width } = near.getBoundingClientRect();
  const after = x > left + width / 2;
  return { own, near, after, next: after ? near.nextElementSibling : near };
}

function mark(found) {
  for (const one of document.querySelectorAll("[data-gap]")) one.removeAttribute("data-gap");
  if (found && found.near !== found.own) found.near.setAttribute("data-gap", found.after ? "after" : "before");
}

function drop(event) {
  const { card, lifted } = carried;
  const found = gap(event);
  const target = lifted?.targets().find((one) => covers(one, event));
  const inMiddle = card.isConnected && covers(document.querySelector("#game .middle"), event);
  swallowClick();
  clear();
  if (target) lifted.onto(target);
  else if (inMiddle && lifted?.alone()) lifted.lay();
  else {
    lifted?.back();
    if (found && found.next !== found.own && found.near !== found.own) move(found.own, found.next);
  }
}

function covers(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? {};
  return x >= left && x <= right && y >= top && y <= bottom;
}

function clear() {
  mark(null);
  carried.layer.remove();
  carried.card.removeAttribute("data-carried");
  board().removeAttribute("data-dragging");
  document.querySelector("#game .middle")?.removeAttribute("data-takes");
  carried = null;
}

// The card goes back, and nothing happens.
function stop() {
  held = null;
  if (!carried) return;
  const { lifted } = carried;
  clear();
  lifted?.back();
}
