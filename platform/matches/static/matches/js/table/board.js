// The board as the page has it, and as a frame makes it: `content` is all of it; else `fragments` are
// elements by id, `attributes` all that an element has, `lines` how many go at the beginning of an
// element and the new ones at its end, and `data` what stands in the board's own attributes.

const OWN = ["data-version", "data-offers", "data-choosing", "aria-busy", "style"]; // not the server's alone

const CALM_MS = 500;
const UNSEEN_MS = 300; // after which nobody looks at the page

let clearing = null;

const board = () => document.getElementById("board");
const find = (id) => document.getElementById(id);

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// The next frame is there, or there will be none: whoever pressed something sees that first, as what comes of it may
// take longer to be shown.
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, UNSEEN_MS);
  });

// Other words are another text: wherever it begins, it has not moved there.
const rewrite = (changes) => {
  for (const { target } of changes) target.replaceWith(target.cloneNode());
};
new MutationObserver(rewrite).observe(board(), { characterData: true, subtree: true });

// Elements are morphed, so that focus and what somebody unfolded stay where they are.
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
