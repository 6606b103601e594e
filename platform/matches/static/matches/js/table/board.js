// The board of the page, and its update by a frame. `content` has the whole board. Otherwise `fragments` has
// elements by id and `attributes` all attributes of an element. `lines` has the number of lines to remove at
// the start of an element and the new ones at its end. `data` has data attributes of the board itself.

import { inYourOrder } from "./hand_order.js";

const OWN = ["data-version", "data-offers", "data-deadline", "data-choosing", "aria-busy", "style"]; // the page changes these too

const CALM_MS = 500;
const UNSEEN_MS = 300; // fallback for a page that is not visible

let clearing = null;

const board = () => document.getElementById("board");
const find = (id) => document.getElementById(id);

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// Resolves after the next frame, or after a timeout if there is none. The user sees their press first, because
// showing its effect may take longer.
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, UNSEEN_MS);
  });

// A changed text gets a new node: otherwise its new start could count as a layout shift.
const rewrite = (changes) => {
  for (const { target } of changes) target.replaceWith(target.cloneNode());
};
new MutationObserver(rewrite).observe(board(), { characterData: true, subtree: true });

// Elements are morphed, so that focus and opened details stay.
export async function swap(frame) {
  if (frame.content !== undefined) {
    await morph("board", frame.content);
    return;
  }
  for (const [id, html] of Object.entries(frame.fragments ?? {})) await morph(id, html);
  settle(frame);
}

const morph = (id, text) =>
  htmx.swap({ sourceElement: document.getElementById("wire"), target: `#${CSS.escape(id)}`, swap: "outerMorph", text: inYourOrder(text), transition: false });

function settle({ attributes = {}, lines = {}, data = {} }) {
  for (const [id, text] of Object.entries(attributes)) dress(find(id), parse(`<div ${text}></div>`));
  for (const [id, [gone, ...added]] of Object.entries(lines)) {
    const list = find(id);
    for (const old of [...list.querySelectorAll(":scope > :not([data-gone])")].slice(0, gone)) old.setAttribute("data-gone", "");
    list.insertAdjacentHTML("beforeend", added.join(""));
    clearTimeout(clearing);
    clearing = setTimeout(requestAnimationFrame, CALM_MS, clear);
  }
  for (const [name, value] of Object.entries(data)) board().dataset[name] = JSON.stringify(value);
  for (const input of board().querySelectorAll('[name="seen"], [name="shown"]')) input.value = board().dataset.version;
}

// Old lines are removed only when no others arrive, so that the lines below keep their place.
function clear() {
  for (const list of document.querySelectorAll("#board :has(> [data-gone])")) {
    const below = list.scrollHeight - list.scrollTop;
    for (const old of list.querySelectorAll("[data-gone]")) old.remove();
    list.scrollTop = list.scrollHeight - below;
  }
}

function dress(element, like) {
  for (const name of element.getAttributeNames()) if (!like.hasAttribute(name) && !OWN.includes(name)) element.removeAttribute(name);
  // Setting an attribute recomputes the page's style even if the value is the same.
  for (const { name, value } of like.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
