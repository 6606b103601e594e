// Texts for screen readers, beside the board.

export const say = (words) => {
  document.getElementById("live").textContent = words;
};

const refusal = () => document.querySelector("#call[role=alert]");
export const refused = () => refusal()?.textContent;

// By question: the refusal that it replaced, which the server does not send again.
const replaced = new WeakMap();

// Screen readers repeat the same words only in a new element.
export function refuseAgain() {
  const said = refusal() ?? document.getElementById("call");
  said?.replaceWith((replaced.get(said) ?? said).cloneNode(true));
}

const READ_MS = 6000;
let reading = 0;

// The question comes back in place of a refusal, with the next choice or once the refusal has been read.
export function askAgain() {
  const said = refusal();
  if (!said?.dataset.question) return;
  replaced.set(said, said.cloneNode(true));
  said.removeAttribute("role");
  said.classList.remove("line__call--refused");
  said.textContent = said.dataset.question;
}

export function askOnceRead() {
  clearTimeout(reading);
  reading = setTimeout(askAgain, READ_MS);
}
