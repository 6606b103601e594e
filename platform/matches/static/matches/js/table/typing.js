// A text field whose text is one more pick: `<input type="text" name="pick">`. Beside it, an element with
// `data-together` shows the compounds of the chosen pieces' words (`data-word`): `compounds.js`.

import { release } from "../../../core/js/focus.js";
import { say } from "./aloud.js";

const board = () => document.getElementById("board");
export const field = () => board().querySelector('input[type="text"][name="pick"]');
export const typed = () => field()?.value.trim() ?? "";

// On a phone the field would open the keyboard over the cards, so users tap the offers instead.
const keys = matchMedia("(hover: hover) and (pointer: fine)");
export const takesKeys = () => field() !== null && keys.matches;
// Not on the board: a change there during a swap would flicker, and the field would lose the focus.
const room = document.getElementById("main");

let own = ""; // what the user has typed, among the words of the arrow keys
let compounds = null; // the module; loaded with the first board that has a field

// `wanted`: only a word is missing. A user who has begun a word can finish it while the pieces exist, even if
// the table changes.
export function ask(words, { wanted, focus }) {
  const before = "wording" in room.dataset;
  const now = field() !== null && (wanted || (before && words.length > 1)) && !("over" in board().dataset);
  room.toggleAttribute("data-wording", now);
  if (!field()) return;
  if (!now) release(field().closest("[role=group]"));
  offer(now ? words : []);
  if (now && !before && focus && takesKeys()) {
    field().focus({ preventScroll: true });
    field().select();
  }
}

// Once the module is there, the words change in the same frame as the pieces.
async function offer(words) {
  compounds ??= await import("./compounds.js");
  compounds.offer(words);
}

export function forget() {
  own = "";
  if (field()) field().value = "";
}

// Keys in the field; any other key there is text, not a shortcut.
export function keyed(event, { lay, leave }) {
  const input = event.target;
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter") lay(typed());
  else if (event.key === "Escape") leave();
  else if (step) {
    const forms = compounds?.forms() ?? [];
    if (!forms.includes(input.value)) own = input.value;
    const all = own && !forms.includes(own) ? [own, ...forms] : forms;
    const at = all.indexOf(input.value);
    if (all.length) {
      input.value = all[(at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step + all.length) % all.length];
      say(input.value);
    }
  } else return;
  event.preventDefault();
}
