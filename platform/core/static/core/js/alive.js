// Tables at which others play: refreshes the list every few seconds while it is visible.

const EVERY_MS = 4000;

const tables = (list) => [...list.querySelectorAll("li")].map((one) => one.id).join();

async function renew(list) {
  const answer = await fetch(list.dataset.alive);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-alive]");
  if (tables(list) !== tables(fresh)) {
    // The list does not move under a finger or pointer.
    if (list.matches(":hover, :focus-within")) return;
    looks.unobserve(list);
    for (const { id } of list.querySelectorAll("details[open]"))
      fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
    list.replaceWith(fresh);
    looks.observe(fresh);
    return;
  }
  for (const board of fresh.querySelectorAll(".thumbnail")) {
    const shown = list.querySelector(`#${board.closest("li").id} .thumbnail`);
    if (shown.innerHTML !== board.innerHTML) shown.replaceChildren(...board.childNodes);
  }
}

// Without a connection the list stays as it is.
const keepAlive = (list) => document.hidden || renew(list).catch(() => {});

let timer = null;
const looks = new IntersectionObserver(
  (/** @type {any[]} */ entries) => {
    const { target, isIntersecting } = entries.at(-1);
    clearInterval(timer);
    if (!isIntersecting) return;
    if (target.querySelector(".thumbnail:empty")) keepAlive(target);
    timer = setInterval(keepAlive, EVERY_MS, target);
  },
  { rootMargin: "75%" }, // starts shortly before the list is visible
);

const list = document.querySelector("[data-alive]");
if (list) looks.observe(list);
