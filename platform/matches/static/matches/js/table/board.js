// Applies a frame to the board of the page. `content` is the whole board. Otherwise `fragments` holds
// elements by id, `attributes` all attributes of an element, and `data` the board's own data
// attributes. `lines` holds how many children of an element go at its start, then the new ones at its
// end.

const OWN = ["data-version", "data-offers", "data-choosing", "aria-busy", "style"]; // the page sets these, too

const CALM_MS = 500;
const UNSEEN_MS = 300; // a page without a frame for this long is not visible

let clearing = null;

const board = () => document.getElementById("board");
const find = (id) => document.getElementById(id);

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// Resolves after the next frame, or after a timeout if there is none. The user sees the effect of a
// press first, as its result may take longer to show.
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, UNSEEN_MS);
  });

// A changed text becomes a new node: it has not moved, wherever it starts.
const rewrite = (changes) => {
  for (const { target } of changes) target.replaceWith(target.cloneNode());
};
new MutationObserver(rewrite).observe(board(), { characterData: true, subtree: true });

// Morphs elements, so that focus and unfolded details stay as they are.
export async function swap(frame) {
  if (frame.content !== undefined) {
    await morph("board", frame.content);
    return;
  }
  for (const [id, html] of Object.entries(frame.fragments ?? {})) await morph(id, html);
  settle(frame);
}

const morph = (id, text) =>
  htmx.swap({ sourceElement: document.getElementById("wire"), target: `#${CSS.escape(id)}`, swap: "outerMorph", text, transition: false });

function settle({ attributes = {}, lines = {}, data = {} }) {
  for (const [id, text] of Object.entries(attributes)) dress(find(id), parse(`<div ${text}></div>`));
  for (const [id, [gone, ...added]] of Object.entries(lines)) {
    const list = find(id);
    for (const old of [...list.querySelectorAll(":scope > :not([data-gone])")].slice(0, gone)) old.setAttribute("data-gone", "");
    list.insertAdjacentHTML("beforeend", added.join(""));
    clearTimeout(clearing);
    clearing = setTimeout(requestAnimationFrame, CALM_MS, () => clear(list));
  }
  for (const [name, value] of Object.entries(data)) board().dataset[name] = JSON.stringify(value);
  for (const input of board().querySelectorAll('[name="seen"], [name="shown"]')) input.value = board().dataset.version;
}

// Removes old lines once no new ones arrive: the lines below them then stay where they are.
function clear(list) {
  const below = list.scrollHeight - list.scrollTop;
  for (const old of list.querySelectorAll("[data-gone]")) old.remove();
  list.scrollTop = list.scrollHeight - below;
}

function dress(element, like) {
  for (const name of element.getAttributeNames()) if (!like.hasAttribute(name) && !OWN.includes(name)) element.removeAttribute(name);
  // Setting an attribute restyles the page even if its value is the same.
  for (const { name, value } of like.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
