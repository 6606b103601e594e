// The deadline: a thin line that burns down, and under an hour the time in words of the page's
// language. For longer the words are the server's, and while a clock stands still nothing burns.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const HOUR = 3600 * 1000;
// From so many seconds on, time is told in this unit.
const UNITS = [
  [90, 60, "minute"],
  [0, 1, "second"],
];

let ticking = null;
let due = null;
let ends = 0;

export function burn(element) {
  clearInterval(ticking);
  if (!element) {
    due = null;
    return;
  }
  const left = Number(element.dataset.left);
  const total = Math.max(1, Number(element.dataset.total));
  const line = element.querySelector(".burn__line");
  if ("still" in element.dataset) {
    due = null;
    for (const old of line.getAnimations()) old.cancel();
    return;
  }
  if (element.dataset.due !== due || !line.getAnimations().length) {
    due = element.dataset.due;
    ends = performance.now() + left;
    for (const old of line.getAnimations()) old.cancel();
    line.animate([{ transform: `scaleX(${Math.min(1, left / total)})` }, { transform: "scaleX(0)" }], {
      duration: left,
      fill: "forwards",
      easing: still.matches ? `steps(${Math.max(1, Math.ceil(left / 1000))})` : "linear",
    });
  }
  const tick = () => {
    const now = Math.max(0, ends - performance.now());
    if (now < HOUR) document.getElementById("burn-words").textContent = words(now);
  };
  tick();
  ticking = setInterval(tick, 500);
}

function words(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [, size, unit] = UNITS.find(([from]) => seconds >= from);
  const amount = Math.round(seconds / size);
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}
