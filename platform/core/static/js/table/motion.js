// Showing a board: htmx morphs it, cards travel by view transitions, the live region says it in words.
//
// A card's id is its handle: an open card's face, a hidden one's place. `data-from` (with `data-to`, or
// on the card itself) says that a card turned over on the way: a queen woke up, or fell asleep.

const root = document.documentElement;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export async function show(html, { travel }) {
  const before = lines(document);
  const focused = document.activeElement;
  const next = new DOMParser().parseFromString(html, "text/html");
  if (travel && !still.matches && !document.hidden && document.startViewTransition) await glide(html, next);
  else await swap(html);
  refocus(focused);
  say(added(before, lines(document)), next.getElementById("moments"));
}

const swap = (html) =>
  htmx.swap({ sourceElement: document.getElementById("wire"), target: "#board", swap: "outerMorph", text: html, transition: false });

let gliding = 0;

async function glide(html, next) {
  const turns = turning(next);
  gliding += 1;
  root.classList.add("travelling");
  for (const { from, to } of turns) name(document.getElementById(from), to);
  const transition = document.startViewTransition(async () => {
    for (const { from } of turns) unname(document.getElementById(from));
    await swap(html);
    for (const { from, to } of turns) {
      unname(document.getElementById(from));
      name(document.getElementById(to), to);
    }
  });
  const settled = () => {
    gliding -= 1;
    for (const { to } of turns) unname(document.getElementById(to));
    if (!gliding) root.classList.remove("travelling");
  };
  transition.finished.then(settled, settled);
  transition.ready.catch(() => {}); // cut short by a newer board, which does not wait
  await transition.updateCallbackDone;
}

// Which cards of the present board become which of the next, turned over.
function turning(next) {
  const found = [];
  for (const element of next.querySelectorAll("[data-from]")) {
    const from = element.dataset.from;
    const to = element.dataset.to ?? element.id;
    const leaves = !next.getElementById(from)?.matches(".card");
    const here = document.getElementById(from);
    if (here?.matches(".card") && leaves && next.getElementById(to) && !document.getElementById(to)) found.push({ from, to });
  }
  return found;
}

function name(card, handle) {
  if (!card) return;
  card.style.viewTransitionName = handle;
  card.style.viewTransitionClass = "card turning";
}

function unname(card) {
  card?.style.removeProperty("view-transition-name");
  card?.style.removeProperty("view-transition-class");
}

// Focus stays where it was; if that piece is gone, it goes to the next card, else to the board.
function refocus(focused) {
  if (!focused || focused === document.body || focused.isConnected) return;
  const board = document.getElementById("board");
  const next = focused.dataset?.key && (board.querySelector(`[data-key="${focused.dataset.key}"]`) ?? board.querySelector("[data-key]"));
  (next || board).focus({ preventScroll: true });
}

const lines = (page) => [...page.querySelectorAll(".log__lines > li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());

// The lines that are new: the log slides, so find how far.
function added(before, after) {
  for (let slid = 0; slid <= before.length; slid++) {
    const kept = before.slice(slid);
    if (kept.every((line, index) => line === after[index])) return after.slice(kept.length);
  }
  return [];
}

function say(news, moments) {
  const words = [...news, moments?.textContent.replace(/\s+/g, " ").trim(), document.getElementById("board").dataset.call];
  if (news.length) document.getElementById("live").textContent = words.filter(Boolean).join(" ");
}
