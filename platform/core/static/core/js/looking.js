// Whether somebody looks at this page: it is not hidden, and it was touched a short while ago. A tab may
// lie behind others, or be forgotten on a screen that stays on.

const FORGOTTEN_MS = 120000;

let touched = Date.now(); // goes on while the computer sleeps

export const looking = () => !document.hidden && Date.now() - touched < FORGOTTEN_MS;

// Calls `changed` as soon as somebody looks away, or comes back to a page that was forgotten.
export function whenLookChanges(changed) {
  const touch = () => {
    const before = looking();
    touched = Date.now();
    if (!before && looking()) changed();
  };
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "focus"])
    addEventListener(name, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => (document.hidden ? changed() : touch()));
}
