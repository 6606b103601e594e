// The board as the page has it, and as a frame makes it: `content` is all of it; else `fragments` are
// elements by id, `attributes` all that an element has, `lines` how many go at the beginning of an
// element and the new ones at its end, and `data` what stands in the board's own attributes.

const OWN = ["data-version", "data-offers", "data-choosing", "aria-busy", "style"]; // not the server's alone

const CALM_MS = 500;

let clearing = null;

const board = () => document.getElementById("board");
const find = (page, id) => (page.id === id ? page : page.querySelector(`#${CSS.escape(id)}`));

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// What the board will be, to look at: nothing of the page changes.
export function preview(frame) {
  if (frame.content !== undefined) return parse(frame.content);
  const next = board().cloneNode(true);
  for (const [id, html] of Object.entries(frame.fragments ?? {})) find(next, id)?.replaceWith(parse(html));
  settle(next, frame);
  return next;
}

// Elements are morphed, so that focus and what somebody unfolded stay where they are.
export async function swap(frame) {
  if (frame.content !== undefined) {
    await morph("board", frame.content);
    return;
  }
  for (const [id, html] of Object.entries(frame.fragments ?? {})) await morph(id, html);
  settle(board(), frame);
}

const morph = (id, text) =>
  htmx.swap({ sourceElement: document.getElementById("wire"), target: `#${CSS.escape(id)}`, swap: "outerMorph", text, transition: false });

function settle(page, { attributes = {}, lines = {}, data = {} }) {
  for (const [id, text] of Object.entries(attributes)) dress(find(page, id), parse(`<div ${text}></div>`));
  for (const [id, [gone, ...added]] of Object.entries(lines)) {
    const list = find(page, id);
    for (const old of [...list.querySelectorAll(":scope > :not([data-gone])")].slice(0, gone)) old.setAttribute("data-gone", "");
    list.insertAdjacentHTML("beforeend", added.join(""));
    clearTimeout(clearing);
    if (page.isConnected) clearing = setTimeout(requestAnimationFrame, CALM_MS, () => clear(list));
    else clear(list);
  }
  for (const [name, value] of Object.entries(data)) page.dataset[name] = JSON.stringify(value);
  for (const input of page.querySelectorAll('[name="seen"], [name="shown"]')) input.value = page.dataset.version;
}

// Lines that are gone leave when no others come: then those below them stay where they are.
function clear(list) {
  const below = list.scrollHeight - list.scrollTop;
  for (const old of list.querySelectorAll("[data-gone]")) old.remove();
  list.scrollTop = list.scrollHeight - below;
}

function dress(element, like) {
  for (const name of element.getAttributeNames()) if (!like.hasAttribute(name) && !OWN.includes(name)) element.removeAttribute(name);
  // To set an attribute to what it is has the page styled anew all the same.
  for (const { name, value } of like.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
