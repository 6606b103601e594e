// The deadline: a thin line that burns down and, under an hour, the time in the page's language. For longer
// times the words come from the server. While a clock is stopped, nothing burns.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const HOUR = 3600 * 1000;
const UNNOTICED_MS = 1000; // delay of a message that needs no correction
// The smallest number of seconds for each unit, its length in seconds, and its name.
/** @type {[number, number, string][]} */
const UNITS = [
  [90, 60, "minute"],
  [0, 1, "second"],
];

let ticking = null;
let burning = null; // the animation is stored, because querying the line for it causes a layout of the whole page
let due = null;
let ends = 0;
let total = 1;

// `deadline`: what is left, its whole time, and when it is due by the server's clock, in milliseconds.
export function burn(element, deadline) {
  clearInterval(ticking);
  if (!element || "still" in element.dataset) {
    due = null;
    burning?.cancel();
    return;
  }
  const [left, whole, until] = deadline;
  total = Math.max(1, whole);
  const line = element.querySelector(".burn__line");
  if (until !== due || burning?.effect.target !== line) {
    due = until;
    light(line, left);
  }
  const told = document.getElementById("burn-words");
  const tick = () => {
    const now = Math.max(0, ends - performance.now());
    if (now < HOUR && told.textContent !== words(now)) told.textContent = words(now);
  };
  tick();
  ticking = setInterval(tick, 500);
}

function light(line, left) {
  ends = performance.now() + left;
  burning?.cancel();
  burning = line.animate([{ transform: `scaleX(${Math.min(1, left / total)})` }, { transform: "scaleX(0)" }], {
    duration: left,
    fill: "forwards",
    easing: still.matches ? `steps(${Math.max(1, Math.ceil(left / 1000))})` : "linear",
  });
}

// The page's own clock stops while a computer sleeps; `now`: the time of the server.
export function resync(now) {
  if (due === null) return;
  const left = Math.max(0, due - now);
  if (Math.abs(ends - performance.now() - left) > UNNOTICED_MS) light(burning.effect.target, left);
}

function words(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [, size, unit] = /** @type {typeof UNITS[0]} */ (UNITS.find(([from]) => seconds >= from));
  const amount = Math.round(seconds / size);
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}
