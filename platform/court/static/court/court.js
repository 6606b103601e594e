// Keyboard shortcuts to work through many words. Links, buttons and fields do the same without them.

const steps = () => [...document.querySelectorAll("[data-steps] .entry :is(a, button)")];

function step(by) {
  const all = steps();
  const now = all.indexOf(document.activeElement);
  const next = all[Math.min(all.length - 1, Math.max(0, now + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

const decisions = () => [...document.querySelectorAll("main form [name=decision][type=radio]")];

function decide(number) {
  const choice = decisions()[number - 1];
  if (!choice) return;
  choice.checked = true;
  document.querySelector("#id_reason")?.focus();
}

const KEYS = {
  1: () => decide(1),
  2: () => decide(2),
  3: () => decide(3),
  4: () => decide(4),
  j: () => step(1),
  k: () => step(-1),
  "/": () => document.querySelector("main form[role=search] :is(#id_words, #words)")?.focus(),
  c: () => document.querySelector("[data-key-is=c]")?.click(),
  q: () => document.querySelector("main header a[href='/court/']")?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=radio]), textarea, select")) return;
  const act = KEYS[event.key];
  if (!act) return;
  act();
  event.preventDefault();
});
